/// Uniform for C: URIs, URLs and URNs. The whole interface of libuniform-c, in small headers of one idea each.
///
///     #include <stdio.h>
///     #include <uniform.h>
///
///     int main(void) {
///         uniform_string target = {0};
///         uniform_error error;
///         error.struct_size = sizeof error;
///         if (uniform_resolve("http://a/b/c/d;p?q", 18, "../g", 4, NULL, &target, &error) == UNIFORM_OK)
///             printf("%s\n", target.data);                       // http://a/b/g
///         else
///             printf("%s (offset %d)\n", error.message, (int)error.offset);
///         uniform_string_free(&target);
///     }
///
/// docs/guide/c.md is a tour; docs/decisions/0021-the-c-interface.md says why it is shaped so. What holds everywhere is
/// said in uniform-c/basics.h: statuses, texts, strings, errors, structs that grow, threads.
#ifndef UNIFORM_H
#define UNIFORM_H

#include <uniform-c/basics.h>
#include <uniform-c/columns.h>
#include <uniform-c/edit.h>
#include <uniform-c/find.h>
#include <uniform-c/functions.h>
#include <uniform-c/host.h>
#include <uniform-c/lint.h>
#include <uniform-c/reference.h>
#include <uniform-c/template.h>
#include <uniform-c/url.h>
#include <uniform-c/urn.h>
#include <uniform-c/values.h>
#include <uniform-c/web.h>

#endif

/// URI templates (RFC 6570), all four levels: expanding, and finding the values again in a URI.
#ifndef UNIFORM_C_TEMPLATE_H
#define UNIFORM_C_TEMPLATE_H

#include <uniform-c/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A template that was read; many threads may expand it at once.
typedef struct uniform_template uniform_template;

/// Reads a template. Errors: the first character that RFC 6570 section 2 does not have there. Linear; allocates.
///
///     uniform_template_parse("https://a{/path*}{?q}", 21, &t, NULL);
uniform_status uniform_template_parse(const char *text, size_t size, uniform_template **result, uniform_error *error);
/// Ends it; NULL is accepted.
void uniform_template_free(uniform_template *parsed);

/// Its variables, each once, in their order. Allocates.
uniform_status uniform_template_variables(const uniform_template *parsed, uniform_list **names);

/// The URI reference that the template becomes. A variable that is absent, or an empty list, is undefined; of two of
/// the same name the first counts. Errors: a prefix of a list (2.4.1); a result of more than 1 MiB. Linear in the
/// result.
///
///     uniform_values_add_text(v, "q", 1, "a b", 3);
///     uniform_template_expand(t, v, &out, NULL); // "https://a?q=a%20b"
uniform_status uniform_template_expand(const uniform_template *parsed, const uniform_values *variables,
                                       uniform_string *out, uniform_error *error);

/// The values with which the template expands to exactly that URI. `ambiguous`, which may be NULL, is 1 if others do
/// so, too. Error: the offset that the search reached. Bounded: URIs of at most 8192 bytes, some tenths of a second.
///
///     uniform_template_match(t, "https://a/x/y", 13, &v, NULL, NULL); // "path" is the list "x", "y"
uniform_status uniform_template_match(const uniform_template *parsed, const char *uri, size_t size,
                                      uniform_values **values, int32_t *ambiguous, uniform_error *error);

#ifdef __cplusplus
}
#endif

#endif

/// URLs scheme by scheme: http, ftp, gopher, mailto, news, nntp, telnet, wais, file, prospero, data, ldap, ws, each by
/// the document that defines it.
#ifndef UNIFORM_C_URL_H
#define UNIFORM_C_URL_H

#include <uniform-c/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a URL by the names of its scheme's document, decoded, with defaults filled in: "host", "port", "user",
/// "typecode", "selector", "to", ... (docs/guide/urls.md lists them). `edition` is UNIFORM_EDITION_DEFAULT for the
/// scheme's current document, else one that has the scheme. Errors: those of the scheme's syntax. Linear; allocates.
///
///     uniform_url_fields("ftp://h/a;type=i", 16, UNIFORM_EDITION_DEFAULT, &v, NULL); // "typecode" is "i"
uniform_status uniform_url_fields(const char *url, size_t size, uniform_edition edition, uniform_values **fields,
                                  uniform_error *error);

/// The URL of a scheme with such fields; uniform_url_fields() of it gives them again. A text may stand for a number.
/// Errors: "not_found" for a field that the scheme does not have, and those of its syntax. Linear; allocates.
///
///     uniform_url_make("mailto", 6, fields, UNIFORM_EDITION_DEFAULT, &out, NULL);
uniform_status uniform_url_make(const char *scheme, size_t scheme_size, const uniform_values *fields,
                                uniform_edition edition, uniform_string *out, uniform_error *error);

#ifdef __cplusplus
}
#endif

#endif

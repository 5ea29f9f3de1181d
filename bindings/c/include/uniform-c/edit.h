/// A reference that owns its text and can be edited. An edit is all or nothing: it leaves a valid reference whose other
/// components are byte for byte as before, or refuses and changes nothing.
///
///     uniform_reference *r = NULL;
///     uniform_reference_parse("http://a/b?utm_source=x#c", 25, NULL, &r, NULL);
///     uniform_reference_set(r, UNIFORM_PORT, "8080", 4, UNIFORM_WRITTEN, NULL);
///     uniform_reference_append_segment(r, "d/e", 3, UNIFORM_DATA, NULL);
///     uniform_reference_remove_parameters(r, "utm_*", 5, NULL, NULL);
///     uniform_text t;
///     uniform_reference_text(r, &t);     // "http://a:8080/b/d%2Fe#c"
///     uniform_reference_free(r);
#ifndef UNIFORM_C_EDIT_H
#define UNIFORM_C_EDIT_H

#include <uniform-c/reference.h>
#include <uniform-c/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A reference that owns its text. It is edited by one thread at a time.
typedef struct uniform_reference uniform_reference;

/// Parses and copies the text; `options->production` says what it must match now, and edits keep it a reference (of a
/// URI, a URI, whatever the production). Errors: those of uniform_parse(). Linear; allocates.
uniform_status uniform_reference_parse(const char *text, size_t size, const uniform_parse_options *options,
                                       uniform_reference **reference, uniform_error *error);
/// Another one with the same text and options.
uniform_status uniform_reference_copy(const uniform_reference *reference, uniform_reference **copy);
/// Ends it; NULL is accepted.
void uniform_reference_free(uniform_reference *reference);

/// Its text, which lives until the next edit and ends with NUL. Constant time.
void uniform_reference_text(const uniform_reference *reference, uniform_text *text);
/// Its components, as ranges of its text. Constant time.
uniform_status uniform_reference_components(const uniform_reference *reference, uniform_components *components);

/// A component that can be set.
typedef int32_t uniform_component;
enum {
    UNIFORM_SCHEME = 0,
    UNIFORM_AUTHORITY = 1,
    UNIFORM_USERINFO = 2,
    UNIFORM_USER = 3,
    UNIFORM_PASSWORD = 4,
    UNIFORM_HOST = 5,
    UNIFORM_PORT = 6,
    UNIFORM_PATH = 7,
    UNIFORM_QUERY = 8,
    UNIFORM_FRAGMENT = 9,
};

/// The encoding of a text that goes into a reference.
typedef int32_t uniform_encoding;
enum {
    UNIFORM_WRITTEN = 0, ///< as it is to stand there: "%41" is an "A"
    UNIFORM_DATA = 1, ///< data, which is percent-encoded once: "%41" becomes "%2541". Not for scheme, authority, port
};

// Errors of every edit: those of the component, with the offset into the argument, as encoded; "changes_components" if
// another component would change; "lost_parameter" if a parameter would not be read back, as of uniform_query_encode();
// "not_found" if there is nothing to change; "too_long". Each is linear in the text and allocates the new one.

/// Gives a component another text, or makes it.
uniform_status uniform_reference_set(uniform_reference *reference, uniform_component component, const char *text,
                                     size_t size, uniform_encoding encoding, uniform_error *error);
/// Removes a component; one that is absent is removed already. The path and the host become empty.
uniform_status uniform_reference_remove(uniform_reference *reference, uniform_component component,
                                        uniform_error *error);

/// Appends a segment to the path; in place of the last one, if that is empty.
uniform_status uniform_reference_append_segment(uniform_reference *reference, const char *segment, size_t size,
                                                uniform_encoding encoding, uniform_error *error);
/// Inserts a segment before the one at `index`, counted from 0, or after the last one.
uniform_status uniform_reference_insert_segment(uniform_reference *reference, size_t index, const char *segment,
                                                size_t size, uniform_encoding encoding, uniform_error *error);
/// Replaces the segment at `index`.
uniform_status uniform_reference_replace_segment(uniform_reference *reference, size_t index, const char *segment,
                                                 size_t size, uniform_encoding encoding, uniform_error *error);
/// Erases the segment at `index`.
uniform_status uniform_reference_erase_segment(uniform_reference *reference, size_t index, uniform_error *error);
/// Erases the last segment: "/a/b" becomes "/a".
uniform_status uniform_reference_pop_segment(uniform_reference *reference, uniform_error *error);

/// Appends a parameter to the query. Without a `value` (NULL) it is the key alone. `options` may be NULL.
uniform_status uniform_reference_append_parameter(uniform_reference *reference, const char *key, size_t key_size,
                                                  const char *value, size_t value_size, uniform_encoding encoding,
                                                  const uniform_query_options *options, uniform_error *error);
/// Gives the first parameter with that key the value and removes further ones; appends one if there is none.
uniform_status uniform_reference_set_parameter(uniform_reference *reference, const char *key, size_t key_size,
                                               const char *value, size_t value_size, uniform_encoding encoding,
                                               const uniform_query_options *options, uniform_error *error);
/// Removes the parameters whose decoded key matches a pattern: "*" stands for any bytes, "?" for one, "\" makes them
/// plain.
uniform_status uniform_reference_remove_parameters(uniform_reference *reference, const char *pattern, size_t size,
                                                   const uniform_query_options *options, uniform_error *error);
/// Removes the parameters whose decoded key does not match a pattern.
uniform_status uniform_reference_keep_parameters(uniform_reference *reference, const char *pattern, size_t size,
                                                 const uniform_query_options *options, uniform_error *error);
/// Orders the parameters by key as written, byte by byte; those with the same key keep their order. n log n.
uniform_status uniform_reference_sort_parameters(uniform_reference *reference, const uniform_query_options *options,
                                                 uniform_error *error);

#ifdef __cplusplus
}
#endif

#endif

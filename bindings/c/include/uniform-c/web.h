/// URLs as browsers read them: the URL Standard of the WHATWG.
#ifndef UNIFORM_C_WEB_H
#define UNIFORM_C_WEB_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A URL of the URL Standard that owns its text. It is edited by one thread at a time.
typedef struct uniform_web_url uniform_web_url;

/// The URL parser: `text`, relative to `base`, which is optional. Octets that are not UTF-8 count as U+FFFD. Errors:
/// the standard's name is error->code ("port-invalid"); error->argument is 1 if the base is no URL. Linear; allocates.
///
///     uniform_web_parse("../c", 4, "https://example.com/a/b/", 24, &url, NULL); // https://example.com/a/c
uniform_status uniform_web_parse(const char *text, size_t size, const char *base, size_t base_size,
                                 uniform_web_url **url, uniform_error *error);
/// Another one with the same text.
uniform_status uniform_web_copy(const uniform_web_url *url, uniform_web_url **copy);
/// Ends it; NULL is accepted.
void uniform_web_free(uniform_web_url *url);

/// Whether there is a URL for the text. Linear; allocates nothing for a URL that is serialized already.
///
///     uniform_web_can_parse("http://a b/", 11, NULL, 0, &yes); // 0
uniform_status uniform_web_can_parse(const char *text, size_t size, const char *base, size_t base_size, int32_t *can);

/// A member of the standard's API; with what it calls so: "protocol" ends with ":", "search" begins with "?".
typedef int32_t uniform_web_member;
enum {
    UNIFORM_WEB_HREF = 0, ///< the whole serialized URL
    UNIFORM_WEB_PROTOCOL = 1,
    UNIFORM_WEB_USERNAME = 2,
    UNIFORM_WEB_PASSWORD = 3,
    UNIFORM_WEB_HOST = 4, ///< with the port
    UNIFORM_WEB_HOSTNAME = 5,
    UNIFORM_WEB_PORT = 6,
    UNIFORM_WEB_PATHNAME = 7,
    UNIFORM_WEB_SEARCH = 8,
    UNIFORM_WEB_HASH = 9,
};

/// A member: a part of the URL's text, which lives until it is changed or freed, and does not end with NUL. Constant
/// time.
uniform_status uniform_web_get(const uniform_web_url *url, uniform_web_member member, uniform_text *text);

/// Sets a member as a browser does: what it cannot use changes nothing. `used`, which may be NULL, is 1 if the value
/// was used. Linear.
///
///     uniform_web_set(url, UNIFORM_WEB_PORT, "8080", 4, NULL);
uniform_status uniform_web_set(uniform_web_url *url, uniform_web_member member, const char *value, size_t size,
                               int32_t *used);

/// The serialization of the origin, "https://example.com"; "null" for an opaque one.
uniform_status uniform_web_origin(const uniform_web_url *url, uniform_string *out);

/// A part of a text that browsers and RFC 3986 read differently.
typedef struct uniform_web_difference {
    uint32_t struct_size;
    uniform_range where; ///< the bytes that cause it
    uint32_t unused;     ///< 0
    uniform_text part;   ///< "scheme", "host", "path", "query", or "rejected" by browsers
    uniform_text by_rfc3986;
    uniform_text by_browser; ///< the error's name if they reject the text
} uniform_web_difference;

/// The differences in a text. See uniform_web_differences_free().
typedef struct uniform_web_differences uniform_web_differences;

/// Where browsers read another URL in a text than RFC 3986 does: the source of filters that check one host while
/// another is contacted. Linear; allocates.
///
///     uniform_web_compare("http://a.example\\@b.example/", 28, &differences); // the host: b.example, a.example
uniform_status uniform_web_compare(const char *text, size_t size, uniform_web_differences **differences);
/// The number of differences. Constant time.
size_t uniform_web_differences_size(const uniform_web_differences *differences);
/// One of them, whose texts live as long as `differences`. UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_web_differences_get(const uniform_web_differences *differences, size_t index,
                                           uniform_web_difference *difference);
/// Ends them; NULL is accepted.
void uniform_web_differences_free(uniform_web_differences *differences);

#ifdef __cplusplus
}
#endif

#endif

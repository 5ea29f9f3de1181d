/// URIs and references as texts: parse, normalize, compare, resolve, relativize, build, encode (RFC 3986, RFC 3987 and
/// the older editions). What is edited is in edit.h.
#ifndef UNIFORM_C_REFERENCE_H
#define UNIFORM_C_REFERENCE_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A production of the grammar that a text must match.
typedef int32_t uniform_production;
enum {
    UNIFORM_URI_REFERENCE = 0,          ///< RFC 3986 4.1: a URI or a relative reference
    UNIFORM_URI = 1,                    ///< RFC 3986 3: with a scheme
    UNIFORM_ABSOLUTE_URI = 2,           ///< RFC 3986 4.3: with a scheme, without a fragment
    UNIFORM_RELATIVE_REF = 3,           ///< RFC 3986 4.2: without a scheme
    UNIFORM_ABSOLUTE_URI_REFERENCE = 4, ///< 2003 draft 4
    UNIFORM_RELATIVE_URI = 5,           ///< 2003 draft 5: without scheme and fragment
};

/// The options of parsing. Functions that give components need an edition of URIs; UNIFORM_URL_06 and UNIFORM_RFC1738
/// check, normalize, compare and resolve URLs, scheme by scheme, without relative references. UNIFORM_BAD_ARGUMENT,
/// with the edition in error->message, for an edition by which a function does nothing.
typedef struct uniform_parse_options {
    uint32_t struct_size;
    uniform_edition edition;
    uniform_production production;
    uint32_t max_length; ///< longer texts are refused ("too_long"); 0: 4 GiB - 2
    int32_t zone_ids;    ///< 1 allows "[fe80::1%25eth0]" (RFC 6874)
} uniform_parse_options;

/// The kind of a host (RFC 3986 3.2.2).
typedef int32_t uniform_host_type;
enum {
    UNIFORM_NO_HOST = 0,
    UNIFORM_REG_NAME = 1,
    UNIFORM_IPV4 = 2,
    UNIFORM_IPV6 = 3,
    UNIFORM_IPVFUTURE = 4,
    UNIFORM_HOSTNAME = 5, ///< of the older editions, in place of reg-name
};

/// The components of a reference, as ranges of its text, where they are as written: nothing is decoded. An absent
/// component differs from an empty one.
typedef struct uniform_components {
    uint32_t struct_size;
    uniform_edition edition;
    uniform_range scheme;    ///< without ":"
    uniform_range authority; ///< without "//"
    uniform_range userinfo;  ///< without "@"
    uniform_range user;      ///< the userinfo up to its first ":"
    uniform_range password;  ///< the userinfo after that
    uniform_range host;      ///< an IP literal with its brackets
    uniform_range port;      ///< without ":"; digits, or empty
    uniform_range path;      ///< never absent
    uniform_range query;     ///< without "?"
    uniform_range fragment;  ///< without "#"
    uniform_host_type host_type;
    int32_t port_number;   ///< -1: absent or empty; -2: above 65535
    uint32_t address_size; ///< of `address`: 4, 16, or 0 if the host is no IP address
    uint8_t address[16];   ///< in network order
} uniform_components;

/// Parses a text: the whole of it, or it is refused with the first byte that is not allowed. Linear in the text, some
/// tens of nanoseconds for a common URL; allocates nothing. Thread-safe. `options`, `components` and `error` may be
/// NULL. Without `components`, the text is judged, also as a URL by UNIFORM_URL_06 or UNIFORM_RFC1738; the production
/// does not count then.
///
///     uniform_components c;
///     c.struct_size = sizeof c;
///     uniform_parse("http://a/b?c", 12, NULL, &c, NULL); // c.host is 7 to 8, c.query 11 to 12, c.fragment absent
uniform_status uniform_parse(const char *text, size_t size, const uniform_parse_options *options,
                             uniform_components *components, uniform_error *error);

/// Whether the text matches a production of the grammar of `options->edition`, by the name that a document gives it
/// ("port", "IPv6address", "segment-nz", "NID"); `rule` ends with NUL. UNIFORM_BAD_ARGUMENT if there is no such
/// production. Linear, allocates nothing. `options` may be NULL; its production does not count.
///
///     int32_t yes;
///     uniform_matches("IPv6address", "::1", 3, NULL, &yes); // 1
uniform_status uniform_matches(const char *rule, const char *text, size_t size, const uniform_parse_options *options,
                               int32_t *matches);

/// A level of the comparison ladder (RFC 3986 6.2).
typedef int32_t uniform_level;
enum {
    UNIFORM_LEVEL_DEFAULT = 0, ///< syntax
    UNIFORM_LEVEL_SIMPLE = 1,  ///< 6.2.1: the characters as they are
    UNIFORM_LEVEL_CASE = 2,    ///< 6.2.2.1
    UNIFORM_LEVEL_PERCENT = 3, ///< 6.2.2.2
    UNIFORM_LEVEL_PATH = 4,    ///< 6.2.2.3: dot segments
    UNIFORM_LEVEL_SYNTAX = 5,  ///< 6.2.2: these three
    UNIFORM_LEVEL_SCHEME = 6,  ///< 6.2.3: syntax, default ports, and what else IANA's schemes declare the same
};

/// The options of normalizing and comparing texts.
typedef struct uniform_normalize_options {
    uint32_t struct_size;
    uniform_edition edition;
    uniform_level level;
    int32_t zone_ids;        ///< as in uniform_parse_options
    int32_t ignore_fragment; ///< 1 leaves fragments out (6.1)
    int32_t rfc5952;         ///< 1 writes IPv6 addresses by RFC 5952 section 4, from the level case on
    int32_t nfc;             ///< 1 brings IRIs into Normalization Form C (RFC 3987 5.3.2.2), from the level syntax on
} uniform_normalize_options;

/// The normal form of a URI-reference; by UNIFORM_URL_06 and UNIFORM_RFC1738, of a URL, by what sections 2 and 3 of
/// these documents say is equivalent. Normalizing it again changes nothing. Errors: those of parsing. Linear; allocates
/// only where `out` has to grow, and for URLs. Thread-safe. `options` and `error` may be NULL.
///
///     uniform_normalize("HTTP://EXAMPLE.com/a/../%62", 27, NULL, &out, NULL); // "http://example.com/b"
uniform_status uniform_normalize(const char *text, size_t size, const uniform_normalize_options *options,
                                 uniform_string *out, uniform_error *error);

/// The components that normalizing changes, as the sum of these; 0 if the text is normal.
enum {
    UNIFORM_CHANGES_SCHEME = 1,
    UNIFORM_CHANGES_USERINFO = 2,
    UNIFORM_CHANGES_HOST = 4,
    UNIFORM_CHANGES_PORT = 8,
    UNIFORM_CHANGES_PATH = 16,
    UNIFORM_CHANGES_QUERY = 32,
    UNIFORM_CHANGES_FRAGMENT = 64,
};

/// The components that uniform_normalize() would change. Errors: those of parsing. Linear; fast, and without
/// allocation, for a text that is normal already. Thread-safe.
///
///     uniform_normal_changes("HTTP://a/b", 10, NULL, &changes, NULL); // UNIFORM_CHANGES_SCHEME
uniform_status uniform_normal_changes(const char *text, size_t size, const uniform_normalize_options *options,
                                      uint32_t *changes, uniform_error *error);

/// Whether two references have the same normal form at `options->level`. Errors: those of parsing; error->argument is 0
/// for `a`, 1 for `b`. Linear; allocates nothing for texts of up to 1,000 bytes. Thread-safe.
///
///     uniform_equivalent("http://a/%7eb", 13, "http://a/~b", 11, NULL, &same, NULL); // 1
uniform_status uniform_equivalent(const char *a, size_t a_size, const char *b, size_t b_size,
                                  const uniform_normalize_options *options, int32_t *equivalent, uniform_error *error);

/// The lowest level at which two references are equivalent; UNIFORM_NONE if they differ at all levels. options->level
/// does not count. Otherwise as uniform_equivalent().
///
///     uniform_lowest_level("http://a", 8, "http://a:80/", 12, NULL, &level, NULL); // UNIFORM_LEVEL_SCHEME
uniform_status uniform_lowest_level(const char *a, size_t a_size, const char *b, size_t b_size,
                                    const uniform_normalize_options *options, uniform_level *level,
                                    uniform_error *error);

/// A hash of the normal form, equal for equivalent references. Not to be stored: it may differ between versions. Errors
/// and cost as uniform_equivalent().
uniform_status uniform_hash(const char *text, size_t size, const uniform_normalize_options *options, uint64_t *hash,
                            uniform_error *error);

/// The treatment of a ".." that has no segment to remove.
typedef int32_t uniform_excess_dots;
enum {
    UNIFORM_EXCESS_DEFAULT = 0, ///< dropped; in the older editions, kept
    UNIFORM_EXCESS_KEEP = 1,
    UNIFORM_EXCESS_DROP = 2,
    UNIFORM_EXCESS_REFUSE = 3, ///< "excess_dot_segments"
};

/// The policies of reference resolution where the documents leave a choice.
typedef struct uniform_resolve_options {
    uint32_t struct_size;
    uniform_edition edition;
    int32_t zone_ids;   ///< as in uniform_parse_options
    int32_t not_strict; ///< 1 ignores a scheme that is the base's own (RFC 3986 5.2.2)
    uniform_excess_dots excess_dots;
    int32_t base_dots_removed_first; ///< 1: erratum 4789 of RFC 3986
    int32_t refuse_double_slash;     ///< 1 refuses a path that would begin with "//"; 0 puts "/." before it
} uniform_resolve_options;

/// The target of `reference` against `base`, a URI (RFC 3986 5.2). Errors: those of parsing, error->argument 0 for the
/// base and 1 for the reference; "excess_dot_segments", "changes_components", "opaque_base", with the offset into the
/// reference. In the older editions the current document is "(current document)". By UNIFORM_URL_06 and UNIFORM_RFC1738
/// there are no relative references: the reference is a URL, and the target. Linear; allocates only where `out` has to
/// grow, and for URLs. Thread-safe. `options` and `error` may be NULL.
///
///     uniform_resolve("http://a/b/c", 12, "../g", 4, NULL, &out, NULL); // "http://a/g"
uniform_status uniform_resolve(const char *base, size_t base_size, const char *reference, size_t reference_size,
                               const uniform_resolve_options *options, uniform_string *out, uniform_error *error);

/// The shortest reference that resolves to `target` against `base`, both URIs. Errors: those of parsing,
/// error->argument 0 for the base and 1 for the target; "unreachable_target". Linear; allocates. Thread-safe.
///
///     uniform_relativize("http://a/b/c", 12, "http://a/g", 10, NULL, &out, NULL); // "/g"
uniform_status uniform_relativize(const char *base, size_t base_size, const char *target, size_t target_size,
                                  const uniform_resolve_options *options, uniform_string *out, uniform_error *error);

/// Components to be put together; one whose `data` is NULL is absent, but the path, which then is empty.
typedef struct uniform_parts {
    uint32_t struct_size;
    uint32_t unused; ///< 0
    uniform_text scheme;
    uniform_text authority; ///< in place of userinfo, host and port
    uniform_text userinfo;
    uniform_text host;
    uniform_text port;
    uniform_text path;
    uniform_text query;
    uniform_text fragment;
} uniform_parts;

/// The reference with these components, as written (RFC 3986 5.3), if it parses back to exactly these. Errors: those of
/// the component that error->rule names, with the offset into it; "changes_components". Linear; allocates. Thread-safe.
///
///     uniform_parts p = {0};
///     p.struct_size = sizeof p;
///     p.host.data = "a"; p.host.size = 1;
///     uniform_build(&p, NULL, &out, NULL); // "//a"
uniform_status uniform_build(const uniform_parts *parts, const uniform_parse_options *options, uniform_string *out,
                             uniform_error *error);

/// Data as the text of a component: "user", "password", "host", "path", "segment", "query", "parameter" (a key or a
/// value of a query) or "fragment". What it does not keep, and "%", is percent-encoded; an IPv6 address gets its
/// brackets. UNIFORM_REFUSED for "." and ".." as a segment, which have no encoding, and for a host that is not UTF-8 or
/// has brackets. UNIFORM_BAD_ARGUMENT for a component that is unknown. Linear.
///
///     uniform_encode("segment", "a/b c", 5, &out, NULL); // "a%2Fb%20c"
uniform_status uniform_encode(const char *component, const char *data, size_t size, uniform_string *out,
                              uniform_error *error);

/// The bytes for which a text stands; with `plus_is_space` 1, "+" is a space. Error: a "%" without two hexadecimal
/// digits. Linear.
///
///     uniform_decode("a%2Fb", 5, 0, &out, NULL); // "a/b"
uniform_status uniform_decode(const char *text, size_t size, int32_t plus_is_space, uniform_string *out,
                              uniform_error *error);

/// By which reading a text that is no URI stands for one.
typedef int32_t uniform_interpretation;
enum {
    UNIFORM_AS_RFC3987 = 0, ///< as an IRI; printable US-ASCII that no URI has is percent-encoded
    UNIFORM_AS_WHATWG = 1,  ///< as a browser reads it
    UNIFORM_AS_TYPED = 2,   ///< as what people type: delimiters around it removed, completed if it has no scheme
};

/// The URI for which a text stands; a text that is `production` already stays as it is. `changed` and `host_before`,
/// which may be NULL: whether it is another text, and the host as the text has it, if the URI has another one (else
/// "", size 0). Errors: what the interpretation rejects. Linear; allocates. Thread-safe.
///
///     uniform_repair("http://a/b c", 12, UNIFORM_AS_RFC3987, UNIFORM_URI, &out, NULL, NULL, NULL); // "http://a/b%20c"
uniform_status uniform_repair(const char *text, size_t size, uniform_interpretation like, uniform_production production,
                              uniform_string *out, int32_t *changed, uniform_string *host_before, uniform_error *error);

#ifdef __cplusplus
}
#endif

#endif

/// The parts that every function shares: statuses, texts, strings, errors, and the rules of the interface.
///
/// **Texts in.** A text is a pointer and a number of bytes; it need not end with NUL and may hold any byte. NULL with 0
/// bytes is the empty text. Where a declaration says that a text is optional, NULL means that there is none, and any
/// other pointer with 0 bytes the empty text. The library keeps no pointer to a text after the call, unless the
/// declaration says so.
///
/// **Results.** A function that can fail returns a uniform_status and writes its results through pointers only if it
/// returns UNIFORM_OK; a pointer to a result that is not wanted may not be NULL unless the declaration says so.
/// Truth values are int32_t, 0 or 1.
///
/// **Offsets and sizes** count bytes.
///
/// **Structs that grow.** A struct whose first member is `struct_size` may get further members at its end in later
/// versions. The caller sets struct_size to `sizeof` the struct as it was compiled; the library reads and writes no
/// more than that. In a struct of options every other member may be 0, which is the default, and a NULL pointer to
/// options stands for all defaults. All other structs stay as they are.
///
/// **Ownership.** What a `..._new`, `..._parse`, `..._copy` or another function returns through a `TYPE **` is the
/// caller's, who gives it back to `TYPE_free`. A `_free` function accepts NULL. A uniform_text that a handle gives
/// belongs to the handle. Never `free()` what the library made, nor give it memory of `malloc()` to free.
///
/// **Threads.** Functions may be called by any number of threads at once. One handle, or one uniform_string, may be
/// read by many threads at once, or changed by one: what takes it as `const` reads it.
///
/// **Exceptions** never leave the library. When memory is short, a function returns UNIFORM_NO_MEMORY, and handles and
/// results are as before the call.
#ifndef UNIFORM_C_BASICS_H
#define UNIFORM_C_BASICS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The outcome of a call.
typedef int32_t uniform_status;
enum {
    UNIFORM_OK = 0,        ///< the results are written
    UNIFORM_REFUSED = 1,   ///< the input is not what the function accepts: the uniform_error says what, where and why
    UNIFORM_NONE = 2,      ///< there is no such value, which is not an error; no result and no error is written
    UNIFORM_NO_MEMORY = 3, ///< out of memory
    UNIFORM_BAD_ARGUMENT = 4, ///< the caller's mistake: NULL, an unknown constant, a struct_size that cannot be
    UNIFORM_FAULT = 5,        ///< the library's mistake, which should be reported
};

/// The status in words, "the input is refused"; ends with NUL, lives as long as the program. Constant time.
///
///     puts(uniform_status_text(UNIFORM_NO_MEMORY)); // "out of memory"
const char *uniform_status_text(uniform_status status);

/// The version of the library, "1.0.0"; ends with NUL, lives as long as the program. Constant time.
const char *uniform_version(void);

/// The version of this interface. It counts what was added: a program compiled for version n runs with every library
/// of the same SONAME whose version is n or more. Constant time.
///
///     if (uniform_interface_version() < UNIFORM_INTERFACE_VERSION) ... // the library is older than this header
uint32_t uniform_interface_version(void);
enum { UNIFORM_INTERFACE_VERSION = 1 };

/// Bytes that somebody else owns. `data` is NULL if there is no such text, and not NULL for an empty one. It does not
/// end with NUL unless its declaration says so.
typedef struct uniform_text {
    const char *data;
    size_t size;
} uniform_text;

/// A half-open range of bytes of a text. What is absent has UNIFORM_ABSENT, 4294967295, as begin and as end.
typedef struct uniform_range {
    uint32_t begin;
    uint32_t end;
} uniform_range;
#define UNIFORM_ABSENT 0xFFFFFFFFU

/// A text that the library writes for the caller: `size` bytes and a NUL after them, which `size` does not count; the
/// bytes may have other NULs. It begins as `{0}`; every call that writes to it replaces its content and reuses its
/// memory, so a loop with one uniform_string soon allocates nothing. The members are only to be read. It must not hold
/// a text that the same call reads.
///
///     uniform_string s = {0};
///     uniform_normalize("HTTP://a/%7e", 12, NULL, &s, NULL); // s.data is "http://a/~", s.size 10
///     uniform_string_free(&s);
typedef struct uniform_string {
    char *data;
    size_t size;
    size_t capacity;
} uniform_string;

/// Gives the memory of the string back and makes it `{0}`, which may be used again. NULL is accepted.
void uniform_string_free(uniform_string *string);

/// A document that an operation follows. The current standards are the defaults.
typedef int32_t uniform_edition;
enum {
    UNIFORM_RFC3986 = 0,         ///< RFC 3986, 2005: URIs
    UNIFORM_RFC3987 = 1,         ///< RFC 3987, 2005: IRIs, in UTF-8
    UNIFORM_RFC2396BIS_01 = 2,   ///< draft-fielding-uri-rfc2396bis-01, 2003: URIs
    UNIFORM_RFC2396 = 3,         ///< RFC 2396, 1998: URIs
    UNIFORM_RFC8141 = 4,         ///< RFC 8141, 2017: URNs
    UNIFORM_URNBIS_16 = 5,       ///< draft-ietf-urnbis-rfc2141bis-urn-16, 2016: URNs
    UNIFORM_URNBIS_14 = 6,       ///< draft-ietf-urnbis-rfc2141bis-urn-14, 2015: URNs
    UNIFORM_RFC2141 = 7,         ///< RFC 2141, 1997: URNs
    UNIFORM_URL_06 = 8,          ///< draft-ietf-uri-url-06, 1994: URLs
    UNIFORM_RFC1738 = 9,         ///< RFC 1738, 1994: URLs
    UNIFORM_RFC2397 = 10,        ///< data URLs
    UNIFORM_RFC4156 = 11,        ///< wais URLs
    UNIFORM_RFC4157 = 12,        ///< prospero URLs
    UNIFORM_RFC4248 = 13,        ///< telnet URLs
    UNIFORM_RFC4266 = 14,        ///< gopher URLs
    UNIFORM_RFC4516 = 15,        ///< ldap URLs
    UNIFORM_RFC5538 = 16,        ///< news and nntp URLs
    UNIFORM_RFC6068 = 17,        ///< mailto URLs
    UNIFORM_RFC6455 = 18,        ///< ws and wss URLs
    UNIFORM_RFC8089 = 19,        ///< file URLs
    UNIFORM_RFC9110 = 20,        ///< http and https URLs
    UNIFORM_EDITION_DEFAULT = 0, ///< the current standard: of URNs RFC 8141, of URLs that of their scheme
};

/// The edition with that name, "rfc3986" or "urnbis-16" ("_" is read as "-"). UNIFORM_NONE if there is none.
///
///     uniform_edition e;
///     uniform_edition_from_name("rfc8141", 7, &e); // UNIFORM_RFC8141
uniform_status uniform_edition_from_name(const char *name, size_t name_size, uniform_edition *edition);

/// Its name, "rfc3986"; NULL if there is no such edition. Ends with NUL, lives as long as the program.
const char *uniform_edition_name(uniform_edition edition);

/// The citation of its document, "RFC 3986"; NULL if there is no such edition. Ends with NUL, lives as long as the
/// program.
const char *uniform_edition_document(uniform_edition edition);

/// Why a call did not return UNIFORM_OK. A function that fails writes it, unless the pointer to it is NULL, and without
/// allocating; texts that do not fit are cut between characters. Every text ends with NUL, and is "" where there is
/// none.
///
///     uniform_error e;
///     e.struct_size = sizeof e;
///     if (uniform_parse("http://a b/", 11, NULL, &components, &e) == UNIFORM_REFUSED)
///         ... // e.offset 8, e.code "invalid_character", e.rule "reg-name", e.document "RFC 3986", e.section "3.2.2",
///             // e.message "a space is not allowed here"
typedef struct uniform_error {
    uint32_t struct_size;
    uniform_status status;
    uint64_t offset;         ///< into the text at fault, in bytes: where the rule fails
    uint32_t argument;       ///< which of the call's texts is at fault, counted from 0
    uniform_edition edition; ///< the edition that has the rule
    char code[48];           ///< the error, for programs: "invalid_character"; these names never change
    char rule[40];           ///< the production of the grammar that fails: "reg-name"
    char document[48];       ///< "RFC 3986"
    char section[24];        ///< "3.2.2"
    char message[256];       ///< one sentence for a person
} uniform_error;

/// The error as three lines for a terminal: the text, a caret under the offset, and what is wrong by which rule. `text`
/// is the text at fault; of a longer one than `columns` (0: 100), the part around the offset is shown.
///
///     http://a b/
///             ^
///     a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)
///
/// Controls and bytes that are not UTF-8 are escaped. Fails only for want of memory, and for an error without a status.
uniform_status uniform_error_print(const uniform_error *error, const char *text, size_t text_size, size_t columns,
                                   uniform_string *out);

/// Texts in an order, owned by the list. See uniform_list_free().
typedef struct uniform_list uniform_list;

/// The number of texts. Constant time.
size_t uniform_list_size(const uniform_list *list);

/// The text at `index`, which lives as long as the list and ends with NUL. UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_list_get(const uniform_list *list, size_t index, uniform_text *text);

/// Ends the list; NULL is accepted.
void uniform_list_free(uniform_list *list);

#ifdef __cplusplus
}
#endif

#endif

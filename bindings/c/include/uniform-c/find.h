/// Finding identifiers in text (RFC 3986 appendix C), and references in HTML.
#ifndef UNIFORM_C_FIND_H
#define UNIFORM_C_FIND_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The schemes that make a URI of a text without delimiters around it.
typedef int32_t uniform_found_schemes;
enum {
    UNIFORM_SCHEMES_LIKELY = 0,     ///< "SCHEME://", and schemes that people write in text
    UNIFORM_SCHEMES_REGISTERED = 1, ///< and every scheme that IANA has
    UNIFORM_SCHEMES_ANY = 2,        ///< whatever the grammar allows
};

/// The options of finding URIs.
typedef struct uniform_find_options {
    uint32_t struct_size;
    uniform_edition edition; ///< UNIFORM_RFC3987 finds IRIs, UNIFORM_URL_06 and UNIFORM_RFC1738 URLs of their grammars
    uniform_found_schemes schemes;
    int32_t abbreviated; ///< 1 also finds "www.example.org" and mail addresses, which are guesses
    int32_t https;       ///< 1 completes them with "https", else "http"
    int32_t join_lines;  ///< 1 joins a URI that goes on in an indented next line
    uint32_t max_length; ///< longer ones are left out; 0: 65536 bytes
} uniform_find_options;

/// A URI in a text.
typedef struct uniform_found {
    uint32_t struct_size;
    int32_t guess;  ///< 1: an abbreviated reference
    uint64_t begin; ///< offset of what was cut out, without delimiters
    uint64_t end;
    uniform_text text;       ///< without white space inside: a valid URI, or the abbreviated reference
    uniform_text uri;        ///< the URI: `text`, or to what it was completed
    uniform_text how;        ///< "angle", "url-prefix", "quotes", "bare" or "abbreviated"; lives as long as the program
    uniform_text cut_before; ///< the character before which it was cut although the text goes on there; or ""
    uint32_t doubtful_hyphens; ///< the number of hyphens before a line break that may not belong to it
    int32_t cleaned;           ///< 1: white space was removed
} uniform_found;

/// The URIs of a text. See uniform_found_list_free().
typedef struct uniform_found_list uniform_found_list;

/// Finds all URIs of a text, in their order. `options` may be NULL. Linear; allocates.
///
///     uniform_find("see <http://a/b>.", 17, NULL, &list); // "http://a/b", 5 to 15
uniform_status uniform_find(const char *text, size_t size, const uniform_find_options *options,
                            uniform_found_list **list);
/// The number of URIs. Constant time.
size_t uniform_found_list_size(const uniform_found_list *list);
/// One of them, whose texts live as long as the list. UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_found_list_get(const uniform_found_list *list, size_t index, uniform_found *found);
/// Ends the list; NULL is accepted.
void uniform_found_list_free(uniform_found_list *list);

/// Finds URIs in a text that comes in pieces; what it finds does not depend on them. Used by one thread at a time.
typedef struct uniform_finder uniform_finder;

/// Receives what is found; its texts are invalid after the call. It must not call functions of this finder, nor leave
/// by longjmp() or an exception.
typedef void (*uniform_found_callback)(void *context, const uniform_found *found);

/// A new finder. `options` may be NULL.
uniform_status uniform_finder_new(const uniform_find_options *options, uniform_finder **finder);
/// Reads the next piece and calls `callback` for each URI whose end is known by now. Linear; keeps a few times
/// max_length + 64 KiB. After UNIFORM_NO_MEMORY the finder can only be freed.
uniform_status uniform_finder_feed(uniform_finder *finder, const char *piece, size_t size,
                                   uniform_found_callback callback, void *context);
/// Ends the text: calls `callback` for the rest. After that a new text can be fed.
uniform_status uniform_finder_finish(uniform_finder *finder, uniform_found_callback callback, void *context);
/// Ends the finder; NULL is accepted.
void uniform_finder_free(uniform_finder *finder);

/// A reference in an HTML document.
typedef struct uniform_html_reference {
    uint32_t struct_size;
    int32_t same_document; ///< 1: the target is the base, aside from the fragment (RFC 3986 4.4)
    uint64_t begin;        ///< in the document, as it is written there
    uint64_t end;
    uint64_t line;          ///< from 1
    uint64_t column;        ///< from 1, in bytes
    uniform_text element;   ///< "img"
    uniform_text attribute; ///< "src"; "" for the text of a style element
    uniform_text value;     ///< the text that is resolved: decoded, without white space around it
    uniform_text target;    ///< the URI it refers to; absent if there is none
    uniform_text problem;   ///< why there is none, in words; absent if there is one
} uniform_html_reference;

/// The references of an HTML document. See uniform_html_free().
typedef struct uniform_html uniform_html;

/// Finds every reference of an HTML document and resolves it against the document's base (RFC 3986 5.1): its base
/// element, else `retrieved_from`, the URI it was fetched from, which is optional. Errors: "too_large", "too_costly",
/// "encoding". Linear; allocates.
///
///     uniform_html_find("<a href='b c'>", 14, "http://a/", 9, &html, NULL);
uniform_status uniform_html_find(const char *document, size_t size, const char *retrieved_from,
                                 size_t retrieved_from_size, uniform_html **html, uniform_error *error);
/// The base URI against which references are resolved; UNIFORM_NONE if there is none. It lives as long as `html`.
uniform_status uniform_html_base(const uniform_html *html, uniform_text *base);
/// The number of references. Constant time.
size_t uniform_html_size(const uniform_html *html);
/// One of them, whose texts live as long as `html`. UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_html_get(const uniform_html *html, size_t index, uniform_html_reference *reference);
/// Ends it; NULL is accepted.
void uniform_html_free(uniform_html *html);

#ifdef __cplusplus
}
#endif

#endif

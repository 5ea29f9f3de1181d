// Finding URIs in text, as RFC 3986 appendix C, rfc2396bis-01 appendix E and the appendix of draft-ietf-uri-url-06
// recommend to delimit them there.
//
//     for (const uniform::found &f : uniform::find_uris("see <URL:ftp://ds.inter\nnic.net/rfc>.")) {
//         f.text;              // "ftp://ds.internic.net/rfc"
//         f.begin; f.end;      // 9 and 35: its position
//     }
//
// docs/guide/finding.md describes all rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/text/abbreviated.hpp>

namespace uniform UNIFORM_API {

/// The delimiters that separate a found URI from the text around it.
enum class delimited : std::uint8_t {
    angle,       ///< "<" and ">", with or without "URL:" after the "<"
    url_prefix,  ///< "URL:" before it, without brackets (draft-ietf-uri-url-06, appendix)
    quotes,      ///< a quotation mark on both sides
    bare,        ///< nothing but white space, punctuation and characters that no URI has
    abbreviated, ///< nothing, and it has no scheme: a guess (rfc2396bis-01 appendix F)
};

/// "angle", "url-prefix", "quotes", "bare", "abbreviated".
[[nodiscard]] std::string_view to_string(delimited d) noexcept;

/// The schemes that make a URI of a text without angle brackets and "URL:". With those, any scheme counts.
enum class found_schemes : std::uint8_t {
    /// "SCHEME://" and something after it; and without "//" only schemes that people write in text, with a rest in the
    /// form that its scheme requires: urn mailto news tel sms sip sips xmpp geo data magnet doi info tag cid mid did
    /// ark
    /// hdl pkg file.
    likely,
    registered, ///< these, and every scheme of IANA's registry with something after its ":"
    any,        ///< whatever the grammar allows, with something after the ":"
};

/// The options by which URIs are found.
struct find_options {
    /// Each result parses as a URI of this edition; by RFC 3987 as an IRI, which ends before white space, quotation
    /// marks, closing brackets and the punctuation of sentences beyond US-ASCII, as a URI does before theirs. By the
    /// two documents of 1994 it is a URL of its scheme's grammar, without the fragment identifier that may follow it,
    /// in brackets too (draft-ietf-uri-url-06 2.2, APPENDIX); `abbreviated` does not count then.
    uniform::edition edition = uniform::edition::rfc3986;
    found_schemes schemes = found_schemes::likely;
    /// Also abbreviated references: host names that begin with "www." or have a known ending, with what follows them,
    /// and mail addresses. They are guesses, completed as complete() does.
    bool abbreviated = false;
    complete_options completion{}; ///< for abbreviated references
    /// If a URI without delimiters ends at a line end, and the next line is indented further than the URI's and
    /// contains only characters of URIs: it continues there (as RFC 8141's draft -16 prints one in 2.3.1), over at most
    /// eight lines.
    bool join_lines = false;
    /// Longer ones, white space inside included, are omitted; in the run of bytes that such a one is, another URI is
    /// looked for where "SCHEME://" stands. Bounds the memory that a uri_finder needs.
    std::uint32_t max_length = 64U << 10;
};

/// One URI in a text.
struct found {
    std::uint64_t begin = 0; ///< byte offset in the text of what was cut out, without delimiters and "URL:"
    std::uint64_t end = 0;
    std::string_view as_written{}; ///< these bytes; of a uri_finder only during the call, else part of the text
    std::string text{};            ///< without the white space inside: a valid URI, or an abbreviated reference
    std::string completed{};       ///< the URI that an abbreviated reference may stand for; else ""
    /// RFC 3986 appendix C: hyphens before a line break, which may have been introduced by it. Offsets in `text`.
    std::vector<std::uint32_t> doubtful_hyphens{};
    delimited how = delimited::bare;
    completion_rule rule = completion_rule::none; ///< the rule by which an abbreviated reference was completed
    /// The character before which it was cut although the text goes on there, because no URI (by RFC 3987: no IRI) may
    /// have it at that place:
    /// a letter or punctuation beyond US-ASCII, a byte that is not UTF-8, a control character, "{", "%" without two
    /// hexadecimal digits, a second "#", a space between quotation marks around the URI, and all others that do not
    /// delimit it; also a ")" without a "(" before it that a letter or digit follows. "" if the URI is delimited: by
    /// white space or the end of the text; by a quotation mark, "`", "|", ">" or a bracket whose partner stands in the
    /// 512 bytes before the URI; by the "<" of an end tag, or one after a ">" directly before the URI; in quotation
    /// marks by the "\" of an escape.
    std::string cut_before{};
    bool cleaned = false; ///< white space was removed
    bool guess = false;   ///< abbreviated

    /// `completed` of an abbreviated reference, else `text`.
    [[nodiscard]] const std::string &uri() const & noexcept UNIFORM_LIFETIMEBOUND { return guess ? completed : text; }
    [[nodiscard]] std::string uri() && noexcept { return std::move(guess ? completed : text); }
    /// The other reading: `text` without the doubtful hyphens. Not parsed. Allocates.
    [[nodiscard]] std::string without_hyphens() const;
};

/// Finds URIs in a text that comes in pieces of any size: what it finds does not depend on them. Linear in the text's
/// length, whatever its content; keeps at most a few times max_length + 64 KiB of it. Texts are bytes; offsets have 64
/// bits.
class uri_finder {
public:
    explicit uri_finder(find_options o = {});
    ~uri_finder();
    uri_finder(uri_finder &&) noexcept;
    uri_finder &operator=(uri_finder &&) noexcept;

    /// Reads the next piece. Calls `f` with a const found & for each URI whose end is known by now, in their order; it
    /// is invalid after the call.
    template <class F>
    void feed(std::string_view piece, F &&f) {
        read(piece, sink_of(f));
    }
    /// Ends the text: calls `f` for the rest. After that a new text can be fed.
    template <class F>
    void finish(F &&f) {
        end(sink_of(f));
    }
    /// The same as feed() and finish() at once, without keeping a copy of the text. For a finder that holds nothing.
    template <class F>
    void find(std::string_view text, F &&f) {
        all_of(text, sink_of(f));
    }

    /// URIs that are found later begin at this offset or after it.
    [[nodiscard]] std::uint64_t settled() const noexcept;
    /// The number of bytes that were fed since the text began.
    [[nodiscard]] std::uint64_t size() const noexcept;

    /// Who receives what is found: a function and its context.
    struct sink {
        void *context;
        void (*call)(void *context, const found &f);
    };

private:
    template <class F>
    static sink sink_of(F &f) {
        using plain = std::remove_const_t<F>;
        return {const_cast<plain *>(std::addressof(f)), // NOLINT(cppcoreguidelines-pro-type-const-cast)
                [](void *context, const found &one) { (*static_cast<F *>(context))(one); }};
    }
    void read(std::string_view piece, sink s);
    void end(sink s);
    void all_of(std::string_view text, sink s);

    class state;
    std::unique_ptr<state> state_;
};

/// All URIs of the text. `as_written` of each is a part of it.
[[nodiscard]] std::vector<found> find_uris(std::string_view text UNIFORM_LIFETIMEBOUND, const find_options &o = {});
void find_uris(temporary_owner auto &&, const find_options & = {}) = delete;

} // namespace uniform

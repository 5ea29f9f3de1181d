// Repair: the URI that a text which is none stands for, by an interpretation that the caller chooses.
//
//     uniform::repair("http://a.example/caf\u00E9 1")->uri -> "http://a.example/caf%C3%A9%201"
//
// A text that is a URI stays as it is, byte for byte, but for delimiters that people type around it. What a repair
// returns is a URI, so repairing it again changes nothing. Where an interpretation leaves two possibilities, there is
// no repair.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/text/abbreviated.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform UNIFORM_API {

/// By which reading a text that is no URI stands for one.
enum class interpretation : std::uint8_t {
    /// RFC 3987 3.1: an IRI stands for a URI; of US-ASCII, the printable characters that no URI has stand for their
    /// percent-encoding.
    rfc3987,
    /// The URL Standard: the URL that a browser makes of it. What such a URL may have and a URI may not is
    /// percent-encoded, in user information too: a "%" without two hexadecimal digits becomes "%25", which a server
    /// that decodes reads as the same text. Octets that are not UTF-8, which a browser loses, are no repair.
    whatwg,
    /// RFC 3986 appendices C and E: what people type, or copy from a text, as read_typed() reads it: delimiters and
    /// white space are removed, also from what is a URI with them, and words are no repair. What is left is read as by
    /// rfc3987, and completed if it has no scheme; but a path that begins with a single label is a relative reference,
    /// where one may be. Punctuation behind a host is removed, at the end of a path it stays.
    typed,
};

/// Their names.
inline constexpr auto interpretation_names = enum_table<interpretation>(
    {{interpretation::rfc3987, "rfc3987"}, {interpretation::whatwg, "whatwg"}, {interpretation::typed, "typed"}});
/// "rfc3987", "whatwg", "typed".
[[nodiscard]] constexpr std::string_view to_string(interpretation i) noexcept { return interpretation_names.name(i); }

/// The options by which repair() reads a text.
struct repair_options {
    interpretation like = interpretation::rfc3987;
    rule as = rule::uri_reference;        ///< the production of the text, and of the repaired text: as parse_as() reads
                                          ///< it
    std::uint32_t max_length = 16U << 20; ///< of the text, in bytes
    /// clean_typed() first, also what is a URI already: `URL:http://a/` becomes `http://a/`, whose host is reported.
    bool clean_first = false;
};

/// A URI, and how it came about.
struct repaired_uri {
    std::string uri{};
    bool changed = false; ///< false: the text was a URI already
    /// The host as the text has it, if the repaired one is not the same without regard to case: a repair never changes
    /// the host without saying so. "" where RFC 3986 finds none in the text, as in `http:\\a.example`.
    std::optional<std::string> host_before{};
    bool encoded_percent = false;    ///< by whatwg: a "%" without two hexadecimal digits became "%25"
    std::vector<cleaning> removed{}; ///< by typed, and with `clean_first`: as clean_typed() says
};

/// Why a text stands for no URI, or not for a single one.
struct no_repair {
    std::size_t offset = 0;      ///< into the text, in bytes
    std::string says;            ///< the end of a sentence
    std::string_view production; ///< "path-abempty", "port-invalid"; may be empty
    std::string_view document;   ///< "RFC 3987"
    std::string_view section;    ///< "3.1"; may be empty
};

/// The URI that `text` stands for. Errors: what the interpretation rejects; a character that no URI has, other than one
/// beyond US-ASCII, in an authority, where each repair is a guess at the host; by rfc3987 and typed also a "%" without
/// two hexadecimal digits, a control, "[" or "]", or a second "#" (RFC 3987 3.1 permits no conversion of these).
/// Linear; allocates the result.
[[nodiscard]] std::expected<repaired_uri, no_repair> repair(std::string_view text, const repair_options &o = {});

/// complete() for texts beyond US-ASCII: A-labels in the host, and elsewhere percent-encoded octets (RFC 3987 3.1), as
/// of the characters that no URI has and an IRI may stand for. repair() as typed gives the same.
/// `complete_iri("m\u00FCnchen.example")->uri` is "http://xn--mnchen-3ya.example".
[[nodiscard]] std::optional<completion> complete_iri(std::string_view typed, const complete_options &o = {});

/// The URI that a text means which somebody typed where words are expected, too: that of complete_iri(), if the text
/// has an authority or a registered scheme, or "www." at its beginning, a port of the web, or "//". Nothing if it is
/// rather words, such as a host name, an address or a mail address. Linear; allocates. Example: of "(www.a.example/x)"
/// it is "http://www.a.example/x".
[[nodiscard]] std::optional<std::string> identifier_typed(std::string_view typed);

} // namespace uniform

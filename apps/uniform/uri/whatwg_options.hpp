// `--edition whatwg`: URLs as browsers read them, by the URL Standard of the WHATWG. It is no edition of the generic
// syntax, so it is a flag beside the edition, and what a command does with it is in whatwg_run.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/html/encoding.hpp>

#include "print/words.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

inline constexpr std::string_view whatwg_edition = "whatwg";

// An edition of URIs, or whatwg.
inline option_status store_uri_or_web_edition(uri_options &o, const option_text &text, std::string_view value) {
    o.whatwg = value == whatwg_edition;
    if (o.whatwg) return {};
    const auto e = uri_edition_from_string(value);
    if (!e) return std::unexpected{detail::choice_in(text, value).error()};
    o.edition = *e;
    return {};
}

// Of `uniform resolve`: resolving_editions, and whatwg.
inline constexpr std::string_view resolving_editions_and_whatwg =
    "rfc3986 rfc3987 rfc2396bis-01 rfc2396 rfc8141 urnbis-16 urnbis-14 rfc2141 whatwg";

// The name of an encoding by one of its labels.
template <class Options>
option_status store_document_encoding(Options &o, const option_text &, std::string_view value) {
    const auto name = html::encoding_of_label(value);
    if (!name) {
        return std::unexpected{"\"" + std::string{value} + "\" is no label of the Encoding Standard (4.2)"};
    }
    o.encoding = *name;
    return {};
}
inline constexpr option_text document_encoding_text{heading::input, 0, "encoding", "LABEL",
                                                    "With --edition whatwg, the encoding of the HTML document that the "
                                                    "URLs are in: their queries are encoded in it, as "
                                                    "browsers do."};

// Replaces the row of uri_options, and has to stand before it.
struct whatwg_edition_row {
    static constexpr auto rows() {
        return std::array{option<&store_uri_or_web_edition>(
                              {heading::input, 'e', "edition", "EDITION",
                               "The edition whose grammar and rules apply; whatwg reads URLs as browsers do, by the "
                               "URL Standard.",
                               "rfc3986 rfc3987 rfc2396bis-01 rfc2396 whatwg", "rfc3986"}),
                          option<&store_document_encoding<uri_options>>(document_encoding_text)};
    }
};

// The exit code of a usage error, if there is an encoding for the readings of RFC 3986.
template <class Options>
std::optional<int> refuse_encoding_without_whatwg(const Options &o) {
    if (o.whatwg || o.encoding.empty()) return std::nullopt;
    return usage_error(o, "--encoding requires --edition whatwg");
}

// The exit code of a usage error, if an option is given that means nothing to the URL Standard.
struct given_option {
    bool given;
    std::string_view name;
};
template <std::size_t N>
std::optional<int> refuse_with_whatwg(const common_options &o, const given_option (&options)[N]) {
    for (const auto &[given, name] : options)
        if (given) return usage_error(o, exclusive(name, "--edition whatwg"));
    return std::nullopt;
}

} // namespace uniform::cli

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

// An edition by which this is done, or whatwg.
template <class Options, edition_use Use>
option_status store_edition_or_whatwg(Options &o, const option_text &text, std::string_view value) {
    o.whatwg = value == whatwg_edition;
    if (o.whatwg) return {};
    const auto e = edition_of_use<Use>(value);
    if (!e) return std::unexpected{detail::choice_in(text, value).error()};
    o.edition = *e;
    return {};
}

// The words of an option: the editions by which this is done, and whatwg.
template <edition_use use>
struct words_with_whatwg {
    static constexpr auto made = [] {
        std::array<char, editions_of<use>.size() + 1 + whatwg_edition.size()> text{};
        std::size_t size = 0;
        for (const char c : editions_of<use>) text[size++] = c;
        text[size++] = ' ';
        for (const char c : whatwg_edition) text[size++] = c;
        return text;
    }();
};
template <edition_use use>
inline constexpr std::string_view editions_and_whatwg{words_with_whatwg<use>::made.data(),
                                                      words_with_whatwg<use>::made.size()};

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
        return std::array{option<&store_edition_or_whatwg<uri_options, edition_use::parse>>(
                              {heading::input, 'e', "edition", "EDITION",
                               "The edition whose grammar and rules apply; whatwg reads URLs as browsers do, by the "
                               "URL Standard.",
                               editions_and_whatwg<edition_use::parse>, "rfc3986"}),
                          option<&store_document_encoding<uri_options>>(document_encoding_text)};
    }
};

// The same with the documents of 1994.
struct any_edition_row {
    static constexpr auto rows() {
        return std::array{option<&store_edition_or_whatwg<uri_options, edition_use::check>>(
                              {heading::input, 'e', "edition", "EDITION",
                               "The edition whose grammar and rules apply; url-06 (draft-ietf-uri-url-06) and rfc1738 "
                               "read URLs, scheme by scheme, without relative references and dot segments; whatwg "
                               "reads URLs as browsers do, by the URL Standard.",
                               editions_and_whatwg<edition_use::check>, "rfc3986"}),
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
std::optional<int> refuse_with(const common_options &o, std::string_view edition, const given_option (&options)[N]) {
    for (const auto &[given, name] : options)
        if (given) return usage_error(o, exclusive(name, "--edition " + std::string{edition}));
    return std::nullopt;
}
template <std::size_t N>
std::optional<int> refuse_with_whatwg(const common_options &o, const given_option (&options)[N]) {
    return refuse_with(o, whatwg_edition, options);
}

} // namespace uniform::cli

// Options that several commands for URIs have.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/syntax/edition_use.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>

#include "run/options.hpp"

namespace uniform::cli {

struct zone_ids_option {
    bool zone_ids = false;

    static constexpr auto rows() {
        return std::array{option<&zone_ids_option::zone_ids>({heading::input, 0, "zone-ids", "",
                                                              "Accept the zone identifiers of RFC 6874, as in "
                                                              "http://[fe80::1%25eth0]/."})};
    }
};

// Whether relative references against a URN are refused: they are an error by the drafts (-16 4.3, -14 5.3); by RFC
// 8141 4.3 and 2141 as against any URI. With an edition of URIs a warning says so, because authors should avoid them
// (RFC 8141 4.3).
[[nodiscard]] constexpr bool refuses_urn_bases(edition e) noexcept {
    return e == edition::urnbis_16 || e == edition::urnbis_14;
}
inline constexpr std::string_view urn_base_warning =
    "warning: the base URI is a URN; authors should avoid relative references against URNs (RFC 8141 section 4.3). "
    "`--edition urnbis-16` refuses them, `--edition rfc8141` resolves them without this warning";

struct uri_options : with<batch_options, zone_ids_option> {
    uniform::edition edition = uniform::edition::rfc3986;
    rule as = rule::uri_reference; // not every command has an option for it
    bool iris = false;             // the same
    bool whatwg = false;           // the same: see whatwg_options.hpp
    std::string_view encoding;     // the same: of the document, by its name in the Encoding Standard; "" for UTF-8

    [[nodiscard]] parse_options parse() const noexcept {
        return {iris ? uniform::edition::rfc3987 : edition, max_length, zone_ids};
    }

    static constexpr auto rows() {
        return std::array{named<&uri_options::edition, edition_of_use<edition_use::parse>>(
            {heading::input, 'e', "edition", "EDITION", "The edition whose grammar and rules apply.",
             editions_of<edition_use::parse>})};
    }
};

// The productions of RFC 3986, then the same ones of RFC 3987, which is the edition then.
inline option_status store_production(uri_options &o, const option_text &text, std::string_view value) {
    constexpr std::array productions{rule::uri, rule::uri_reference, rule::absolute_uri, rule::relative_ref};
    const auto index = detail::choice_in(text, value);
    if (!index) return std::unexpected{index.error()};
    o.as = productions[*index % productions.size()];
    o.iris = *index >= productions.size();
    return {};
}

struct production_row {
    static constexpr auto rows() {
        return std::array{option<&store_production>(
            {heading::input, 'a', "as", "PRODUCTION",
             "The production of the grammar that an input must match. The last four are those of RFC 3987, which is "
             "then the edition.",
             "uri uri-reference absolute-uri relative-ref iri iri-reference absolute-iri irelative-ref",
             "uri-reference"})};
    }
};

// Stores the option of commands whose inputs do not match one production: whether they read IRIs.
template <class Options>
option_status store_kind(Options &o, const option_text &text, std::string_view value) {
    const auto index = detail::choice_in(text, value);
    if (!index) return std::unexpected{index.error()};
    o.iris = *index == 1;
    return {};
}
inline constexpr option_text kind_text{
    heading::input, 'a',  "as", "KIND", "What is read: uri, by --edition; iri, by RFC 3987, as with --edition rfc3987.",
    "uri iri",      "uri"};

struct kind_row {
    static constexpr auto rows() { return std::array{option<&store_kind<uri_options>>(kind_text)}; }
};

// The reading of URNs among URIs.
enum class urn_reading : std::uint8_t {
    uri,  // as any other URI
    both, // with the steps that RFC 8141 3.1 and RFC 3986 6.2 have in common
    lexical,
    by_namespace,
};

// The level at which URIs are equivalent.
struct level_options {
    comparison_level level = comparison_level::syntax;
    urn_reading urn = urn_reading::both;
    bool rfc5952 = false;
    bool idna = false;
    bool nfc = false;
    std::vector<std::string> schemes; // NAME:PORT[/]
    std::string redirects;            // a file

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            named<&level_options::level, comparison_level_from_string>(
                {rules, 'l', "level", "LEVEL", "The level of the comparison ladder, RFC 3986 section 6.2.",
                 "simple case percent path syntax scheme protocol"}),
            choice<&level_options::urn, urn_reading::uri, urn_reading::both, urn_reading::lexical,
                   urn_reading::by_namespace>(
                {rules, 0, "urn", "HOW",
                 "How URNs among the inputs are read: uri, as any other URI; both, with only the steps that the URN "
                 "standard permits as well; lexical, by the URN-equivalence of RFC 8141 section 3.1, which ignores the "
                 "r-, q- and f-components; namespace, also by the rules of their namespace.",
                 "uri both lexical namespace"}),
            option<&level_options::rfc5952>({rules, 0, "rfc5952", "", "Write IPv6 addresses as in RFC 5952."}),
            option<&level_options::idna>({rules, 0, "idna", "",
                                          "Write host names beyond US-ASCII, percent-encoded or not, as the DNS stores "
                                          "them, in A-labels (RFC 3986 section 3.2.2)."}),
            option<&level_options::nfc>({rules, 0, "nfc", "",
                                         "Normalize the characters of IRIs to Unicode's Normalization Form C as well, "
                                         "from --level syntax on (RFC 3987 section 5.3.2.2). Requires --edition "
                                         "rfc3987 or --as iri."}),
            option<&level_options::schemes>({rules, 0, "scheme", "NAME:PORT[/]",
                                             "Add a scheme and its default port for --level scheme. With a \"/\" at "
                                             "the end, an empty path after an authority is equivalent to \"/\". May be "
                                             "repeated."}),
            option<&level_options::redirects>(
                {rules, 0, "redirects", "FILE",
                 "Observed redirects for --level protocol: on each line two URIs, from and to, separated by a TAB. A "
                 "redirect loop is reported and left out.",
                 "", "", true}),
        };
    }
};

} // namespace uniform::cli

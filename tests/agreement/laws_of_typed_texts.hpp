// Typed texts are read alike by complete(), by repair() as typed, by --typed, which is clean_typed(), and where words
// are expected, too: the search box of the service (RFC 3986 appendix C).
#pragma once

#include <string>
#include <string_view>

#include <uniform/repair/repair.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/url.hpp>

#include "agreement/laws.hpp"

namespace agreement {

using namespace uniform; // NOLINT(google-global-namespace-in-headers): tests and fuzz targets alone include this

inline std::string repaired(std::string_view text) {
    const auto r = repair(text, {.like = interpretation::typed, .as = rule::uri});
    return r ? r->uri : "";
}
inline std::string completed(std::string_view text) {
    const auto c = complete_iri(text);
    return c ? c->uri : "";
}

// The limit of the search box, by the rule that completes.
inline bool is_word_of_a_search(completion_rule r) {
    using enum completion_rule;
    return r == mail_address || r == ftp_host || r == gopher_host || r == ip_address || r == host_name || r == none;
}

inline bool is_valid_everywhere(std::string_view uri) {
    const auto parsed = parse_uri(uri);
    if (!parsed) return false;
    // A fragment is none of the URL (RFC 1738 3.3).
    return find_url_scheme(parsed->scheme()) == nullptr || parse_url(uri.substr(0, uri.find('#')));
}

inline void typed_texts(findings &f, std::string_view text) {
    constexpr std::string_view twice = "cleaning again changes nothing but what white space or a prefix was in";
    constexpr std::string_view same = "a repair of what is typed is its completion, or the URI that it was";
    constexpr std::string_view meant = "what a search takes for an identifier is its completion; the others are words";
    constexpr std::string_view left = "what --typed leaves of an identifier is read likewise";
    constexpr std::string_view valid = "a completion is valid in every verb that reads its scheme";
    constexpr std::string_view stays = "a completion stays as it is";
    const std::string clean = clean_typed(text).text;
    const auto c = complete_iri(text);
    const std::string by_completion = c ? c->uri : "";
    f.asked(twice);
    if (clean_typed(clean).text.size() > clean.size()) f.broken(twice, text, clean);
    if (c && clean_typed(clean).text != clean) f.broken(twice, text, clean + " and " + by_completion);

    const std::string by_repair = repaired(text);
    f.asked(same);
    // The limit: what is a URI without its delimiters is no repair's to complete.
    const bool kept = by_repair == clean && parse_uri(clean) && (!c || c->guess);
    if (by_repair != by_completion && !kept) f.broken(same, text, by_repair + " and " + by_completion);

    const auto searched = identifier_typed(text);
    f.asked(meant);
    const bool opaque = c && c->rule == completion_rule::is_uri && !parse_uri(c->uri)->authority() &&
                        scheme_registry::standard().find(parse_uri(c->uri)->scheme()) == nullptr;
    const bool words = !c || is_word_of_a_search(c->rule) || opaque; // "note:" is no scheme
    if (searched.value_or("") != (words ? "" : by_completion))
        f.broken(meant, text, searched.value_or("") + " and " + by_completion);

    if (!c) return;
    f.asked(left);
    if (completed(clean) != by_completion) f.broken(left, text, completed(clean) + " and " + by_completion);
    f.asked(stays);
    if (completed(by_completion) != by_completion) f.broken(stays, text, by_completion);
    if (c->rule == completion_rule::is_uri) return; // the URI that was typed, such as http://a@b/
    f.asked(valid);
    if (!is_valid_everywhere(by_completion)) f.broken(valid, text, by_completion);
}

} // namespace agreement

// Each suggestion for a text, by the linter, by repairs and by completion, is valid, and names no host that the text
// has not, or says so. "The host of a text" is that of RFC 3986 Appendix B, by its regular expression.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/lint/lint.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/whatwg/readings.hpp>

#include "agreement/laws.hpp"

namespace agreement {

using namespace uniform; // NOLINT(google-global-namespace-in-headers): tests and fuzz targets alone include this

// RFC 3986 Appendix B: what stands between "//" and the next of "/", "?" and "#".
inline std::optional<std::string_view> authority_of(std::string_view text) {
    const std::size_t colon = text.find_first_of(":/?#");
    if (colon != std::string_view::npos && colon > 0 && text[colon] == ':') text.remove_prefix(colon + 1);
    if (!text.starts_with("//")) return std::nullopt;
    text.remove_prefix(2);
    return text.substr(0, text.find_first_of("/?#"));
}

inline std::string host_of(std::string_view authority) {
    authority.remove_prefix(authority.rfind('@') + 1); // npos + 1 is 0
    if (authority.starts_with('[')) return ascii::lower_copy(authority.substr(0, authority.find(']') + 1));
    return ascii::lower_copy(authority.substr(0, authority.find(':'))); // no host has ":" (RFC 3986 3.2.2)
}

// White space and controls around a text are no part of it for any software.
inline std::string_view trimmed(std::string_view text) {
    const auto is_dropped = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && is_dropped(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_dropped(text.back())) text.remove_suffix(1);
    return text;
}

// docs/security.md: the linter never suggests another host, nor one where the text has no authority.
inline void safer_forms(findings &f, std::string_view text) {
    constexpr std::string_view law = "a safer form is valid, and has the authority of the text or none as the text";
    const std::optional<std::string_view> before = authority_of(text);
    for (const lint_finding &found : lint(text)) {
        if (!found.safer) continue;
        f.asked(law);
        if (!parse_uri_reference(*found.safer)) f.broken(law, text, *found.safer + " is not valid");
        const auto after = authority_of(*found.safer);
        if (before.has_value() != after.has_value()) {
            f.broken(law, text, *found.safer + " by " + std::string{to_string(found.check)});
            continue;
        }
        if (!before) continue;
        // Encoded, international and rarely written hosts have other forms: tests/lint has their rows.
        const std::string host = host_of(*before);
        const bool plain = base::is_us_ascii(host) && std::ranges::all_of(host, [](char c) {
                               return ascii::is_alpha(c) || c == '.' || c == '-' || c == '[' || c == ']';
                           });
        if (plain && host_of(*after) != host) {
            f.broken(law, text, *found.safer + " by " + std::string{to_string(found.check)});
        }
    }
}

// Repairs change the host only with a word about it, and repairing again changes nothing.
inline void repairs(findings &f, std::string_view text) {
    constexpr std::string_view law = "a repair is valid, stays as it is, and says which host it replaced";
    for (const interpretation like : {interpretation::rfc3987, interpretation::whatwg, interpretation::typed}) {
        const auto repaired = repair(text, {.like = like});
        if (!repaired) continue;
        f.asked(law);
        const std::string by = repaired->uri + " by " + std::string{to_string(like)};
        if (!parse_uri_reference(repaired->uri)) f.broken(law, text, by + " is not valid");
        const auto again = repair(repaired->uri, {.like = like});
        if (!again || again->uri != repaired->uri) f.broken(law, text, by + " is repaired again");
        const auto before = authority_of(like == interpretation::typed ? strip_typed(text) : trimmed(text));
        const auto after = authority_of(repaired->uri);
        const std::string host = after ? host_of(*after) : "";
        const std::string written = before ? host_of(*before) : "";
        const bool blank = written.find_first_not_of(" \t\r\n") == std::string::npos; // white space names no host
        if (!repaired->host_before && repaired->changed && host != (blank ? "" : written)) {
            f.broken(law, text, by + " has another host");
        }
    }
}

// The result of complete() is a URI; one that is not called a guess is the text, or the URI of the IRI that it is.
inline void completions(findings &f, std::string_view text) {
    constexpr std::string_view law = "a completion is a URI, and that of the text itself unless it is called a guess";
    const auto completed = complete_iri(text);
    if (!completed) return;
    f.asked(law);
    if (!parse_uri(completed->uri)) f.broken(law, text, completed->uri + " is no URI");
    // RFC 3987 3.1: what no host has stays out of hosts
    const auto host = parse_uri(completed->uri).value().host();
    if (host && host->contains('%') && !text.contains('%')) f.broken(law, text, completed->uri + " has no host name");
    if (completed->guess) return;
    const auto itself = repair(clean_typed(text).text, {.as = rule::uri});
    if (!itself || itself->uri != completed->uri) f.broken(law, text, completed->uri);
}

// If a browser goes to a host that RFC 3986 does not find in a reference, the readings differ by it.
inline void browsers(findings &f, std::string_view text) {
    constexpr std::string_view law = "slashes of browsers before a name are another host, and it is said";
    if (text.empty() || text.find_first_of("\t\n\r:?#@[]%<> ^|") != std::string_view::npos) return;
    if (!base::is_us_ascii(text) || text.starts_with("//") || text.size() < 3) return;
    const std::size_t slashes = std::min(text.find_first_not_of("/\\"), text.size());
    if (slashes < 2 || slashes == text.size()) return;
    f.asked(law);
    const auto found = whatwg::reading_differences(text);
    const bool said = std::ranges::any_of(found, [](const whatwg::reading_difference &d) {
        return d.part == whatwg::reading_part::host || d.part == whatwg::reading_part::rejected;
    });
    // A host that browsers reject is none in RFC 3986, and nothing is contacted.
    if (!said && !found.empty()) f.broken(law, text, "another difference");
}

} // namespace agreement

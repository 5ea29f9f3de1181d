// The pattern of the NSSs of a namespace, of a grammar of them or of whole URNs. RFC 8141 6.4.2 (1).

#include <uniform/urn/abnf.hpp>

#include <utility>

#include <uniform/base/ascii.hpp>

#include "urn/abnf_rules.hpp"
#include "urn/pattern.hpp"

namespace uniform {

namespace {

// The beginning of the pattern of a grammar with the literal "urn:NID:", without "^": "[Uu][Rr][Nn]:[Nn]...:".
std::string pattern_of_lead(std::string_view nid) {
    std::string out = "[Uu][Rr][Nn]:";
    for (const char c : nid) {
        if (ascii::is_alpha(c)) {
            out.append({'[', ascii::to_upper(c), ascii::to_lower(c), ']'});
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out += ':';
}

bool has_alternatives(std::string_view pattern) {
    int depth = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\')
            ++i;
        else if (pattern[i] == '(' || pattern[i] == '[')
            ++depth;
        else if (pattern[i] == ')' || pattern[i] == ']')
            --depth;
        else if (pattern[i] == '|' && depth == 0)
            return true;
    }
    return false;
}

bool is_of_urns(std::string_view pattern) {
    return pattern.starts_with("^[Uu][Rr][Nn]:") || pattern.starts_with("^(?:[Uu][Rr][Nn]:");
}

} // namespace

std::expected<std::string, abnf_error> abnf_grammar::nss_pattern(std::string_view rule) const {
    auto made = pattern(rule);
    if (!made) return made;
    const auto compiled = detail::pattern::compile(*made);
    if (!compiled || !compiled->matches("")) return made;
    const detail::abnf_definition &d = *rules_->find(rule);
    return std::unexpected{detail::abnf_error_at(
        rules_->text, d.predefined ? 0 : d.offset, abnf_error_code::matches_empty,
        "the rule \"" + std::string{rule} + "\" matches the empty text, but an NSS has at least one character",
        "RFC 8141 section 2")};
}

std::expected<std::string, abnf_error> abnf_grammar::nss_pattern_in(std::string_view nid) const {
    auto made = nss_pattern();
    if (!made || !is_of_urns(*made)) return made;
    for (std::string lead = pattern_of_lead(nid);;) {
        const std::string_view rest = std::string_view{*made}.substr(1);
        if (rest.starts_with(lead) && !has_alternatives(*made)) return "^" + std::string{rest.substr(lead.size())};
        const auto escaped = lead.find("\\-");
        if (escaped == std::string::npos) break;
        lead.erase(escaped, 1);
    }
    const detail::abnf_definition &d = *rules_->find(start());
    return std::unexpected{detail::abnf_error_at(
        rules_->text, d.predefined ? 0 : d.offset, abnf_error_code::matches_nothing,
        "the grammar describes other URNs than those of the namespace", "RFC 8141 section 6.4.2")};
}

} // namespace uniform

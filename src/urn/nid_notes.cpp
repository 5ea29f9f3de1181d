// The meanings that a NID may be mistaken for: RFC 8141 5.1, "Particular attention should be paid to strings that might
// be construed as identifiers for, or registered under the authority of, countries (including ISO 3166-1 alpha-3 codes)
// and to strings that might imply association with existing URI schemes, non-URN identifier systems, or trademarks."

#include <uniform/urn/new_nid.hpp>

#include <algorithm>
#include <span>
#include <string>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform {

namespace {

struct named_word {
    std::string_view word;
    std::string_view says;
};

#include "nid_conflicts.inc"

const named_word *find_word(std::span<const named_word> all, std::string_view word) {
    const auto at = std::ranges::lower_bound(all, word, {}, &named_word::word);
    return at == all.end() || at->word != word ? nullptr : &*at;
}

std::string without_hyphens(std::string text) {
    std::erase(text, '-');
    return text;
}

// Equal for texts that look alike in common fonts: "0" and "o", "1", "i" and "l", "5" and "s", "rn" and "m".
std::string look_of(std::string_view nid) {
    std::string out;
    for (const char c : without_hyphens(ascii::lower_copy(nid))) {
        const char like = c == '0' ? 'o' : c == '1' || c == 'i' ? 'l' : c == '5' ? 's' : c == '8' ? 'b' : c;
        if (like == 'n' && out.ends_with('r')) {
            out.back() = 'm';
        } else if (like == 'v' && out.ends_with('v')) {
            out.back() = 'w';
        } else {
            out += like;
        }
    }
    return out;
}

// The registered NID that this one may be taken for.
const namespace_info *similar_namespace(std::string_view nid, const namespace_registry &registry) {
    constexpr std::size_t shortest = 5; // most shorter words differ in one letter from a registered NID
    const std::string look = look_of(nid);
    const namespace_info *near = nullptr;
    for (const namespace_info *const info : registry.entries()) {
        if (info->status == namespace_status::unregistered || info->kind == namespace_kind::informal) continue;
        if (look_of(info->nid) == look) return info;
        const bool may_differ = near == nullptr && std::min(nid.size(), info->nid.size()) >= shortest;
        if (may_differ && edit_distance(nid, info->nid) == 1) near = info;
    }
    return near;
}

} // namespace

std::vector<std::string> notes_on_new_nid(std::string_view nid, const namespace_registry &registry, edition e) {
    std::vector<std::string> notes;
    const nid_classification v = classify_nid(nid, registry, e);
    if (v.fault) return notes;
    if (is_used_unregistered(nid, registry)) {
        notes.emplace_back("it is in use without registration, or is mistaken for a NID");
    }
    const std::string lower = ascii::lower_copy(nid);
    if (const named_word *const code = v.is_three_letters ? find_word(country_codes, lower) : nullptr) {
        notes.push_back("it is the country code of " + std::string{code->says} + " (ISO 3166-1 alpha-3)");
    } else if (v.is_three_letters) {
        notes.emplace_back("three letters may be mistaken for a country code of ISO 3166-1 alpha-3");
    }
    if (v.is_uri_scheme) notes.emplace_back("it is also the name of a registered URI scheme");
    if (v.registered || v.breaks(nid_rule::no_urn_hyphen)) return notes;

    const named_word *country = find_word(country_names, without_hyphens(lower));
    for (std::string_view rest = lower; country == nullptr && !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('-'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        country = find_word(country_names, part);
    }
    if (country != nullptr) notes.push_back("it contains the name of a country: " + std::string{country->says});
    if (const named_word *const system = find_word(systems, without_hyphens(lower))) {
        notes.push_back("it is the name of an identifier system: " + std::string{system->says});
    }
    if (const namespace_info *const other = similar_namespace(lower, registry)) {
        notes.push_back("it looks like \"" + std::string{other->nid} + "\", which is registered");
    }
    return notes;
}

} // namespace uniform

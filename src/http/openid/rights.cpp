#include "http/openid/rights.hpp"

#include <algorithm>

#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>

#include "base/text.hpp"
#include "http/settings/openid_rules.hpp"

namespace uniform::http::openid {

namespace {

constexpr std::size_t longest_label = 200;

const json::value *find_claim(const json::value &claims, std::string_view name) {
    if (const json::value *const direct = claims.find(name)) return direct;
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) return nullptr;
    const json::value *const outer = claims.find(name.substr(0, dot));
    return outer != nullptr ? find_claim(*outer, name.substr(dot + 1)) : nullptr;
}

// "true", "42" or the text itself; std::nullopt for null, lists and objects.
std::optional<std::string> plain(const json::value &v) {
    if (v.if_string() != nullptr) return *v.if_string();
    if (v.is_null() || v.is_array() || v.is_object()) return std::nullopt;
    return json::to_text(v);
}

bool is(const json::value &v, std::string_view wanted) {
    const auto text = plain(v);
    return text && (wanted == "*" ? !text->empty() : *text == wanted);
}

// The label of a token: whole characters, at most longest_label bytes, and nothing that other labels may not have.
std::string label_of(std::string_view text) { return base::on_one_line(base::beginning_of(text, longest_label)); }

} // namespace

bool has(const json::value &claims, std::string_view claim, std::string_view value) {
    const json::value *const found = find_claim(claims, claim);
    if (found == nullptr) return false;
    if (!found->is_array()) return is(*found, value);
    return std::ranges::any_of(found->elements(), [&](const json::value &one) { return is(one, value); });
}

std::optional<service::token_request> rights_of(const json::value &claims, const settings &s) {
    std::optional<service::token_request> out;
    bool restricted = true;
    for (const std::string &text : s.openid_rules) {
        const auto rule = read_openid_rule(text);
        if (!rule || !has(claims, rule->claim, rule->value)) continue;
        if (!out) {
            out = service::token_request{.role = rule->role, .registrar = rule->registrar};
        } else if (out->role != rule->role || out->registrar != rule->registrar) {
            continue;
        }
        restricted = restricted && !rule->prefixes.empty();
        for (const std::string &p : rule->prefixes) {
            if (std::ranges::find(out->prefixes, p) == out->prefixes.end()) out->prefixes.push_back(p);
        }
    }
    if (!out) return std::nullopt;
    if (!restricted) out->prefixes.clear();
    const json::value *const label = s.openid_label.empty() ? nullptr : find_claim(claims, s.openid_label);
    out->label = label_of(label != nullptr ? plain(*label).value_or(std::string{}) : std::string{});
    if (out->label.empty()) out->label = label_of(claims.string_of("sub"));
    return out;
}

} // namespace uniform::http::openid

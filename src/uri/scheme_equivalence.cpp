// The rules of scheme_info::equivalence. A path with its query is read as [USERINFO "@"] MAIN *(";" PARAMETER)
// ["?" FIELD *("&" FIELD)], each part is rewritten by the rules that the scheme has, and the whole is put together
// again; what would then be another reference stays as it is.

#include "uri/scheme_equivalence.hpp"

#include <algorithm>
#include <optional>
#include <ranges>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

#include "uri/scheme_rules.hpp"

namespace uniform::detail {

namespace rules {

namespace {

// RFC 2396 2.3: mark; RFC 3986 2.2 reserves these.
std::string with_marks(std::string_view text) {
    constexpr std::string_view marks{"!*'()"};
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && text.size() - i > 2) {
            const auto c = static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
            if (marks.contains(c)) {
                out += c;
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

// Whether the rules are for URIs with an authority, or without.
bool are_for(const scheme_info &info, bool authority) {
    const auto rule = rule_of(info, "authority");
    return authority ? rule.has_value() : !rule || *rule == "optional";
}

// A reference that has a scheme with rules, which are for it: what stands before and after its path and query.
struct related_text {
    std::string_view before, middle, after;
    std::optional<std::string_view> userinfo; // of `before`
    std::string_view host;                    // "" if it has none
    const scheme_info *info = nullptr;
    bool authority = false;

    related_text(std::string_view text, edition e, const normalize_options &o) {
        const auto r = parse_uri_reference(text, {.edition = e, .zone_ids = true});
        if (!r || !r->has_scheme()) return;
        const scheme_registry &known = o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
        const scheme_info *const found = known.find(*r->scheme());
        if (found == nullptr || !are_for(*found, r->has_authority())) return;
        info = found;
        authority = r->has_authority();
        userinfo = r->userinfo();
        host = r->host().value_or("");
        const std::size_t begin =
            r->scheme()->size() + 1 + (r->has_authority() ? r->authority()->size() + 2 : std::size_t{0});
        const std::size_t end = begin + r->path().size() + (r->query() ? r->query()->size() + 1 : 0);
        before = text.substr(0, begin);
        middle = text.substr(begin, end - begin);
        after = text.substr(end);
    }

    // RFC 4975 6.1: addresses are compared as such. RFC 2384 4: with a user name, ";AUTH=*" is assumed.
    [[nodiscard]] std::string rewritten_before() const {
        std::string out{before};
        if (rule_of(*info, "addresses") && host.starts_with('[') && !host.contains('%')) {
            if (const auto address = host_address(host))
                out.replace(offset_of(host), host.size(), '[' + to_string(*address) + ']');
        }
        const auto ending = rule_of(*info, "user_ending");
        if (ending && userinfo && userinfo->size() > ending->size()) {
            const std::string_view user = userinfo->substr(0, userinfo->size() - ending->size());
            if (!user.contains(';') && ascii::equal_ignoring_case(userinfo->substr(user.size()), *ending))
                out.erase(offset_of(*userinfo) + user.size(), ending->size());
        }
        return out;
    }

    // RFC 6920 3: "/" alg ";" val, of base64url. 10: another form never matches
    [[nodiscard]] bool has_digest() const {
        const std::string_view path = middle.substr(0, middle.find('?'));
        const std::size_t end = path.find(';');
        if (end == std::string_view::npos || end < 2) return false;
        const auto plain = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; };
        const std::string_view value = path.substr(end + 1);
        return path[0] == '/' && !path.substr(1, end - 1).contains('/') && !value.empty() &&
               std::ranges::all_of(value, plain);
    }

    // The text without the components that the scheme does not compare, if there are any.
    [[nodiscard]] std::optional<std::string> compared() const {
        const auto ignored = rule_of(*info, "ignores");
        if (!ignored || (rule_of(*info, "digest") && !has_digest())) return std::nullopt;
        std::string out{before};
        if (authority && lists(*ignored, "authority")) {
            out.erase(out.find('/'));
        } else if (userinfo && lists(*ignored, "userinfo")) {
            out.erase(offset_of(*userinfo), userinfo->size() + 1);
        }
        out += lists(*ignored, "query") ? middle.substr(0, middle.find('?')) : middle;
        out += after;
        return out;
    }

private:
    [[nodiscard]] std::size_t offset_of(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - before.data());
    }
};

const scheme_info *related_scheme(std::string_view scheme, const normalize_options &o) noexcept {
    if (o.level < comparison_level::scheme) return nullptr;
    const scheme_registry &known = o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
    if (!known.may_relate_paths(scheme)) return nullptr;
    const scheme_info *const info = known.find(scheme);
    return info != nullptr && (!info->equivalence.empty() || !info->path_separators.empty()) ? info : nullptr;
}

const std::string *find_parameter(const text_list &parameters, std::string_view name) {
    const auto at = std::ranges::find_if(parameters, [&](const std::string &p) { return name_of(p) == name; });
    return at == parameters.end() ? nullptr : &*at;
}

} // namespace

} // namespace rules

bool relates_parameters(const reference_view &r, const normalize_options &o) noexcept {
    if (!r.has_scheme()) return false;
    const scheme_info *const info = rules::related_scheme(*r.scheme(), o);
    return info != nullptr && rules::are_for(*info, r.has_authority());
}

void relate_parameters(std::string &out, std::size_t begin, const reference_view &r, const normalize_options &o) {
    if (!relates_parameters(r, o)) return;
    const std::string normal = out.substr(begin);
    const rules::related_text whole{normal, r.edition(), o};
    if (whole.info == nullptr) return;
    const scheme_info &info = *whole.info;
    rules::scheme_text text{rules::rule_of(info, "marks") ? rules::with_marks(whole.middle) : std::string{whole.middle},
                            info};
    rules::rewrite_by_rules(text, info);
    std::string made = whole.rewritten_before();
    made += text.str();
    made += whole.after;
    if (made == normal) return;
    const auto again = parse_uri_reference(made, {.edition = r.edition(), .zone_ids = true});
    if (again && again->has_scheme() && again->has_authority() == whole.authority)
        out.replace(begin, std::string::npos, made);
}

bool equivalent_by_parameters(std::string_view a, std::string_view b, edition e, const normalize_options &o) {
    if (rules::related_scheme(a.substr(0, a.find(':')), o) == nullptr) return false;
    const rules::related_text x{a, e, o};
    const rules::related_text y{b, e, o};
    if (x.info == nullptr || x.info != y.info || x.after != y.after) return false;
    const auto compared = x.compared();
    if (compared && compared == y.compared()) return true;
    const auto decisive = rules::rule_of(*x.info, "decisive");
    if (!decisive) return false;
    const rules::scheme_text p{x.middle, *x.info};
    const rules::scheme_text q{y.middle, *y.info};
    if (p.userinfo != q.userinfo || p.main != q.main || p.fields != q.fields || p.has_query != q.has_query)
        return false;
    const auto agrees = [&](const rules::text_list &these, const rules::text_list &others) {
        return std::ranges::all_of(these, [&](const std::string &parameter) {
            const std::string *const other = rules::find_parameter(others, rules::name_of(parameter));
            return other == nullptr ? !rules::lists(*decisive, rules::name_of(parameter)) : *other == parameter;
        });
    };
    return agrees(p.parameters, q.parameters) && agrees(q.parameters, p.parameters);
}

std::optional<std::string> decisive_text(std::string_view normal, edition e, const normalize_options &o) {
    if (rules::related_scheme(normal.substr(0, normal.find(':')), o) == nullptr) return std::nullopt;
    const rules::related_text whole{normal, e, o};
    if (whole.info == nullptr) return std::nullopt;
    if (auto compared = whole.compared()) return compared;
    const auto decisive = rules::rule_of(*whole.info, "decisive");
    if (!decisive) return std::nullopt;
    rules::scheme_text text{whole.middle, *whole.info};
    std::erase_if(text.parameters, [&](const std::string &p) { return !rules::lists(*decisive, rules::name_of(p)); });
    // The same twice says it once; the normal form has them side by side.
    const auto repeated = std::ranges::unique(text.parameters);
    text.parameters.erase(repeated.begin(), repeated.end());
    std::string out{whole.before};
    out += text.str();
    out += whole.after;
    return out;
}

} // namespace uniform::detail

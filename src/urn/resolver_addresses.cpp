// The well-known addresses of a URN: the patterns of the registry entry filled in.

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/urn/name.hpp>

#include <algorithm>
#include <array>

#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "urn/compiled_namespace.hpp"
#include "urn/letters.hpp"

namespace uniform {

namespace {

// The texts from which the parts of an address are taken.
struct sources {
    std::string_view urn;
    std::string_view nid;
    std::string_view nss;
    std::string_view normal;
    std::string_view head;
    std::string_view tail;
};

constexpr std::array<std::pair<std::string_view, std::string_view sources::*>, 6> source_names{
    {{"urn", &sources::urn},
     {"nid", &sources::nid},
     {"nss", &sources::nss},
     {"normal", &sources::normal},
     {"head", &sources::head},
     {"tail", &sources::tail}}};

using filter = void (*)(std::string &);

void to_lower(std::string &t) { std::ranges::transform(t, t.begin(), ascii::to_lower); }
void to_upper(std::string &t) { std::ranges::transform(t, t.begin(), ascii::to_upper); }
void to_digits(std::string &t) {
    std::erase_if(t, [](char c) { return c < '0' || c > '9'; });
}
void to_slashes(std::string &t) { std::ranges::replace(t, ':', '/'); }
void to_hyphen_behind_four(std::string &t) {
    if (t.size() > 4 && t[4] != '-') t.insert(4, 1, '-');
}

constexpr std::array<std::pair<std::string_view, filter>, 5> filters{{{"lower", to_lower},
                                                                      {"upper", to_upper},
                                                                      {"digits", to_digits},
                                                                      {"slashes", to_slashes},
                                                                      {"hyphen4", to_hyphen_behind_four}}};

// One part in braces: source [ selector ] *( "|" filter ). Nothing when the URN has no such part or the expression is
// none; an empty `values` asks only for the latter.
std::optional<std::string> fill(std::string_view expression, const sources *values) {
    const std::size_t bar = std::min(expression.find('|'), expression.size());
    const std::string_view source = expression.substr(0, bar);
    const std::size_t dot = std::min(source.find('.'), source.size());
    const auto known = std::ranges::find(source_names, source.substr(0, dot), [](const auto &p) { return p.first; });
    if (known == source_names.end() || !detail::is_selector(source.substr(dot))) return std::nullopt;
    std::string text;
    if (values != nullptr) {
        const auto part = detail::field(values->*known->second, source.substr(dot));
        if (!part || part->empty()) return std::nullopt;
        text = *part;
    }
    for (std::size_t at = bar; at < expression.size();) {
        const std::size_t end = std::min(expression.find('|', at + 1), expression.size());
        const std::string_view name = expression.substr(at + 1, end - at - 1);
        const auto step = std::ranges::find(filters, name, [](const auto &p) { return p.first; });
        if (step == filters.end()) return std::nullopt;
        step->second(text);
        at = end;
    }
    return text;
}

std::optional<std::string> expand(std::string_view address, const sources *values) {
    std::string out;
    while (!address.empty()) {
        const std::size_t open = std::min(address.find('{'), address.size());
        out += address.substr(0, open);
        address.remove_prefix(open);
        if (address.empty()) break;
        const std::size_t close = address.find('}');
        if (close == std::string_view::npos) return std::nullopt;
        const auto part = fill(address.substr(1, close - 1), values);
        if (!part) return std::nullopt;
        out += *part;
        address.remove_prefix(close + 1);
    }
    return out;
}

bool ends_with_ignoring_case(std::string_view text, std::string_view end) noexcept {
    return text.size() >= end.size() && ascii::equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

// The r- and the q-component, as they are written.
std::string_view sent_components(const urn_view &u) noexcept {
    std::string_view out = u.text().substr(u.assigned_name().size());
    if (const auto f = u.f_component()) out.remove_suffix(f->size() + 1);
    return out;
}

// RFC 8141 2.3.1: the r-component is supplied to a resolver, and with it the q-component. A resolver is asked for NID
// and NSS, with or without "urn:" before them. Any other address is one of the resource, which gets the q-component
// (2.3.2).
void add_components(std::string &address, const urn_view &u) {
    std::string_view name = u.assigned_name();
    const std::string_view components = sent_components(u);
    const bool in_query = address.contains('?');
    const std::string_view without_scheme = name.substr(name.find(':') + 1);
    if (!ends_with_ignoring_case(address, without_scheme)) {
        if (const auto q = u.q_component()) address.append(in_query ? "&" : "?").append(*q);
        return;
    }
    if (!in_query) {
        address += components;
        return;
    }
    if (!ends_with_ignoring_case(address, name)) name = without_scheme;
    // RFC 3986 3.4: the URN is the value of a parameter.
    const std::string urn = address.substr(address.size() - name.size()) + std::string{components};
    address.erase(address.size() - name.size());
    for (const char c : urn) {
        if (std::string_view{"%&+=?#;"}.contains(c)) {
            base::append_percent_encoded(address, c);
        } else {
            address += c;
        }
    }
}

// RFC 8141 2.3.3: clients apply it. Drafts -14 3.3.3 and -16 4.3: it is copied verbatim to the fragment of the URL, of
// which HTTP sends nothing (RFC 9110 7.1).
void copy_f_component(std::string &address, const urn_view &u) {
    const auto f = u.f_component();
    if (f && u.edition() != edition::rfc8141) address.append("#").append(*f);
}

// RFC 3986 5.2.4, 6.2.2: whether a client would leave out a part of the path, and with it of the name.
bool has_dot_segments_when_normal(const uri_view &address) {
    const std::string decoded = normalize(address, {.level = comparison_level::percent});
    return would_change(parse_uri(decoded).value(), {.level = comparison_level::path}).path;
}

} // namespace

bool detail::is_address(std::string_view address) noexcept {
    // filled with a URN that has a field for every selector, it must be a URI
    constexpr std::string_view urn = "urn:example:0:1:2:3:4:5:6:7:8:9";
    constexpr std::string_view nss = urn.substr(12);
    const sources values{urn, "example", nss, nss, nss, nss};
    const auto filled = expand(address, &values);
    return filled && parse_uri(*filled);
}

std::vector<std::string> resolver_addresses(const urn_view &u, const namespace_registry &registry) {
    std::vector<std::string> all;
    const namespace_info *info = registry.find(u.nid());
    if (info == nullptr || info->resolvers.empty()) return all;
    const std::string normal = namespace_normalized(u, registry);
    const std::string_view normal_nss = std::string_view{normal}.substr(u.assigned_name().size() - u.nss().size());
    for (const resolver_rule &r : info->resolvers) {
        if (!r.prefixes.empty() && detail::prefix_of(normal_nss, r.prefixes) == nullptr) continue;
        sources values{u.assigned_name(), info->nid, u.nss(), normal_nss, u.nss(), {}};
        std::size_t cut = std::string_view::npos;
        for (const std::string_view s : r.split) {
            const std::size_t at = ascii::find_ignoring_case(u.nss(), s);
            if (at >= cut) continue;
            cut = at;
            values.head = u.nss().substr(0, at);
            values.tail = u.nss().substr(at + s.size());
        }
        if (!r.split.empty() && cut == std::string_view::npos) continue;
        auto address = expand(r.address, &values);
        if (!address) continue;
        add_components(*address, u);
        copy_f_component(*address, u);
        if (std::ranges::find(all, *address) != all.end()) continue;
        // an entry's address may contain characters that a URI does not
        const auto uri = parse_uri(*address);
        if (!uri || has_dot_segments_when_normal(*uri)) continue;
        all.push_back(std::move(*address));
    }
    return all;
}

std::vector<std::string> resolver_addresses(const urn_view &u) {
    return resolver_addresses(u, namespace_registry::standard());
}

} // namespace uniform

// The registry of schemes (RFC 7595): IANA's table, made from data/uri-schemes.json, and the caller's additions.

#include <uniform/uri/scheme.hpp>

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/detail/ip.hpp>

namespace uniform {

namespace {

constexpr scheme_info iana_table[] = {
#include "schemes_table.inc"
};

constexpr bool relates_paths(const scheme_info &s) noexcept {
    return !s.root_alias.empty() || !s.path_endings.empty() || !s.path_separators.empty() || s.domain_in_path ||
           !s.address_fields.empty() || !s.equivalence.empty();
}

// The first letters of IANA's schemes that declare paths equivalent, in upper and lower case.
constexpr std::array<bool, 256> first_letters = [] {
    std::array<bool, 256> letters{};
    for (const scheme_info &s : iana_table) {
        if (!relates_paths(s)) continue;
        const auto letter = static_cast<unsigned char>(s.name.front());
        letters[letter] = letters[letter - ('a' - 'A')] = true;
    }
    return letters;
}();

bool same_name(std::string_view known, std::string_view name) noexcept {
    return known.size() == name.size() && std::ranges::equal(known, name, {}, {}, ascii::to_lower);
}

// "<" for names in upper or lower case; the table's are lower case
struct before {
    bool operator()(std::string_view a, std::string_view b) const noexcept {
        return std::ranges::lexicographical_compare(a, b, {}, ascii::to_lower, ascii::to_lower);
    }
};

const scheme_info *find_iana(std::string_view name) noexcept {
    static const scheme_info *const http = std::ranges::find(iana_table, "http", &scheme_info::name);
    static const scheme_info *const https = std::ranges::find(iana_table, "https", &scheme_info::name);
    if (same_name("https", name)) return https;
    if (same_name("http", name)) return http;
    const scheme_info *const found = std::ranges::lower_bound(iana_table, name, before{}, &scheme_info::name);
    return found != std::end(iana_table) && same_name(found->name, name) ? found : nullptr;
}

} // namespace

std::string_view to_string(scheme_status s) noexcept {
    static constexpr auto names = enum_table<scheme_status>({{scheme_status::permanent, "permanent"},
                                                             {scheme_status::provisional, "provisional"},
                                                             {scheme_status::historical, "historical"},
                                                             {scheme_status::added, "added"}});
    return names.name(s);
}

std::string_view to_string(path_kind k) noexcept {
    static constexpr auto names = enum_table<path_kind>(
        {{path_kind::hierarchical, "hierarchical"}, {path_kind::opaque, "opaque"}, {path_kind::absolute, "absolute"}});
    return names.name(k);
}

std::span<const scheme_info> iana_schemes() noexcept { return iana_table; }

const scheme_registry &scheme_registry::standard() noexcept {
    static const scheme_registry registry;
    return registry;
}

scheme_registry::scheme_registry(const scheme_registry &other) {
    for (const auto &[name, info] : other.added_) (void)add(info);
}

scheme_registry &scheme_registry::operator=(const scheme_registry &other) {
    if (this != &other) *this = scheme_registry{other};
    return *this;
}

const scheme_info *scheme_registry::find(std::string_view name) const & noexcept {
    if (!added_.empty()) {
        // a handful of additions: compared without making a lower-case copy
        for (const auto &[known, info] : added_) {
            if (same_name(known, name)) return &info;
        }
    }
    return find_iana(name);
}

bool scheme_registry::may_relate_paths(std::string_view name) const noexcept {
    return relates_paths_ || (!name.empty() && first_letters[static_cast<unsigned char>(name.front())]);
}

std::expected<void, error> scheme_registry::add(const scheme_info &info) {
    // RFC 3986 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
    const char_set set = allowed(rule::scheme);
    const auto bad = std::ranges::find_if(info.name, [&](char c) { return !set.contains(c); });
    if (info.name.empty() || !detail::is_alpha(info.name[0]) || bad != info.name.end()) {
        const bool starts_well = !info.name.empty() && detail::is_alpha(info.name[0]);
        const auto at = starts_well ? static_cast<std::size_t>(bad - info.name.begin()) : std::size_t{0};
        return std::unexpected{error{at, error_code::invalid_scheme, rule::scheme}};
    }
    std::string name{info.name};
    std::ranges::transform(name, name.begin(), ascii::to_lower);
    // `info` may point to the replaced entry
    scheme_info copy = info;
    constexpr std::array texts_of_info{
        &scheme_info::reference,      &scheme_info::default_port_source, &scheme_info::default_host,
        &scheme_info::root_alias,     &scheme_info::path_endings,        &scheme_info::path_separators,
        &scheme_info::address_fields, &scheme_info::path_encoded,        &scheme_info::equivalence};
    std::string texts;
    for (const auto text : texts_of_info) texts += info.*text;
    adds_default_hosts_ = adds_default_hosts_ || !info.default_host.empty();
    relates_paths_ = relates_paths_ || relates_paths(info);
    const auto entry = added_.insert_or_assign(std::move(name), scheme_info{}).first;
    std::string &kept = texts_[entry->first];
    kept = std::move(texts);
    copy.name = entry->first;
    std::size_t begin = 0;
    for (const auto text : texts_of_info) {
        copy.*text = std::string_view{kept}.substr(begin, (copy.*text).size());
        begin += (copy.*text).size();
    }
    entry->second = copy;
    return {};
}

} // namespace uniform

// The registry of URN namespaces: IANA's table, made from data/urn-namespaces.json, and the caller's additions.

#include <uniform/namespace.hpp>

#include <algorithm>
#include <array>
#include <deque>

#include <uniform/detail/parse_urn.hpp>

#include "urn/letters.hpp"
#include "urn/namespace_rules.hpp"

namespace uniform {

namespace {

using detail::lower;

#include "namespaces_table.inc"

// Where a NID stands in the table: open addressing, twice as many places as entries at least.
constexpr std::size_t places = 256;
static_assert(table_size * 2 <= places && table_size < 255);

constexpr std::size_t hash(std::string_view nid) noexcept {
    std::uint32_t h = 2166136261U;
    for (const char c : nid) h = (h ^ static_cast<unsigned char>(lower(c))) * 16777619U;
    return (h ^ (h >> 16)) % places;
}

constexpr std::array<std::uint8_t, places> index = [] {
    std::array<std::uint8_t, places> all{};
    for (std::size_t i = 0; i < table_size; ++i) {
        std::size_t at = hash(table[i].nid);
        while (all[at] != 0) at = (at + 1) % places;
        all[at] = static_cast<std::uint8_t>(i + 1);
    }
    return all;
}();

const namespace_info *find_iana(std::string_view nid) noexcept {
    if (nid.size() > detail::nid_longest) return nullptr;
    for (std::size_t at = hash(nid); index[at] != 0; at = (at + 1) % places) {
        const namespace_info &info = table[index[at] - 1];
        if (detail::same(info.nid, nid)) return &info;
    }
    return nullptr;
}

} // namespace

namespace detail {

// An added namespace with all its texts.
struct namespace_entry {
    namespace_info info;
    compiled_namespace compiled;
    namespace_rules rules;
    std::deque<std::string> texts;
    std::vector<std::shared_ptr<const void>> arrays;

    std::string_view keep(std::string_view t) { return t.empty() ? std::string_view{} : texts.emplace_back(t); }

    template <class T, class Copy>
    std::span<const T> keep(std::span<const T> all, Copy copy) {
        const auto own = std::make_shared<std::vector<T>>(all.begin(), all.end());
        for (T &one : *own) copy(one);
        arrays.push_back(own);
        return *own;
    }
    std::span<const std::string_view> keep(std::span<const std::string_view> all) {
        return keep(all, [this](std::string_view &t) { t = keep(t); });
    }
    using pair = std::array<std::string_view, 2>;
    std::span<const pair> keep(std::span<const pair> all) {
        return keep(all, [this](pair &p) { p = {keep(p[0]), keep(p[1])}; });
    }

    void keep(const namespace_info &from) {
        info = from;
        info.status = namespace_status::added;
        info.rules = &rules;
        std::string nid{from.nid};
        std::ranges::transform(nid, nid.begin(), lower);
        info.nid = keep(nid);
        for (std::string_view namespace_info::*text :
             {&namespace_info::title, &namespace_info::registrant, &namespace_info::date, &namespace_info::updated,
              &namespace_info::spec_date, &namespace_info::date_source, &namespace_info::equivalence_summary,
              &namespace_info::resolution_note, &namespace_info::source, &namespace_info::notes}) {
            info.*text = keep(from.*text);
        }
        for (std::string_view nss_syntax::*text : {&nss_syntax::abnf, &nss_syntax::pattern, &nss_syntax::lenient,
                                                   &nss_syntax::strict, &nss_syntax::charset}) {
            info.syntax.*text = keep(from.syntax.*text);
        }
        for (std::string_view component_rules::*text : {&component_rules::r_component, &component_rules::q_component,
                                                        &component_rules::f_component, &component_rules::basis}) {
            info.components.*text = keep(from.components.*text);
        }
        info.references = keep(from.references);
        info.examples = keep(from.examples);
        info.equivalent = keep(from.equivalent);
        info.not_equivalent = keep(from.not_equivalent);
        keep_rules(from);
    }

    void keep_rules(const namespace_info &from) {
        info.syntax.branches = keep(from.syntax.branches, [this](nss_branch &b) {
            b = {keep(b.prefix), keep(b.pattern)};
        });
        info.syntax.limits = keep(from.syntax.limits, [this](nss_limit &l) {
            l.part = keep(l.part);
            l.source = keep(l.source);
        });
        info.equivalence = keep(from.equivalence, [this](equivalence_operation &o) { o.texts = keep(o.texts); });
        info.checks = keep(from.checks, [this](check_rule &c) {
            c.prefixes = keep(c.prefixes);
            c.until = keep(c.until);
            c.skip = keep(c.skip);
            c.note = keep(c.note);
        });
        info.resolvers = keep(from.resolvers, [this](resolver_rule &r) {
            r = {keep(r.prefixes), keep(r.split), keep(r.address)};
        });
        info.names = keep(from.names, [this](name_form &n) {
            for (std::string_view name_form::*text :
                 {&name_form::system, &name_form::example, &name_form::separators, &name_form::separator,
                  &name_form::groups, &name_form::also_encode, &name_form::nss_prefix, &name_form::pattern,
                  &name_form::shown_lead}) {
                n.*text = keep(n.*text);
            }
            n.leads = keep(n.leads);
            n.replace = keep(n.replace);
            n.replace_all = keep(n.replace_all);
        });
        info.bad_examples = keep(from.bad_examples, [this](bad_example &e) { e = {keep(e.urn), keep(e.why)}; });
    }
};

} // namespace detail

std::string_view to_string(namespace_kind k) noexcept { return k == namespace_kind::formal ? "formal" : "informal"; }

std::string_view to_string(namespace_status s) noexcept {
    constexpr std::array<std::string_view, 3> names{"registered", "unregistered", "added"};
    return names[static_cast<std::size_t>(s)];
}

std::string_view to_string(intention i) noexcept {
    constexpr std::array<std::string_view, 3> names{"unknown", "no", "yes"};
    return names[static_cast<std::size_t>(i)];
}

std::string_view to_string(fit_level l) noexcept {
    constexpr std::array<std::string_view, 3> names{"lenient", "normal", "strict"};
    return names[static_cast<std::size_t>(l)];
}

std::span<const namespace_info> iana_namespaces() noexcept { return table; }

const namespace_registry &namespace_registry::standard() noexcept {
    static const namespace_registry registry;
    return registry;
}

const namespace_info *namespace_registry::find(std::string_view nid) const noexcept {
    for (const namespace_info *info : added_infos_) {
        if (detail::same(info->nid, nid)) return info;
    }
    return find_iana(nid);
}

std::expected<void, error> namespace_registry::add(const namespace_info &info) {
    const auto fault = detail::check_nid(info.nid, edition::rfc8141);
    if (fault.found) return std::unexpected{error{fault.offset, fault.code, rule::nid, edition::rfc8141}};
    const auto unusable = [] {
        return std::unexpected{error{0, error_code::invalid_mapping, rule::none, edition::rfc8141}};
    };
    for (const nss_limit &l : info.syntax.limits) {
        if (!l.source.starts_with("nss") && l.source != "urn") return unusable();
        if (!detail::is_selector(l.source.substr(3))) return unusable();
    }
    for (const resolver_rule &r : info.resolvers) {
        if (!detail::is_address(r.address)) return unusable();
    }
    auto compiled = detail::compile(info);
    if (!compiled) return std::unexpected{compiled.error()};

    const auto entry = std::make_shared<detail::namespace_entry>();
    entry->compiled = std::move(*compiled);
    entry->keep(info);
    entry->rules.compiled.store(&entry->compiled, std::memory_order_release);

    const auto at = std::ranges::lower_bound(added_infos_, entry->info.nid, {}, &namespace_info::nid);
    const auto place = at - added_infos_.begin();
    if (at != added_infos_.end() && (*at)->nid == entry->info.nid) {
        added_infos_[static_cast<std::size_t>(place)] = &entry->info;
        added_[static_cast<std::size_t>(place)] = entry;
    } else {
        added_infos_.insert(at, &entry->info);
        added_.insert(added_.begin() + place, entry);
    }
    return {};
}

} // namespace uniform

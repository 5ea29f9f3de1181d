// The registry of URN namespaces: IANA's table, made from data/urn-namespaces.json, and the caller's additions.

#include <uniform/urn/namespace_registry.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <deque>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/syntax/detail/parse_urn.hpp>
#include <uniform/syntax/percent.hpp>

#include "urn/compiled_namespace.hpp"
#include "urn/letters.hpp"

namespace uniform {

namespace {

#include "namespaces_table.inc"

// The hash table of the positions of NIDs in the table: open addressing, twice as many places as entries at least.
constexpr std::size_t places = 256;
static_assert(table_size * 2 <= places && table_size < 255);

constexpr std::size_t hash(std::string_view nid) noexcept {
    std::uint32_t h = 2166136261U;
    for (const char c : nid) h = (h ^ static_cast<unsigned char>(ascii::to_lower(c))) * 16777619U;
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

const namespace_info *find_iana_namespace(std::string_view nid) noexcept {
    if (nid.size() > detail::nid_longest) return nullptr;
    for (std::size_t at = hash(nid); index[at] != 0; at = (at + 1) % places) {
        const namespace_info &info = table[index[at] - 1];
        if (ascii::equal_ignoring_case(info.nid, nid)) return &info;
    }
    return nullptr;
}

// The errors of add().

template <class E>
bool is_one_of(E value, E last) noexcept {
    return value <= last;
}

// Some text of whole characters: one of which an NSS could have an occurrence that an operation may cover.
bool is_operand(std::string_view text) noexcept {
    for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 3)) {
        if (at + 2 >= text.size() || !ascii::is_hexdig(text[at + 1]) || !ascii::is_hexdig(text[at + 2])) return false;
    }
    return !text.empty();
}

// Whether an occurrence of `a` and one of `b` can have characters in common. A pct-encoded is one character.
bool can_overlap(std::string_view a, std::string_view b) noexcept {
    const auto begins_at = [](std::string_view x, std::size_t at, std::string_view y) { // as far as both go
        const std::size_t n = std::min(x.size() - at, y.size());
        const bool is_inside = (at >= 1 && x[at - 1] == '%') || (at >= 2 && x[at - 2] == '%');
        return !is_inside && ascii::equal_ignoring_case(x.substr(at, n), y.substr(0, n));
    };
    for (std::size_t at = 0; at < a.size(); ++at) {
        if (begins_at(a, at, b)) return true;
    }
    for (std::size_t at = 0; at < b.size(); ++at) {
        if (begins_at(b, at, a)) return true;
    }
    return false;
}

// Pairs of texts of an NSS, of which the second is no longer, and has no character in common with what is replaced
// where they could meet: so the result is the same when it is done again.
bool are_replacements(std::span<const std::string_view> texts) noexcept {
    const char_set plain = allowed(rule::nss, edition::rfc8141);
    const auto is_text = [&](std::string_view t) {
        return is_operand(t) && std::ranges::all_of(t, [&](char c) { return c == '%' || plain.contains(c); });
    };
    if (texts.empty() || texts.size() % 2 != 0 || !std::ranges::all_of(texts, is_text)) return false;
    for (std::size_t i = 0; i < texts.size(); i += 2) {
        if (texts[i + 1].size() > texts[i].size()) return false;
        for (std::size_t k = 0; k < texts.size(); k += 2) {
            if (can_overlap(texts[i + 1], texts[k])) return false;
        }
    }
    return true;
}

bool is_usable(const equivalence_operation &o) noexcept {
    if (!is_one_of(o.action, equivalence_action::remove_leading_zeros)) return false;
    if (!is_one_of(o.scope, equivalence_scope::end_after_number)) return false;
    if (!std::ranges::all_of(o.texts, is_operand)) return false;
    const bool is_end = o.scope == equivalence_scope::end_after_number;
    if (o.action == equivalence_action::remove) {
        return !o.texts.empty() && (is_end || o.scope == equivalence_scope::all);
    }
    if (o.action == equivalence_action::replace) return o.scope == equivalence_scope::all && are_replacements(o.texts);
    if (o.action == equivalence_action::decode_unreserved || o.action == equivalence_action::remove_leading_zeros) {
        return o.scope == equivalence_scope::all && o.texts.empty();
    }
    const bool counts = o.scope == equivalence_scope::before_colon || o.scope == equivalence_scope::after_colon;
    return !is_end && (!counts || o.n > 0);
}

bool is_usable(const check_rule &r) noexcept {
    if (to_string(r.algorithm).empty()) return false; // no enumerator
    const std::size_t size = check_size(r.algorithm);
    const std::size_t total = r.length == 0 ? 0xFFU : r.length;
    if (total <= size) return false;                                   // nothing would be covered
    if (r.position != 0xFF && r.position + size > total) return false; // it would stand after the last
    if (r.position == 0 && r.payload[0].end == 0) return false;        // nothing precedes it
    if (r.payload[0].end == 0 && r.payload[1].end != 0) return false;  // the first one is there or none
    return std::ranges::all_of(r.payload,
                               [&](const check_rule::slice &s) { return s.begin <= s.end && s.end <= total; });
}

bool is_usable(const namespace_info &info) {
    const auto is_limit = [](const nss_limit &l) {
        if (l.source != "urn" && !l.source.starts_with("nss")) return false;
        return detail::is_selector(l.source.substr(3));
    };
    return is_one_of(info.kind, namespace_kind::informal) && is_one_of(info.resolution, intention::yes) &&
           std::ranges::all_of(info.syntax.limits, is_limit) &&
           std::ranges::all_of(info.equivalence, [](const equivalence_operation &o) { return is_usable(o); }) &&
           std::ranges::all_of(info.checks, [](const check_rule &r) { return is_usable(r); }) &&
           std::ranges::all_of(info.resolvers, detail::is_address, &resolver_rule::address) &&
           std::ranges::all_of(info.names,
                               [](const name_form &n) { return is_one_of(n.letters, equivalence_action::remove); });
}

std::vector<std::string_view> patterns_of(const namespace_info &info) {
    std::vector<std::string_view> all{info.syntax.pattern, info.syntax.lenient, info.syntax.strict};
    for (const nss_branch &b : info.syntax.branches) all.push_back(b.pattern);
    for (const name_form &n : info.names) all.push_back(n.pattern);
    return all;
}

// The position in a valid pattern of a byte or a set that no byte of an NSS is in. One of ASCII may stand in a pattern
// with alternatives: "\||%7C" takes what is written in either way.
std::optional<std::size_t> admits_nothing(std::string_view text) {
    static const char_set admitted = allowed(rule::nss, edition::rfc8141) | char_set{"%"};
    bool has_alternatives = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '|') {
            has_alternatives = true;
        }
    }
    const auto is_dead = [&](char c) {
        return static_cast<unsigned char>(c) > 0x7F || (!has_alternatives && !admitted.contains(c));
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t begin = i;
        if (text[i] == '[') {
            const bool negated = text[++i] == '^';
            if (negated) ++i;
            if (text[i] == ']') return begin;
            std::bitset<256> in;
            const auto one = [&] {
                if (text[i] == '\\') ++i;
                return static_cast<unsigned char>(text[i++]);
            };
            while (text[i] != ']') {
                const unsigned first = one();
                unsigned last = first;
                if (text[i] == '-' && text[i + 1] != ']') {
                    ++i;
                    last = one();
                }
                if (last > 0x7F) return begin;
                for (unsigned b = first; b <= last; ++b) in.set(b);
            }
            bool any = false;
            for (unsigned b = 0; b < 0x80; ++b) any |= in[b] != negated && admitted.contains(static_cast<char>(b));
            if (!any) return begin;
        } else if (text[i] == '{') {
            i = text.find('}', i);
        } else if (text[i] == '\\') {
            if (is_dead(text[++i])) return begin;
        } else if (std::string_view{"(|).*+?^$"}.find(text[i]) == std::string_view::npos && is_dead(text[i])) {
            return begin;
        }
    }
    return std::nullopt;
}

std::atomic<const namespace_registry *> replaced_standard{nullptr};

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
        info.rules = &rules;
        std::string nid{from.nid};
        std::ranges::transform(nid, nid.begin(), ascii::to_lower);
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
        info.syntax.branches =
            keep(from.syntax.branches, [this](nss_branch &b) { b = {keep(b.prefix), keep(b.pattern)}; });
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
        info.resolvers =
            keep(from.resolvers, [this](resolver_rule &r) { r = {keep(r.prefixes), keep(r.split), keep(r.address)}; });
        info.names = keep(from.names, [this](name_form &n) {
            for (std::string_view name_form::*text :
                 {&name_form::system, &name_form::example, &name_form::separators, &name_form::separator,
                  &name_form::groups, &name_form::also_encode, &name_form::nss_prefix, &name_form::pattern,
                  &name_form::shown_lead, &name_form::omitted}) {
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

std::span<const namespace_info> iana_namespaces() noexcept { return table; }

std::string_view iana_namespaces_date() noexcept { return table_date; }

const namespace_registry &namespace_registry::standard() noexcept {
    if (const namespace_registry *const newer = replaced_standard.load(std::memory_order_acquire)) return *newer;
    static const namespace_registry registry;
    return registry;
}

void namespace_registry::replace_standard(namespace_registry registry) {
    static std::deque<namespace_registry> kept; // who asked before may still use them
    replaced_standard.store(&kept.emplace_back(std::move(registry)), std::memory_order_release);
}

std::vector<const namespace_info *> namespace_registry::entries() const & {
    std::vector<const namespace_info *> all{added_infos_};
    for (const namespace_info &info : table) {
        if (!std::ranges::binary_search(added_infos_, info.nid, {}, &namespace_info::nid)) all.push_back(&info);
    }
    std::ranges::sort(all, {}, &namespace_info::nid);
    return all;
}

std::string_view namespace_registry::date() const noexcept {
    return date_.empty() ? table_date : std::string_view{date_};
}

const namespace_info *namespace_registry::find(std::string_view nid) const & noexcept {
    for (const namespace_info *info : added_infos_) {
        if (ascii::equal_ignoring_case(info->nid, nid)) return info;
    }
    return find_iana_namespace(nid);
}

std::expected<void, error> namespace_registry::add(const namespace_info &info, namespace_status status) {
    const auto fault = detail::check_nid(info.nid, edition::rfc8141);
    if (fault.found) return std::unexpected{error{fault.offset, fault.code, rule::nid, edition::rfc8141}};
    if (!is_one_of(status, namespace_status::added) || !is_usable(info)) {
        return std::unexpected{error{0, error_code::invalid_mapping, rule::none, edition::rfc8141}};
    }
    auto compiled = detail::compile(info);
    if (!compiled) return std::unexpected{compiled.error()};
    for (const std::string_view text : patterns_of(info)) {
        if (const auto at = admits_nothing(text)) {
            return std::unexpected{error{*at, error_code::invalid_pattern, rule::none, edition::rfc8141}};
        }
    }

    const auto entry = std::make_shared<detail::namespace_entry>();
    entry->compiled = std::move(*compiled);
    entry->keep(info);
    entry->info.status = status;
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
    UNIFORM_ASSERT(added_.size() == added_infos_.size());
    UNIFORM_ASSERT(std::ranges::is_sorted(added_infos_, {}, &namespace_info::nid));
    return {};
}

} // namespace uniform

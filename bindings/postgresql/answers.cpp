#include "postgresql/answers.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/syntax/edition_use.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/version.hpp>

#include "postgresql/answered.hpp"
#include "postgresql/table.hpp"
#include "sql/containment.hpp"
#include "sql/functions.hpp"
#include "sql/names.hpp"
#include "sql/normal_key.hpp"
#include "sql/rows.hpp"

namespace uniform::postgresql {

namespace {

using std::string_view;

edition edition_of(type t) {
    return t == type::urn ? edition::rfc8141 : t == type::iri ? edition::rfc3987 : edition::rfc3986;
}

template <class F>
bool guarded_truth(bool &done, F f) noexcept {
    try {
        done = true;
        return f();
    } catch (...) {
        done = false;
        return false;
    }
}

answer part_of(const columns::scalar::outcome<string_view> &part) {
    if (!part || !*part) return only(answer::null);
    return {answer::text, 0, {(*part)->data(), (*part)->size()}};
}

using row = std::vector<std::optional<std::string>>;

// The pointers first, then the texts.
answer table(const std::vector<row> &rows, allocate memory) {
    std::size_t cells = 0;
    std::size_t size = 0;
    for (const row &r : rows) {
        cells += r.size();
        for (const auto &cell : r) size += cell ? cell->size() + 1 : 0;
    }
    if (rows.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        return only(answer::no_memory);
    const std::size_t pointers = cells * sizeof(char *);
    char *begin = memory(pointers + size);
    if (begin == nullptr) return only(answer::no_memory);
    char *pointer = begin;
    char *text = begin + pointers;
    for (const row &r : rows) {
        for (const auto &cell : r) {
            const char *at = cell ? text : nullptr;
            std::memcpy(pointer, static_cast<const void *>(&at), sizeof at);
            pointer += sizeof at;
            if (!cell) continue;
            std::memcpy(text, cell->c_str(), cell->size() + 1);
            text += cell->size() + 1;
        }
    }
    return {answer::text, static_cast<std::int32_t>(rows.size()), {begin, pointers + size}};
}

std::optional<comparison_level> level_of(bytes name) { return comparison_level_from_string(as_view(name)); }
std::optional<edition> any_edition(bytes name) { return edition_of_use<edition_use::valid>(as_view(name)); }

} // namespace

bool is_valid(bytes text, type t) noexcept { return sql::valid(as_view(text), edition_of(t)); }

answer why_not(bytes text, type t, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::error_of(as_view(text), edition_of(t)); });
}

answer suggestion(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return text.size > 2000 ? std::nullopt : sql::repair(as_view(text)); });
}

int compare(bytes a, bytes b, type t, bool &done) noexcept {
    try {
        done = true;
        const int order = sql::compare_keys(as_view(a), as_view(b), edition_of(t));
        return (order > 0 ? 1 : 0) - (order < 0 ? 1 : 0);
    } catch (...) {
        done = false;
        return 0;
    }
}

bool with_normal_form(bytes text, type t, void (*use)(void *context, bytes normal), void *context) noexcept {
    try {
        const sql::normal_key key{as_view(text), edition_of(t)};
        use(context, {key.text().data(), key.text().size()});
        return true;
    } catch (...) {
        return false;
    }
}

bool within(bytes text, bytes place, bool &done) noexcept {
    return guarded_truth(done, [&] { return sql::within(as_view(text), as_view(place)); });
}
bool below(bytes text, bytes place, bool &done) noexcept {
    return guarded_truth(done, [&] { return sql::below(as_view(text), as_view(place)); });
}

answer component(bytes text, type t, part which) noexcept {
    using of_a_text = columns::scalar::outcome<string_view>(string_view, edition);
    // In the order of the enumerators.
    constexpr std::array<of_a_text *, 12> components{&columns::scalar::scheme,
                                                     &columns::scalar::authority,
                                                     &columns::scalar::userinfo,
                                                     &columns::scalar::host,
                                                     &columns::scalar::path,
                                                     &columns::scalar::query,
                                                     &columns::scalar::fragment,
                                                     &columns::scalar::urn_nid,
                                                     &columns::scalar::urn_nss,
                                                     &columns::scalar::urn_r_component,
                                                     &columns::scalar::urn_q_component,
                                                     &columns::scalar::urn_f_component};
    static_assert(components.size() == static_cast<std::size_t>(part::f) + 1);
    const edition e = edition_of(t);
    return part_of(components[static_cast<std::size_t>(which)](as_view(text), which < part::nid ? generic(e) : e));
}

answer port(bytes text, type t) noexcept {
    const auto number = columns::scalar::port_number(as_view(text), edition_of(t));
    return number && *number ? answer{answer::number, **number, {nullptr, 0}} : only(answer::null);
}

answer address(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        const auto r = sql::parsed(as_view(text), edition::rfc3987);
        return r ? sql::address(*r) : std::nullopt;
    });
}

answer uri_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::normalize(as_view(text)); });
}
answer iri_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::normalize(as_view(text), comparison_level::syntax, edition::rfc3987); });
}
answer iri_to_uri(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::iri_to_uri(as_view(text), false); });
}
answer uri_to_iri(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::uri_to_iri(as_view(text), false); });
}
answer registrable_domain(bytes text, allocate memory) noexcept {
    return answered(memory,
                    [&] { return columns::scalar::registrable_domain(as_view(text), edition::rfc3987, false); });
}
answer public_suffix(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::public_suffix(as_view(text), edition::rfc3987, false); });
}
answer domain_label(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::domain_label(as_view(text), edition::rfc3987, false); });
}
answer subdomain(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::subdomain(as_view(text), edition::rfc3987, false); });
}
answer idna_to_ascii(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::host_to_ascii(as_view(text), "uts46"); });
}
answer idna_to_unicode(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::host_to_unicode(as_view(text), "uts46"); });
}
answer url_href(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::url_href(as_view(text)); });
}
answer repair(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::repair(as_view(text)); });
}
answer lint_rules(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::lint_rules(as_view(text)); });
}
answer urn_normalize(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::urn_normalize(as_view(text), edition::rfc8141); });
}
answer urn_namespace_normalize(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::urn_namespace_normalize(as_view(text)); });
}
answer urn_check(bytes text, allocate memory) noexcept {
    return answered(memory, [&] { return columns::scalar::urn_check(as_view(text)); });
}
answer urn_namespace_valid(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::urn_namespace_valid(as_view(text)); });
}
answer uri_valid(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::valid(as_view(text)); });
}
answer uri_error(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::error_of(as_view(text)); });
}
answer containment_key(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::containment_key(as_view(text)); });
}
answer containment_prefix(bytes place, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::containment_prefix(as_view(place)); });
}
answer version(bytes /*none*/, allocate memory) noexcept { return given(string_view{UNIFORM_VERSION}, memory); }

answer uri_normalize_at(bytes text, bytes level, allocate memory) noexcept {
    const auto l = level_of(level);
    if (!l) return only(answer::unknown_level);
    return guarded(memory, [&] { return sql::normalize(as_view(text), *l); });
}
answer uri_equivalent(bytes a, bytes b, bytes level, allocate memory) noexcept {
    const auto l = level_of(level);
    if (!l) return only(answer::unknown_level);
    return guarded(memory, [&] { return sql::equivalent(as_view(a), as_view(b), *l); });
}
answer uri_valid_by(bytes text, bytes edition_name, allocate memory) noexcept {
    const auto e = any_edition(edition_name);
    if (!e) return only(answer::unknown_edition);
    return guarded(memory, [&] { return sql::valid(as_view(text), *e); });
}
answer uri_error_by(bytes text, bytes edition_name, allocate memory) noexcept {
    const auto e = any_edition(edition_name);
    if (!e) return only(answer::unknown_edition);
    return guarded(memory, [&] { return sql::error_of(as_view(text), *e); });
}
answer uri_resolve(bytes base, bytes reference, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::resolve(as_view(base), as_view(reference)); });
}
answer iri_resolve(bytes base, bytes reference, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::resolve(as_view(base), as_view(reference), edition::rfc3987); });
}
answer uri_relativize(bytes base, bytes target, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::relativize(as_view(base), as_view(target)); });
}
answer parameter(bytes text, bytes key, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::parameter(as_view(text), as_view(key)); });
}
answer url_href_with(bytes text, bytes base, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::url_href(as_view(text), as_view(base)); });
}
answer escape(bytes data, bool space_to_plus, bool normalize_breaks, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::escape(as_view(data), space_to_plus, normalize_breaks); });
}
answer unescape(bytes text, bool plus_to_space, bool convert_breaks, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::unescape(as_view(text), plus_to_space, convert_breaks); });
}

answer path_segments(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        const auto path = sql::component(as_view(text), rule::path, edition::rfc3987);
        for (const string_view segment : uniform::path_segments{path.value_or(string_view{})})
            rows.push_back({std::string{segment}});
        return table(rows, memory);
    });
}

answer parameters(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &p : sql::parameters(as_view(text))) {
            rows.push_back({std::to_string(rows.size() + 1), std::move(p.key), std::move(p.value), std::move(p.raw)});
        }
        return table(rows, memory);
    });
}

answer find(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &f : sql::find(as_view(text)))
            rows.push_back({std::to_string(f.position), std::to_string(f.length), std::move(f.uri)});
        return table(rows, memory);
    });
}

answer lint(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &f : sql::lint(as_view(text))) {
            rows.push_back({std::to_string(f.position), std::to_string(f.length), std::string{f.rule},
                            std::string{f.severity}, std::move(f.explanation), std::move(f.section),
                            std::move(f.safer)});
        }
        return table(rows, memory);
    });
}

} // namespace uniform::postgresql

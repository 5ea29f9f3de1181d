#include "postgresql/answers.hpp"

#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/syntax/edition_use.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/version.hpp>

#include "sql/functions.hpp"
#include "sql/names.hpp"
#include "sql/normal_key.hpp"
#include "sql/rows.hpp"

namespace uniform::postgresql {

namespace {

using std::string_view;

string_view seen(bytes b) { return {b.data, b.size}; }

edition edition_of(type t) {
    return t == type::urn ? edition::rfc8141 : t == type::iri ? edition::rfc3987 : edition::rfc3986;
}

answer only(answer::kind_of kind) { return {kind, 0, {nullptr, 0}}; }

// What to answer with: a copy of a text, a number, nothing.
answer given(string_view text, allocate memory) {
    char *copy = memory(text.size());
    if (copy == nullptr) return only(answer::no_memory);
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return {answer::text, 0, {copy, text.size()}};
}
answer given(const std::string &text, allocate memory) { return given(string_view{text}, memory); }
answer given(bool value, allocate /*memory*/) { return {answer::number, value ? 1 : 0, {nullptr, 0}}; }
template <class T>
answer given(const std::optional<T> &value, allocate memory) {
    return value ? given(*value, memory) : only(answer::null);
}
answer given(answer a, allocate /*memory*/) { return a; }

// No exception leaves this.
template <class F>
answer guarded(allocate memory, F f) noexcept {
    try {
        return given(f(), memory);
    } catch (const std::bad_alloc &) {
        return only(answer::no_memory);
    } catch (...) {
        return only(answer::failed);
    }
}

answer part_of(std::optional<string_view> view) {
    if (!view) return only(answer::null);
    return {answer::text, 0, {view->data(), view->size()}};
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

std::optional<comparison_level> level_of(bytes name) { return comparison_level_from_string(seen(name)); }
std::optional<edition> any_edition(bytes name) { return edition_of_use<edition_use::valid>(seen(name)); }

} // namespace

bool is_valid(bytes text, type t) noexcept { return sql::valid(seen(text), edition_of(t)); }

answer why_not(bytes text, type t, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::error_of(seen(text), edition_of(t)); });
}

answer suggestion(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return text.size > 2000 ? std::nullopt : sql::repair(seen(text)); });
}

int compare(bytes a, bytes b, type t, bool &done) noexcept {
    try {
        done = true;
        const int order = sql::compare_keys(seen(a), seen(b), edition_of(t));
        return (order > 0 ? 1 : 0) - (order < 0 ? 1 : 0);
    } catch (...) {
        done = false;
        return 0;
    }
}

bool with_normal_form(bytes text, type t, void (*use)(void *context, bytes normal), void *context) noexcept {
    try {
        const sql::normal_key key{seen(text), edition_of(t)};
        use(context, {key.text().data(), key.text().size()});
        return true;
    } catch (...) {
        return false;
    }
}

answer component(bytes text, type t, part which) noexcept {
    const edition e = edition_of(t);
    switch (which) {
    case part::scheme:
        return part_of(sql::component(seen(text), rule::scheme, generic(e)));
    case part::authority:
        return part_of(sql::component(seen(text), rule::authority, generic(e)));
    case part::userinfo:
        return part_of(sql::component(seen(text), rule::userinfo, generic(e)));
    case part::host:
        return part_of(sql::host(seen(text), generic(e)));
    case part::path:
        return part_of(sql::component(seen(text), rule::path, generic(e)));
    case part::query:
        return part_of(sql::component(seen(text), rule::query, generic(e)));
    case part::fragment:
        return part_of(sql::component(seen(text), rule::fragment, generic(e)));
    case part::nid:
        return part_of(sql::urn_component(seen(text), rule::nid));
    case part::nss:
        return part_of(sql::urn_component(seen(text), rule::nss));
    case part::r:
        return part_of(sql::urn_component(seen(text), rule::r_component));
    case part::q:
        return part_of(sql::urn_component(seen(text), rule::q_component));
    case part::f:
        return part_of(sql::urn_component(seen(text), rule::f_component));
    }
    return only(answer::null);
}

answer port(bytes text, type t) noexcept {
    const auto number = sql::port(seen(text), edition_of(t));
    return number ? answer{answer::number, *number, {nullptr, 0}} : only(answer::null);
}

answer address(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        const auto r = sql::parsed(seen(text), edition::rfc3987);
        return r ? sql::address(*r) : std::nullopt;
    });
}

answer uri_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::normalize(seen(text)); });
}
answer iri_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::normalize(seen(text), comparison_level::syntax, edition::rfc3987); });
}
answer iri_to_uri(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::iri_to_uri(seen(text)); });
}
answer uri_to_iri(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::uri_to_iri(seen(text)); });
}
answer registrable_domain(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::registrable_domain(seen(text), edition::rfc3987); });
}
answer public_suffix(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::public_suffix(seen(text), edition::rfc3987); });
}
answer idna_to_ascii(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::idna_to_ascii(seen(text)); });
}
answer idna_to_unicode(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::idna_to_unicode(seen(text)); });
}
answer url_href(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::url_href(seen(text)); });
}
answer repair(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::repair(seen(text)); });
}
answer lint_rules(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::lint_rules(seen(text)); });
}
answer urn_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::urn_normalize(seen(text)); });
}
answer urn_namespace_normalize(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::urn_namespace_normalize(seen(text)); });
}
answer urn_check(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::urn_check(seen(text)); });
}
answer urn_namespace_valid(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::urn_namespace_valid(seen(text)); });
}
answer uri_valid(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::valid(seen(text)); });
}
answer uri_error(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::error_of(seen(text)); });
}
answer version(bytes /*none*/, allocate memory) noexcept { return given(string_view{UNIFORM_VERSION}, memory); }

answer uri_normalize_at(bytes text, bytes level, allocate memory) noexcept {
    const auto l = level_of(level);
    if (!l) return only(answer::unknown_level);
    return guarded(memory, [&] { return sql::normalize(seen(text), *l); });
}
answer uri_equivalent(bytes a, bytes b, bytes level, allocate memory) noexcept {
    const auto l = level_of(level);
    if (!l) return only(answer::unknown_level);
    return guarded(memory, [&] { return sql::equivalent(seen(a), seen(b), *l); });
}
answer uri_valid_by(bytes text, bytes edition_name, allocate memory) noexcept {
    const auto e = any_edition(edition_name);
    if (!e) return only(answer::unknown_edition);
    return guarded(memory, [&] { return sql::valid(seen(text), *e); });
}
answer uri_error_by(bytes text, bytes edition_name, allocate memory) noexcept {
    const auto e = any_edition(edition_name);
    if (!e) return only(answer::unknown_edition);
    return guarded(memory, [&] { return sql::error_of(seen(text), *e); });
}
answer uri_resolve(bytes base, bytes reference, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::resolve(seen(base), seen(reference)); });
}
answer iri_resolve(bytes base, bytes reference, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::resolve(seen(base), seen(reference), edition::rfc3987); });
}
answer uri_relativize(bytes base, bytes target, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::relativize(seen(base), seen(target)); });
}
answer parameter(bytes text, bytes key, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::parameter(seen(text), seen(key)); });
}
answer url_href_with(bytes text, bytes base, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::url_href(seen(text), seen(base)); });
}
answer escape(bytes data, bool space_to_plus, bool normalize_breaks, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::escape(seen(data), space_to_plus, normalize_breaks); });
}
answer unescape(bytes text, bool plus_to_space, bool convert_breaks, allocate memory) noexcept {
    return guarded(memory, [&] { return sql::unescape(seen(text), plus_to_space, convert_breaks); });
}

answer path_segments(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        const auto path = sql::component(seen(text), rule::path, edition::rfc3987);
        for (const string_view segment : uniform::path_segments{path.value_or(string_view{})})
            rows.push_back({std::string{segment}});
        return table(rows, memory);
    });
}

answer parameters(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &p : sql::parameters(seen(text))) {
            rows.push_back({std::to_string(rows.size() + 1), std::move(p.key), std::move(p.value), std::move(p.raw)});
        }
        return table(rows, memory);
    });
}

answer find(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &f : sql::find(seen(text)))
            rows.push_back({std::to_string(f.position), std::to_string(f.length), std::move(f.uri)});
        return table(rows, memory);
    });
}

answer lint(bytes text, allocate memory) noexcept {
    return guarded(memory, [&] {
        std::vector<row> rows;
        for (auto &f : sql::lint(seen(text))) {
            rows.push_back({std::to_string(f.position), std::to_string(f.length), std::string{f.rule},
                            std::string{f.severity}, std::move(f.explanation), std::move(f.section),
                            std::move(f.safer)});
        }
        return table(rows, memory);
    });
}

} // namespace uniform::postgresql

// The scalar functions: one table.

#include <array>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <sqlite3ext.h>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/version.hpp>

#include "sql/functions.hpp"
#include "sql/names.hpp"
#include "sql/rows.hpp"
#include "sqlite/function.hpp"

namespace uniform::sqlite {

namespace {

const sqlite3_api_routines *routines = nullptr; // NOLINT: set when the extension is loaded, the same for all

std::string in_quotes(std::string_view word) { return "\"" + std::string{word.substr(0, 40)} + "\""; }

// Calls `f` with the edition that the argument names; an SQL error if this is not done by it, or there is none of that
// name.
template <edition_use use, class F>
void with_edition(const call &c, int argument, F f) {
    if (const auto e = edition_of_use<use>(c.text(argument))) return f(*e);
    c.fails(refused_edition(use, c.text(argument)));
}

template <class F>
void with_level(const call &c, int argument, F f) {
    if (const auto level = comparison_level_from_string(c.text(argument))) return f(*level);
    c.fails("no level is called " + in_quotes(c.text(argument)) +
            "; there are simple, case, percent, path, syntax, scheme, protocol");
}

template <auto of_one>
void one(const call &c) {
    c.gives(of_one(c.text(0)));
}

// name(text), name(text, flag) and name(text, flag, flag).
template <int count>
void escape(const call &c) {
    c.gives(sql::escape(c.text(0), count > 1 && c.flag(1), count > 2 && c.flag(2)));
}
// Octets that are no UTF-8 are no text: programs refuse the whole query for one.
template <int count>
void unescape(const call &c) {
    const std::string text = sql::unescape(c.text(0), count > 1 && c.flag(1), count > 2 && c.flag(2));
    if (is_utf8(text)) c.gives(text);
}

void host_address(const call &c) {
    if (const auto r = sql::parsed(c.text(0), edition::rfc3987)) c.gives(sql::address(*r));
}

void normalize_by(const call &c) {
    with_level(c, 1, [&](comparison_level l) {
        with_edition<edition_use::normalize>(c, 2, [&](edition e) { c.gives(sql::normalize(c.text(0), l, e)); });
    });
}
void equivalent_by(const call &c) {
    with_level(c, 2, [&](comparison_level l) {
        with_edition<edition_use::normalize>(c, 3,
                                             [&](edition e) { c.gives(sql::equivalent(c.text(0), c.text(1), l, e)); });
    });
}

constexpr std::array functions{
    function{"uniform_version", 0, [](const call &c) { c.gives(std::string_view{UNIFORM_VERSION}); }},
    function{"uri_valid", 1, [](const call &c) { c.gives(sql::valid(c.text(0))); }},
    function{"uri_valid", 2,
             [](const call &c) {
                 with_edition<edition_use::valid>(c, 1, [&](edition e) { c.gives(sql::valid(c.text(0), e)); });
             }},
    function{"uri_error", 1, [](const call &c) { c.gives(sql::error_of(c.text(0))); }},
    function{"uri_error", 2,
             [](const call &c) {
                 with_edition<edition_use::valid>(c, 1, [&](edition e) { c.gives(sql::error_of(c.text(0), e)); });
             }},
    function{"uri_parameter", 2, [](const call &c) { c.gives(sql::parameter(c.text(0), c.text(1))); }},
    function{"uri_normalize", 1, [](const call &c) { c.gives(sql::normalize(c.text(0))); }},
    function{
        "uri_normalize", 2,
        [](const call &c) { with_level(c, 1, [&](comparison_level l) { c.gives(sql::normalize(c.text(0), l)); }); }},
    function{"uri_normalize", 3, normalize_by},
    function{"uri_equivalent", 2, [](const call &c) { c.gives(sql::equivalent(c.text(0), c.text(1))); }},
    function{"uri_equivalent", 3,
             [](const call &c) {
                 with_level(c, 2, [&](comparison_level l) { c.gives(sql::equivalent(c.text(0), c.text(1), l)); });
             }},
    function{"uri_equivalent", 4, equivalent_by},
    function{"uri_resolve", 2, [](const call &c) { c.gives(sql::resolve(c.text(0), c.text(1))); }},
    function{"uri_resolve", 3,
             [](const call &c) {
                 with_edition<edition_use::resolve>(c, 2,
                                                    [&](edition e) { c.gives(sql::resolve(c.text(0), c.text(1), e)); });
             }},
    function{"uri_relativize", 2, [](const call &c) { c.gives(sql::relativize(c.text(0), c.text(1))); }},
    function{"uri_relativize", 3,
             [](const call &c) {
                 with_edition<edition_use::parse>(
                     c, 2, [&](edition e) { c.gives(sql::relativize(c.text(0), c.text(1), e)); });
             }},
    function{"uri_escape", 1, escape<1>},
    function{"uri_escape", 2, escape<2>},
    function{"uri_escape", 3, escape<3>},
    function{"uri_unescape", 1, unescape<1>},
    function{"uri_unescape", 2, unescape<2>},
    function{"uri_unescape", 3, unescape<3>},
    function{"uri_host_inet", 1, host_address},
    function{"uri_path_array", 1, one<sql::path_json>},
    function{"uri_query_json", 1, one<sql::query_json>},
    function{"uri_lint_rules", 1, one<sql::lint_rules>, false},
    function{"uri_repair", 1, one<sql::repair>},
    function{"url_href", 1, [](const call &c) { c.gives(sql::url_href(c.text(0))); }},
    function{"url_href", 2, [](const call &c) { c.gives(sql::url_href(c.text(0), c.text(1))); }},
    function{"iri_normalize", 1,
             [](const call &c) { c.gives(sql::normalize(c.text(0), comparison_level::syntax, edition::rfc3987)); }},
    function{"iri_resolve", 2, [](const call &c) { c.gives(sql::resolve(c.text(0), c.text(1), edition::rfc3987)); }},
    function{"urn_valid", 1, [](const call &c) { c.gives(sql::valid(c.text(0), edition::rfc8141)); }},
    function{"urn_valid", 2,
             [](const call &c) {
                 with_edition<edition_use::urn>(c, 1, [&](edition e) { c.gives(sql::valid(c.text(0), e)); });
             }},
    function{"urn_error", 1, [](const call &c) { c.gives(sql::error_of(c.text(0), edition::rfc8141)); }},
    function{"urn_equivalent", 2, [](const call &c) { c.gives(sql::urn_equivalent(c.text(0), c.text(1))); }},
    function{"urn_equivalent", 3,
             [](const call &c) {
                 with_edition<edition_use::urn>(
                     c, 2, [&](edition e) { c.gives(sql::urn_equivalent(c.text(0), c.text(1), e)); });
             }},
    function{"urn_namespace_valid", 1, one<sql::urn_namespace_valid>},
};

void run(sqlite3_context *context, int count, sqlite3_value **arguments) noexcept {
    for (int i = 0; i < count; ++i) {
        if (routines->value_type(arguments[i]) == SQLITE_NULL) return; // and the result is NULL
    }
    try {
        static_cast<const function *>(routines->user_data(context))->run(call{context, arguments, routines});
    } catch (const std::bad_alloc &) {
        routines->result_error_nomem(context);
    } catch (const std::exception &e) {
        routines->result_error(context, e.what(), -1);
    } catch (...) {
        routines->result_error(context, "internal error", -1);
    }
}

} // namespace

int register_functions(sqlite3 *db, const sqlite3_api_routines *api) {
    routines = api;
    for (const std::span<const function> table : {std::span<const function>{functions}, table_functions()}) {
        for (const function &f : table) {
            const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (f.deterministic ? SQLITE_DETERMINISTIC : 0);
            // SQLite does not write through the pointer.
            auto *self = const_cast<function *>(&f); // NOLINT(cppcoreguidelines-pro-type-const-cast)
            const int result =
                api->create_function_v2(db, f.name, f.arguments, flags, self, run, nullptr, nullptr, nullptr);
            if (result != SQLITE_OK) return result;
        }
    }
    return SQLITE_OK;
}

} // namespace uniform::sqlite

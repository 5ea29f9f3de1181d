// The common part of the pages for administrators.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include <uniform/resolver/timestamp.hpp>

#include "http/api/router.hpp"
#include "http/pages/page_with.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::administration {

using pages::member;
using pages::members_of;

/// The part of the operation to which a page belongs, for its navigation.
enum class part : std::uint8_t {
    overview,
    resolutions,
    latency,
    unknown,
    links,
    imports,
    history,
    store,
    settings,
    decisions,
    webhooks,
    registry
};

/// A page of the operation, with the heading with this key of web/texts; page_showing() has what it shows, too.
[[nodiscard]] pages::html_page page_of(const request_context &c, part at, std::string_view heading);
/// The navigation of the operation and the heading; no key: a page with a form that sends it
/// sets it.
[[nodiscard]] manage::common_part common_of(const pages::html_page &p, part at, std::string_view heading);
/// A page whose model has a `manage::common_part common`; manage::shown() and manage::refused() make its response.
template <pages::model M>
[[nodiscard]] pages::page_with<M> page_showing(const request_context &c, part at, std::string_view heading) {
    pages::page_with<M> p{page_of(c, at, heading)};
    p.shows.common = common_of(p, at, heading);
    return p;
}

/// "2026-11-26 10:15": of a time stamp, for people; in UTC.
[[nodiscard]] std::string shown_time(resolver::timestamp t);
/// "1.5 MB"
[[nodiscard]] std::string shown_size(const pages::html_page &p, std::uint64_t bytes);
/// "3.2 ms", "1.4 s"
[[nodiscard]] std::string shown_duration(const pages::html_page &p, std::chrono::nanoseconds t);

/// A figure of a <dl class="figures">.
struct figure {
    std::string label = {};
    std::string value = {};

    static constexpr std::tuple members{member{"label", &figure::label}, member{"value", &figure::value}};
};
/// Its label is the text with this key.
[[nodiscard]] figure figure_of(const pages::html_page &p, std::string_view key, std::string value);

/// The limit of a page of a list, when people read it.
inline constexpr std::size_t rows_of_page = 50;

/// The cursor of the page with the query parameter "after"; std::nullopt if there is none. Problems: malformed.
[[nodiscard]] std::expected<std::optional<std::string>, resolver::problem> cursor_in(const request_context &c);

/// The principal as people know it: of a token its label, with the id.
[[nodiscard]] std::string shown_principal(store::reading &r, std::string_view who);

// Rows for the tables of routes.
template <pages::model M>
inline constexpr response_row page_row{200, "the page", "text/html", {}, {&pages::page_model_of<M>}};
inline constexpr body_row small_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};

} // namespace uniform::http::administration

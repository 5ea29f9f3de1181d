// What the pages for administrators share.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/api/router.hpp"
#include "http/pages/page.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::administration {

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
    decisions
};

/// A page with the navigation of the operation and the heading with this key of web/texts.
[[nodiscard]] pages::html_page page_of(const request_context &c, part at, std::string_view heading);

/// "2026-11-26 10:15": of a time stamp, for people; in UTC.
[[nodiscard]] std::string shown_time(resolver::timestamp t);
/// "1.5 MB"
[[nodiscard]] std::string shown_size(const pages::html_page &p, std::uint64_t bytes);
/// "3.2 ms", "1.4 s"
[[nodiscard]] std::string shown_duration(const pages::html_page &p, std::chrono::nanoseconds t);
/// A figure of a <dl class="figures">: "label", "value".
[[nodiscard]] json::value figure(const pages::html_page &p, std::string_view key, std::string value);

/// The limit of a page of a list, when people read it.
inline constexpr std::size_t rows_of_page = 50;

/// The cursor of the page with the query parameter "after"; std::nullopt if there is none. Problems: malformed.
[[nodiscard]] std::expected<std::optional<std::string>, resolver::problem> cursor_in(const request_context &c);

/// The principal as people know it: of a token its label, with the id.
[[nodiscard]] std::string shown_principal(store::reading &r, std::string_view who);

// Rows for the tables of routes.
inline constexpr response_row page_row{200, "the page", "text/html"};
inline constexpr body_row small_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};

} // namespace uniform::http::administration

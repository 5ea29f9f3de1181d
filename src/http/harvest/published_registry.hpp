// The published registry of namespaces as JSON, CSV, XML and text. registry_views.hpp has its pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/service/registry.hpp>

namespace uniform::http {

/// The representations; of two that a client prefers equally, the first.
enum class registry_format : std::uint8_t { json, html, xml, csv, text };
/// Their names, for the parameter "format".
inline constexpr auto registry_format_names = enum_table<registry_format>({{registry_format::json, "json"},
                                                                           {registry_format::html, "html"},
                                                                           {registry_format::xml, "xml"},
                                                                           {registry_format::csv, "csv"},
                                                                           {registry_format::text, "text"}});

/// "text/html; charset=utf-8".
[[nodiscard]] std::string_view content_type_of(registry_format f) noexcept;
/// RFC 9110 12.5.1: the one that the Accept field prefers; JSON without a preference, or if none is accepted.
[[nodiscard]] registry_format negotiated_format(std::string_view accept);

/// A page of the list.
struct registry_page {
    std::string list_date = {}; ///< of IANA's list
    std::vector<service::published_namespace> namespaces = {};
    std::string next = {};     ///< the cursor of the next page; empty: there is none
    std::string next_url = {}; ///< its URL
};

/// Everything is escaped for the format; text has no control characters. Not for HTML.
[[nodiscard]] std::string registry_page_as(registry_format f, const registry_page &p);
/// One namespace, with all that is known about it. Not for HTML.
[[nodiscard]] std::string namespace_as(registry_format f, const service::published_namespace &n);

} // namespace uniform::http

// The checks of a request by the row of its route, before its handler runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/resolver/problem.hpp>

#include "http/api/route.hpp"
#include "http/engine/http_message.hpp"

namespace uniform::http {

/// The media type of a form of a page.
inline constexpr std::string_view form_media_type = "application/x-www-form-urlencoded";

/// The fault of the value of a parameter by its row; the router asks under "/api/", pages where they need it. Problem:
/// invalid.
[[nodiscard]] std::optional<resolver::problem> wrong_value(const parameter &p, std::string_view value);

/// The parameters of a query, in its order.
using query_pairs = std::vector<std::pair<std::string, std::string>>;
/// Decoded once, "+" stays a plus. std::nullopt if it is no percent-encoded UTF-8.
[[nodiscard]] std::optional<query_pairs> pairs_of(std::string_view query);
/// The problem of a query that is no percent-encoded UTF-8.
[[nodiscard]] resolver::problem unreadable_query();
/// Parameters that the row does not have, that occur twice, that are missing, or whose values are wrong. Problems:
/// malformed, invalid.
[[nodiscard]] std::optional<resolver::problem> wrong_query(const route &x, const query_pairs &query);

/// The media type of a Content-Type, in lower case, without parameters.
[[nodiscard]] std::string body_type_of(std::string_view content_type);
/// Why the body of a request cannot be read, by its header fields: a content coding, or a charset other than UTF-8.
[[nodiscard]] std::optional<resolver::problem> unreadable_body(const request &r);
/// The media types that the row accepts, for people and for Accept-Patch.
[[nodiscard]] std::string accepted_by(const route &x);
/// Problem: unsupported_media_type.
[[nodiscard]] std::optional<resolver::problem> wrong_media_type(const route &x, const request &r);
/// An Idempotency-Key that the route does not accept, or that is none. Problem: malformed.
[[nodiscard]] std::optional<resolver::problem> misused_key(const route &x, const request &r);
/// Why a form of a page cannot be read, and therefore has no token of its session: that the reader has to load the page
/// again would be the wrong reason.
[[nodiscard]] std::optional<resolver::problem> broken_form(const route &x, const request &r);

} // namespace uniform::http

// Finds the route of a request, checks the request by the row of the route, and calls its handler. A service finds the
// route once, before it reads the body, whose limit the row says (dispatcher.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "http/api/problem_response.hpp"
#include "http/api/request_checks.hpp"
#include "http/api/route.hpp"
#include "http/api/route_table.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/engine.hpp"
#include "http/session/sessions.hpp"

namespace uniform::http {

class router;

/// A request, and what its handler needs.
struct request_context {
    http::server_context &server;
    http::exchange &exchange;
    const http::request &request;
    const http::router &router;
    const resolver::principal *who = nullptr;                    ///< null: without a token
    const session::found *session = nullptr;                     ///< null: not by the cookie of a session
    std::vector<std::pair<std::string, std::string>> path = {};  ///< of the route's template, percent-decoded once
    std::vector<std::pair<std::string, std::string>> query = {}; ///< decoded ("+" stays a plus), in order
    bool has_unreadable_query = false;                           ///< outside of the API: it is no percent-encoded UTF-8

    [[nodiscard]] std::string_view path_value(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;
    [[nodiscard]] std::optional<std::string_view> query_value(std::string_view name) const noexcept
        UNIFORM_LIFETIMEBOUND;

    // Parameters of the query, which the router has checked by their rows: a value, or the default of the row.
    [[nodiscard]] std::uint64_t number(const parameter &p) const noexcept;
    [[nodiscard]] bool flag(const parameter &p) const noexcept;
    [[nodiscard]] std::string_view text(const parameter &p) const noexcept; ///< empty: absent, or without a value
};

/// Whether the query begins as a component of a URN before it: "?+" or "?=" (RFC 8141 2.3). No parameter does.
[[nodiscard]] bool has_component(const request &r) noexcept;
/// The URN of the path value "urn", with the component after it, which clients need not percent-encode.
[[nodiscard]] std::string urn_of_target(const request_context &c);

/// Finds the route; checks the token and the role; checks the query and the media type of the body by the row; sends
/// problem details: 405 with Allow, 401 and 403 with WWW-Authenticate (RFC 6750), 400 for unknown and duplicate
/// parameters under "/api/" and for an Idempotency-Key that the route does not accept, 415 for bodies in other media
/// types and encodings, 422 for values outside of a parameter's range, 500 and 503 without internal details;
/// conditional GET (preconditions.hpp). Authenticates by a token, or by the cookie of a session (sessions.hpp); then an
/// unsafe method needs the session's CSRF token, else 403. Without either, pages that need one lead to the page that
/// asks for a token, and a form that was sent is kept there. Responses to GET that need no token can be read by pages
/// of other origins (CORS), without cookies and tokens; no others.
class router {
public:
    using table = table_of_routes;
    router(http::server_context &s, std::span<const table> tables) : server_{&s}, routes_{tables} {}
    /// As route_table::find().
    [[nodiscard]] found_route find(std::string_view method, std::string_view path) const noexcept {
        return routes_.find(method, path);
    }
    [[nodiscard]] std::span<const route *const> all() const noexcept UNIFORM_LIFETIMEBOUND { return routes_.all(); }
    /// Returns false, without a response, if no template matches the path.
    bool handle(exchange &e) const { return handle(e, find(e.request().method, e.request().path)); }
    /// The same for a request whose route was found before.
    bool handle(exchange &e, const found_route &found) const;
    /// The OpenAPI document of these routes, made at the first call.
    [[nodiscard]] const std::string &description() const;
    /// The same as a value, made at the first call.
    [[nodiscard]] const json::value &described() const;

private:
    http::server_context *server_;
    route_table routes_;
    mutable std::once_flag described_;
    mutable std::string description_;
    mutable std::once_flag read_;
    mutable json::value described_value_;
};

[[nodiscard]] response json_response(int status, std::string body);
/// The same for what is secret, which no cache may store (RFC 6750 section 5.3).
[[nodiscard]] response private_response(int status, std::string body);

/// The body of a request that must be JSON, checked: its Content-Type (unsupported_media_type), its form, its depth,
/// and that no member occurs twice (malformed, with the offset).
[[nodiscard]] std::expected<json::value, resolver::problem> json_body(const request_context &c);
/// The same for a body that may be absent; std::nullopt then.
[[nodiscard]] std::expected<std::optional<json::value>, resolver::problem> optional_json_body(const request_context &c);
using resolver::in_body; // for problems of operations

/// The entity-tag of a version: "\"17\"".
[[nodiscard]] std::string etag_of(std::uint64_t version);

/// The times for which tokens are valid, by the settings.
[[nodiscard]] service::token_limits token_limits_of(const request_context &c);

/// The setting locators.schemes; empty: the default schemes.
[[nodiscard]] std::span<const std::string> location_schemes_of(const request_context &c) noexcept;

/// The address of the client; behind a trusted proxy, what that says (limits::client_of()).
[[nodiscard]] address_text client_of(const request_context &c) noexcept;

/// The author and the IP address, for the history.
[[nodiscard]] store::origin origin_of(const request_context &c);

/// A page of a list: "limit" (1 to 1000, default 100) and "after" (a cursor, opaque to clients) of the query.
struct page {
    std::size_t limit = 100;
    std::string after = {};
};
[[nodiscard]] std::expected<page, resolver::problem> page_of(const request_context &c);
/// The cursor of the page after an item.
[[nodiscard]] std::string cursor_of(std::string_view last);
/// The URL of that page: this request's path and parameters, with the cursor.
[[nodiscard]] std::string next_page_of(const request_context &c, std::string_view last);
/// {"items":[...],"next":"..."} and a Link header rel="next"; `write_items` writes the elements of the array, `last` is
/// the last item's id, empty at the end of the list.
[[nodiscard]] response list_response_of(const request_context &c, std::string_view last,
                                        const std::function<void(json::writer &)> &write_items);
/// The same for items that write_item(writer, item) writes.
template <class Items, class F>
[[nodiscard]] response list_response(const request_context &c, const Items &items, std::string_view last,
                                     const F &write_item) {
    return list_response_of(c, last, [&](json::writer &w) {
        for (const auto &item : items) write_item(w, item);
    });
}
/// The same for items with a function write(writer, item) of their own.
template <class Items>
[[nodiscard]] response list_response(const request_context &c, const Items &items, std::string_view last) {
    return list_response(c, items, last, [](json::writer &w, const auto &item) { write(w, item); });
}

} // namespace uniform::http

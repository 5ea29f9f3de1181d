// Which handler answers which request, and who may ask: one table, from which authorization follows. The OpenAPI
// document (src/http/openapi/) says the same, and a test holds one against the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

#include "http/engine.hpp"
#include "http/site.hpp"

namespace uniform::http {

/// One request on its way through a handler.
struct call {
    http::site &site;
    http::exchange &exchange;
    const http::request &request;
    const resolver::principal *who = nullptr;                    ///< null: nobody said
    std::vector<std::pair<std::string, std::string>> path = {};  ///< of the route's template, percent-decoded once
    std::vector<std::pair<std::string, std::string>> query = {}; ///< decoded ("+" stays a plus), in order

    [[nodiscard]] std::string_view path_value(std::string_view name) const noexcept;
    [[nodiscard]] std::optional<std::string_view> query_value(std::string_view name) const noexcept;
};

/// Returns the answer, or a problem, which becomes one. A handler of a streamed route may answer through
/// exchange.begin() and return nothing.
using answer = std::expected<std::optional<response>, resolver::problem>;

struct route {
    std::string_view method; ///< "GET" (serves HEAD, too), "POST", ...
    /// "/api/v1/names/{urn}": a name in braces is one segment, which may hold anything percent-encoded. At the end,
    /// "{name*}" is all that is left, with its slashes, as it was sent; under "/api/" only when the template is, too.
    std::string_view path;
    std::string_view operation; ///< operationId in the OpenAPI document
    resolver::roles roles;      ///< who may; `anyone`: no token needed
    answer (*handler)(call &);
    std::size_t body_limit = 1U << 20U;
    bool streamed = false;
    std::string_view query = {}; ///< the parameters it knows, with spaces between them
    bool keyed = false;          ///< takes an Idempotency-Key

    [[nodiscard]] constexpr route with_query(std::string_view names) const noexcept {
        route out = *this;
        out.query = names;
        return out;
    }
    [[nodiscard]] constexpr route with_key() const noexcept {
        route out = *this;
        out.keyed = true;
        return out;
    }
};

/// The tables, one for each area: a function in src/http/routes_AREA.cpp.
[[nodiscard]] std::span<const route> names_routes() noexcept;        // names, batches, import, export, history
[[nodiscard]] std::span<const route> resolution_routes() noexcept;   // resolve, services of RFC 2483, explain
[[nodiscard]] std::span<const route> registration_routes() noexcept; // requests, comments, decisions
[[nodiscard]] std::span<const route> namespaces_routes() noexcept;   // namespaces and their settings
[[nodiscard]] std::span<const route> registrars_routes() noexcept;   // registrars, delegations, transfers
[[nodiscard]] std::span<const route> tokens_routes() noexcept;
[[nodiscard]] std::span<const route> history_routes() noexcept;     // of what is not a name
[[nodiscard]] std::span<const route> operation_routes() noexcept;   // health, metrics, statistics, head of the history
[[nodiscard]] std::span<const route> harvest_routes() noexcept;     // OAI-PMH, zone file
[[nodiscard]] std::span<const route> description_routes() noexcept; // the OpenAPI document

/// Finds the route; checks the token and the role; answers problems as RFC 9457 says, 405 with Allow, 401 and 403 with
/// WWW-Authenticate (RFC 6750), 400 for parameters of the query under "/api/" that the route does not know or that are
/// there twice, or an Idempotency-Key where none is taken, 415 for bodies in other encodings, 500 and 503 without
/// telling what is inside; conditional GET (preconditions.hpp). What GET says to everybody may be read by pages of
/// other sites (CORS), without their cookies or tokens; nothing else.
class router {
public:
    explicit router(http::site &s);
    /// The route; nothing when there is none for this method. HEAD is GET. A few comparisons for each route.
    [[nodiscard]] const route *find(std::string_view method, std::string_view path) const noexcept;
    [[nodiscard]] std::span<const route *const> all() const noexcept { return routes_; }
    /// Returns false, and has done nothing, when no template fits the path.
    bool answer(exchange &e) const;

private:
    http::site *site_;
    std::vector<const route *> routes_; // those with more fixed text first
};

/// A problem as an answer: application/problem+json, or text/html when that is asked for.
[[nodiscard]] response to_response(const resolver::problem &p, const request &r);
/// What answers to GET requests that anybody may make say for pages of other sites (CORS).
void add_open_fields(response &r);
[[nodiscard]] response json_response(int status, std::string body);

/// The media type of a Content-Type, in lower case, without parameters.
[[nodiscard]] std::string body_type_of(std::string_view content_type);
/// What its fields say of a request's body that nobody here reads: a content coding, another charset than UTF-8.
[[nodiscard]] std::optional<resolver::problem> unreadable_body(const request &r);

/// The body of a request that must be JSON, checked: its Content-Type (unsupported_media_type), its form, its depth,
/// and that no member is there twice (malformed, with the offset).
[[nodiscard]] std::expected<std::string_view, resolver::problem> json_body(const call &c);
/// The same for a body that may be left out; empty then.
[[nodiscard]] std::expected<std::string_view, resolver::problem> optional_json_body(const call &c);

/// The entity-tag of a version: "\"17\"".
[[nodiscard]] std::string etag_of(std::uint64_t version);

/// Who does it, and from where, for the history.
[[nodiscard]] store::origin origin_of(const call &c);

/// A page of a list: "limit" (1 to 1000, default 100) and "after" (a cursor, opaque to clients) of the query.
struct page {
    std::size_t limit = 100;
    std::string after = {};
};
[[nodiscard]] std::expected<page, resolver::problem> page_of(const call &c);
/// {"items":[...],"next":"..."} and a Link header rel="next"; `last` is the last item's id, empty at the end of the
/// list.
[[nodiscard]] response list_response(const call &c, std::span<const std::string> items, std::string_view last);

} // namespace uniform::http

// Requests and responses (RFC 9110 3.4), as handlers have them: no bytes, no connection.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

struct field {
    std::string_view name;
    std::string_view value;
};

struct resource;       // http/api/route_table.hpp
struct route;          // http/api/route.hpp
struct authentication; // http/api/authentication.hpp

/// The route of the request: it has the path and the method. The handler finds it once, before the body is read; to the
/// engine, it is opaque.
struct found_route {
    const http::resource *there = nullptr; ///< null: no template fits the path
    const http::route *chosen = nullptr;   ///< null: the resource has no route with the method
};

/// A request's head, and its body unless that is streamed. Valid until the response is complete.
struct request {
    std::string_view method;
    std::string_view target; ///< as sent (RFC 9112 3.2)
    std::string_view path;   ///< of the target, up to the first "?"
    std::optional<std::string_view> query;
    std::span<const field> fields;
    std::string_view body;
    std::string_view remote; ///< the address of the client, without port
    std::string_view id;     ///< for the log and for X-Request-Id; the client's if it is short and safe, else a new one
    std::string_view scheme = "http";
    int minor_version = 1;                         ///< HTTP/1.x
    found_route found = {};                        ///< body_policy::found, in request_handler::handle()
    const authentication *authenticated = nullptr; ///< the result of request_handler::authenticate(), if it was called

    /// The value of the first field with this name, in any case; empty if there is none.
    [[nodiscard]] std::string_view value(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;
};

struct response {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< without Date, Connection, Content-Length
    std::string body = {};
};

/// Whether two fields have one name: letters of ASCII without regard to case (RFC 9110 5.1).
[[nodiscard]] bool same_name(std::string_view a, std::string_view b) noexcept;

} // namespace http
} // namespace uniform

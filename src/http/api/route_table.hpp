// The search for the route of a path: the routes of all tables by the templates of their paths.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "http/api/route.hpp"
#include "http/engine/http_message.hpp"

namespace uniform::http {

/// Routes that were declared together.
struct table_of_routes {
    std::span<const route> routes;
    /// Adds what every response to these routes has, those of the router itself included.
    void (*complete)(response &) = nullptr;
};

/// The value of a parameter in a path.
struct path_value {
    std::string_view name;
    std::string_view value;   ///< as sent
    bool is_the_rest = false; ///< of "{name*}": with its slashes
};
/// The values of a path that has this template.
[[nodiscard]] std::vector<path_value> path_values(std::string_view path_template, std::string_view path);

/// The method whose route serves this one: HEAD is GET (RFC 9110 9.3.2).
[[nodiscard]] std::string_view served_as(std::string_view method) noexcept;

/// The routes of one template.
struct resource {
    std::string_view path = {};
    std::vector<const route *> methods = {}; ///< by their methods
    bool is_open = false;                    ///< GET needs no token, perhaps only while a setting opens it
    void (*complete)(response &) = nullptr;  ///< of their table; may be null

    /// Null: there is none. HEAD is GET.
    [[nodiscard]] const route *find(std::string_view method) const noexcept;
};

class route_table {
public:
    explicit route_table(std::span<const table_of_routes> tables);
    route_table(const route_table &) = delete;
    route_table &operator=(const route_table &) = delete;

    /// The resource whose template fits the path best, and its route with this method. HEAD is GET. Compares the
    /// templates that begin like the path.
    [[nodiscard]] found_route find(std::string_view method, std::string_view path) const noexcept;
    /// Those with more fixed text first.
    [[nodiscard]] std::span<const route *const> all() const noexcept { return routes_; }

private:
    [[nodiscard]] const resource *match(std::string_view path) const noexcept;

    std::vector<const route *> routes_;
    std::vector<resource> resources_; // in the order of routes_
    // By the first segment that tells templates apart; those that have a parameter there may match any path.
    std::unordered_map<std::string_view, std::vector<const resource *>> by_segment_;
    std::vector<const resource *> others_;
};

} // namespace uniform::http

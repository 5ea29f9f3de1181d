// Prints the OpenAPI document of the service: openapi_print > openapi.json.

#include <cstdio>

#include "http/api/router.hpp"
#include "http/server/all_routes.hpp"

int main() {
    uniform::http::server_context server;
    const uniform::http::router routes{server, uniform::http::all_routes()};
    return std::puts(routes.description().c_str()) < 0 ? 1 : 0;
}

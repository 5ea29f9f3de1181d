// Prints the OpenAPI document of the service: openapi_print > openapi.json.

#include <cstdio>

#include "http/api/openapi.hpp"
#include "http/api/route_table.hpp"
#include "http/server/all_routes.hpp"

int main() {
    const uniform::http::route_table routes{uniform::http::all_routes()};
    return std::puts(uniform::http::openapi_document(routes.all()).c_str()) < 0 ? 1 : 0;
}

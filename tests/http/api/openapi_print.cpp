// Prints the OpenAPI document of the service: openapi_print > openapi.json. With --costs: what a request of each
// operation costs at most, and out of whose share, as the table of routes has it (http/api/route_cost.hpp).

#include <cstdio>
#include <string>
#include <string_view>

#include <uniform/base/enum_names.hpp>
#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>

#include "http/api/openapi.hpp"
#include "http/api/route_cost.hpp"
#include "http/api/route_table.hpp"
#include "http/server/all_routes.hpp"

namespace {

using namespace uniform::http;

constexpr auto thread_share_names = uniform::enum_table<thread_share>(
    {{thread_share::common, "common"}, {thread_share::streams, "streams"}, {thread_share::hashing, "hashing"}});

std::string costs() {
    uniform::json::value all{uniform::json::object{}};
    for (const router::table &t : all_routes()) {
        for (const route &r : t.routes) {
            const route_cost c = cost_of(r);
            all.set(r.operation,
                    uniform::json::object{{"anyone", c.anyone},
                                          {"limit", r.body.content.empty() ? 0 : r.body.limit},
                                          {"memory", c.memory},
                                          {"stored", c.stored},
                                          {"processor", c.processor},
                                          {"processor_kib", c.processor_kib},
                                          {"threads", thread_share_names.name(c.threads)},
                                          {"store", c.store == store_share::nothing ? "nothing" : "anonymous"}});
        }
    }
    return uniform::json::to_text(all);
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::string_view{argv[1]} == "--costs") return std::puts(costs().c_str()) < 0 ? 1 : 0;
    const route_table routes{all_routes()};
    return std::puts(openapi_document(routes.all()).c_str()) < 0 ? 1 : 0;
}

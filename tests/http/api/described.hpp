// Each status that the tests see of an operation is in the OpenAPI document.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "http/api/openapi.hpp"
#include "http/api/route_table.hpp"
#include "http/server/all_routes.hpp"

namespace uniform::http {

inline const route_table &described_routes() {
    static const route_table routes{all_routes()};
    return routes;
}

inline const std::map<std::string, std::set<std::string>, std::less<>> &described_statuses() {
    static const auto all = [] {
        std::map<std::string, std::set<std::string>, std::less<>> out;
        const auto document = nlohmann::json::parse(openapi_document(described_routes().all()));
        for (const auto &[path, item] : document["paths"].items()) {
            for (const auto &[method, operation] : item.items()) {
                if (method == "parameters") continue;
                auto &statuses = out[operation["operationId"].get<std::string>()];
                for (const auto &[status, described] : operation["responses"].items()) statuses.insert(status);
            }
        }
        return out;
    }();
    return all;
}

// `path` is without a query. A request for which there is no operation (404, 405) is not described.
inline void expect_described(std::string_view method, std::string_view path, int status) {
    const route *const r = described_routes().find(method, path).chosen;
    if (r == nullptr) return;
    const auto at = described_statuses().find(r->operation);
    ASSERT_NE(at, described_statuses().end()) << r->operation;
    EXPECT_TRUE(at->second.contains(std::to_string(status)) || at->second.contains("default"))
        << method << ' ' << path << " is " << status << ", which the description of " << r->operation << " lacks";
}

} // namespace uniform::http

// Statistics for everybody, if the service permits it, and as CSV.

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "http/resolve/resolve_support.hpp"

namespace uniform::http {
namespace {

class counted_resolutions : public resolving {};

TEST_F(counted_resolutions, are_public_by_setting_and_exported_as_csv) {
    write([](store::writing &w) {
        w.sql().run(
            "INSERT INTO statistics (day, nid, prefix, outcome, count) VALUES (20000, 'example', 'example:a,b', "
            "'redirected', 7)");
        w.sql().run("INSERT INTO unknown_names (day, key, count) VALUES (20000, 'example:secret', 3)");
    });
    const std::string days = "from=2024-10-01&until=2024-10-10";
    EXPECT_EQ(ask("/api/v1/statistics/public?" + days).status, 404);
    configuration.statistics_public = true;
    const response r = ask("/api/v1/statistics/public?" + days);
    EXPECT_EQ(r.status, 200);
    const auto found = nlohmann::json::parse(r.body);
    EXPECT_EQ(found["resolutions"][0]["count"], 7);
    EXPECT_TRUE(found["unknown"].empty()); // unknown names are not for everybody
    const response csv = ask("/api/v1/statistics/public?format=csv&" + days);
    EXPECT_EQ(value_of(csv, "Content-Type"), "text/csv; charset=utf-8; header=present");
    EXPECT_EQ(csv.body, "day,namespace,prefix,outcome,count\r\n2024-10-04,example,\"example:a,b\",redirected,7\r\n");
    for (const auto &[accept, query, type] :
         {std::array{"text/csv", "", "text/csv; charset=utf-8; header=present"},
          std::array{"text/csv;q=0.5, application/json;q=0.4", "", "text/csv; charset=utf-8; header=present"},
          std::array{"text/csv", "&format=json", "application/json"}, std::array{"*/*", "", "application/json"},
          std::array{"text/html", "", "application/json"}}) {
        const response sent = ask("/api/v1/statistics/public?" + days + query, {{"Accept", accept}});
        EXPECT_EQ(sent.status, 200) << accept;
        EXPECT_EQ(value_of(sent, "Content-Type"), type) << accept << query;
        EXPECT_EQ(value_of(sent, "Vary"), "Accept") << accept;
    }
    EXPECT_EQ(ask("/api/v1/statistics/public?format=xml&" + days).status, 422);
    EXPECT_EQ(ask("/api/v1/statistics?format=csv&" + days).status, 401);
}

} // namespace
} // namespace uniform::http

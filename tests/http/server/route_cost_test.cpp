// The greatest cost of each operation, and the share that it is taken of: from the tables of routes. That no body costs
// more is tested by worst_bodies_test.py, that the time is linear in their length by cost_test.py.

#include "http/api/route_cost.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/store/store.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/api/router.hpp"
#include "http/engine/memory_budget.hpp"
#include "http/operation/limits.hpp"
#include "http/server/all_routes.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

// The operations without token, other than GET, that add nothing to the store.
const std::set<std::string_view> store_nothing{
    "resolveMany", "harvestByForm",
    "signIn",  // a session of a token, which expires
    "signOut", // ends one
};
// Those without token that may have a thread for streams: the handler, not its client, says for how long, and gives the
// thread up to others (history_waits.hpp).
const std::set<std::string_view> wait{"readHistory"};
// Those whose handlers compute Argon2id.
const std::set<std::string_view> hash{"signIn", "createToken", "createTokenByForm"};

template <class Do>
void for_each_route(Do what) {
    std::size_t number = 0;
    for (const auto &table : all_routes()) {
        for (const route &r : table.routes) {
            SCOPED_TRACE(std::string{r.method} + " " + std::string{r.path});
            what(r, cost_of(r));
            ++number;
        }
    }
    EXPECT_GT(number, 100U);
}

TEST(route_cost, what_anyone_may_store_is_of_a_share) {
    std::set<std::string_view> seen;
    for_each_route([&](const route &r, const route_cost &c) {
        if (!c.anyone || r.reads()) {
            EXPECT_EQ(c.store, store_share::nothing);
            return;
        }
        const bool nothing = store_nothing.contains(r.operation);
        if (nothing) seen.insert(r.operation);
        EXPECT_EQ(c.store, nothing ? store_share::nothing : store_share::anonymous);
        EXPECT_EQ(c.stored, nothing ? 0U : stored_at_most(c.memory));
    });
    EXPECT_EQ(seen, store_nothing) << "each is an operation";
}

TEST(route_cost, memory_is_limited) {
    const memory_budget bodies{std::size_t{96} << 20U, std::size_t{12} << 20U}; // the defaults
    for_each_route([&](const route &r, const route_cost &c) {
        EXPECT_LE(c.memory, bodies.part(!c.anyone));
        if (r.reads()) {
            EXPECT_EQ(c.memory, 0U);
        }
        // Who is unknown would decide how long a thread is occupied.
        if (c.anyone) {
            EXPECT_EQ(c.threads == thread_share::streams, wait.contains(r.operation));
        }
    });
}

TEST(route_cost, processor_time_is_limited) {
    for_each_route([&](const route &r, const route_cost &c) {
        const bool hashes = c.threads == thread_share::hashing;
        EXPECT_EQ(c.processor, processing::request + (hashes ? processing::hash : 0));
        EXPECT_EQ(c.processor_kib != 0, !r.body.content.empty()) << "what has no use for a body does not read it";
        // Who is unknown needs at most what 130 MiB of numbers do.
        if (c.anyone) {
            EXPECT_LE(c.processor + c.processor_kib * c.memory / 1024, 140'000U);
        }
    });
}

TEST(route_cost, what_hashes_has_threads_for_it) {
    std::set<std::string_view> seen;
    for_each_route([&](const route &r, const route_cost &c) {
        if (c.threads == thread_share::hashing) seen.insert(r.operation);
    });
    EXPECT_EQ(seen, hash);
}

// The worst bodies, one after another: an address adds at most its part of a day, all addresses theirs.
TEST(route_cost, the_worst_bodies_of_a_day) {
    settings s;
    s.stored_address = std::uint64_t{2} << 20U;
    s.stored_anonymous = std::uint64_t{32} << 20U;
    s.rate_entries = 4096;
    for_each_route([&](const route &, const route_cost &c) {
        if (c.store != store_share::anonymous) return;
        limits l{s};
        // A template may be as long as the setting registration.draft_size says, whatever the body is.
        const std::size_t body = std::min<std::size_t>(c.memory, 64U << 10U);
        std::uint64_t all = 0;
        for (int address = 0; address < 200; ++address) {
            std::uint64_t own = 0;
            for (int n = 0; n < 1000; ++n) {
                const std::string from = "192.0.2." + std::to_string(address);
                if (!l.stores(from, stored_at_most(body)).verdict.allowed) break;
                own += stored_at_most(body);
            }
            EXPECT_LE(own, s.stored_address / 2 + stored_at_most(body)) << "a little is refilled meanwhile";
            all += own;
        }
        EXPECT_LE(all, s.stored_anonymous / 2 + stored_at_most(body));
        EXPECT_GT(all, s.stored_anonymous / 4);
    });
}

// A request that is refused stores nothing, and takes nothing of what its address and all others may store.
TEST(route_cost, what_is_refused_is_not_charged) {
    const std::filesystem::path folder = test::temporary_folder("cost");
    settings s;
    s.rate_entries = 1024;
    s.stored_address = 32768;
    s.stored_anonymous = 40000;
    {
        const auto store = store::store::open((folder / "store.db").string());
        test::parts_of_engine engine{*store, s};
        server_context all{*store, &s, engine.all};
        const router routes{all, all_routes()};
        const auto post = [&](std::string_view path, std::string_view from, std::string_view body) {
            const std::vector<field> fields{
                {"Content-Type", body.starts_with('{') ? "application/json" : "text/plain"}};
            test::remembered e{request{.method = "POST",
                                       .target = path,
                                       .path = path,
                                       .query = {},
                                       .fields = fields,
                                       .body = body,
                                       .remote = from,
                                       .id = "r1"}};
            EXPECT_TRUE(routes.handle(e)) << path;
            return e.sent.status;
        };
        const std::string long_text = R"({"author":"a","text":")" + std::string(7000, 'b') + "\"}";
        for (int n = 0; n < 10; ++n) {
            EXPECT_EQ(post("/api/v1/requests/999/comments", "192.0.2.1", long_text), 404) << n;
            EXPECT_EQ(post("/api/v1/requests", "192.0.2.1", R"({"wrong":"member"})"), 422) << n;
        }
        const std::string text = "Namespace Identifier: quarry\n\nPurpose: " + std::string(6000, 'x') + "\n";
        EXPECT_EQ(post("/api/v1/requests", "192.0.2.1", text), 201);
        EXPECT_EQ(post("/api/v1/requests", "192.0.2.1", text), 429) << "what was stored is charged";
        EXPECT_EQ(post("/api/v1/requests", "192.0.2.2", text), 429) << "of all together";
        EXPECT_EQ(post("/api/v1/requests", "192.0.2.2", "Namespace Identifier: quarry\n\nPurpose: Stones.\n"), 201);
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace uniform::http

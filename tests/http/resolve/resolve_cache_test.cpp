// The response cache sends byte for byte what the handler sends, and never an outdated response.

#include <chrono>
#include <random>
#include <thread>

#include "http/operation/metrics.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

using resolver::name_state;

// After a change of a namespace its directory is read again; until then, requests are left to the pool.
#define ASSERT_CACHED(target)                                                                                          \
    do {                                                                                                               \
        ASSERT_TRUE(cache->look());                                                                                    \
        ASSERT_TRUE(cached(target));                                                                                   \
    } while (false)

// RFC 8141 3.1: a namespace that is managed here has its own rules; all spellings of a name are redirected alike, and
// are withdrawn with it.
TEST_F(resolving, spellings_by_the_rules_of_the_namespace) {
    const auto harbour = resolver::read_json(
        R"({"nid":"harbour","equivalence":{"operations":[{"action":"remove","texts":["-"]},{"action":"lower-case"}]}})",
        resolver::namespace_settings_from_json);
    ASSERT_TRUE(harbour);
    put_namespace(*harbour);
    const resolver::name_record pier{.locators = {{.url = "https://a.example/7"}}};
    write([&](store::writing &w) { ASSERT_FALSE(w.add_name("harbour:pier7", pier, "assign")); });
    const std::vector<std::string> spellings{"/urn:harbour:pier7", "/URN:Harbour:PIER-7", "/urn:harbour:p-i-e-r-7?=q"};
    ASSERT_CACHED(spellings[1]);
    for (int round = 0; round < 2; ++round) {
        for (const std::string &target : spellings) {
            const response said = ask(target);
            EXPECT_EQ(said.status, 302) << target;
            const auto fast = cached(target);
            ASSERT_TRUE(fast) << target;
            EXPECT_EQ(*fast, bytes(said)) << target;
        }
    }
    EXPECT_EQ(ask("/urn:harbour:pier8").status, 404);
    EXPECT_EQ(ask("/uri-res/I2L?urn:harbour:PIER-7").status, 303);
    EXPECT_EQ(ask("/api/v1/explain/urn%3Aharbour%3APIER-7").status, 200);
    write([&](store::writing &w) {
        w.change_name(*w.name("harbour:pier7"), {.state = name_state::withdrawn, .reason = "r"}, "withdraw");
    });
    for (const std::string &target : spellings) {
        EXPECT_FALSE(cached(target)) << target;
        EXPECT_EQ(ask(target).status, 410) << target;
    }
}

// A redirect to the name that is probably meant is never kept.
TEST_F(resolving, corrections_are_not_cached) {
    put_name("urn:example:a%20b", "https://a.example/1");
    const std::string target = "/urn:example:a%2520b";
    EXPECT_EQ(ask(target, {{"Accept", "text/html"}}).status, 302);
    EXPECT_FALSE(cached(target));
    EXPECT_EQ(ask(target).status, 404);
}

TEST_F(resolving, a_cached_response_is_the_handlers_byte_for_byte) {
    put_name("urn:example:a", "https://a.example/1");
    put_name("urn:example:1/2", "https://a.example/1");
    put_name("urn:isbn:951-0-18435-7", "https://a.example/isbn");
    put_namespace({.nid = "isbn", .redirect = 303, .max_age = 5});
    put_namespace({.nid = "on", .redirect = 307, .r_component = true});
    put_name("urn:on:a", {.locators = {{.url = "https://a.example/de", .language = "de"},
                                       {.url = "https://a.example/en?x", .language = "en"}}});
    put_name("urn:example:types", {.locators = {{.url = "https://a.example/t", .media_type = "text/html"},
                                                {.url = "https://a.example/p", .media_type = "application/pdf"}}});
    put_name("urn:example:gone", {.state = name_state::withdrawn});
    const std::vector<std::string> targets{"/urn:example:a",
                                           "/URN:EXAMPLE:a",
                                           "/urn:example:a?=q",
                                           "/urn:example:a?+r",
                                           "/urn:isbn:9789510184356",
                                           "/urn:isbn:9510184357",
                                           "/urn:on:a?+lang=en",
                                           "/urn:on:a?+lang=en?=q=1",
                                           "/urn:on:a?+s=I2C",
                                           "/urn:example:types",
                                           "/urn:example:gone",
                                           "/urn:example:none",
                                           "/urn:example:a%20",
                                           "/urn%3Aexample%3Aa",
                                           "/urn:example:",
                                           "/about/urn:example:a",
                                           "/urn:unknown:a",
                                           "/",
                                           "/urn:on:a"};
    const std::vector<sent_fields> headers{
        {},
        {{"Accept", "*/*"}},
        {{"Accept", "application/json"}},
        {{"Accept", "application/pdf"}},
        {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}},
        {{"Accept-Language", "en"}},
        {{"Accept", "*/*"}, {"Accept-Language", "de;q=0.1, en"}},
        {{"If-None-Match", "*"}},
    };
    ASSERT_CACHED("/urn:example:types");
    int answered = 0;
    for (int round = 0; round < 3; ++round) { // missed, hit, hit again
        for (const std::string &target : targets) {
            for (const sent_fields &fields : headers) {
                for (const char *method : {"GET", "HEAD", "POST"}) {
                    for (const bool close : {false, true}) {
                        const auto fast = cached(target, fields, method, close);
                        if (!fast) continue;
                        ++answered;
                        EXPECT_EQ(*fast, bytes(ask(target, fields, method), close, method == std::string("HEAD")))
                            << target;
                    }
                }
            }
        }
    }
    EXPECT_GT(answered, 300);
    EXPECT_TRUE(cached("/urn:example:a"));
    EXPECT_TRUE(cached("/urn:on:a?+lang=en?=q=1"));
    EXPECT_FALSE(cached("/urn:example:a", {{"Accept", "application/json"}}));
    EXPECT_FALSE(cached("/urn:on:a", {{"Accept-Language", "en"}}));
    EXPECT_FALSE(cached("/urn:example:a", {{"Authorization", "Bearer x"}}));
    EXPECT_FALSE(cached("/urn:example:a", {}, "POST"));
}

TEST_F(resolving, a_change_is_seen_at_once) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_CACHED("/urn:example:a");
    for (int i = 1; i < 50; ++i) {
        ASSERT_TRUE(cached("/urn:example:a"));
        ASSERT_TRUE(cached("/urn:example:a"));
        const std::string url = "https://a.example/" + std::to_string(i);
        put_name("urn:example:a", url);
        const auto fast = cached("/urn:example:a");
        ASSERT_TRUE(fast);
        EXPECT_NE(fast->find("Location: " + url + "\r\n"), std::string::npos) << *fast;
    }
    put_name("urn:example:a", {.state = name_state::withdrawn});
    EXPECT_FALSE(cached("/urn:example:a"));
}

TEST_F(resolving, a_change_of_the_namespace_is_seen_at_once) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_CACHED("/urn:example:a");
    for (const int status : {301, 307, 302}) {
        const resolver::namespace_settings changed{.nid = "example", .redirect = status};
        write([&](store::writing &w) { w.put("namespace", changed.nid, to_json(changed), "put"); });
        const auto fast = cached("/urn:example:a"); // or the pool, while the directory is read again
        if (fast) {
            EXPECT_EQ(fast->substr(9, 3), std::to_string(status));
        }
        ASSERT_TRUE(cache->look());
        const auto later = cached("/urn:example:a");
        ASSERT_TRUE(later);
        EXPECT_EQ(later->substr(9, 3), std::to_string(status));
    }
}

TEST_F(resolving, changes_of_another_process_are_seen) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_CACHED("/urn:example:a");
    const auto other = store::store::open((folder / "store.db").string()); // as another process has it
    for (int i = 1; i < 4; ++i) {
        ASSERT_TRUE(cached("/urn:example:a"));
        const std::string url = "https://a.example/" + std::to_string(i);
        const auto ok = other->write({.who = "other", .from = "test"},
                                     [&](store::writing &w) -> std::expected<int, resolver::problem> {
                                         w.change_name(*w.name("example:a"), {.locators = {{.url = url}}}, "change");
                                         return 0;
                                     });
        ASSERT_TRUE(ok);
        ASSERT_TRUE(cache->look()); // the thread does so all the time
        const auto fast = cached("/urn:example:a");
        ASSERT_TRUE(fast) << i;
        EXPECT_TRUE(fast->contains("Location: " + url + "\r\n")) << *fast;
    }
    other->close();
}

// Caches are invalidated by key: what another process changes concerns one name, and the rest stays.
TEST_F(resolving, a_change_of_another_process_leaves_other_names_in_the_cache) {
    const auto hits = [&](const std::string &target) {
        const auto before = engine->metrics.value(counter::cache_hits);
        EXPECT_TRUE(cached(target)) << target;
        return engine->metrics.value(counter::cache_hits) - before;
    };
    put_name("urn:example:a", "https://a.example/0");
    put_name("urn:example:b", "https://b.example/0");
    ASSERT_CACHED("/urn:example:a");
    ASSERT_CACHED("/urn:example:b");
    const auto other = store::store::open((folder / "store.db").string());
    const auto write_elsewhere = [&](auto f) {
        const auto ok = other->write({.who = "other", .from = "test"},
                                     [&](store::writing &w) -> std::expected<int, resolver::problem> {
                                         f(w);
                                         return 0;
                                     });
        ASSERT_TRUE(ok);
    };
    for (int i = 1; i < 4; ++i) {
        const std::string url = "https://b.example/" + std::to_string(i);
        write_elsewhere([&](store::writing &w) {
            w.change_name(*w.name("example:b"), {.locators = {{.url = url}}}, "change");
            w.put("token", "t" + std::to_string(i), "{}", "make");
        });
        put_name("urn:example:c" + std::to_string(i), "https://c.example/0"); // between those of the other one
        write_elsewhere(
            [&](store::writing &w) { EXPECT_FALSE(w.add_name("example:d" + std::to_string(i), {}, "assign")); });
        ASSERT_TRUE(cache->look());
        EXPECT_EQ(hits("/urn:example:a"), 1U) << i;
        EXPECT_EQ(hits("/urn:example:b"), 0U) << i;
        const auto fast = cached("/urn:example:b");
        ASSERT_TRUE(fast);
        EXPECT_TRUE(fast->contains("Location: " + url + "\r\n")) << *fast;
    }
    // A namespace concerns all of its names.
    write_elsewhere([&](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example", .redirect = 303}), "put");
    });
    ASSERT_TRUE(cache->look());
    const auto fast = cached("/urn:example:a");
    ASSERT_TRUE(fast);
    EXPECT_EQ(fast->substr(9, 3), "303");
    EXPECT_EQ(hits("/urn:example:a"), 1U);
    // More than is read in one look.
    write_elsewhere([&](store::writing &w) {
        std::vector<std::pair<std::string, std::string>> rows;
        for (int i = 0; i < 9000; ++i)
            rows.emplace_back("example:many" + std::to_string(i), resolver::encode(resolver::name_record{}));
        EXPECT_EQ(std::ranges::count(w.add_names(rows, "import"), true), 9000);
        w.change_name(*w.name("example:a"), {.locators = {{.url = "https://a.example/1"}}}, "change");
    });
    ASSERT_TRUE(cache->look());
    EXPECT_EQ(hits("/urn:example:b"), 0U);
    EXPECT_TRUE(cached("/urn:example:a")->contains("Location: https://a.example/1\r\n"));
    EXPECT_EQ(hits("/urn:example:b"), 1U);
    other->close();
}

TEST_F(resolving, the_cache_keeps_its_bounds) {
    begin({.bytes = std::size_t{1} << 20U});
    write([&](store::writing &w) {
        for (int i = 0; i < 5000; ++i) {
            const auto there =
                w.add_name("example:n" + std::to_string(i), {.locators = {{.url = "https://a.example/1"}}}, "assign");
            ASSERT_FALSE(there);
        }
    });
    std::size_t most = 0;
    for (int i = 0; i < 20000; ++i) {
        ASSERT_TRUE(cached("/urn:example:n" + std::to_string(i % 5000) + "?=" + std::to_string(i)));
        if (i % 500 == 0) most = std::max(most, cache->bytes());
    }
    EXPECT_LE(most, std::size_t{1} << 20U);
    EXPECT_GT(most, std::size_t{1} << 18U);
    EXPECT_GT(cache->entries(), 100U);
}

// While names change, a read that begins after a write gets nothing older than that.
TEST_F(resolving, no_reader_gets_an_outdated_response) {
    put_name("urn:example:a", "https://a.example/0");
    std::atomic<int> written{0};
    std::atomic<bool> done{false};
    std::vector<std::thread> readers;
    std::atomic<int> wrong{0};
    begin({.workers = 3});
    for (unsigned worker = 0; worker < 3; ++worker) {
        readers.emplace_back([&, worker] {
            one_exchange e("GET", "/urn:example:a", {}, {}, 1);
            std::string out;
            while (!done) {
                const int at_least = written;
                out.clear();
                if (cache->try_cached(e.request(), worker, date, false, out) != attempt::sent) continue;
                const std::size_t at = out.find("https://a.example/") + 18;
                if (std::atoi(out.c_str() + at) < at_least) ++wrong;
            }
        });
    }
    for (int i = 1; i <= 200; ++i) {
        put_name("urn:example:a", "https://a.example/" + std::to_string(i));
        written = i;
    }
    done = true;
    for (auto &t : readers) t.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace uniform::http

// The fast path answers byte for byte what the handler answers, and never what is no longer true.

#include <chrono>
#include <random>
#include <thread>

#include "http/resolve_support.hpp"

namespace uniform::http {

using resolver::name_state;

// Namespaces that were put are read anew behind the change; until then the pool answers.
#define ASSERT_ANSWERS(target)                                                                                         \
    do {                                                                                                               \
        for (int i = 0; i < 1000 && !quick(target); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));    \
        ASSERT_TRUE(quick(target));                                                                                    \
    } while (false)

// RFC 8141 3.1: a namespace that is kept here has its own rules; all spellings of a name go the same way, and end with
// it.
TEST_F(resolving, spellings_by_the_rules_of_the_namespace) {
    const auto harbour = resolver::namespace_settings_from_json(
        R"({"nid":"harbour","equivalence":{"operations":[{"action":"remove","texts":["-"]},{"action":"lower-case"}]}})");
    ASSERT_TRUE(harbour);
    put_namespace(*harbour);
    const resolver::name_record pier{.locators = {{.url = "https://a.example/7"}}};
    write([&](store::writing &w) { ASSERT_FALSE(w.add_name("harbour:pier7", pier, "assign")); });
    const std::vector<std::string> spellings{"/urn:harbour:pier7", "/URN:Harbour:PIER-7", "/urn:harbour:p-i-e-r-7?=q"};
    ASSERT_ANSWERS(spellings[1]);
    for (int round = 0; round < 2; ++round) {
        for (const std::string &target : spellings) {
            const response said = ask(target);
            EXPECT_EQ(said.status, 302) << target;
            const auto fast = quick(target);
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
        EXPECT_FALSE(quick(target)) << target;
        EXPECT_EQ(ask(target).status, 410) << target;
    }
}

// A name that is found by its second reading is another than the one that was asked for: its end must be seen, too.
TEST_F(resolving, second_readings_end_with_their_name) {
    put_name("urn:example:a%20b", "https://a.example/1");
    const std::string target = "/urn:example:a%2520b";
    EXPECT_EQ(ask(target).status, 302);
    write([&](store::writing &w) {
        w.change_name(*w.name("example:a%20b"), {.state = name_state::withdrawn, .reason = "r"}, "withdraw");
    });
    EXPECT_FALSE(quick(target));
    EXPECT_EQ(ask(target).status, 410);
}

TEST_F(resolving, quick_answers_byte_for_byte_what_the_handler_answers) {
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
    ASSERT_ANSWERS("/urn:example:types");
    int answered = 0;
    for (int round = 0; round < 3; ++round) { // missed, hit, hit again
        for (const std::string &target : targets) {
            for (const sent_fields &fields : headers) {
                for (const char *method : {"GET", "HEAD", "POST"}) {
                    for (const bool close : {false, true}) {
                        const auto fast = quick(target, fields, method, close);
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
    EXPECT_TRUE(quick("/urn:example:a"));
    EXPECT_TRUE(quick("/urn:on:a?+lang=en?=q=1"));
    EXPECT_FALSE(quick("/urn:example:a", {{"Accept", "application/json"}}));
    EXPECT_FALSE(quick("/urn:on:a", {{"Accept-Language", "en"}}));
    EXPECT_FALSE(quick("/urn:example:a", {{"Authorization", "Bearer x"}}));
    EXPECT_FALSE(quick("/urn:example:a", {}, "POST"));
}

TEST_F(resolving, a_change_is_seen_at_once) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_ANSWERS("/urn:example:a");
    for (int i = 1; i < 50; ++i) {
        ASSERT_TRUE(quick("/urn:example:a"));
        ASSERT_TRUE(quick("/urn:example:a"));
        const std::string url = "https://a.example/" + std::to_string(i);
        put_name("urn:example:a", url);
        const auto fast = quick("/urn:example:a");
        ASSERT_TRUE(fast);
        EXPECT_NE(fast->find("Location: " + url + "\r\n"), std::string::npos) << *fast;
    }
    put_name("urn:example:a", {.state = name_state::withdrawn});
    EXPECT_FALSE(quick("/urn:example:a"));
}

TEST_F(resolving, a_change_of_the_namespace_is_seen_at_once) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_ANSWERS("/urn:example:a");
    for (const int status : {301, 307, 302}) {
        put_namespace({.nid = "example", .redirect = status});
        const auto fast = quick("/urn:example:a"); // or the pool, while namespaces are read anew
        if (fast) {
            EXPECT_EQ(fast->substr(9, 3), std::to_string(status));
        }
        for (int i = 0; i < 1000 && !quick("/urn:example:a"); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        const auto later = quick("/urn:example:a");
        ASSERT_TRUE(later);
        EXPECT_EQ(later->substr(9, 3), std::to_string(status));
    }
}

TEST_F(resolving, changes_by_another_process_are_seen_soon) {
    put_name("urn:example:a", "https://a.example/0");
    ASSERT_ANSWERS("/urn:example:a");
    const auto other = store::store::open((folder / "store.db").string()); // as another process has it
    for (int i = 1; i < 4; ++i) {
        ASSERT_TRUE(quick("/urn:example:a"));
        const std::string url = "https://a.example/" + std::to_string(i);
        const auto ok = other->write({.who = "other", .from = "test"},
                                     [&](store::writing &w) -> std::expected<int, resolver::problem> {
                                         w.change_name(*w.name("example:a"), {.locators = {{.url = url}}}, "change");
                                         return 0;
                                     });
        ASSERT_TRUE(ok);
        bool seen = false;
        for (int tries = 0; tries < 1000 && !seen; ++tries) {
            const auto fast = quick("/urn:example:a");
            seen = fast && fast->contains("Location: " + url + "\r\n");
            if (!seen) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        EXPECT_TRUE(seen) << i;
    }
    other->close();
}

TEST_F(resolving, the_cache_keeps_its_bounds) {
    cache.reset();
    cache = std::make_unique<names_cache>(*s, names_cache::options{.bytes = std::size_t{1} << 20U});
    write([&](store::writing &w) {
        for (int i = 0; i < 5000; ++i) {
            const auto there =
                w.add_name("example:n" + std::to_string(i), {.locators = {{.url = "https://a.example/1"}}}, "assign");
            ASSERT_FALSE(there);
        }
    });
    std::size_t most = 0;
    for (int i = 0; i < 20000; ++i) {
        ASSERT_TRUE(quick("/urn:example:n" + std::to_string(i % 5000) + "?=" + std::to_string(i)));
        if (i % 500 == 0) most = std::max(most, cache->bytes());
    }
    EXPECT_LE(most, std::size_t{1} << 20U);
    EXPECT_GT(most, std::size_t{1} << 18U);
    EXPECT_GT(cache->entries(), 100U);
}

// Whatever is changed while others read: what a read began after a write gives is not older than that.
TEST_F(resolving, nobody_sees_the_past) {
    put_name("urn:example:a", "https://a.example/0");
    std::atomic<int> written{0};
    std::atomic<bool> done{false};
    std::vector<std::thread> readers;
    std::atomic<int> wrong{0};
    cache.reset();
    cache = std::make_unique<names_cache>(*s, names_cache::options{.workers = 3});
    for (unsigned worker = 0; worker < 3; ++worker) {
        readers.emplace_back([&, worker] {
            one_exchange e("GET", "/urn:example:a", {}, {}, 1);
            std::string out;
            while (!done) {
                const int at_least = written;
                out.clear();
                if (!cache->quick(e.request(), worker, date, false, out)) continue;
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

// Speculative writes: documents come from the writer's cache, and new names and idempotency keys are assumed absent.
// None of that may be wrong when another writer uses the same store.
#include <map>
#include <semaphore>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

class speculation : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(speculation);

resolver::name_record of(const std::string &registrar) {
    resolver::name_record r;
    r.registrar = registrar;
    return r;
}

/// The owner of the name after `who` assigns it.
std::string assign(store::store &s, const std::string &key, const std::string &who) {
    return *s.write(somebody, [&](writing &w) -> std::expected<std::string, store::problem> {
        const auto there = w.add_name(key, of(who), "assign");
        return there ? resolver::decode(there->record)->registrar : who;
    });
}

TEST_P(speculation, a_lone_caller_writes_on_its_own_thread) {
    const auto s = store::store::open(location());
    for (int i = 0; i < 5; ++i) {
        std::thread::id by;
        EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
            by = std::this_thread::get_id();
            w.put("token", std::to_string(i), "{}", "put");
            return {};
        }));
        EXPECT_EQ(by, std::this_thread::get_id());
    }
    // A write that is requested meanwhile waits, and is done.
    std::binary_semaphore began{0};
    std::binary_semaphore requested{0};
    std::jthread other([&] {
        began.acquire();
        requested.release();
        EXPECT_TRUE(s->write(somebody, [](writing &w) -> done {
            EXPECT_TRUE(w.find("token", "slow"));
            w.put("token", "after", "{}", "put");
            return {};
        }));
    });
    EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
        w.put("token", "slow", "{}", "put");
        began.release();
        requested.acquire();
        return {};
    }));
    other.join();
    EXPECT_TRUE(s->read([](reading &r) { return r.find("token", "after").has_value(); }));
}

TEST_P(speculation, a_name_assumed_absent_that_exists) {
    const auto a = store::store::open(location());
    const auto b = store::store::open(location());
    EXPECT_EQ(assign(*a, "example:0", "a"), "a");
    EXPECT_EQ(assign(*a, "example:1", "a"), "a");
    EXPECT_EQ(assign(*a, "example:1", "b"), "a"); // its own
    EXPECT_EQ(assign(*b, "example:2", "b"), "b");
    EXPECT_EQ(assign(*a, "example:2", "a"), "b"); // another's, and the history does not end where it was
    EXPECT_EQ(assign(*a, "example:3", "a"), "a");
    // A write that reads a name and makes nothing gets the true answer, too.
    for (int i = 0; i < 4; ++i) {
        const auto key = "example:other" + std::to_string(i);
        EXPECT_EQ(assign(*b, key, "b"), "b");
        const auto seen = a->write(
            somebody, [&](writing &w) -> std::expected<bool, store::problem> { return w.name(key).has_value(); });
        EXPECT_TRUE(*seen);
        const auto refused = a->write(somebody, [&](writing &w) -> done {
            const auto there = w.name(key);
            return std::unexpected{
                store::problem{.type = resolver::problem_type::conflict, .detail = there ? "there" : "absent"}};
        });
        EXPECT_EQ(refused.error().detail, "there");
        const auto changed = a->write(somebody, [&](writing &w) -> done {
            const auto there = w.name(key);
            if (!there) return std::unexpected{store::problem{}};
            w.change_name(*there, of("a"), "locate");
            return {};
        });
        EXPECT_TRUE(changed);
        EXPECT_EQ(assign(*a, key, "c"), "a");
    }
    const auto checked = a->verify({}, {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
}

// A write that only makes new names succeeds on its assumptions: its first run is the last.
TEST_P(speculation, a_new_name_takes_one_run) {
    const auto s = store::store::open(location());
    EXPECT_EQ(assign(*s, "example:0", "a"), "a"); // the end of the history is known from here on
    // A connection that was idle for a second is tried before anything is committed on it: a slow machine needs a new
    // attempt.
    int runs = 0;
    for (int i = 1; i < 100 && runs != 1; ++i) {
        runs = 0;
        EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
            ++runs;
            EXPECT_FALSE(w.add_name("example:" + std::to_string(i), of("a"), "assign"));
            w.remember("client", std::to_string(i), "request", "answer");
            return {};
        }));
    }
    EXPECT_EQ(runs, 1);
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(speculation, an_idempotency_key_returns_the_first_answer) {
    const auto a = store::store::open(location());
    const auto b = store::store::open(location());
    int made = 0;
    const auto once = [&](store::store &s, const std::string &key, const std::string &request) {
        const auto name = "example:" + std::to_string(++made);
        return s.write(somebody, [&](writing &w) -> std::expected<std::string, store::problem> {
            auto before = w.answered("client", key, request);
            if (!before) return std::unexpected{before.error()};
            if (*before) return **before;
            EXPECT_FALSE(w.add_name(name, {}, "assign"));
            w.remember("client", key, request, name);
            return name;
        });
    };
    for (int round = 0; round < 3; ++round) {
        const auto key = std::to_string(round);
        const auto first = *once(*a, key, "r");
        EXPECT_EQ(*once(*b, key, "r"), first);
        EXPECT_EQ(*once(*a, key, "r"), first);
        EXPECT_EQ(once(*b, key, "another").error().type, resolver::problem_type::key_reused);
        const auto second = *once(*b, key + "b", "r");
        EXPECT_EQ(*once(*a, key + "b", "r"), second);
        EXPECT_EQ(*once(*a, key + "b", "r"), second);
    }
    EXPECT_TRUE(a->verify({}, {}).found.empty());
}

// Two stores, many threads, few names: one owner each, and every caller gets the same one.
TEST_P(speculation, two_stores_compete_for_names) {
    const store::store_options patient{.database = {.busy_timeout = std::chrono::milliseconds(120000)}};
    const auto a = store::store::open(location(), patient);
    const auto b = store::store::open(location(), patient);
    std::mutex mutex;
    std::map<std::string, std::set<std::string>> owners;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, me = "client" + std::to_string(t), &s = t % 2 == 0 ? *a : *b] {
            for (int i = 0; i < 30; ++i) {
                const auto shared = "example:" + std::to_string(i);
                const auto owner = assign(s, shared, me);
                EXPECT_EQ(assign(s, me + ":" + std::to_string(i), me), me);
                const std::scoped_lock lock(mutex);
                owners[shared].insert(owner);
            }
        });
    threads.clear();
    for (const auto &[key, who] : owners) EXPECT_EQ(who.size(), 1U) << key;
    const auto checked = b->verify(a->read([](reading &r) { return r.head(); }), {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    EXPECT_EQ(checked.names, 30U + 8U * 30U);
    EXPECT_EQ(checked.events, 30U + 8U * 30U);
}

class speculation_properties : public speculation {};
INSTANTIATE_ON_BOTH_STORES(speculation_properties);

// Any sequence of changes by two stores in turn: each reads in its writes what a plain map says.
TEST_P(speculation_properties, two_stores_and_one_model) {
    struct step {
        bool first; ///< which store
        unsigned
            what; ///< 0: change a document; 1: look for one; 2: the longest prefix; 3: assign; 4: refused; 5: count
        std::size_t which;
    };
    const auto gen = rc::gen::resize(30, rc::gen::container<std::vector<step>>(rc::gen::construct<step>(
                                             rc::gen::arbitrary<bool>(), rc::gen::inRange(0U, 6U),
                                             rc::gen::inRange(std::size_t{0}, std::size_t{8}))));
    const auto a = store::store::open(location());
    const auto b = store::store::open(location());
    std::uint64_t events = 0, all_names = 0;
    int cases = 0;
    const bool holds = rc::check([&] {
        const auto steps = *gen;
        const auto own = std::to_string(++cases) + "/";
        std::vector<std::string> ids{"a", "ab", "abc", "abd", "b", "ba", "c", "abcd"};
        for (auto &id : ids) id.insert(0, own);
        std::map<std::string, std::string> documents, names;
        std::uint64_t counted = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto &[first, what, which] = steps[i];
            auto &s = first ? *a : *b;
            const auto &id = ids[which];
            const auto text = std::to_string(i);
            switch (what) {
            case 0:
                RC_ASSERT(s.write(somebody, [&](writing &w) -> done {
                               w.put("token", id, text, "put");
                               return {};
                           }).has_value());
                documents[id] = text;
                ++events;
                break;
            case 1:
            case 2: {
                std::string expected = "none";
                for (const auto &[prefix, body] : documents)
                    if (what == 1 ? prefix == id : id.starts_with(prefix)) expected = body;
                const auto seen = *s.write(somebody, [&](writing &w) -> std::expected<std::string, store::problem> {
                    const auto d = what == 1 ? w.find("token", id) : w.longest_prefix("token", id);
                    return d ? d->body : "none";
                });
                RC_ASSERT(seen == expected);
                break;
            }
            case 3:
                if (names.emplace(id, text).second) ++events;
                RC_ASSERT(assign(s, id, text) == names[id]);
                break;
            case 4:
                RC_ASSERT(!s.write(somebody, [&](writing &w) -> done {
                                w.put("token", id, "never", "put");
                                static_cast<void>(w.add_name("never:" + id, {}, "assign"));
                                return std::unexpected{store::problem{}};
                            }).has_value());
                break;
            default:
                RC_ASSERT(*s.write(somebody, [&](writing &w) -> std::expected<std::uint64_t, store::problem> {
                    return w.next(own);
                }) == ++counted);
                ++events;
            }
        }
        all_names += names.size();
    });
    EXPECT_TRUE(holds);
    EXPECT_GT(cases, 50);
    const auto checked = a->verify({}, {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    EXPECT_EQ(checked.events, events);
    EXPECT_EQ(checked.names, all_names);
}

} // namespace

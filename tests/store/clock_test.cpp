// The clock of a store: the times of events, and clocks that are wrong (src/store/writing/store_clock.hpp).
#include <atomic>
#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace std::chrono_literals;
using std::chrono::days;
using store::reading;
using store::timestamp;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};
const store::origin administrator{.who = "local:admin", .from = "command line"};
const timestamp begin = *resolver::parse_timestamp("2026-11-23T10:00:00Z");

/// A process with the store open, on a machine with a clock of its own.
class machine {
public:
    explicit machine(const std::string &location, timestamp t, store::clock_limits limits = {})
        : clock_(std::make_shared<std::atomic<timestamp>>(t)),
          store_(store::store::open(location,
                                    {.clock = [clock = clock_] { return clock->load(); }, .tolerance = limits})) {}

    void set(timestamp t) { clock_->store(t); }
    store::store &operator*() { return *store_; }
    store::store *operator->() { return store_.get(); }

    /// Assigns a name.
    /// @return why not; empty: done
    std::string assign(const std::string &id) {
        return attempt([&] {
            EXPECT_TRUE(store_->write(somebody, [&](writing &w) -> done {
                EXPECT_FALSE(w.add_name("example:" + id, {}, "assign"));
                return {};
            }));
        });
    }
    std::string note_time() {
        return attempt([&] {
            EXPECT_TRUE(store_->write(somebody, [](writing &w) -> done {
                w.note_time();
                return {};
            }));
        });
    }
    /// When the name was assigned.
    std::optional<timestamp> assigned(const std::string &id) {
        const auto events = store_->read([&](reading &r) { return r.history("name", "example:" + id); });
        return events.empty() ? std::nullopt : std::optional(events.front().at);
    }
    /// Whether there was the name at `t`.
    bool was_there(const std::string &id, timestamp t) {
        const auto at = store_->as_of_time(t);
        return store_->read([&](reading &r) { return r.as_of("name", "example:" + id, at).has_value(); });
    }
    bool is_there(const std::string &id) {
        return store_->read([&](reading &r) { return r.name("example:" + id).has_value(); });
    }

private:
    static std::string attempt(const std::function<void()> &f) {
        try {
            f();
            return {};
        } catch (const store::failure &e) {
            EXPECT_EQ(e.kind(), store::failure_kind::clock) << e.what();
            return e.what();
        }
    }

    std::shared_ptr<std::atomic<timestamp>> clock_;
    std::unique_ptr<store::store> store_;
};

class clocks : public test::on_both_stores {
protected:
    void TearDown() override {
        if (!IsSkipped()) {
            const auto v = store::store::open(location())->verify({}, {});
            EXPECT_TRUE(v.found.empty()) << v.found.front().subject << ": " << v.found.front().message;
        }
        on_both_stores::TearDown();
    }
};
INSTANTIATE_ON_BOTH_STORES(clocks);

TEST_P(clocks, an_empty_store_believes_any_clock) {
    machine a(location(), begin + days{100000});
    EXPECT_EQ(a->now(), begin + days{100000});
    a.set(timestamp{});
    EXPECT_EQ(a->now(), timestamp{});
    EXPECT_EQ(a->confirm_clock(administrator).event, 0U);
    EXPECT_EQ(a.assign("a"), "");
    EXPECT_EQ(a.assigned("a"), timestamp{});
}

TEST_P(clocks, a_small_step_back_repeats_the_last_time) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin - 5min);
    EXPECT_EQ(a->now(), begin);
    EXPECT_EQ(a.assign("b"), "");
    EXPECT_EQ(a.assigned("b"), begin);
    EXPECT_TRUE(a.was_there("b", begin));
    EXPECT_TRUE(a.was_there("b", begin - 5min)); // that is now
    EXPECT_FALSE(a.was_there("b", begin - 10min - 1us));
}

TEST_P(clocks, a_jump_ahead_is_refused_until_it_is_confirmed) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin + days{30});
    EXPECT_EQ(a.assign("b"), "");
    EXPECT_EQ(a.assigned("b"), begin + days{30});

    a.set(begin + days{430});
    EXPECT_EQ(
        a.assign("c"),
        "the clock of this computer says 2028-01-27T10:00:00Z, 400 days after the last event of the store, "
        "2026-12-23T10:00:00Z; store.clock_ahead permits 30 days. Nothing is written until the clock is set, or, if "
        "it is right, until an administrator runs `uniform store confirm-clock`");
    EXPECT_NE(a.note_time(), "");
    EXPECT_FALSE(a.is_there("c"));
    EXPECT_TRUE(a.is_there("b")); // reads go on
    EXPECT_EQ(a->now(), begin + days{430});

    const auto confirmed = a->confirm_clock(administrator);
    EXPECT_EQ(confirmed.system, begin + days{430});
    EXPECT_EQ(confirmed.last_event, begin + days{30});
    EXPECT_EQ(confirmed.event, 3U);
    const auto e = a->read([](reading &r) { return r.event_at(3); });
    ASSERT_TRUE(e);
    EXPECT_EQ(e->who, "local:admin");
    EXPECT_EQ(e->action, "confirm");
    EXPECT_EQ(e->kind + " " + e->id, "clock confirmed");
    EXPECT_EQ(e->body, R"({"system":"2028-01-27T10:00:00Z","last_event":"2026-12-23T10:00:00Z"})");
    EXPECT_EQ(e->at, begin + days{430});

    EXPECT_EQ(a.assign("c"), "");
    EXPECT_EQ(a.assigned("c"), begin + days{430});
    EXPECT_EQ(a->confirm_clock(administrator).event, 0U);
}

TEST_P(clocks, a_jump_back_is_refused_until_it_is_confirmed) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin - days{30});
    EXPECT_EQ(a.assign("b"),
              "the clock of this computer says 2026-10-24T10:00:00Z, 30 days before the last event of the store, "
              "2026-11-23T10:00:00Z; store.clock_behind permits 5 minutes. Nothing is written until the clock is set, "
              "or, if it is right, until an administrator runs `uniform store confirm-clock`");
    // A record that had expired stays expired.
    EXPECT_EQ(a->now(), begin);
    // "now" is a time at which the name was there.
    EXPECT_TRUE(a.was_there("a", begin - days{30}));
    EXPECT_FALSE(a.was_there("a", begin - days{31}));

    EXPECT_EQ(a->confirm_clock(administrator).event, 2U);
    EXPECT_EQ(a->now(), begin - days{30});
    EXPECT_EQ(a.assign("b"), "");
    EXPECT_EQ(a.assigned("b"), begin); // until the clock has reached it
    a.set(begin - days{29});
    EXPECT_EQ(a->now(), begin - days{29});
    EXPECT_EQ(a.assign("c"), "");
    EXPECT_EQ(a.assigned("c"), begin);
    EXPECT_TRUE(a.was_there("c", begin - days{29}));
    EXPECT_TRUE(a.was_there("c", begin - days{30}));
    EXPECT_FALSE(a.was_there("c", begin - days{31}));
    a.set(begin + 1h);
    EXPECT_EQ(a.assign("d"), "");
    EXPECT_EQ(a.assigned("d"), begin + 1h);
    EXPECT_FALSE(a.was_there("d", begin));
    a.set(begin);
    EXPECT_NE(a.assign("e"), "");
}

// Until the clock has reached the history, a write looks into the database for each name, also of PostgreSQL.
TEST_P(clocks, names_are_found_and_changed_after_a_jump_back) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin - days{30});
    EXPECT_EQ(a->confirm_clock(administrator).event, 2U);
    EXPECT_TRUE(a->write(somebody, [](writing &w) -> done {
        const auto there = w.add_name("example:a", {}, "assign");
        EXPECT_TRUE(there);
        if (there) {
            EXPECT_EQ(w.change_name(*there, {}, "change"), 3U);
        }
        return {};
    }));
}

// The machine with the wrong clock neither dates the history of the others nor ends their tokens.
TEST_P(clocks, one_of_two_machines_is_years_ahead) {
    machine right(location(), begin);
    EXPECT_EQ(right.assign("a"), "");
    machine wrong(location(), begin + days{3650});
    for (int i = 0; i < 5; ++i) { // also when writes are speculative (PostgreSQL)
        const auto n = std::to_string(i);
        EXPECT_NE(wrong.assign("wrong-" + n), "");
        right.set(begin + std::chrono::minutes{i});
        EXPECT_EQ(right.assign("right-" + n), "");
        EXPECT_EQ(right.assigned("right-" + n), begin + std::chrono::minutes{i});
    }
    EXPECT_EQ(right->now(), begin + 4min);
    EXPECT_TRUE(right.was_there("right-4", begin + 4min));
    // The clock is set.
    wrong.set(begin + 5min);
    EXPECT_EQ(wrong.assign("wrong-0"), "");
    EXPECT_EQ(wrong.assigned("wrong-0"), begin + 5min);
}

// A clock that is ahead by less is believed. Then the right clocks are refused, which tells an administrator.
TEST_P(clocks, one_of_two_machines_is_some_days_ahead) {
    machine right(location(), begin);
    EXPECT_EQ(right.assign("a"), "");
    machine wrong(location(), begin + days{20});
    EXPECT_EQ(wrong.assign("b"), "");
    EXPECT_NE(right.assign("c"), "");
    EXPECT_TRUE(right.was_there("b", begin));
    EXPECT_EQ(right->now(), begin + days{20});

    machine another(location(), begin + 1min);
    EXPECT_EQ(right->confirm_clock(administrator).event, 3U);
    EXPECT_EQ(right->now(), begin);
    EXPECT_EQ(right.assign("c"), "");
    EXPECT_EQ(right.assigned("c"), begin + days{20});
    EXPECT_TRUE(right.was_there("c", begin));
    // A process that was started before the confirmation learns of it.
    EXPECT_EQ(another.assign("d"), "");
    EXPECT_EQ(another->now(), begin + 1min);
    // It was not for any later event.
    wrong.set(begin + days{21});
    EXPECT_EQ(wrong.assign("e"), "");
    EXPECT_NE(right.assign("f"), "");
    EXPECT_NE(another.assign("f"), "");
}

// A store in which nobody writes for long: services that use it note the time.
TEST_P(clocks, noted_time_has_passed) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    for (const int day : {29, 58, 87}) {
        a.set(begin + days{day});
        EXPECT_EQ(a.note_time(), "");
    }
    EXPECT_EQ(a->read([](reading &r) { return r.head().first; }), 1U);
    machine b(location(), begin + days{116});
    EXPECT_EQ(b.assign("b"), "");
    EXPECT_EQ(b.assigned("b"), begin + days{116});
}

TEST_P(clocks, noted_time_does_not_come_again) {
    {
        machine a(location(), begin);
        EXPECT_EQ(a.assign("a"), "");
        a.set(begin + days{20});
        EXPECT_EQ(a.note_time(), "");
    }
    machine b(location(), begin + days{10});
    EXPECT_EQ(b->now(), begin + days{20});
    const auto says = b.assign("b");
    EXPECT_TRUE(says.contains("10 days before the store was last in use, 2026-12-13T10:00:00Z")) << says;
    EXPECT_EQ(b->confirm_clock(administrator).event, 2U);
    EXPECT_EQ(b->now(), begin + days{10});
    EXPECT_EQ(b.assign("b"), "");
    EXPECT_EQ(b.assigned("b"), begin + days{10});
}

TEST_P(clocks, a_write_that_fails_notes_nothing) {
    machine a(location(), begin);
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin + days{20});
    EXPECT_FALSE(a->write(somebody, [](writing &w) -> done {
        w.note_time();
        return std::unexpected{store::problem{}};
    }));
    a.set(begin);
    EXPECT_EQ(a->now(), begin);
    EXPECT_EQ(machine(location(), begin)->now(), begin);
}

TEST_P(clocks, the_limits_are_options) {
    machine a(location(), begin, {.ahead = 1h, .behind = 0s});
    EXPECT_EQ(a.assign("a"), "");
    a.set(begin + 1h);
    EXPECT_EQ(a.assign("b"), "");
    a.set(begin + 2h + 1us);
    EXPECT_NE(a.assign("c"), "");
    a.set(begin + 1h - 1us);
    EXPECT_NE(a.assign("c"), "");
}

TEST_P(clocks, the_document_of_confirmations_is_reserved) {
    machine a(location(), begin);
    EXPECT_THROW(static_cast<void>(a->write(somebody,
                                            [](writing &w) -> done {
                                                w.put("clock", "confirmed", "{}", "put");
                                                return {};
                                            })),
                 store::failure);
}

} // namespace

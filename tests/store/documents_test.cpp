// Documents in the store: everything with a history that is not a name; and counters and remembered answers.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

class documents : public test::on_both_stores {
protected:
    template <class F>
    void change(F &&f) {
        const auto result = store_->write(somebody, [&](writing &w) -> done {
            f(w);
            return {};
        });
        EXPECT_TRUE(result);
    }
    void SetUp() override {
        on_both_stores::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) store_ = store::store::open(location());
    }
    void TearDown() override {
        if (store_) {
            EXPECT_TRUE(store_->verify({}, {}).found.empty());
        }
        store_.reset();
        on_both_stores::TearDown();
    }
    std::unique_ptr<store::store> store_;
};
INSTANTIATE_ON_BOTH_STORES(documents);

TEST_P(documents, are_put_and_found) {
    change([](writing &w) {
        EXPECT_FALSE(w.find("registrar", "a"));
        EXPECT_EQ(w.put("registrar", "a", "{}", "make").event, 1U);
        EXPECT_EQ(w.find("registrar", "a")->body, "{}");
        EXPECT_EQ(w.put("registrar", "a", R"({"title":"\u00e9 é"})", "change").event, 2U);
        EXPECT_EQ(w.put("token", "a", "[]", "make").event, 3U);
    });
    change([](writing &w) { EXPECT_EQ(w.put("registrar", "a", "{\"x\":1}", "change").event, 4U); });
    store_->read([](reading &r) {
        EXPECT_EQ(r.find("registrar", "a")->body, "{\"x\":1}");
        EXPECT_EQ(r.find("registrar", "a")->event, 4U);
        EXPECT_EQ(r.find("token", "a")->body, "[]");
        EXPECT_FALSE(r.find("token", "b"));
        EXPECT_FALSE(r.find("name", "a"));
        const auto events = r.history("registrar", "a");
        EXPECT_EQ(events.size(), 3U);
        EXPECT_EQ(events.front().body, R"({"x":1,"record_version":3})");
        EXPECT_EQ(store::document_after(events.front()).body, "{\"x\":1}");
        EXPECT_EQ(events.back().action, "make");
        EXPECT_EQ(events.front().before, 2U);
        return 0;
    });
}

// A document is the same text in each of its versions, however it ends.
TEST_P(documents, count_their_versions) {
    for (const std::string text :
         {"{}", R"({"x":1})", R"({"x":{"record_version":2}})", R"({"record_version":"2"})", R"({"record_versions":2})",
          R"({"x":"\"record_version\":2"})", "[]", "[1]", "\"text\"", "7", "{", "}"}) {
        const std::string id = "versions of " + text;
        for (std::uint64_t version = 1; version <= 12; ++version) {
            change([&](writing &w) {
                // The number is part of an object; of another text, no more than the second version is known.
                const bool object = text.size() > 1 && text.front() == '{';
                const auto shown = object ? version : std::min<std::uint64_t>(version, 2);
                EXPECT_EQ(w.put("token", id, text, "put").version, shown) << text;
                EXPECT_EQ(w.find("token", id)->body, text);
            });
            store_->read([&](reading &r) {
                const auto d = r.find("token", id);
                EXPECT_EQ(d->body, text);
                EXPECT_EQ(r.list("token", id, {}, 1).front().body, text);
                const auto last = store::document_after(r.history("token", id, 0, 1).front());
                EXPECT_EQ(last.body, text);
                EXPECT_EQ(last.event, d->event);
                EXPECT_EQ(last.version, d->version);
                if (text.size() > 1 && text.front() == '{') {
                    EXPECT_EQ(d->version, version);
                }
                return 0;
            });
        }
    }
}

TEST_P(documents, that_no_database_keeps_alike_are_refused) {
    const std::string long_id(5000, 'a');
    const std::vector<std::array<std::string, 3>> rows{
        {"", "a", "{}"},
        {"token", "", "{}"},
        {"name", "a", "{}"},
        {"counter", "a", "1"},
        {"token", std::string("a\0b", 3), "{}"},
        {"token", "a", std::string("{\0}", 3)},
        {"token", "a", "\xC0\x80"},
        {"token", "a", "\xED\xA0\x80"},
        {"token", "a", "\xF4\x90\x80\x80"},
        {"token", "a", "\xE2\x82"},
        {"token", long_id, "{}"},
        {"token", "a", std::string((std::size_t{16} << 20U) + 1, ' ')},
    };
    for (const auto &[kind, id, body] : rows)
        EXPECT_THROW(change([&](writing &w) { w.put(kind, id, body, "make"); }), store::failure) << kind << ' ' << id;
    EXPECT_EQ(store_->read([](reading &r) { return r.head().first; }), 0U);
    change([](writing &w) { w.put("token", "a", std::string(std::size_t{3} << 20U, 'x'), "make"); });
    EXPECT_EQ(store_->read([](reading &r) { return r.event_at(1)->body.size(); }), std::size_t{3} << 20U);
}

TEST_P(documents, are_listed_by_kind_and_prefix) {
    change([](writing &w) {
        for (const auto *id : {"b", "a:1", "a:", "c"}) w.put("delegation", id, "{}", "make");
        w.put("delegatio", "a:2", "{}", "make");
        w.put("delegations", "a:3", "{}", "make");
    });
    const auto ids = [](reading &r, std::string_view prefix, std::string_view after, std::size_t limit) {
        std::string all;
        for (const auto &d : r.list("delegation", prefix, after, limit)) all += d.id + " ";
        return all;
    };
    change([&](writing &w) {
        w.put("delegation", "a:0", "{}", "make");
        w.put("delegation", "b", "[]", "change");
        EXPECT_EQ(ids(w, "", "", 100), "a: a:0 a:1 b c ");
        EXPECT_EQ(ids(w, "a", "", 2), "a: a:0 ");
        EXPECT_EQ(ids(w, "a:", "a:0", 100), "a:1 ");
        EXPECT_EQ(ids(w, "", "b", 100), "c ");
        EXPECT_EQ(w.list("delegation", "b", "", 1).front().body, "[]");
    });
    store_->read([&](reading &r) {
        EXPECT_EQ(ids(r, "", "", 100), "a: a:0 a:1 b c ");
        EXPECT_EQ(ids(r, "a", "a:", 1), "a:0 ");
        EXPECT_EQ(ids(r, "d", "", 100), "");
        return 0;
    });
}

TEST_P(documents, the_longest_prefix_is_found_among_many) {
    const std::vector<std::string> ids{
        "n",     "isbn:",        "nbn:",          "nbn:de:",  "nbn:de:gbv", "nbn:de:gbv:0",
        "nbn:e", "nbn:de:gbv:1", "nbn:de:gbv:00", "nbn:de:a", "nbn:de:gbu", "nbn:de:gbv:089-9"};
    change([&](writing &w) {
        for (std::size_t i = 0; i < ids.size(); i += 2) w.put("delegation", ids[i], "{}", "make");
        for (int i = 0; i < 300; ++i) w.put("delegation", "nbn:de:gbv:0" + std::to_string(500 + i), "{}", "make");
    });
    const auto longest = [&](std::string_view text, std::string_view but_not) {
        std::string best = "none";
        for (const auto &id : ids)
            if (text.starts_with(id) && id != but_not && (best == "none" || id.size() > best.size())) best = id;
        return best;
    };
    const auto check = [&](reading &r) {
        for (const std::string_view text : {"nbn:de:gbv:089-332175294", "nbn:de:gbv", "nbn:de:gb", "nbn:de:gbw",
                                            "isbn:978", "isbn", "z", "", "nbn:f", "nbn:de:gbv:00", "nbn:de:gbv:089-99"})
            for (const std::string_view refused : {"-", "", "nbn:de:gbv:0", "nbn:de:gbv"}) {
                const auto found =
                    r.longest_prefix("delegation", text, [&](const store::document &d) { return d.id != refused; });
                EXPECT_EQ(found ? found->id : "none", longest(text, refused)) << text << ", not " << refused;
            }
        EXPECT_FALSE(r.longest_prefix("registrar", "nbn:de:"));
    };
    change([&](writing &w) {
        for (std::size_t i = 1; i < ids.size(); i += 2) w.put("delegation", ids[i], "{}", "make");
        w.put("aaa", "z", "{}", "make");
        check(w);
    });
    store_->read([&](reading &r) {
        check(r);
        return 0;
    });
}

TEST_P(documents, counters_never_give_a_number_twice) {
    change([](writing &w) {
        EXPECT_EQ(w.next("c"), 1U);
        EXPECT_EQ(w.next("c"), 2U);
        EXPECT_EQ(w.next("c", 10), 3U);
        EXPECT_EQ(w.next("d"), 1U);
    });
    const auto refused = store_->write(somebody, [](writing &w) -> std::expected<int, store::problem> {
        EXPECT_EQ(w.next("c"), 13U);
        return std::unexpected{store::problem{}};
    });
    EXPECT_FALSE(refused);
    change([](writing &w) {
        EXPECT_EQ(w.next("c"), 13U) << "what was not given may be given";
        static_cast<void>(w.sql());
        EXPECT_EQ(w.next("c"), 14U);
    });
    EXPECT_THROW(change([](writing &w) { static_cast<void>(w.next("c", ~std::uint64_t{0})); }), store::failure);
    EXPECT_EQ(store_->read([](reading &r) { return r.find("counter", "c")->body; }), "14");
}

TEST_P(documents, an_idempotency_key_gives_the_first_answer) {
    change([](writing &w) {
        EXPECT_EQ(*w.answered("token:1", "key", "digest"), std::nullopt);
        w.remember("token:1", "key", "digest", std::string("an\0swer", 7));
        EXPECT_EQ(**w.answered("token:1", "key", "digest"), (std::string("an\0swer", 7)));
    });
    change([](writing &w) {
        EXPECT_EQ(**w.answered("token:1", "key", "digest"), (std::string("an\0swer", 7)));
        EXPECT_EQ(w.answered("token:1", "key", "another").error().type, resolver::problem_type::key_reused);
        EXPECT_EQ(*w.answered("token:2", "key", "another"), std::nullopt);
        w.remember("token:2", "key", "another", "2");
    });
    change([](writing &w) {
        EXPECT_EQ(w.expire_answers(w.now() - std::chrono::hours(1)), 0);
        EXPECT_EQ(w.expire_answers(w.now() + std::chrono::hours(1)), 2);
        EXPECT_EQ(*w.answered("token:2", "key", "another"), std::nullopt);
    });
}

} // namespace

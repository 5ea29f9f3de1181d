// Writes to PostgreSQL that are one statement (src/store/writing/whole_write.hpp): with one row and with several rows
// of each table, whatever the texts are. A proxy sees that it is one statement.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_proxy.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using test::postgresql_proxy;
using way = postgresql_proxy::way;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

/// Texts that mean something to SQL or in an array of PostgreSQL.
const std::vector<std::string> texts{
    "a",      "a b",  "\"",  "\\",    "\\\\\"", "{",  "}",  "{}",   ",",
    "NULL",   "null", "'",   "''",    "$1",     "$$", "\t", "\r\n", "\u00e9\u4e2d\U0001f600",
    "a\\x00", " ",    "[1]", "1:2=3", "--",     "/*", ";",  "%",    "_"};

class whole_write : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        location = test::postgresql_server::shared()->fresh_database();
        proxy = std::make_unique<postgresql_proxy>(*test::postgresql_server::shared());
        s = store::store::open(proxy->uri(location.substr(location.rfind('/') + 1)));
        add("first");
    }
    void add(const std::string &key) {
        EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
            EXPECT_FALSE(w.add_name(key, {}, "assign"));
            return {};
        }));
    }
    /// Whether what was sent since proxy->count() was one statement.
    [[nodiscard]] bool one_statement() const {
        const auto seen = proxy->seen(way::to_server);
        return seen == "PBDES" || seen == "BDES";
    }
    /// Repeats a write under new prefixes until it is one statement: a slow machine needs a new attempt. `before` is
    /// written before it. @return the prefix
    template <class Before, class Write>
    std::string in_one_statement(Before before, Write write) {
        for (int i = 0; i < 200; ++i) {
            const auto prefix = std::to_string(++made) + ":";
            proxy->count();
            add("between:" + prefix);
            // A writer whose speculation failed waits for some writes before it tries again.
            if (!one_statement()) continue;
            EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
                before(w, prefix);
                return {};
            }));
            add("after:" + prefix);
            proxy->count();
            EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
                write(w, prefix);
                return {};
            }));
            if (one_statement()) return prefix;
        }
        ADD_FAILURE() << "never one statement: " << proxy->seen(way::to_server);
        return {};
    }
    void check() const {
        const auto checked = s->verify({}, {});
        EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
    }

    std::string location;
    std::unique_ptr<postgresql_proxy> proxy;
    std::unique_ptr<store::store> s;
    int made = 0;
};

/// As many rows in each table as there are texts.
void write_all(writing &w, const std::string &prefix, const std::vector<std::string> &of) {
    for (const auto &text : of) {
        resolver::name_record r;
        r.registrar = text;
        EXPECT_FALSE(w.add_name(prefix + text, r, "assign"));
        w.put("token", prefix + "new:" + text, text, "put");
        w.put("token", prefix + "old:" + text, text, "put");
        const auto before = w.answered("client " + text, prefix + text, std::string("\0\\digest", 8) + text);
        EXPECT_TRUE(before && !*before);
        w.remember("client " + text, prefix + text, std::string("\0\\digest", 8) + text,
                   std::string("\xff\0", 2) + text);
    }
}
void prepare_all(writing &w, const std::string &prefix, const std::vector<std::string> &of) {
    for (const auto &text : of) {
        EXPECT_FALSE(w.find("token", prefix + "new:" + text)); // known to be absent from here on
        w.put("token", prefix + "old:" + text, "old", "put");
    }
}
void expect_all(store::store &s, const std::string &prefix, const std::vector<std::string> &of) {
    s.read([&](reading &r) {
        for (const auto &text : of) {
            SCOPED_TRACE(text);
            const auto name = r.name(prefix + text);
            EXPECT_TRUE(name && resolver::decode(name->record)->registrar == text);
            for (const char *which : {"new:", "old:"}) {
                const auto d = r.find("token", prefix + which + text);
                EXPECT_TRUE(d && d->body == text) << which;
            }
        }
        return 0;
    });
    // An idempotency record is read in a write, whose last run counts.
    std::vector<std::string> answers;
    EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
        answers.clear();
        for (const auto &text : of) {
            const auto before = w.answered("client " + text, prefix + text, std::string("\0\\digest", 8) + text);
            answers.push_back(before && *before ? **before : "none");
        }
        return {};
    }));
    ASSERT_EQ(answers.size(), of.size());
    for (std::size_t i = 0; i < of.size(); ++i) EXPECT_EQ(answers[i], std::string("\xff\0", 2) + of[i]);
}

TEST_F(whole_write, of_several_rows_of_each_table) {
    const auto prefix = in_one_statement([](writing &w, const std::string &p) { prepare_all(w, p, texts); },
                                         [](writing &w, const std::string &p) { write_all(w, p, texts); });
    expect_all(*s, prefix, texts);
    check();
}

TEST_F(whole_write, of_one_row_of_each_table) {
    for (const auto &text : texts) {
        SCOPED_TRACE(text);
        const auto prefix =
            in_one_statement([&](writing &w, const std::string &p) { prepare_all(w, p + text, {text}); },
                             [&](writing &w, const std::string &p) { write_all(w, p + text, {text}); });
        expect_all(*s, prefix + text, {text});
    }
    check();
}

// A counter is a document that changes: minting takes one round trip, too.
TEST_F(whole_write, of_a_minted_name) {
    std::uint64_t last = 0;
    EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
        last = w.next("minted");
        return {};
    }));
    const auto mint = [&](writing &w, const std::string &) {
        const auto n = w.next("minted");
        EXPECT_GE(n, last);
        last = n;
        EXPECT_FALSE(w.add_name("minted:" + std::to_string(n), {}, "mint"));
    };
    static_cast<void>(in_one_statement([](writing &, const std::string &) {}, mint));
    EXPECT_EQ(s->read([](reading &r) { return r.find("counter", "minted")->body; }), std::to_string(last));
    check();
}

// A row that another writer made meanwhile is found, and no row is written: with several rows, too.
TEST_F(whole_write, in_vain_does_nothing) {
    const auto other = store::store::open(location);
    for (const std::size_t count : {std::size_t{1}, texts.size()}) {
        const std::vector<std::string> some(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(count));
        const auto p = in_one_statement([&](writing &w, const std::string &q) { prepare_all(w, q + "a:", some); },
                                        [&](writing &w, const std::string &q) { write_all(w, q + "a:", some); });
        const auto prefix = p + std::to_string(count) + ":b:";
        EXPECT_TRUE(s->write(somebody, [&](writing &w) -> done {
            prepare_all(w, prefix, some);
            return {};
        }));
        EXPECT_TRUE(other->write(somebody, [&](writing &w) -> done {
            resolver::name_record r;
            r.registrar = "another";
            EXPECT_FALSE(w.add_name(prefix + some.back(), r, "assign"));
            return {};
        }));
        const auto refused = s->write(somebody, [&](writing &w) -> done {
            for (const auto &text : some) {
                if (const auto there = w.add_name(prefix + text, {}, "assign"); there)
                    return std::unexpected{store::problem{.detail = resolver::decode(there->record)->registrar}};
                w.put("token", prefix + "new:" + text, text, "put");
            }
            return {};
        });
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().detail, "another");
        EXPECT_TRUE(s->read([&](reading &r) { return r.list("token", prefix + "new:", {}, 10).empty(); }));
    }
    check();
}

} // namespace

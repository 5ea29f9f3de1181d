// Verification: whatever is done to a store behind its back is found.
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"
#include "store/postgresql_server.hpp"
#include "store/verify_support.hpp"

namespace {

using namespace uniform;
using store::connection;
using store::digest;
using store::reading;
using test::fill;

class verify : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(verify);

using head = std::pair<std::uint64_t, digest>;

std::string blob_of(connection &c, std::string_view sql) {
    std::string bytes;
    c.run(sql, {}, [&](const store::row &r) {
        bytes = r.bytes(0);
        return false;
    });
    EXPECT_FALSE(bytes.empty()) << sql;
    return bytes;
}

std::int64_t number_of(connection &c, std::string_view sql) {
    std::int64_t n = -1;
    c.run(sql, {}, [&](const store::row &r) {
        n = r.integer(0);
        return false;
    });
    EXPECT_GE(n, 0) << sql;
    return n;
}

/// Takes the guards away, as somebody with the rights can.
void unguard(connection &c) {
    if (c.dialect() == store::dialect::postgresql) {
        c.script("ALTER TABLE history DISABLE TRIGGER ALL; ALTER TABLE names DISABLE TRIGGER ALL; "
                 "ALTER TABLE documents DISABLE TRIGGER ALL");
        return;
    }
    std::vector<std::string> triggers;
    c.run("SELECT name FROM sqlite_schema WHERE type = 'trigger'", {}, [&](const store::row &r) {
        triggers.emplace_back(r.text(0));
        return true;
    });
    for (const auto &t : triggers) c.script("DROP TRIGGER " + t);
}

/// The damage that was found, except the removed guards (schema_check_test.cpp).
std::vector<store::damage> in_contents(const store::verification &v) {
    auto found = v.found;
    std::erase_if(found, [](const store::damage &d) { return d.subject.starts_with("the trigger "); });
    return found;
}

/// Writes every segment again with the events as `change` leaves them, and hashes that join: what somebody can do who
/// knows the code and may write to the database.
void rewrite_history(connection &c, const std::function<void(store::detail::event_view &)> &change) {
    std::vector<std::pair<std::int64_t, std::pair<std::int64_t, std::string>>> rows;
    c.run("SELECT first, count, events FROM history ORDER BY first", {}, [&](const store::row &r) {
        rows.push_back({r.integer(0), {r.integer(1), std::string(r.bytes(2))}});
        return true;
    });
    digest last{};
    for (const auto &[first, content] : rows) {
        auto s = store::detail::read_segment(content.second, static_cast<std::uint64_t>(first),
                                             static_cast<std::uint64_t>(content.first));
        ASSERT_TRUE(s);
        store::detail::segment_writer w;
        for (auto &e : s->events) {
            change(e);
            last = hash_of(last, e);
            w.add(e);
        }
        const auto bytes = w.take();
        c.run("UPDATE history SET head = $2, events = $3 WHERE first = $1",
              {first, store::blob{store::detail::bytes_of(last)}, store::blob{bytes}});
    }
}

struct tampering {
    std::string what;
    std::function<void(connection &)> how;
    bool needs_known_head = false; ///< found only by who noted the head
};

std::vector<tampering> tamperings() {
    const auto sql = [](std::string what, std::string text) {
        return tampering{std::move(what), [text](connection &c) { EXPECT_GT(c.run(text), 0) << text; }};
    };
    const auto in_events = [](std::string what, std::size_t from_end) {
        return tampering{std::move(what), [from_end](connection &c) {
                             auto bytes = blob_of(c, "SELECT events FROM history WHERE first = 1");
                             bytes[bytes.size() - from_end] ^= 1;
                             c.run("UPDATE history SET events = $1 WHERE first = 1", {store::blob{bytes}});
                         }};
    };
    return {
        in_events("a byte of an event's body", 1),
        in_events("a byte of an event in the middle", 30),
        {"the byte that says how a segment is packed",
         [](connection &c) {
             auto bytes = blob_of(c, "SELECT events FROM history WHERE first = 1");
             bytes[0] ^= 1;
             c.run("UPDATE history SET events = $1 WHERE first = 1", {store::blob{bytes}});
         }},
        {"a byte of a hash",
         [](connection &c) {
             auto bytes = blob_of(c, "SELECT head FROM history WHERE first = 1");
             bytes[7] ^= 64;
             c.run("UPDATE history SET head = $1 WHERE first = 1", {store::blob{bytes}});
         }},
        {"the last hash",
         [](connection &c) {
             auto bytes = blob_of(c, "SELECT head FROM history ORDER BY first DESC LIMIT 1");
             bytes[31] ^= 1;
             c.run("UPDATE history SET head = $1 WHERE first = (SELECT max(first) FROM history)", {store::blob{bytes}});
         }},
        sql("a hash that is too short", "UPDATE history SET head = events WHERE first = 1"),
        sql("the first segment is gone", "DELETE FROM history WHERE first = 1"),
        sql("the last segment is gone", "DELETE FROM history WHERE first = (SELECT max(first) FROM history)"),
        sql("a segment in the middle is gone",
            "DELETE FROM history WHERE first = (SELECT max(first) FROM history WHERE first < 20)"),
        sql("everything is gone but the names", "DELETE FROM history"),
        sql("a count", "UPDATE history SET count = count + 1 WHERE first = 1"),
        sql("the last count", "UPDATE history SET count = count - 1 WHERE first = (SELECT max(first) FROM history)"),
        {"a segment comes after the last",
         [](connection &c) {
             const auto next = number_of(c, "SELECT max(first + count) FROM history");
             const auto bytes = blob_of(c, "SELECT events FROM history WHERE first = 1");
             const auto count = number_of(c, "SELECT count FROM history WHERE first = 1");
             const auto hash = blob_of(c, "SELECT head FROM history WHERE first = 1");
             c.run("INSERT INTO history (first, count, head, events) VALUES ($1, $2, $3, $4)",
                   {next, count, store::blob{hash}, store::blob{bytes}});
         }},
        {"a segment stands before the first",
         [](connection &c) {
             const auto bytes = blob_of(c, "SELECT events FROM history WHERE first = 1");
             const auto hash = blob_of(c, "SELECT head FROM history WHERE first = 1");
             c.run("INSERT INTO history (first, count, head, events) VALUES (0, 1, $1, $2)",
                   {store::blob{hash}, store::blob{bytes}});
         }},
        {"two segments change places",
         [](connection &c) {
             const auto other = number_of(c, "SELECT min(first) FROM history WHERE first > 1 AND count = "
                                             "(SELECT count FROM history WHERE first = 1)");
             c.run("UPDATE history SET first = -1 WHERE first = 1");
             c.run("UPDATE history SET first = 1 WHERE first = $1", {other});
             c.run("UPDATE history SET first = $1 WHERE first = -1", {other});
         }},
        {"one event of an import in a long segment",
         [](connection &c) {
             const auto first = number_of(c, "SELECT max(first) FROM history");
             const auto count = number_of(c, "SELECT count FROM history ORDER BY first DESC LIMIT 1");
             const auto bytes = blob_of(c, "SELECT events FROM history ORDER BY first DESC LIMIT 1");
             auto s = store::detail::read_segment(bytes, static_cast<std::uint64_t>(first),
                                                  static_cast<std::uint64_t>(count));
             store::detail::segment_writer w;
             for (auto &e : s->events) {
                 if (&e == &s->events[s->events.size() / 2]) e.who = "token:nobody";
                 w.add(e);
             }
             const auto changed = w.take();
             c.run("UPDATE history SET events = $2 WHERE first = $1", {first, store::blob{changed}});
         }},
        {"a name's record",
         [](connection &c) {
             auto bytes = blob_of(c, "SELECT record FROM names WHERE key = 'example:7'");
             bytes.back() ^= 1;
             c.run("UPDATE names SET record = $1 WHERE key = 'example:7'", {store::blob{bytes}});
         }},
        sql("two names' records", "UPDATE names SET record = (SELECT record FROM names WHERE key = 'example:8') WHERE "
                                  "key IN ('example:7', 'example:9')"),
        sql("a name's event", "UPDATE names SET event = event + 1 WHERE key = 'imported:77'"),
        sql("a name is gone", "DELETE FROM names WHERE key = 'imported:1'"),
        sql("all names are gone", "DELETE FROM names"),
        sql("a name more",
            "INSERT INTO names (key, event, record) SELECT 'example:new', event, record FROM names WHERE "
            "key = 'example:7'"),
        sql("a name has another key", "UPDATE names SET key = 'example:new' WHERE key = 'example:7'"),
        {"a withdrawn name is what it was before",
         [](connection &c) {
             reading r(c);
             const auto was = r.history("name", "example:5").back();
             EXPECT_EQ(c.run("UPDATE names SET event = $1, record = $2 WHERE key = 'example:5' AND event > $1",
                             {static_cast<std::int64_t>(was.number), store::blob{was.body}}),
                       1);
         }},
        sql("a document's body",
            "UPDATE documents SET body = '{\"title\":\"nobody\"}' WHERE kind = 'registrar' AND id = 'r3'"),
        sql("a document is gone", "DELETE FROM documents WHERE kind = 'registrar' AND id = 'r3'"),
        sql("a document more", "INSERT INTO documents (kind, id, event, body) VALUES ('registrar', 'r4', 1, '{}')"),
        sql("a document's kind", "UPDATE documents SET kind = 'token' WHERE kind = 'registrar' AND id = 'r3'"),
        sql("a counter that would give numbers again", "UPDATE documents SET body = '1' WHERE kind = 'counter'"),
        sql("a counter is gone", "DELETE FROM documents WHERE kind = 'counter'"),
        {"the whole history and the name are rewritten",
         [](connection &c) {
             const auto record = resolver::encode({});
             rewrite_history(c, [&](store::detail::event_view &e) {
                 if (e.id == "example:7") e.body = record;
             });
             c.run("UPDATE names SET record = $1 WHERE key = 'example:7'", {store::blob{record}});
         },
         true},
        {"somebody else did it, says the whole history",
         [](connection &c) {
             rewrite_history(c, [](store::detail::event_view &e) {
                 if (e.number == 4) e.who = "token:innocent";
             });
         },
         true},
        {"the last transaction is undone",
         [](connection &c) {
             c.run("DELETE FROM history WHERE first = (SELECT max(first) FROM history)");
             const auto end = number_of(c, "SELECT max(first + count) FROM history");
             EXPECT_GT(c.run("DELETE FROM names WHERE event >= $1", {end}), 0);
         },
         true},
        {"nothing ever happened",
         [](connection &c) { c.script("DELETE FROM history; DELETE FROM names; DELETE FROM documents"); }, true},
        {"a rewritten history whose events go to another subject",
         [](connection &c) {
             rewrite_history(c, [](store::detail::event_view &e) {
                 if (e.before != 0 && e.kind == "registrar") --e.before;
             });
         }},
        {"a rewritten history in which time goes back",
         [](connection &c) {
             rewrite_history(c, [](store::detail::event_view &e) {
                 if (e.number == 1) e.at += 3600'000'000;
             });
         }},
    };
}

TEST_P(verify, finds_whatever_was_done) {
    const auto s = store::store::open(location());
    fill(*s);
    const auto known = s->read([](reading &r) { return r.head(); });
    std::uint64_t steps = 0;
    const auto whole = s->verify(known, [&](std::uint64_t at, std::uint64_t of) {
        ++steps;
        EXPECT_LE(at, of + 100);
    });
    EXPECT_TRUE(whole.found.empty()) << whole.found.front().message;
    EXPECT_EQ(whole.names, 1530U);
    EXPECT_EQ(whole.documents, 4U);
    EXPECT_EQ(whole.head, known.second);
    EXPECT_EQ(whole.events, known.first);
    EXPECT_GT(steps, 3U);

    // As another process: this one does not write to a history whose last event has changed.
    const auto other = store::database::open(location());
    const auto c = other->connect(store::access::read_write);
    unguard(*c);
    const auto without_guards = s->verify(known, {});
    EXPECT_FALSE(without_guards.found.empty());
    EXPECT_TRUE(in_contents(without_guards).empty());
    c->script("CREATE TEMP TABLE kept_history AS SELECT * FROM history; "
              "CREATE TEMP TABLE kept_names AS SELECT * FROM names; "
              "CREATE TEMP TABLE kept_documents AS SELECT * FROM documents");
    for (const auto &t : tamperings()) {
        t.how(*c);
        const auto with = s->verify(known, {});
        EXPECT_FALSE(in_contents(with).empty()) << t.what;
        EXPECT_LE(with.found.size(), 1000U);
        EXPECT_EQ(in_contents(s->verify({}, {})).empty(), t.needs_known_head) << t.what;
        for (const std::string table : {"history", "names", "documents"})
            c->script("DELETE FROM " + table + "; INSERT INTO " + table + " SELECT * FROM kept_" + table);
        const auto mended = in_contents(s->verify(known, {}));
        ASSERT_TRUE(mended.empty()) << t.what << ": " << mended.front().message;
    }
}

TEST_P(verify, ends_early_when_it_is_asked_to) {
    const auto s = store::store::open(location());
    fill(*s);
    int asked = 0;
    const auto whole = s->verify({}, {}, [&] {
        ++asked;
        return false;
    });
    EXPECT_FALSE(whole.ended);
    EXPECT_EQ(whole.names, 1530U);
    EXPECT_GT(asked, 3);
    // At whichever question it ends: nothing that was not read counts as damaged.
    for (int last = 1; last <= asked; ++last) {
        int n = 0;
        const auto v = s->verify({}, {}, [&] { return ++n == last; });
        EXPECT_TRUE(v.ended) << last;
        EXPECT_TRUE(v.found.empty()) << last << ": " << v.found.front().message;
    }
}

TEST_P(verify, the_guards_refuse_what_is_not_appending) {
    const auto s = store::store::open(location());
    fill(*s);
    const auto c = s->sql_database().connect(store::access::read_write);
    for (const std::string_view sql :
         {"DELETE FROM history WHERE first = 1", "UPDATE history SET count = 0", "DELETE FROM names",
          "UPDATE names SET key = 'b' WHERE key = 'example:1'", "DELETE FROM documents",
          "UPDATE documents SET id = 'b' WHERE id = 'r3'", "UPDATE documents SET kind = 'b' WHERE id = 'r3'"})
        EXPECT_THROW(c->run(sql), store::failure) << sql;
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(verify, names_the_subject) {
    const auto s = store::store::open(location());
    fill(*s);
    const auto c = s->sql_database().connect(store::access::read_write);
    unguard(*c);
    c->run("UPDATE names SET event = 3 WHERE key = 'imported:77'");
    c->run("DELETE FROM names WHERE key = 'example:3'");
    c->run("INSERT INTO names (key, event, record) SELECT 'stray', 9, record FROM names WHERE key = 'example:4'");
    c->run("UPDATE documents SET body = '99' WHERE kind = 'counter'");
    std::map<std::string, int> subjects;
    for (const auto &d : in_contents(s->verify({}, {}))) ++subjects[d.subject];
    EXPECT_EQ(subjects,
              (std::map<std::string, int>{
                  {"name imported:77", 1}, {"name example:3", 1}, {"name stray", 1}, {"counter counter", 1}}));
}

} // namespace

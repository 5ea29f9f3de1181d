// The index of search: whatever is written, by whichever process, it finds what a look at every name finds.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/resolver/search_terms.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/search.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using resolver::name_record;
using store::search_state;

class search : public test::on_both_stores {
protected:
    static void put(store::store &s, const std::string &key, const name_record &r) {
        const auto ok =
            s.write({.who = "test", .from = "here"}, [&](store::writing &w) -> std::expected<int, store::problem> {
                if (const auto there = w.name(key)) {
                    w.change_name(*there, r, "change");
                } else {
                    EXPECT_FALSE(w.add_name(key, r, "assign"));
                }
                return 0;
            });
        ASSERT_TRUE(ok);
    }
    static void put(store::store &s, const std::string &key, const std::string &title) {
        put(s, key, {.locators = {{.url = "https://a.example/" + key}}, .metadata = R"({"title":")" + title + "\"}"});
    }
    static std::vector<std::string> keys_of(const std::vector<store::name_row> &rows) {
        std::vector<std::string> keys;
        for (const auto &n : rows) keys.push_back(n.key);
        return keys;
    }
    // All pages.
    static std::vector<std::string> found(store::store &s, std::string_view query, std::size_t page = 100) {
        const auto words = resolver::search_words(query);
        return s.read([&](store::reading &r) {
            std::vector<std::string> all;
            std::uint64_t after = 0;
            do {
                const auto some = store::search_names(r, words, after, page);
                EXPECT_LE(some.names.size(), page);
                for (auto &key : keys_of(some.names)) all.push_back(std::move(key));
                after = some.next;
            } while (after != 0);
            return all;
        });
    }
    static std::vector<std::string> located(store::store &s, std::string_view url, std::size_t page = 100) {
        return s.read([&](store::reading &r) {
            std::vector<std::string> all;
            std::uint64_t after = 0;
            do {
                const auto some = store::names_of_locator(r, url, after, page);
                for (auto &key : keys_of(some.names)) all.push_back(std::move(key));
                after = some.next;
            } while (after != 0);
            return all;
        });
    }
    static search_state state(store::store &s) {
        return s.read([](store::reading &r) { return search_state_of(r); });
    }
    using keys = std::vector<std::string>;
};
INSTANTIATE_ON_BOTH_STORES(search);

TEST_P(search, finds_names_by_words_and_locators) {
    const auto s = store::store::open(location());
    EXPECT_EQ(state(*s), search_state::none);
    put(*s, "example:a", "Forests and lakes");
    put(*s, "example:b", "The Forest");
    EXPECT_EQ(store::make_search_index(*s), 2U);
    EXPECT_EQ(state(*s), search_state::complete);
    put(*s, "example:c", "forests, again");
    put(*s, "other:d", {.locators = {{.url = "https://a.example/example:a"}, {.url = "HTTP://B.example:80/%7ex"}}});
    EXPECT_EQ(found(*s, "forests"), (keys{"example:a", "example:c"}));
    EXPECT_EQ(found(*s, "FORESTS lakes"), keys{"example:a"});
    EXPECT_EQ(found(*s, "forests forest"), keys{});
    EXPECT_EQ(found(*s, "example a"), (keys{"example:a", "example:b", "example:c", "other:d"})); // a.example
    EXPECT_EQ(found(*s, "urn:other:d"), keys{}); // "urn" is of all names, and no word of any
    EXPECT_EQ(found(*s, "other:d"), keys{"other:d"});
    EXPECT_EQ(found(*s, ""), keys{});
    EXPECT_EQ(located(*s, "https://a.example/example:a"), (keys{"example:a", "other:d"}));
    EXPECT_EQ(located(*s, "https://a.example/example:a#part"), (keys{"example:a", "other:d"}));
    EXPECT_EQ(located(*s, "http://b.example/~x"), keys{"other:d"});
    EXPECT_EQ(located(*s, "https://a.example/none"), keys{});
    EXPECT_EQ(located(*s, "no URL"), keys{});
    // A change: the name comes last, by what it is now.
    put(*s, "example:a", "Mountains");
    EXPECT_EQ(found(*s, "lakes"), keys{});
    EXPECT_EQ(found(*s, "example"), (keys{"example:b", "example:c", "other:d", "example:a"}));
    put(*s, "other:d", {.state = resolver::name_state::withdrawn});
    EXPECT_EQ(located(*s, "https://a.example/example:a"), keys{"example:a"});
}

// PostgreSQL reads the names in their order if all words are frequent, else the matches from the index of words, and
// goes on with these where frequent words turn out to be rarely together.
TEST_P(search, finds_the_same_whatever_is_frequent) {
    const auto s = store::store::open(location());
    constexpr int count = 400;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(1000 + i);
        put(*s, "example:" + number,
            std::string{"common "} + (i % 2 == 0 ? "even" : "odd") + (i < count / 2 ? " low" : " high") +
                (i % 100 == 7 ? " seven" : "") + " n" + number);
    }
    store::make_search_index(*s);
    struct row {
        const char *query;
        int names;
    };
    for (const auto &[query, names] :
         {row{"common", 400}, row{"common even", 200}, row{"even odd", 0}, row{"low high", 0}, row{"high odd", 100},
          row{"seven", 4}, row{"common seven", 4}, row{"seven even", 0}, row{"n1399", 1}, row{"common n1000", 1},
          row{"absent", 0}, row{"common absent", 0}, row{"example common example", 400}}) {
        const auto words = resolver::search_words(query);
        for (const std::size_t limit : {1UZ, 7UZ, 1000UZ}) {
            int seen = 0;
            s->read([&](store::reading &r) {
                std::uint64_t last = 0;
                for (std::uint64_t after = 0;;) {
                    const auto page = store::search_names(r, words, after, limit);
                    EXPECT_LE(page.names.size(), limit) << query;
                    for (const auto &n : page.names) {
                        EXPECT_GT(n.event, last) << query;
                        last = n.event;
                        ++seen;
                    }
                    after = page.next;
                    if (after == 0) return 0;
                }
            });
            EXPECT_EQ(seen, names) << query << ", " << limit << " a page";
        }
    }
}

// The syntax of FTS5 and of tsquery, and what is no text.
TEST_P(search, takes_every_query_for_words) {
    const auto s = store::store::open(location());
    store::make_search_index(*s);
    put(*s, "example:a", "near or not and column");
    put(*s, "example:b", "something");
    for (const std::string_view hostile :
         {"near OR \"not", "near* NOT", "column:near", "^near", "NEAR(not, 5)", "{near not} : and", "near' | 'not",
          "!near", "near & not", "near <-> not", "near:*", "'); DROP TABLE names; --near", "-near", "near\\", "(near",
          "near)"}) {
        const auto names = found(*s, hostile);
        EXPECT_TRUE(std::ranges::all_of(names, [](const auto &k) { return k == "example:a"; })) << hostile;
    }
    EXPECT_EQ(found(*s, "near\" AND \"not"), keys{"example:a"});
    EXPECT_EQ(found(*s, "\"'*^:(){}!&|<->-\\"), keys{});
    EXPECT_EQ(found(*s, std::string_view{"near\0not", 8}), keys{"example:a"});
    EXPECT_EQ(found(*s, "near \xFF not"), keys{"example:a"});
}

// The word of a namespace has the hyphens of its NID, which FTS5's tokenizer takes for the end of a word. Other
// characters are those of a word that no caller makes today.
TEST_P(search, takes_every_word_for_a_word) {
    const auto s = store::store::open(location());
    store::make_search_index(*s);
    put(*s, "urn-7:a", "lake");
    put(*s, "urn-7:b", "lake");
    put(*s, "urn-8:a", "seven 7");
    put(*s, "a-urn-7-b:a", "lake");
    const auto having = [&](std::vector<std::string> words) {
        return keys_of(s->read([&](store::reading &r) { return store::search_names(r, words, 0, 100); }).names);
    };
    EXPECT_EQ(having({resolver::namespace_word("a-urn-7-b:")}), keys{"a-urn-7-b:a"});
    EXPECT_EQ(having({"lake", resolver::namespace_word("urn-7:")}), (keys{"urn-7:a", "urn-7:b"}));
    EXPECT_EQ(having({"lake", resolver::namespace_word("urn-9:")}), keys{});
    for (const std::string_view odd : {"\"", "'", "*", "\\",  "-",    "^",     ":", "(", ")",   "{",        "}",    "+",
                                       "!",  "&", "|", "<->", " OR ", " NOT ", "%", "_", ";--", "\" OR \"", "' | '"}) {
        for (const std::string &word : {"lake" + std::string{odd} + "none", std::string{odd} + "none",
                                        "none" + std::string{odd}, "\uE000" + std::string{odd}}) {
            EXPECT_EQ(having({word}), keys{}) << word;
            EXPECT_EQ(having({"lake", word}), keys{}) << word;
        }
    }
}

// An index that is made while others write: its end is the same as of one that was there from the beginning.
TEST_P(search, is_made_in_parts_while_names_are_written) {
    const auto s = store::store::open(location());
    const auto other = store::store::open(location()); // as another process
    for (int i = 0; i < 60; ++i) put(*s, "example:" + std::to_string(100 + i), "old title" + std::to_string(i));
    std::uint64_t parts = 0;
    store::make_search_index(
        *s,
        [&](std::uint64_t done) {
            if (++parts > 3) return true;
            EXPECT_EQ(state(*s), search_state::incomplete);
            const auto at = 100 + static_cast<int>(done);
            put(*other, "example:" + std::to_string(at - 1), "changed before"); // in the index already
            put(*other, "example:" + std::to_string(at + 20), "changed after"); // not yet
            put(*other, "example:" + std::to_string(at - 1) + "x", "new before");
            put(*other, "example:" + std::to_string(at + 20) + "x", "new after");
            return true;
        },
        7);
    EXPECT_EQ(state(*s), search_state::complete);
    EXPECT_EQ(found(*s, "changed", 2).size(), 6U);
    EXPECT_EQ(found(*s, "new", 5).size(), 6U);
    EXPECT_EQ(found(*s, "example", 7).size(), 66U);
    EXPECT_EQ(found(*s, "old", 50).size(), 54U);
    // A store that was opened before there was an index maintains it, too.
    put(*other, "example:late", "late");
    EXPECT_EQ(found(*s, "late"), keys{"example:late"});
    EXPECT_EQ(store::make_search_index(*s), 0U);                 // there is nothing to do
    EXPECT_TRUE(s->verify(std::nullopt, nullptr).found.empty()); // the index is no damage
}

TEST_P(search, is_undone_with_the_write) {
    const auto s = store::store::open(location());
    store::make_search_index(*s);
    const auto refused =
        s->write({.who = "test", .from = "here"}, [&](store::writing &w) -> std::expected<int, store::problem> {
            EXPECT_FALSE(w.add_name("example:a", {.metadata = R"({"title":"undone"})"}, "assign"));
            static_cast<void>(w.sql());
            return std::unexpected{store::problem{}};
        });
    EXPECT_FALSE(refused);
    EXPECT_EQ(found(*s, "undone"), keys{});
    const std::vector<std::pair<std::string, std::string>> rows{
        {"example:b", resolver::encode({.metadata = R"({"title":"imported"})"})},
        {"example:a", resolver::encode({.metadata = R"({"title":"imported"})"})}};
    for (int i = 0; i < 2; ++i) {
        static_cast<void>(
            s->write({.who = "test", .from = "here"}, [&](store::writing &w) -> std::expected<int, store::problem> {
                static_cast<void>(w.add_names(rows, "assign"));
                return 0;
            }));
    }
    EXPECT_EQ(found(*s, "imported"), (keys{"example:a", "example:b"}));
}

TEST_P(search, is_dropped_and_made_again) {
    const auto s = store::store::open(location());
    put(*s, "example:a", "one");
    store::make_search_index(*s);
    store::drop_search_index(*s);
    EXPECT_EQ(state(*s), search_state::none);
    put(*s, "example:a", "two");
    put(*s, "example:b", "two");
    store::drop_search_index(*s); // nothing to drop
    EXPECT_EQ(store::make_search_index(*s), 2U);
    EXPECT_EQ(found(*s, "two"), (keys{"example:a", "example:b"}));
    EXPECT_EQ(found(*s, "one"), keys{});
    // An index of another version is not used, and made again.
    s->write({.who = "test", .from = "here"}, [](store::writing &w) -> std::expected<int, store::problem> {
         w.sql().run("UPDATE search_state SET rules = 0");
         return 0;
     }).value();
    EXPECT_EQ(state(*s), search_state::outdated);
    put(*s, "example:c", "two");
    EXPECT_EQ(store::make_search_index(*s), 3U);
    EXPECT_EQ(found(*s, "two").size(), 3U);
}

TEST_P(search, is_not_copied) {
    const auto s = store::store::open(location());
    put(*s, "example:a", "one");
    store::make_search_index(*s);
    const auto folder = test::temporary_folder("search");
    const std::string copy = (folder / "copy.db").string();
    store::copy(s->sql_database(), *store::database::open(copy));
    {
        const auto c = store::store::open(copy);
        EXPECT_EQ(state(*c), search_state::none);
        store::make_search_index(*c);
        EXPECT_EQ(found(*c, "one"), keys{"example:a"});
    }
    std::filesystem::remove_all(folder);
}

// Random writes, on names with few words, with and without many writes in one transaction.
TEST_P(search, finds_what_a_scan_finds) {
    const auto s = store::store::open(location());
    std::mt19937 random{42}; // NOLINT(cert-msc32-c,cert-msc51-cpp)
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    const std::vector<std::string> vocabulary{
        "red", "green", "blue", "lake", "tree", "\xC3\x96land", "\xE6\x97\xA5\xE6\x9C\xAC"};
    for (int round = 0; round < 4; ++round) {
        if (round == 1) store::make_search_index(*s, nullptr, 5);
        for (int i = 0; i < 25; ++i) {
            static_cast<void>(
                s->write({.who = "t", .from = "h"}, [&](store::writing &w) -> std::expected<int, store::problem> {
                    for (int n = below(4); n >= 0; --n) {
                        const std::string key = "example:" + std::to_string(below(40));
                        name_record r{.metadata = R"({"title":")" + vocabulary[static_cast<std::size_t>(below(7))] +
                                                  " " + vocabulary[static_cast<std::size_t>(below(7))] + "\"}"};
                        for (int l = below(3); l > 0; --l)
                            r.locators.push_back({.url = "https://l.example/" + std::to_string(below(5))});
                        if (const auto there = w.name(key)) {
                            w.change_name(*there, r, "change");
                        } else {
                            EXPECT_FALSE(w.add_name(key, r, "assign"));
                        }
                        if (below(6) == 0) static_cast<void>(w.sql());
                    }
                    if (below(5) == 0) return std::unexpected{store::problem{}};
                    return 0;
                }));
        }
        if (round == 0) continue;
        const auto every = s->read([](store::reading &r) { return r.names("", "", 1000); });
        const auto sorted = [](std::vector<std::string> v) {
            std::ranges::sort(v);
            return v;
        };
        for (const std::string &word : vocabulary) {
            keys expected;
            for (const auto &n : every) {
                const auto words = resolver::search_words_of(n.key, *resolver::decode(n.record));
                const auto wanted = resolver::search_words(word);
                if (std::ranges::includes(words, wanted)) expected.push_back(n.key);
            }
            EXPECT_EQ(sorted(found(*s, word, 3)), expected) << word;
        }
        for (int l = 0; l < 5; ++l) {
            const std::string url = "https://l.example/" + std::to_string(l);
            keys expected;
            for (const auto &n : every) {
                const auto r = *resolver::decode(n.record);
                if (std::ranges::find(r.locators, url, &resolver::locator::url) != r.locators.end())
                    expected.push_back(n.key);
            }
            EXPECT_EQ(sorted(located(*s, url, 3)), expected) << url;
        }
    }
}

} // namespace

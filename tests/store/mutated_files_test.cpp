// Files of SQLite that were changed at random (SQLite, "How SQLite Is Tested", malformed database files): flipped bits,
// changed bytes, pages that are zeros, random, copies of others or exchanged, files cut short or with more behind them,
// and rows of sqlite_schema; in the file of the store and in its log. Every operation then succeeds or throws
// store::failure.
//
// What is promised of such a store:
//
// - When open() and verify() find nothing, the names, documents and history are those of the undamaged store, and no
//   name of it can be assigned again. A name that damage hides could be; so whoever suspects damage verifies first.
// - A change of the log is not always found: SQLite ends the log at the first frame whose checksum is wrong ("WAL-mode
//   File Format"), as if the writes after it had not been made. What is left is the store at an earlier moment, all of
//   it, and verify() with a known head of the history reports that it ends before it.
// - A file that is missing, empty or of one byte is not a damaged store: it becomes a new one, unless
//   database_options::create says that none is to be made.
//
// UNIFORM_MUTATIONS says how many are made of each of the two (150).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <uniform/store/copy.hpp>
#include <uniform/store/open_error.hpp>
#include <uniform/store/store.hpp>

#include "base/share.hpp"
#include "store/postgresql_server.hpp"

namespace {

namespace fs = std::filesystem;
using namespace uniform;

const store::origin mutated_by{.who = "token:test", .from = "192.0.2.1"};
using rows = std::map<std::string, std::string>; ///< name records by key

resolver::name_record owned_by(const std::string &registrar) {
    resolver::name_record r;
    r.registrar = registrar;
    r.locators.push_back({.url = "https://" + registrar + ".example/"});
    return r;
}

std::string read_whole(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void write_whole(const std::string &path, const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

rows all_names(store::store &s) {
    return s.read([](store::reading &r) {
        rows all;
        std::string after;
        for (;;) {
            const auto some = r.names({}, after, 500);
            if (some.empty()) return all;
            for (const auto &row : some) all[row.key] = row.record;
            after = some.back().key;
        }
    });
}

/// A store of some hundred names of ten owners, with documents and history, and its log.
struct undamaged {
    std::string file, log; ///< the bytes; the log has the last third of the writes
    rows names;
    std::vector<rows> moments; ///< after each write that the log has, and before them
    std::pair<std::uint64_t, store::digest> head;
};

undamaged make_undamaged(const fs::path &folder) {
    const auto path = (folder / "made.db").string();
    undamaged u;
    const auto write = [](store::store &s, int i) {
        const auto n = std::to_string(i);
        ASSERT_TRUE(s.write(mutated_by, [&](store::writing &w) -> std::expected<int, store::problem> {
            std::vector<std::pair<std::string, std::string>> many;
            for (int k = 0; k < 10; ++k)
                many.emplace_back("example:" + n + "-" + std::to_string(k),
                                  resolver::encode(owned_by("r" + std::to_string(k))));
            static_cast<void>(w.add_names(many, "import"));
            w.put("delegation", "example:" + n + "-", R"({"registrar":"r)" + n + "\"}", "put");
            if (i % 10 == 0) w.put("large", n, '"' + std::string(6000, 'x') + '"', "put");
            if (i > 0) w.change_name(*w.name("example:" + std::to_string(i - 1) + "-0"), owned_by("r0"), "describe");
            return 0;
        }));
    };
    {
        const auto s = store::store::open(path);
        for (int i = 0; i < 20; ++i) write(*s, i);
    }
    const auto s = store::store::open(path);
    u.moments.push_back(all_names(*s));
    for (int i = 20; i < 30; ++i) {
        write(*s, i);
        u.moments.push_back(all_names(*s));
    }
    u.names = u.moments.back();
    u.head = s->read([](store::reading &r) { return r.head(); });
    u.file = read_whole(path);
    u.log = read_whole(path + "-wal");
    return u;
}

/// Changes bytes at random; `unit` is the size of a page or a frame, `start` where the first begins.
std::string mutate(std::string bytes, std::size_t start, std::size_t unit, std::mt19937 &random) {
    const auto any = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    const auto units = (bytes.size() - start) / unit;
    const auto page = [&] { return start + any(units) * unit; };
    switch (random() % 9U) {
    case 0:
        for (auto n = 1 + any(3); n > 0; --n) bytes[any(bytes.size())] ^= static_cast<char>(1U << any(8));
        break;
    case 1:
        for (auto n = 1 + any(20); n > 0; --n) bytes[any(bytes.size())] = static_cast<char>(random());
        break;
    case 2: { // the header of a page, where one byte has most effect
        const auto at = page();
        bytes[at + any(std::min<std::size_t>(unit, 140))] = static_cast<char>(random());
        break;
    }
    case 3:
        bytes.replace(page(), unit, unit, '\0');
        break;
    case 4:
        for (auto at = page(), end = at + unit; at < end; ++at) bytes[at] = static_cast<char>(random());
        break;
    case 5:
        bytes.replace(page(), unit, bytes.substr(page(), unit));
        break;
    case 6: {
        const auto a = page(), b = page();
        const auto first = bytes.substr(a, unit);
        bytes.replace(a, unit, bytes.substr(b, unit));
        bytes.replace(b, unit, first);
        break;
    }
    case 7:
        bytes.resize(
            std::max<std::size_t>(any(2) == 0 ? any(bytes.size()) : page(), 2)); // os_unix.c: one byte is an empty file
        break;
    default:
        for (auto n = 1 + any(9000); n > 0; --n) bytes += static_cast<char>(random());
    }
    return bytes;
}

/// Changes the file's schema as somebody with SQL can who knows how.
void mutate_schema(const std::string &path, std::mt19937 &random) {
    static const std::vector<std::string> changes = {
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'names') WHERE name = "
        "'history'",
        "UPDATE sqlite_schema SET rootpage = rootpage + 1 WHERE name = 'names'",
        "UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 'documents'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'BLOB') WHERE name = 'names'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY', '') WHERE name = 'history'",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE names (a, b, c)' WHERE name = 'names'",
        "UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'answers_at'",
        "UPDATE sqlite_schema SET name = 'other' WHERE name = 'names'",
        "UPDATE sqlite_schema SET type = 'view' WHERE name = 'clock'",
        "DELETE FROM sqlite_schema WHERE type = 'index'",
        "DELETE FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'names%'",
        "DELETE FROM sqlite_schema WHERE name = 'history'",
        "DELETE FROM sqlite_schema",
        "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'names'",
        "INSERT INTO sqlite_schema VALUES ('trigger', 't', 'names', 0, 'CREATE TRIGGER t AFTER INSERT ON names BEGIN "
        "UPDATE names SET record = x''00'' WHERE key = new.key; END')",
    };
    sqlite3 *db = nullptr;
    ASSERT_EQ(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    const auto sql = "PRAGMA writable_schema=ON;" + changes[random() % changes.size()] + ";PRAGMA schema_version=77";
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close_v2(db);
}

/// The way in which the mutation of a store was found.
enum class found_by : std::uint8_t { nothing, open, read, verify, write };

/// Runs `f`, which may throw store::failure and nothing else.
template <class F>
bool succeeds(F &&f) {
    try {
        f();
        return true;
    } catch (const store::failure &e) {
        EXPECT_NE(std::string_view(e.what()), "");
        return false;
    }
}

class mutated_files : public testing::Test {
protected:
    void SetUp() override {
        folder_ = test::temporary_folder("mutated");
        whole_ = make_undamaged(folder_);
        path_ = (folder_ / "store.db").string();
    }
    void TearDown() override { fs::remove_all(folder_); }

    void put(const std::string &file, const std::string &log) const {
        for (const char *end : {"", "-wal", "-shm", "-journal", ".backup", ".restored"}) fs::remove(path_ + end);
        write_whole(path_, file);
        if (!log.empty()) write_whole(path_ + "-wal", log);
    }
    static int wanted() {
        const char *text = std::getenv("UNIFORM_MUTATIONS");
        return text == nullptr ? 150 : std::atoi(text);
    }

    /// Everything that can be done with the store.
    /// @param earlier the states that a store without a finding may also have
    found_by use(const std::vector<rows> &earlier, bool with_head) {
        found_by by = found_by::nothing;
        const auto note = [&](found_by b) {
            if (by == found_by::nothing) by = b;
        };
        static_cast<void>(store::open_error(path_, {}));
        std::unique_ptr<store::store> s;
        if (!succeeds([&] { s = store::store::open(path_); })) {
            note(found_by::open);
            store::store_options unchecked;
            unchecked.check_schema = false; // as verification opens it
            if (!succeeds([&] { s = store::store::open(path_, unchecked); })) return by;
        }
        rows names;
        if (!succeeds([&] { names = all_names(*s); })) note(found_by::read);
        if (!succeeds([&] {
                s->read([&](store::reading &r) {
                    for (const auto &[key, record] : whole_.names) static_cast<void>(r.history("name", key, 0, 3));
                    static_cast<void>(r.list("delegation", {}, {}, 1000));
                    static_cast<void>(r.longest_prefix("delegation", "example:12-3"));
                    static_cast<void>(r.events(0, 1000));
                    return 0;
                });
            }))
            note(found_by::read);
        if (!succeeds([&] {
                if (!s->verify(with_head ? std::optional(whole_.head) : std::nullopt, {}).found.empty())
                    note(found_by::verify);
            }))
            note(found_by::verify);
        const bool intact = by == found_by::nothing;
        const auto same = std::ranges::find(earlier, names);
        if (intact) {
            EXPECT_TRUE(same != earlier.end()) << "other names than ever, and no finding";
        }
        // Nobody else gets a name that is there.
        const rows &theirs = intact && same != earlier.end() ? *same : whole_.names;
        int taken = 0;
        if (!succeeds([&] {
                for (auto at = theirs.begin(); at != theirs.end(); ++at, ++taken) {
                    if (taken > 20 && taken % 17 != 0) continue;
                    std::optional<store::name_row> there;
                    static_cast<void>(
                        s->write(mutated_by, [&](store::writing &w) -> std::expected<int, store::problem> {
                            there = w.add_name(at->first, owned_by("thief"), "assign");
                            if (there) return std::unexpected{store::problem{}};
                            return 0;
                        }));
                    EXPECT_TRUE(there || !intact) << at->first << " was assigned again";
                }
            })) {
            EXPECT_FALSE(intact);
            note(found_by::write);
        }
        if (!succeeds([&] {
                static_cast<void>(s->write(mutated_by, [&](store::writing &w) -> std::expected<int, store::problem> {
                    w.put("token", "new", "{}", "put");
                    return 0;
                }));
            }))
            note(found_by::write);
        if (succeeds([&] { store::backup(s->sql_database(), path_ + ".backup", false); }))
            succeeds([&] { store::restore(path_ + ".backup", path_ + ".restored"); });
        return by;
    }

    fs::path folder_;
    std::string path_;
    undamaged whole_;
};

constexpr std::size_t size_of_page = 4096, size_of_frame = 4096 + 24, size_of_log_header = 32;

void print(const char *what, const std::map<found_by, int> &counts) {
    std::printf("%s:", what);
    for (const auto &[by, n] : counts) {
        constexpr const char *names[] = {"nothing", "open", "read", "verify", "write"};
        std::printf(" found by %s %d;", names[static_cast<std::size_t>(by)], n);
    }
    std::printf("\n");
}

TEST_F(mutated_files, are_used_or_refused) {
    std::map<found_by, int> counts;
    for (int i = 0; i < wanted() && !HasFailure(); ++i) {
        if (!test::in_share(static_cast<std::uint64_t>(i), 2)) continue;
        SCOPED_TRACE("seed " + std::to_string(i));
        std::mt19937 random(static_cast<unsigned>(i));
        // The file alone is the store before the last writes.
        put(i / 2 % 10 == 9 ? whole_.file : mutate(whole_.file, 0, size_of_page, random), {});
        if (i / 2 % 10 == 9) mutate_schema(path_, random);
        ++counts[use({whole_.moments.front()}, false)];
    }
    print("the file", counts);
}

TEST_F(mutated_files, of_the_log_are_used_or_refused) {
    std::map<found_by, int> counts;
    for (int i = 0; i < wanted() && !HasFailure(); ++i) {
        if (!test::in_share(static_cast<std::uint64_t>(i), 2)) continue;
        SCOPED_TRACE("seed " + std::to_string(i));
        std::mt19937 random(static_cast<unsigned>(i));
        put(whole_.file, mutate(whole_.log, size_of_log_header, size_of_frame, random));
        ++counts[use(whole_.moments, false)];
    }
    print("the log", counts);
}

TEST_F(mutated_files, that_are_empty_are_new_stores_only_if_one_is_to_be_made) {
    put({}, {});
    store::store_options there;
    there.database.create = false;
    EXPECT_THROW(static_cast<void>(store::store::open(path_, there)), store::failure);
    EXPECT_EQ(read_whole(path_), "");
    EXPECT_TRUE(all_names(*store::store::open(path_)).empty());
}

// With the head of the history that was kept elsewhere, also the loss of the last writes is found.
TEST_F(mutated_files, of_the_log_are_found_with_a_known_head) {
    std::map<found_by, int> counts;
    for (int i = 0; i < wanted() / 2 && !HasFailure(); ++i) {
        if (!test::in_share(static_cast<std::uint64_t>(i), 2)) continue;
        SCOPED_TRACE("seed " + std::to_string(i));
        std::mt19937 random(static_cast<unsigned>(i));
        put(whole_.file, mutate(whole_.log, size_of_log_header, size_of_frame, random));
        ++counts[use({whole_.names}, true)];
    }
    print("the log, with a known head", counts);
}

} // namespace

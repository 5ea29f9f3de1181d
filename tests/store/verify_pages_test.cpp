// Verification of a file of SQLite whose bytes went bad: a disk, a cable, a hand.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"
#include "store/verify_support.hpp"

namespace {

using namespace uniform;
using test::fill;

/// A byte of a file of SQLite, by what it is for (its file format, "B-tree Pages").
enum class place : std::uint8_t {
    cells,      ///< of a row or of an entry of an index
    separators, ///< of a rowid that stands between two pages: any other between the same rows is as good
    rowids, ///< the type of a rowid in its row, where it is not: with 8 for 0 (another value without bytes) it is as
            ///< good
    pages,  ///< of a page's own header and pointers to cells
    nothing ///< free, or of tables that verification has nothing to say about
};

/// The use of each byte of the file, as the b-trees of names, documents and history have it.
class page_map {
public:
    explicit page_map(const std::string &file) : file_(file), places_(file.size(), place::nothing) {
        page_ = number(16, 2);
        usable_ = page_ - number(20, 1);
    }
    /// @param by_rowid its first column is the rowid
    void add(std::uint64_t page, bool by_rowid) { // NOLINT(misc-no-recursion): as deep as the tree
        const auto start = (page - 1) * page_;
        const auto type = number(start, 1);
        const bool leaf = type == 0x0D || type == 0x0A;
        const auto cells = number(start + 3, 2);
        const auto pointers = start + (leaf ? 8U : 12U);
        // The type, the number of cells, the right-most page. Where cells begin, and what is free between them, is for
        // who writes.
        mark(start, 1, place::pages);
        mark(start + 3, 2, place::pages);
        if (!leaf) {
            mark(start + 8, 4, place::pages);
            add(number(start + 8, 4), by_rowid);
        }
        mark(pointers, 2 * cells, place::pages);
        for (std::uint64_t i = 0; i < cells; ++i) cell(start + number(pointers + 2 * i, 2), type, by_rowid);
    }
    [[nodiscard]] std::vector<std::size_t> of(place p) const {
        std::vector<std::size_t> all;
        for (std::size_t i = 0; i < places_.size(); ++i)
            if (places_[i] == p) all.push_back(i);
        return all;
    }

private:
    void cell(std::uint64_t at, std::uint64_t type, bool by_rowid) { // NOLINT(misc-no-recursion)
        const auto start = at;
        if (type == 0x05 || type == 0x02) {
            add(number(at, 4), by_rowid);
            mark(at, 4, place::pages);
            at += 4;
        }
        if (type == 0x05) {
            const auto rowid = at;
            static_cast<void>(varint(at));
            return mark(rowid, at - rowid, place::separators);
        }
        const auto length = varint(at);
        if (type == 0x0D) static_cast<void>(varint(at));
        const auto most = type == 0x0D ? usable_ - 35 : (usable_ - 12) * 64 / 255 - 23;
        const auto least = (usable_ - 12) * 32 / 255 - 23;
        const auto some = least + (length - least) % (usable_ - 4);
        const auto here = length <= most ? length : some <= most ? some : least;
        mark(type == 0x02 ? start + 4 : start, at + here - (type == 0x02 ? start + 4 : start), place::cells);
        if (type == 0x0D && by_rowid) {
            auto types = at;
            static_cast<void>(varint(types));
            mark(types, 1, place::rowids);
        }
        if (here == length) return;
        mark(at + here, 4, place::cells);
        auto left = length - here;
        for (auto next = number(at + here, 4); left > 0; next = number((next - 1) * page_, 4)) {
            const auto now = std::min(left, usable_ - 4);
            mark((next - 1) * page_, 4 + now, place::cells);
            left -= now;
        }
    }
    [[nodiscard]] std::uint64_t number(std::uint64_t at, unsigned bytes) const {
        std::uint64_t n = 0;
        for (unsigned i = 0; i < bytes; ++i) n = n << 8U | static_cast<unsigned char>(file_.at(at + i));
        return n;
    }
    std::uint64_t varint(std::uint64_t &at) const {
        std::uint64_t n = 0;
        for (int i = 0;; ++i) {
            const auto b = number(at++, 1);
            if (i == 8) return n << 8U | b;
            n = n << 7U | (b & 0x7FU);
            if (b < 0x80) return n;
        }
    }
    void mark(std::uint64_t at, std::uint64_t bytes, place p) {
        std::fill_n(places_.begin() + static_cast<std::ptrdiff_t>(at), bytes, p);
    }

    const std::string &file_;
    std::vector<place> places_;
    std::uint64_t page_ = 0;
    std::uint64_t usable_ = 0;
};

/// A store in a file of SQLite, and copies of it that went bad.
class verify_sqlite : public testing::Test {
protected:
    /// The offset of the key "imported:999" in the table. It is in the index of states, too, behind the state.
    [[nodiscard]] std::size_t row_of_last_name() const {
        auto at = bytes_.find("imported:999");
        while (at != std::string::npos && bytes_[at - 3] != 13 + 2 * 12) at = bytes_.find("imported:999", at + 1);
        return at;
    }
    void SetUp() override {
        const auto path = (folder_ / "store.db").string();
        {
            const auto s = store::store::open(path);
            fill(*s);
            known_ = s->read([](store::reading &r) { return r.head(); });
            s->sql_database().connect(store::access::read_write)->run("PRAGMA wal_checkpoint(TRUNCATE)");
            s->sql_database().reader()->run(
                "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 AND tbl_name IN "
                "('names', 'history', 'documents') AND name <> 'names_state'",
                {}, [&](const store::row &r) {
                    roots_.emplace_back(r.text(0), static_cast<std::uint64_t>(r.integer(1)));
                    return true;
                });
        }
        ASSERT_EQ(roots_.size(), 4U); // one is the index of documents
        before_ = content(path);
        std::ifstream in(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    /// All that is in a store: as it is read through, and row by row.
    static std::string content(const std::string &file) {
        std::string all;
        std::vector<std::pair<std::string, std::string>> names, documents;
        std::vector<std::int64_t> history;
        const auto d = store::database::open(file);
        const auto c = d->connect(store::access::read_only);
        const auto add = [&](const store::row &r) {
            for (int i = 0; i < 3; ++i) all += std::string(r.bytes(i)) + '\0';
            return true;
        };
        c->run("SELECT event, record, key FROM names ORDER BY key", {}, [&](const store::row &r) {
            names.emplace_back(r.text(2), "");
            return add(r);
        });
        c->run("SELECT event, body, kind, id FROM documents ORDER BY kind, id", {}, [&](const store::row &r) {
            documents.emplace_back(r.text(2), r.text(3));
            return add(r);
        });
        c->run("SELECT count, head, events, first FROM history ORDER BY first", {}, [&](const store::row &r) {
            history.push_back(r.integer(3));
            return add(r);
        });
        for (const auto &[key, none] : names)
            c->run("SELECT event, record, '' FROM names WHERE key = $1", {std::string_view(key)}, add);
        for (const auto &[kind, id] : documents)
            c->run("SELECT event, body, '' FROM documents WHERE kind = $1 AND id = $2",
                   {std::string_view(kind), std::string_view(id)}, add);
        for (const auto first : history)
            c->run("SELECT count, head, events FROM history WHERE first = $1", {first}, add);
        return all;
    }

    /// The error for a file with these bytes; std::nullopt when all is well with it.
    [[nodiscard]] std::optional<std::string> said_of(const std::string &bytes) const {
        for (const auto *beside : {"", "-wal", "-shm"}) std::filesystem::remove(bad().string() + beside);
        std::ofstream(bad(), std::ios::binary) << bytes;
        try {
            const auto s = store::store::open(bad().string());
            const auto found = s->verify(known_, {}).found;
            if (found.empty()) return std::nullopt;
            std::string all;
            for (const auto &f : found) all += f.subject + ": " + f.message + '\n';
            return all;
        } catch (const store::failure &e) {
            return e.what();
        }
    }
    [[nodiscard]] std::filesystem::path bad() const { return folder_ / "bad.db"; }
    [[nodiscard]] static std::string flipped(std::string bytes, std::size_t at, unsigned bit) {
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << bit));
        return bytes;
    }
    [[nodiscard]] std::uint64_t root_of(std::string_view name) const {
        for (const auto &[n, root] : roots_)
            if (n == name) return root;
        return 0;
    }

    std::filesystem::path folder_ = test::temporary_folder("verify");
    std::pair<std::uint64_t, store::digest> known_;
    std::vector<std::pair<std::string, std::uint64_t>> roots_;
    std::string before_, bytes_;
};

// A bit that goes bad is found, unless nobody reads it.
TEST_F(verify_sqlite, finds_flipped_bits) {
    page_map map(bytes_);
    for (const auto &[name, root] : roots_) map.add(root, name == "history");
    std::mt19937_64 random(8141); // NOLINT: the same choices each time
    int means_nothing = 0;
    for (const auto &[where, times] : {std::pair{place::cells, 260},
                                       {place::separators, 10},
                                       {place::rowids, 20},
                                       {place::pages, 80},
                                       {place::nothing, 40}}) {
        const auto all = map.of(where);
        ASSERT_FALSE(all.empty());
        for (int i = 0; i < times; ++i) {
            const auto at = all[random() % all.size()];
            const auto bit = static_cast<unsigned>(random() % 8);
            if (said_of(flipped(bytes_, at, bit))) continue;
            EXPECT_TRUE(where == place::nothing || where == place::separators || (where == place::rowids && bit == 3))
                << "byte " << at << ", bit " << bit << " of " << static_cast<int>(where);
            EXPECT_EQ(content(bad().string()), before_) << "byte " << at << ", bit " << bit;
            ++means_nothing;
        }
    }
    EXPECT_GT(means_nothing, 0);
}

// Who asks for the rows after the last one would be led back to the first.
TEST_F(verify_sqlite, ends_when_the_last_row_is_out_of_order) {
    const auto name = row_of_last_name();
    ASSERT_NE(name, std::string::npos);
    const auto renamed = said_of(flipped(bytes_, name, 0)); // "hmported:999"
    ASSERT_TRUE(renamed);
    EXPECT_NE(renamed->find("name imported:999: it is in the history, but its row is missing"), std::string::npos)
        << *renamed;
    EXPECT_NE(renamed->find("name hmported:999: it has a row, but is not in the history"), std::string::npos)
        << *renamed;
    EXPECT_EQ(renamed->find("name example:1:"), std::string::npos) << *renamed;
    // Others who ask so: a list, page after page.
    const auto s = store::store::open(bad().string());
    const auto pages = [&] {
        std::string after;
        for (int n = 0; n < 40; ++n) {
            const auto rows = s->read([&](store::reading &r) { return r.names({}, after, 100); });
            if (rows.empty()) return;
            after = rows.back().key;
        }
        FAIL() << "it does not end";
    };
    EXPECT_THROW(pages(), store::failure);
}

// A value that is a blob where there was a text, though with the same bytes, is found by no one who looks for the text.
TEST_F(verify_sqlite, finds_other_types) {
    const auto name = row_of_last_name();
    ASSERT_NE(name, std::string::npos);
    const auto type = name - 3; // of the key; those of the number and of the record follow
    const auto says = said_of(flipped(bytes_, type, 0));
    ASSERT_TRUE(says);
    EXPECT_NE(says->find("name imported:999: its values have the wrong types"), std::string::npos) << *says;
}

// Pages that say of each other that they come next, and pages that lead to the same one in so many ways that nobody
// lives to see the end.
TEST_F(verify_sqlite, ends_when_pages_are_entangled) {
    constexpr std::size_t page = 4096;
    const auto put = [](std::string &to, std::size_t at, std::uint64_t n, unsigned length) {
        for (unsigned i = 0; i < length; ++i) to[at + i] = static_cast<char>(n >> 8 * (length - 1 - i) & 0xFFU);
    };
    /// An inner page of a table: so many ways to `child`.
    const auto inner = [&](std::string &to, std::uint64_t number, std::uint64_t child, unsigned ways) {
        const auto start = (number - 1) * page;
        std::fill_n(to.begin() + static_cast<std::ptrdiff_t>(start), page, '\0');
        put(to, start, 0x05, 1);
        put(to, start + 3, ways - 1, 2);
        put(to, start + 5, page - std::size_t{5} * (ways - 1), 2);
        put(to, start + 8, child, 4);
        for (unsigned i = 0; i + 1 < ways; ++i) {
            const auto cell = page - std::size_t{5} * (i + 1);
            put(to, start + 12 + std::size_t{2} * i, cell, 2);
            put(to, start + cell, child, 4);
            put(to, start + cell + 4, i + 1, 1);
        }
    };
    const auto root = root_of("history");
    ASSERT_EQ(bytes_[(root - 1) * page], 0x05);
    const auto began = std::chrono::steady_clock::now();

    auto cycle = bytes_;
    inner(cycle, root, root, 3);
    EXPECT_TRUE(said_of(cycle));

    // SQLite follows twenty pages downwards. On the first leaf are the shortest segments: of those that do not fit
    // together, more are found than are listed, before more was read than there is.
    const auto child = [&](std::size_t at) {
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < 4; ++i)
            n = n << 8U | static_cast<unsigned char>(bytes_[(root - 1) * page + at + i]);
        return n;
    };
    const auto first_cell = static_cast<std::size_t>(static_cast<unsigned char>(bytes_[(root - 1) * page + 12])) << 8U |
                            static_cast<unsigned char>(bytes_[(root - 1) * page + 13]);
    for (const auto leaf : {child(first_cell), child(8)}) {
        ASSERT_EQ(bytes_[(leaf - 1) * page], 0x0D);
        for (const unsigned ways : {2U, 5U}) {
            auto maze = bytes_;
            constexpr std::uint64_t levels = 16;
            const auto pages = maze.size() / page;
            maze.resize((pages + levels) * page);
            put(maze, 28, pages + levels, 4);
            inner(maze, root, pages + 1, ways);
            for (std::uint64_t i = 1; i <= levels; ++i)
                inner(maze, pages + i, i == levels ? leaf : pages + i + 1, ways);
            const auto says = said_of(maze);
            ASSERT_TRUE(says);
            EXPECT_NE(says->find("refer to each other"), std::string::npos) << says->substr(0, 2000);
        }
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(60));
}

} // namespace

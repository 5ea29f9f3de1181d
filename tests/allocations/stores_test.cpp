// Allocations that fail (SQLite, "How SQLite Is Tested", out-of-memory testing) while whole stores are opened,
// verified, backed up and restored: the n-th allocation fails, for every n until the operation ends without a failed
// one; once more with all later ones failing, too. Allocations are those of operator new and of SQLite. The operation
// throws std::bad_alloc or store::failure, or its result is the usual one; and the sanitizer finds no leak.
//
// Not simulated: allocations by malloc() in other libraries (OpenSSL, zstd, libpq).
//
// UNIFORM_SHARE=all takes every n, and prints the numbers.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "allocations/fail_each.hpp"
#include "allocations/failing_allocations.hpp"
#include "store/ledger.hpp"
#include "store/postgresql_server.hpp"
#include "store/verify/schema_check.hpp"

namespace {

namespace fs = std::filesystem;
using namespace uniform;
using test::fail_each;
using test::failing_allocation;

// The objects of the migrations are made once for a process, and kept: all of them, or none.
TEST(schema_made_without_memory, is_not_kept) {
    test::install_failing_allocations();
    const auto folder = test::temporary_folder("allocations");
    {
        const auto s = store::store::open((folder / "store.db").string(), test::little_cache());
        const auto c = s->sql_database().reader();
        for (int version = 1; version < store::schema_version(); ++version) // none of them was made yet
            fail_each(
                "schema", version % 2 == 0, [] {},
                [&] {
                    for (const auto &d : store::schema_differences(*c, version))
                        EXPECT_NE(d.object, "table names") << "version " << version;
                });
    }
    fs::remove_all(folder);
}

TEST(opening_without_memory, leaves_a_store_that_opens) {
    test::install_failing_allocations();
    const auto folder = test::temporary_folder("allocations");
    const auto path = (folder / "store.db").string();
    std::unique_ptr<store::store> s;
    const auto close = [&] { s.reset(); };
    const auto empty = [&] {
        close();
        for (const auto &entry : fs::directory_iterator(folder)) fs::remove(entry);
    };
    const auto open = [&] { s = store::store::open(path, test::little_cache()); };
    for (const bool lasting : {false, true}) {
        fail_each("create", lasting, empty, open);
        fail_each("open", lasting, close, open);
    }
    // A store that a failed attempt has left is completed.
    empty();
    for (std::uint64_t n = 1; n < 6000; n += 97) {
        try {
            const failing_allocation memory(n, false);
            open();
        } catch (const std::bad_alloc &) {
            close();
        } catch (const store::failure &) {
            close();
        }
        open();
        for (const auto &d : s->verify({}, {}).found) ADD_FAILURE() << n << ": " << d.subject << ": " << d.message;
        empty();
    }
    fs::remove_all(folder);
}

TEST(whole_stores_without_memory, are_verified_and_copied) {
    test::install_failing_allocations();
    const auto folder = test::temporary_folder("allocations");
    {
        const auto path = (folder / "store.db").string(), backup = (folder / "backup.db").string(),
                   restored = (folder / "restored.db").string();
        const auto s = store::store::open(path, test::little_cache());
        test::ledger l;
        for (int i = 0; i < 5; ++i) l.run(*s, i);
        const auto head = s->read([](store::reading &r) { return r.head(); });
        const auto nothing = [] {};
        for (const bool lasting : {false, true}) {
            fail_each("verify", lasting, nothing, [&] {
                const auto v = s->verify(head, {});
                EXPECT_TRUE(v.found.empty());
                EXPECT_EQ(v.head, head.second);
            });
            fail_each("backup", lasting, nothing, [&] { store::backup(s->sql_database(), backup, true); });
            fail_each("restore", lasting, nothing, [&] {
                store::restore(backup, restored, {.replace = true, .database = test::little_cache().database});
            });
            fail_each("look_up", lasting, nothing, [&] {
                const auto large = [](store::reading &r) { return r.find("large", "4")->body.size(); };
                EXPECT_EQ(s->look_up(large), 20003U);
            });
        }
        for (const auto &where : {path, backup, restored}) l.check(*store::store::open(where, test::little_cache()));
        for (const auto &entry : fs::directory_iterator(folder))
            EXPECT_FALSE(entry.path().string().ends_with(".part")) << entry.path();
    }
    fs::remove_all(folder);
}

} // namespace

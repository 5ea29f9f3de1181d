// Faults of the disk (SQLite, "How SQLite Is Tested", I/O error testing): the n-th call of a kind that SQLite makes of
// its file system fails, once or from then on, for every n until the workload ends without a failure. The workload gets
// a failure that says what happened, or succeeds. When the disk works again and the store is opened again, everything
// that was acknowledged is there, nothing by half, and the history verifies.
//
// UNIFORM_SHARE=all tries every n; otherwise each workload has one of three faults, every n up to a few and then some.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/types.h>

#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "base/share.hpp"
#include "store/failing_vfs.hpp"
#include "store/ledger.hpp"
#include "store/postgresql_server.hpp"

namespace {

namespace fs = std::filesystem;
using namespace uniform;
using test::failing_vfs;
using test::file_call;
using test::file_fault;
using test::ledger;

/// A folder with the files of a workload, as they are before it.
struct scene {
    fs::path folder;
    [[nodiscard]] std::string store() const { return (folder / "store.db").string(); }
    [[nodiscard]] std::string backup() const { return (folder / "backup.db").string(); }
};

/// The work that is done while the disk fails. `l` has the steps that were acknowledged before.
struct fault_workload {
    const char *name;
    std::function<void(const scene &, ledger &)> prepare;
    std::function<void(const scene &, ledger &)> run;
    std::function<void(const scene &, ledger &)> check; ///< besides the store itself
};

void make_store(const std::string &path, ledger &l, int steps) {
    const auto s = store::store::open(path, test::little_cache());
    for (int i = 0; i < steps; ++i) l.run(*s, i);
}

/// The files of a store as a crash leaves them: with a log that was not copied to the file.
void make_crashed_store(const scene &at, ledger &l, int steps) {
    const auto other = at.folder / "other.db";
    {
        const auto s = store::store::open(other.string(), test::little_cache());
        for (int i = 0; i < steps; ++i) l.run(*s, i);
        for (const char *end : {"", "-wal"}) fs::copy_file(other.string() + end, at.store() + end);
    }
    fs::remove(other);
}

const std::vector<fault_workload> &workloads() {
    const auto five = [](const scene &at, ledger &l) { make_store(at.store(), l, 5); };
    const auto write_on = [](const scene &at, ledger &l) {
        const auto s = store::store::open(at.store(), test::little_cache());
        for (int i = 5; i < 10; ++i) {
            try {
                l.run(*s, i);
            } catch (const store::failure &) {
                continue; // the next write may succeed
            }
        }
        static_cast<void>(s->write(ledger::by, [](store::writing &w) -> std::expected<int, store::problem> {
            w.note_time();
            return 0;
        }));
    };
    const auto nothing = [](const scene &, ledger &) {};
    static const std::vector<fault_workload> all = {
        {"create", nothing, [](const scene &at, ledger &l) { make_store(at.store(), l, 1); }, nothing},
        {"write", five, write_on, nothing},
        {"import", [](const scene &at, ledger &l) { make_store(at.store(), l, 2); },
         [](const scene &at, ledger &l) { l.run(*store::store::open(at.store(), test::little_cache()), 7); }, nothing},
        {"recover", [](const scene &at, ledger &l) { make_crashed_store(at, l, 5); }, write_on, nothing},
        {"read", [](const scene &at, ledger &l) { make_crashed_store(at, l, 5); },
         [](const scene &at, ledger &l) {
             const auto s = store::store::open(at.store(), test::little_cache());
             s->read([&](store::reading &r) {
                 for (const int i : l.acknowledged()) EXPECT_TRUE(ledger::has(r, i));
                 EXPECT_FALSE(r.names("batch:", {}, 1000).empty());
                 EXPECT_EQ(r.history("name", "one:0:b").size(), 2U);
                 return 0;
             });
             try {
                 if (const auto c = s->sql_database().connect_resident()) c->run("SELECT count(*) FROM names");
             } catch (const store::not_resident &) { // another connection would read
             }
         },
         nothing},
        {"checkpoint", [](const scene &at, ledger &l) { make_crashed_store(at, l, 5); },
         [](const scene &at, ledger &l) {
             const auto s = store::store::open(at.store(), test::little_cache());
             l.run(*s, 5);
             s->sql_database().connect(store::access::read_write)->script("PRAGMA wal_checkpoint(TRUNCATE)");
             l.run(*s, 6);
         },
         nothing},
        {"verify", five,
         [](const scene &at, ledger &) {
             // A page that cannot be read now is reported as what it is, whoever finds it.
             for (const auto &d : store::store::open(at.store(), test::little_cache())->verify({}, {}).found)
                 throw store::failure(store::failure_kind::damaged, d.subject + ": " + d.message);
         },
         nothing},
        {"backup", five,
         [](const scene &at, ledger &) {
             store::backup(store::store::open(at.store(), test::little_cache())->sql_database(), at.backup(), false);
         },
         [](const scene &at, ledger &l) {
             if (fs::exists(at.backup())) l.check(*store::store::open(at.backup(), test::little_cache()));
             EXPECT_FALSE(fs::exists(at.backup() + ".part"));
         }},
        {"restore",
         [](const scene &at, ledger &l) {
             make_store(at.store(), l, 5);
             const auto s = store::store::open(at.store(), test::little_cache());
             store::backup(s->sql_database(), at.backup(), false);
             auto lost = l; // by the restore
             for (int i = 5; i < 8; ++i) {
                 lost.run(*s, i);
                 l.begin(i);
             }
         },
         [](const scene &at, ledger &) { store::restore(at.backup(), at.store(), {.replace = true}); },
         [](const scene &at, ledger &) { EXPECT_FALSE(fs::exists(at.store() + ".part")); }},
    };
    return all;
}

/// The faults of each kind of call.
std::vector<file_fault> faults() {
    std::vector<file_fault> all;
    for (std::size_t c = 0; c < test::file_call_names.size(); ++c)
        for (const bool lasting : {false, true}) {
            const auto call = static_cast<file_call>(c);
            all.push_back({.call = call, .lasting = lasting});
            if (call == file_call::write) {
                all.push_back({.call = call, .lasting = lasting, .partial = true});
                all.push_back({.call = call, .lasting = lasting, .full = true, .partial = !lasting});
            }
        }
    return all;
}

/// Copies what the workload begins with, so that it is made once.
void set_up(const fs::path &from, const fs::path &to) {
    fs::remove_all(to);
    fs::copy(from, to);
}

class disk_faults : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(of, disk_faults, testing::Range(std::size_t{0}, workloads().size()),
                         [](const auto &of) { return std::string(workloads()[of.param].name); });

TEST_P(disk_faults, lose_nothing_that_was_acknowledged) {
    const auto &what = workloads()[GetParam()];
    const auto root = test::temporary_folder("faults");
    failing_vfs disk;
    const scene before{root / "before"}, at{root / "now"};
    fs::create_directories(before.folder);
    ledger known(what.name == std::string_view("import") ? 1500 : 40);
    what.prepare(before, known);
    std::size_t runs = 0, failures = 0, kind = GetParam();
    for (auto f : faults()) {
        if (!test::in_share(++kind, 3)) continue;
        std::uint64_t most = 0;
        std::map<std::string, int> messages;
        for (f.number = 1;; f.number += test::all_shares() || f.number < 6 ? 1 : 1 + f.number / 4) {
            set_up(before.folder, at.folder);
            auto l = known;
            SCOPED_TRACE(std::string(what.name) + ", " +
                         std::string(test::file_call_names[static_cast<std::size_t>(f.call)]) + " " +
                         std::to_string(f.number) + (f.lasting ? " and later" : "") + (f.full ? ", full" : "") +
                         (f.partial ? ", partial" : ""));
            disk.arm(f);
            bool failed = false;
            try {
                what.run(at, l);
            } catch (const store::failure &e) {
                failed = true;
                EXPECT_NE(e.what(), std::string_view{});
                ++messages[e.what()];
                EXPECT_TRUE(e.kind() == store::failure_kind::unavailable || e.kind() == store::failure_kind::full)
                    << static_cast<int>(e.kind()) << e.what();
            }
            const bool fired = disk.fired();
            disk.heal();
            EXPECT_TRUE(fired || !failed);
            l.check(*store::store::open(at.store(), test::little_cache()));
            what.check(at, l);
            ++runs;
            failures += failed ? 1U : 0U;
            if (HasFailure()) return;
            if (!fired) break;
            most = f.number;
        }
        if (test::all_shares())
            std::printf("%-10s %-11s%s%s%s: n to %llu\n", what.name,
                        std::string(test::file_call_names[static_cast<std::size_t>(f.call)]).c_str(),
                        f.lasting ? " lasting" : "", f.full ? " full" : "", f.partial ? " partial" : "",
                        static_cast<unsigned long long>(most));
    }
    std::printf("%s: %zu runs, %zu failures told\n", what.name, runs, failures);
    fs::remove_all(root);
}

} // namespace

// Power losses (SQLite, "Atomic Commit In SQLite", sections 2 and 9; "How SQLite Is Tested", crash testing), simulated:
// the log of what SQLite wrote and synced says what the disk may hold at any moment. Before each sync and at some of
// the writes, images of the disk are made: what was not synced is lost, or is there, or only what was written before
// some moment, or any part of it; the last write may be torn into sectors of 512 bytes, and its other sectors may hold
// anything. The creation and removal of a file are durable when its folder was synced. The index of the log
// ("store.db-shm") is lost, or has random bytes.
//
// From each image the store opens, with every write that was acknowledged before that moment, with nothing by half, and
// with a history that contains the last acknowledged event and verifies.
//
// The disk is trusted in two points: what it says is synced is durable, and a write does not damage sectors that it
// does not write ("powersafe overwrite", https://sqlite.org/psow.html).
//
// Of the images, every other one is looked at, unless UNIFORM_SHARE=all. UNIFORM_POWER_LOSSES says how many random
// images of a kind are made at one moment (2; 20 for a full run, which also looks at every write).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "base/share.hpp"
#include "store/disk_images.hpp"
#include "store/failing_vfs.hpp"
#include "store/ledger.hpp"
#include "store/postgresql_server.hpp"

namespace {

namespace fs = std::filesystem;
using namespace uniform;
using test::disk_event;
using test::disk_image;
using test::failing_vfs;
using test::ledger;
using test::simulated_disk;
using test::unsynced;
using type = disk_event::type;

disk_image read_folder(const fs::path &folder) {
    disk_image all;
    for (const auto &entry : fs::directory_iterator(folder)) {
        if (entry.path().string().ends_with("-shm")) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        all[entry.path().string()] = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    return all;
}

void write_folder(const fs::path &folder, const disk_image &image) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto &[name, bytes] : image)
        std::ofstream(folder / fs::path(name).filename(), std::ios::binary) << bytes;
}

/// A run on a disk that keeps a log. A note is the number of writes that were acknowledged.
class recorded_run {
public:
    recorded_run(failing_vfs &disk, fs::path folder) : disk_(disk), folder_(std::move(folder)) {
        fs::create_directories(folder_);
    }
    [[nodiscard]] std::string path() const { return (folder_ / "store.db").string(); }

    void begin() {
        before_ = read_folder(folder_);
        // The store makes the file itself, before SQLite opens it.
        if (!before_.contains(path())) log_.push_back({.is = type::create, .file = path(), .offset = 0, .bytes = {}});
        disk_.record(&log_);
    }
    void end() { disk_.record(nullptr); }

    void step(store::store &s, int i) {
        all_.run(s, i);
        acknowledged_.push_back(i);
        heads_.push_back(s.read([](store::reading &r) { return r.head(); }));
        log_.push_back({.is = type::note, .file = {}, .offset = acknowledged_.size(), .bytes = {}});
    }

    /// Hands over images of moments with the number of writes acknowledged before; `log` may be another than this one.
    void images(const std::vector<disk_event> &log, int each, std::mt19937 &random,
                const std::function<void(const disk_image &, std::size_t)> &take) const {
        simulated_disk now(before_);
        std::size_t acknowledged = first_;
        std::set<std::pair<disk_image, std::size_t>> seen;
        const auto hand_over = [&](unsynced u) {
            auto image = now.after_power_loss(u, random);
            if (seen.emplace(image, acknowledged).second) take(image, acknowledged);
        };
        for (std::size_t i = 0; i <= log.size(); ++i) {
            const bool at_sync = i == log.size() || log[i].is == type::sync || log[i].is == type::note;
            if (at_sync || each > 2 || random() % 8U == 0) {
                seen.clear();
                hand_over(unsynced::lost);
                hand_over(unsynced::kept);
                if (now.pending() != 0)
                    for (const auto u : {unsynced::prefix, unsynced::any, unsynced::torn, unsynced::garbled})
                        for (int k = 0; k < each; ++k) hand_over(u);
            }
            if (i == log.size()) break;
            now.apply(log[i]);
            if (log[i].is == type::note) acknowledged = static_cast<std::size_t>(log[i].offset);
        }
    }

    /// Opens the store of an image.
    void check(const fs::path &where, const disk_image &image, std::size_t acknowledged, bool index) const {
        write_folder(where, image);
        if (index) std::ofstream(where / "store.db-shm", std::ios::binary) << std::string(32768, '\xA5');
        ledger l;
        for (const int i : acknowledged_) l.begin(i);
        for (std::size_t k = 0; k < acknowledged; ++k) l.acknowledge(acknowledged_[k]);
        const auto s = store::store::open((where / "store.db").string());
        l.check(*s);
        if (acknowledged == 0) return;
        for (const auto &d : s->verify(heads_[acknowledged - 1], {}).found) ADD_FAILURE() << d.message;
    }
    /// The same, but only counts the acknowledged writes that are not there.
    [[nodiscard]] std::size_t lost(const fs::path &where, const disk_image &image, std::size_t acknowledged) const {
        write_folder(where, image);
        const auto s = store::store::open((where / "store.db").string());
        return s->read([&](store::reading &r) {
            return static_cast<std::size_t>(
                std::count_if(acknowledged_.begin(), acknowledged_.begin() + static_cast<std::ptrdiff_t>(acknowledged),
                              [&](int i) { return !ledger::has(r, i); }));
        });
    }

    /// All that was acknowledged so far was before the run.
    void forget_log() {
        log_.clear();
        first_ = acknowledged_.size();
    }
    [[nodiscard]] const std::vector<disk_event> &log() const noexcept { return log_; }

private:
    failing_vfs &disk_;
    fs::path folder_;
    disk_image before_;
    std::vector<disk_event> log_;
    ledger all_;
    std::vector<int> acknowledged_;
    std::vector<std::pair<std::uint64_t, store::digest>> heads_;
    std::size_t first_ = 0;
};

void checkpoint_now(store::store &s, const char *how) {
    s.sql_database().connect(store::access::read_write)->script(std::string("PRAGMA wal_checkpoint(") + how + ")");
}

struct lossy_workload {
    const char *name;
    std::function<void(recorded_run &)> run;
};

const std::vector<lossy_workload> &lossy_workloads() {
    static const std::vector<lossy_workload> all = {
        {"create",
         [](recorded_run &r) {
             r.begin();
             const auto s = store::store::open(r.path());
             for (int i = 0; i < 5; ++i) r.step(*s, i);
         }},
        {"write_and_checkpoint",
         [](recorded_run &r) {
             {
                 const auto s = store::store::open(r.path());
                 for (int i = 0; i < 2; ++i) r.step(*s, i);
             }
             r.forget_log();
             r.begin();
             {
                 const auto s = store::store::open(r.path());
                 for (int i = 2; i < 6; ++i) r.step(*s, i);
                 checkpoint_now(*s, "PASSIVE"); // the next write begins the log again
                 for (int i = 6; i < 9; ++i) r.step(*s, i);
                 checkpoint_now(*s, "TRUNCATE");
                 for (int i = 9; i < 11; ++i) r.step(*s, i);
             } // copies the log to the file and removes it
             const auto s = store::store::open(r.path());
             for (int i = 11; i < 13; ++i) r.step(*s, i);
         }},
        {"recover",
         [](recorded_run &r) {
             // As after a crash: with a log that no process has open.
             const auto folder = fs::path(r.path()).parent_path();
             disk_image crashed;
             {
                 const auto s = store::store::open(r.path());
                 for (int i = 0; i < 5; ++i) r.step(*s, i);
                 crashed = read_folder(folder);
             }
             write_folder(folder, crashed);
             r.forget_log();
             r.begin();
             const auto s = store::store::open(r.path());
             for (int i = 5; i < 9; ++i) r.step(*s, i);
         }},
    };
    return all;
}

int images_wanted() {
    const char *text = std::getenv("UNIFORM_POWER_LOSSES");
    return text == nullptr ? 2 : std::max(std::atoi(text), 1);
}

class power_loss : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(of, power_loss, testing::Range(std::size_t{0}, lossy_workloads().size()),
                         [](const auto &info) { return std::string(lossy_workloads()[info.param].name); });

TEST_P(power_loss, loses_nothing_that_was_acknowledged) {
    const auto root = test::temporary_folder("power");
    {
        failing_vfs disk;
        recorded_run run(disk, root / "run");
        lossy_workloads()[GetParam()].run(run);
        run.end();
        const auto syncs = std::ranges::count_if(run.log(), [](const disk_event &e) { return e.is == type::sync; });
        ASSERT_GT(syncs, 4);
        std::mt19937 random(8141);
        std::size_t images = 0;
        run.images(run.log(), images_wanted(), random, [&](const disk_image &image, std::size_t acknowledged) {
            if (HasFailure() || !test::in_share(++images, 2)) return;
            SCOPED_TRACE("image " + std::to_string(images) + ", acknowledged " + std::to_string(acknowledged));
            run.check(root / "image", image, acknowledged, images / 2 % 4 == 0);
        });
        std::printf("%s: %zu changes and syncs, %td syncs, %zu images\n", lossy_workloads()[GetParam()].name,
                    run.log().size(), syncs, images);
    }
    fs::remove_all(root);
}

// The simulation itself: if the log were not synced at each commit, it would show.
TEST(power_loss_simulation, shows_a_sync_that_is_missing) {
    const auto root = test::temporary_folder("power");
    {
        failing_vfs disk;
        recorded_run run(disk, root / "run");
        lossy_workloads()[1].run(run);
        run.end();
        auto log = run.log();
        std::erase_if(log, [](const disk_event &e) { return e.is == type::sync && e.file.ends_with("-wal"); });
        std::mt19937 random(8141);
        std::size_t lost = 0;
        run.images(log, 1, random, [&](const disk_image &image, std::size_t acknowledged) {
            if (lost == 0) lost = run.lost(root / "image", image, acknowledged);
        });
        EXPECT_GT(lost, 0U);
    }
    fs::remove_all(root);
}

} // namespace

// Crashes: a process that writes with several threads is killed at a random moment, again and again. Every write that
// it was told is done must be there, nothing may be there by half, and the history must verify.
//
// UNIFORM_CRASH_KILLS says how often (500 for a full run).
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::digest;
using store::reading;
using store::writing;
using done = std::expected<void, store::problem>;

constexpr int batch_size = 300;
constexpr int writers = 4;

resolver::name_record leading_to(const std::string &url) {
    resolver::name_record r;
    r.locators.push_back({.url = url});
    return r;
}

/// The report of the writing process: one line for each write that has returned. A line is shorter than PIPE_BUF, so
/// none is torn.
void tell(int pipe, const std::string &line) {
    const auto text = line + "\n";
    if (::write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(3);
}

/// Writes until it is killed, or until the store fails.
void write_for_ever(store::store &s, int pipe, const std::string &round, int thread) {
    const store::origin by{.who = "token:" + std::to_string(thread), .from = "192.0.2.1"};
    const auto prefix = round + ":" + std::to_string(thread) + ":";
    for (int i = 0;; ++i) {
        const auto key = "one:" + prefix + std::to_string(i);
        if (i % 16 == 15) {
            const auto batch = "batch:" + prefix + std::to_string(i) + ":";
            std::vector<std::pair<std::string, std::string>> rows;
            for (int k = 0; k < batch_size; ++k)
                rows.emplace_back(batch + std::to_string(k),
                                  resolver::encode(leading_to("https://example.org/" + key)));
            if (s.write(by, [&](writing &w) -> done {
                    static_cast<void>(w.add_names(rows, "import"));
                    return {};
                }))
                tell(pipe, "batch " + batch);
        } else if (i % 4 == 3) {
            // Two names and a document that belong together, one of them minted.
            const auto number = s.write(by, [&](writing &w) -> std::expected<std::uint64_t, store::problem> {
                const auto n = w.next("minted");
                const auto was = w.name("one:" + prefix + std::to_string(i - 1));
                if (w.add_name("minted:" + std::to_string(n), leading_to("https://example.org/" + key), "mint") || !was)
                    return std::unexpected{store::problem{}};
                w.change_name(*was, leading_to("https://example.org/minted/" + std::to_string(n)), "locate");
                w.put("token", "minted:" + std::to_string(n), "\"" + was->key + "\"", "make");
                return n;
            });
            if (number) tell(pipe, "minted " + std::to_string(*number));
        } else if (s.write(by, [&](writing &w) -> done {
                       if (w.add_name(key, leading_to("https://example.org/" + key), "assign"))
                           return std::unexpected{store::problem{}};
                       return {};
                   })) {
            tell(pipe, "one " + key);
        }
    }
}

/// A process that writes. Its end of the pipe closes with it.
struct writing_process {
    pid_t pid = -1;
    int pipe = -1;
};
writing_process start_writing(const std::string &location, const std::string &round, std::uint64_t most_bytes = 0) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const pid_t pid = ::fork();
    if (pid < 0) throw std::runtime_error("no process");
    if (pid == 0) {
        ::close(ends[0]);
        if (most_bytes != 0) {
            const rlimit limit{most_bytes, most_bytes};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
        }
        try {
            const auto s = store::store::open(location);
            std::vector<std::jthread> threads;
            for (int t = 0; t < writers; ++t)
                threads.emplace_back([&, t] {
                    try {
                        write_for_ever(*s, ends[1], round, t);
                    } catch (const store::failure &f) {
                        tell(ends[1], "failure " + std::to_string(static_cast<int>(f.kind())) + " " + f.what());
                    }
                });
            threads.clear();
        } catch (const std::exception &e) {
            tell(ends[1], std::string("failure ") + e.what());
        }
        _exit(0);
    }
    ::close(ends[1]);
    return {pid, ends[0]};
}

/// Waits until so many lines were told, and gives what was told until then.
std::string told_at_least(int pipe, int lines) {
    std::string all;
    char some[4096];
    while (std::count(all.begin(), all.end(), '\n') < lines) {
        const ssize_t n = ::read(pipe, some, sizeof some);
        if (n <= 0) break;
        all.append(some, static_cast<std::size_t>(n));
    }
    return all;
}

/// Every line until nobody can write another; `all` has been read before.
std::vector<std::string> what_it_told(int pipe, std::string all = {}) {
    char some[65536];
    for (ssize_t n = 0; (n = ::read(pipe, some, sizeof some)) > 0;) all.append(some, static_cast<std::size_t>(n));
    ::close(pipe);
    std::vector<std::string> lines;
    for (std::size_t at = 0, end = 0; (end = all.find('\n', at)) != std::string::npos; at = end + 1)
        lines.push_back(all.substr(at, end - at));
    return lines;
}

/// Looks at what is there after the process is gone.
class aftermath {
public:
    explicit aftermath(std::string location) : location_(std::move(location)) {}

    void add(const std::vector<std::string> &lines) {
        for (const auto &line : lines)
            if (!line.starts_with("failure ")) told_.push_back(line);
    }
    [[nodiscard]] std::size_t acknowledged() const noexcept { return told_.size(); }

    void check() {
        const auto s = store::store::open(location_);
        s->read([&](reading &r) {
            for (const auto &line : told_) {
                const auto space = line.find(' ');
                const auto what = line.substr(0, space), subject = line.substr(space + 1);
                if (what == "one") {
                    EXPECT_TRUE(r.name(subject)) << "lost: " << line;
                } else if (what == "batch") {
                    EXPECT_EQ(r.names(subject, {}, batch_size + 1).size(), std::size_t{batch_size}) << "lost: " << line;
                } else {
                    EXPECT_TRUE(r.name("minted:" + subject)) << "lost: " << line;
                }
            }
            // Nothing by half, acknowledged or not.
            std::map<std::string, int> batches;
            std::string after;
            for (;;) {
                const auto rows = r.names("batch:", after, 10000);
                if (rows.empty()) break;
                for (const auto &row : rows) ++batches[row.key.substr(0, row.key.rfind(':'))];
                after = rows.back().key;
            }
            for (const auto &[batch, count] : batches) EXPECT_EQ(count, batch_size) << "by half: " << batch;
            const auto counter = r.find("counter", "minted");
            const std::size_t minted = counter ? std::stoul(counter->body) : 0;
            EXPECT_EQ(r.names("minted:", {}, 1000000).size(), minted);
            const auto documents = r.list("token", "minted:", {}, 1000000);
            EXPECT_EQ(documents.size(), minted);
            for (const auto &d : documents) {
                const auto changed = r.name(d.body.substr(1, d.body.size() - 2));
                EXPECT_TRUE(changed && resolver::decode(changed->record)->locators.front().url ==
                                           "https://example.org/minted/" + d.id.substr(7))
                    << "by half: " << d.id;
            }
            return 0;
        });
        const auto v = s->verify(known_, {});
        EXPECT_TRUE(v.found.empty()) << v.found.front().subject << ": " << v.found.front().message;
        known_ = {v.events, v.head};
    }

private:
    std::string location_;
    std::vector<std::string> told_;
    std::optional<std::pair<std::uint64_t, digest>> known_;
};

int kills_wanted(int otherwise) {
    const char *text = std::getenv("UNIFORM_CRASH_KILLS");
    return text == nullptr ? otherwise : std::atoi(text);
}

class crash : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(crash);

TEST_P(crash, loses_nothing_that_was_acknowledged) {
    const bool server = GetParam() == store::dialect::postgresql;
    const int kills = kills_wanted(server ? 30 : 60);
    constexpr int in_one_store = 25;
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::size_t acknowledged = 0, idle = 0, servers_killed = 0;
    auto place = location();
    auto after = std::make_unique<aftermath>(place);
    for (int i = 0; i < kills && !HasFailure(); ++i) {
        if (i > 0 && i % in_one_store == 0) {
            acknowledged += after->acknowledged();
            place = another_location();
            after = std::make_unique<aftermath>(place);
        }
        const auto process = start_writing(place, std::to_string(i));
        // Every third while it opens the store, or makes it; the others while it writes, however long that takes.
        const auto early = told_at_least(process.pipe, i % 3 == 0 ? 0 : 2 + static_cast<int>(random() % 4U));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 40000U));
        const bool kill_server = server && i % 5 == 4;
        if (kill_server) {
            test::postgresql_server::shared()->kill();
            ++servers_killed;
        }
        ::kill(process.pid, SIGKILL);
        const auto lines = what_it_told(process.pipe, early);
        int status = 0;
        ::waitpid(process.pid, &status, 0);
        if (kill_server) test::postgresql_server::shared()->start();
        if (lines.empty()) ++idle;
        for (const auto &line : lines) EXPECT_TRUE(kill_server || !line.starts_with("failure ")) << line;
        after->add(lines);
        after->check();
    }
    acknowledged += after->acknowledged();
    EXPECT_GT(acknowledged, static_cast<std::size_t>(kills));
    std::printf("%d kills (%zu of them of the whole server), %zu acknowledged writes, %zu times none yet; seed %u\n",
                kills, servers_killed, acknowledged, idle, seed);
}

// A process with a limit stands for a disk that is full.
TEST(crash_sqlite, loses_nothing_when_the_disk_is_full) {
    const auto folder = test::temporary_folder("full");
    const auto path = (folder / "store.db").string();
    aftermath after(path);
    bool full = false;
    for (int i = 0; i < 6; ++i) {
        const auto process = start_writing(path, std::to_string(i), 400000U + 300000U * static_cast<unsigned>(i));
        const auto lines = what_it_told(process.pipe);
        int status = 0;
        ::waitpid(process.pid, &status, 0);
        for (const auto &line : lines) full = full || line.starts_with("failure ");
        after.add(lines);
        after.check();
    }
    EXPECT_TRUE(full);
    EXPECT_GT(after.acknowledged(), 20U);
    std::filesystem::remove_all(folder);
}

} // namespace

// The basic idea: a change is a key that is sent three times. At once, after which the cache has nothing old any more;
// again after half a second, because another process, or the cache itself, may have had an older response on its way;
// and once more after `repeat`, for what was on its way for longer. A queue for each of the three passes; what was sent
// goes from one to the next.
//
// INVARIANT: the queues are in the order of the history, and the store remembers an event only after the last pass of
// all events up to it. So a process that ends forgets nothing. INVARIANT: a queue never holds more than some thousand
// keys: instead of more, everything is purged.
//
// What throws (the store, memory) leaves the queues as they are; the thread goes on after a moment.
#include "links/cache_purger.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <exception>
#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include <uniform/base/hex.hpp>
#include <uniform/store/store.hpp>

#include "base/condition_variable.hpp"
#include "links/curl_transfers.hpp"

namespace uniform::links {

namespace {

using steady = std::chrono::steady_clock;

constexpr std::size_t passes = 3;
constexpr std::size_t most_keys = 32; // of one request: services limit them, and the size of a header section
constexpr std::size_t most_waiting = 8192;
constexpr std::chrono::milliseconds second_pass{500};
constexpr std::chrono::milliseconds first_retry{100};
constexpr std::chrono::milliseconds longest_retry{1000}; // so a cache that is back shows changes a second later

struct position {
    std::uint64_t number = 0;
    std::string hash = {};
    bool operator==(const position &) const = default;
};

struct batch {
    std::vector<std::string> keys = {};
    position until = {};
    bool goes_back = false; ///< the history is another one than the one that was followed
    steady::time_point noticed = {};
    steady::time_point due = {};
};

std::optional<position> remembered(store::connection &c, std::string_view url) {
    std::optional<position> out;
    c.run("SELECT event, hash FROM purges WHERE url = $1", {url}, [&](const store::row &row) {
        out = {.number = static_cast<std::uint64_t>(row.integer(0)), .hash = std::string(row.text(1))};
        return false;
    });
    return out;
}

// Another process may be further.
void remember(store::connection &c, std::string_view url, const batch &b) {
    c.run("INSERT INTO purges (url, event, hash) VALUES ($1, $2, $3) ON CONFLICT (url) DO UPDATE SET event = "
          "excluded.event, hash = excluded.hash WHERE purges.event < excluded.event OR $4 = 1",
          {url, static_cast<std::int64_t>(b.until.number), std::string_view(b.until.hash),
           std::int64_t{b.goes_back ? 1 : 0}});
}

std::size_t discard(char *, std::size_t, std::size_t n, void *) { return n; }

int is_ending(void *flag, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const std::atomic<bool> *>(flag)->load() ? 1 : 0;
}

class fields {
public:
    ~fields() { curl_slist_free_all(list_); }
    fields() = default;
    fields(const fields &) = delete;
    fields &operator=(const fields &) = delete;
    void add(const std::string &field) {
        curl_slist *const longer = curl_slist_append(list_, field.c_str());
        if (longer == nullptr) throw std::bad_alloc{};
        list_ = longer;
    }
    [[nodiscard]] curl_slist *get() const noexcept { return list_; }

private:
    curl_slist *list_ = nullptr;
};

} // namespace

class cache_purger::implementation {
public:
    implementation(store::store &s, options o) : store_(s), options_(std::move(o)) {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        easy_.reset(curl_easy_init());
        if (easy_ == nullptr) throw std::runtime_error("libcurl cannot begin transfers");
        thread_ = std::thread([this] { run(); });
    }
    ~implementation() { stop(); }
    implementation(const implementation &) = delete;
    implementation &operator=(const implementation &) = delete;

    void stop() UNIFORM_EXCLUDES(mutex_) {
        stopping_.store(true);
        wake();
        if (thread_.joinable()) thread_.join();
    }
    void wake() noexcept UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        if (!std::exchange(woken_, true)) pending_.fetch_add(1);
        if (waiting_since_.load() == 0) waiting_since_.store(options_.clock.steady().time_since_epoch().count());
        changed_.notify_one();
    }
    [[nodiscard]] std::chrono::milliseconds lag() const noexcept {
        const auto since = steady::time_point{steady::duration{waiting_since_.load()}};
        if (since == steady::time_point{}) return {};
        return std::chrono::duration_cast<std::chrono::milliseconds>(options_.clock.steady() - since);
    }

    [[nodiscard]] std::uint64_t pending() const noexcept { return pending_.load(); }

private:
    void run() UNIFORM_EXCLUDES(mutex_) {
        while (!stopping_.load()) {
            try {
                look();
                send_due();
            } catch (const std::exception &) { // the store, which others report, or memory
                follower_.reset();
                writer_.drop();
            }
            base::unique_lock lock(mutex_);
            note_state();
            changed_.wait_for(lock, options_.clock.wait_for(options_.poll),
                              [this]() UNIFORM_REQUIRES(mutex_) { return woken_; });
            woken_ = false;
        }
    }

    // The numbers that others read. A commit that nobody has looked at yet counts, too.
    void note_state() UNIFORM_REQUIRES(mutex_) {
        const auto &first = queues_.front();
        const auto since = first.empty() ? steady::time_point{} : first.front().noticed;
        if (!woken_ || !first.empty()) waiting_since_.store(since.time_since_epoch().count());
        pending_.store(first.size() + queues_[1].size() + queues_[2].size() + (woken_ ? 1 : 0));
    }

    // Puts what is new in the history into the first queue.
    void look() {
        if (!follower_) {
            follower_ = store_.sql_database().connect_to_follow();
            counted_ = false;
        }
        const std::uint64_t changes = follower_->changes_by_others();
        if (counted_ && changes == changes_) return;
        store::reading r{*follower_};
        const auto [number, hash] = r.head();
        const position head{.number = number, .hash = base::to_hex(hash)};
        if (!at_) at_ = remembered(*follower_, options_.url);
        if (!at_ || *at_ != head) push(at_ ? changed_since(r, *at_, head) : everything(head, false));
        at_ = head;
        changes_ = changes;
        counted_ = true;
    }

    [[nodiscard]] batch everything(const position &until, bool goes_back) const {
        return {.keys = {options_.everything}, .until = until, .goes_back = goes_back};
    }

    // The keys of what has changed between two positions; of everything, if it is too much, or if the history does not
    // go from the one to the other.
    batch changed_since(store::reading &r, const position &from, const position &until) const {
        if (from.number >= until.number) return everything(until, true);
        if (until.number - from.number > most_waiting) return everything(until, false);
        std::set<std::string> keys;
        std::string before = from.hash;
        for (const auto &e : r.subjects(from.number, static_cast<std::size_t>(until.number - from.number))) {
            if (base::to_hex(e.previous) != before) return everything(until, true);
            before = base::to_hex(e.hash);
            if (std::string key = options_.key_of(e.kind, e.id); !key.empty()) keys.insert(std::move(key));
        }
        if (before != until.hash) return everything(until, true);
        if (keys.contains(options_.everything)) return everything(until, false);
        return {.keys = {keys.begin(), keys.end()}, .until = until};
    }

    void push(batch b) {
        auto &first = queues_.front();
        std::size_t waiting = b.keys.size();
        for (const batch &other : first) waiting += other.keys.size();
        b.noticed = b.due = options_.clock.steady();
        if (waiting > most_waiting) {
            b.keys = {options_.everything};
            b.noticed = first.front().noticed;
            b.goes_back = std::ranges::any_of(first, &batch::goes_back) || b.goes_back;
            first.clear();
        }
        first.push_back(std::move(b));
    }

    void send_due() {
        for (std::size_t pass = 0; pass < passes; ++pass) {
            auto &queue = queues_[pass];
            while (!queue.empty() && !stopping_.load()) {
                const auto now = options_.clock.steady();
                if (queue.front().due > now || now < next_try_) break;
                if (!send(queue.front().keys)) return;
                batch b = std::move(queue.front());
                queue.pop_front();
                b.due = options_.clock.steady() + pause_after(pass);
                if (pass + 1 < passes) {
                    queues_[pass + 1].push_back(std::move(b));
                } else {
                    remember(writer_.get(), options_.url, b);
                }
            }
        }
    }

    [[nodiscard]] std::chrono::milliseconds pause_after(std::size_t pass) const {
        return pass == 0 ? std::max(second_pass, 2 * options_.poll) : std::max(options_.repeat, second_pass);
    }

    // All of them in several requests; a batch is sent again as a whole.
    bool send(std::span<const std::string> keys) {
        for (; !keys.empty(); keys = keys.subspan(std::min(keys.size(), most_keys))) {
            const std::string why = request(keys.first(std::min(keys.size(), most_keys)));
            if (stopping_.load()) return false;
            if (options_.count) options_.count(why.empty() ? purge_event::sent : purge_event::failed);
            if (!why.empty()) {
                failed(why);
                return false;
            }
        }
        if (std::exchange(failures_, 0) > 0 && options_.report) options_.report(options_.url, {});
        next_try_ = {};
        return true;
    }

    // Why it failed; empty if it did not.
    std::string request(std::span<const std::string> keys) {
        CURL *const easy = easy_.get();
        curl_easy_reset(easy); // keeps the connection
        std::string joined;
        for (const std::string &key : keys) (joined += joined.empty() ? "" : options_.separator) += key;
        fields f;
        f.add(options_.key_field + ": " + joined);
        f.add("Expect:"); // no 100-continue
        if (!options_.field_file.empty()) {
            std::ifstream file{options_.field_file};
            std::string line;
            if (!std::getline(file, line) || line.find(':') == std::string::npos) {
                return "purge.field_file has no header field in its first line";
            }
            f.add(line);
        }
        const std::string body = options_.body_of ? options_.body_of(keys) : std::string{};
        if (!body.empty()) f.add("Content-Type: application/json");
        std::array<char, CURL_ERROR_SIZE> error{};
        curl_easy_setopt(easy, CURLOPT_URL, options_.url.c_str());
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(easy, CURLOPT_PROXY, "");
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeout.count()));
        curl_easy_setopt(easy, CURLOPT_USERAGENT, "uniform-purge");
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, f.get());
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error.data());
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, is_ending);
        curl_easy_setopt(easy, CURLOPT_XFERINFODATA, &stopping_);
        if (!body.empty() || options_.method == "POST") {
            curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
            curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body.c_str());
        }
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, options_.method.c_str());
        if (const CURLcode code = curl_easy_perform(easy); code != CURLE_OK) {
            return error[0] != '\0' ? error.data() : curl_easy_strerror(code);
        }
        long status = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        return status >= 200 && status <= 299 ? "" : "the status is " + std::to_string(status);
    }

    void failed(std::string_view why) {
        if (failures_++ == 0 && options_.report) options_.report(options_.url, why);
        const auto pause = first_retry * (1U << std::min(failures_ - 1, 10U));
        next_try_ = options_.clock.steady() + std::min<std::chrono::milliseconds>(pause, longest_retry);
    }

    struct easy_end {
        void operator()(CURL *e) const noexcept { curl_easy_cleanup(e); }
    };

    store::store &store_;
    const options options_;
    std::unique_ptr<CURL, easy_end> easy_;
    std::unique_ptr<store::connection> follower_;
    own_connection writer_{store_.sql_database()};
    std::optional<position> at_; // the end of what is in the queues
    std::uint64_t changes_ = 0;
    bool counted_ = false;
    std::array<std::deque<batch>, passes> queues_;
    unsigned failures_ = 0; // in a row
    steady::time_point next_try_ = {};

    std::atomic<steady::rep> waiting_since_ = 0;
    std::atomic<std::uint64_t> pending_ = 0;
    std::atomic<bool> stopping_ = false;
    base::mutex mutex_;
    base::condition_variable changed_;
    bool woken_ UNIFORM_GUARDED_BY(mutex_) = false;
    std::thread thread_;
};

cache_purger::cache_purger(store::store &s, options o)
    : implementation_(std::make_unique<implementation>(s, std::move(o))) {}
cache_purger::~cache_purger() = default;
void cache_purger::wake() noexcept { implementation_->wake(); }
std::chrono::milliseconds cache_purger::lag() const noexcept { return implementation_->lag(); }
std::uint64_t cache_purger::pending() const noexcept { return implementation_->pending(); }
void cache_purger::stop() { implementation_->stop(); }

} // namespace uniform::links

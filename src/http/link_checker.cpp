#include "http/link_checker.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <uniform/parse.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "http/link_checker_store.hpp"
#include "http/metrics.hpp"
#include "http/soft_404.hpp"

namespace uniform::http {

namespace {

using clock = std::chrono::steady_clock;
using moment = clock::time_point;

constexpr std::size_t waiting_most = 1000; // locators in memory
constexpr std::size_t names_at_once = 200;
constexpr std::size_t body_most = std::size_t{64} << 10U;
constexpr std::size_t robots_most = std::size_t{500} << 10U; // RFC 9309 2.5
constexpr std::size_t origins_most = 4096;
constexpr std::size_t retries_most = 10000;

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string lowered(std::string_view text) {
    std::string out{text};
    for (char &c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    return out;
}

// A locator as the checker needs it.
struct place {
    std::string host = {};   // lower case
    std::string origin = {}; // "https://host:port"
    std::string path = {};   // and query
};
std::optional<place> place_of_url(std::string_view url) {
    const auto u = parse_uri(url);
    if (!u || !u->host() || u->host()->empty()) return std::nullopt;
    const std::string scheme = lowered(u->scheme());
    if (scheme != "http" && scheme != "https") return std::nullopt;
    place p{.host = lowered(*u->host())};
    p.origin = scheme + "://" + p.host;
    if (u->port() && !u->port()->empty()) (p.origin += ':') += *u->port();
    p.path = u->path().empty() ? "/" : std::string{u->path()};
    if (u->query()) (p.path += '?') += *u->query();
    return p;
}

enum class phase : std::uint8_t { robots, head, get, probe };

struct task {
    std::string url = {};
    place where = {};
    phase at = phase::robots;
    int put_off = 0; // how often the host wanted to be left alone
    link_answer answer = {};
    page_sample page = {};
};

struct host {
    std::deque<std::string> waiting = {};
    std::optional<task> current = {};
    bool busy = false;
    moment next = {};
};

struct origin {
    std::optional<http::robots> rules = {};
    moment rules_until = {};
    std::optional<page_sample> probe = {};
    moment probe_until = {};
};

// One request.
struct transfer {
    CURL *easy = nullptr;
    std::string host = {};
    std::string body = {};
    std::size_t most = body_most;
    bool cut = false;     // more was there than is wanted
    bool refused = false; // an address of a private network
    bool allow_private = false;
    std::array<char, CURL_ERROR_SIZE> error = {};
};

std::size_t take_body(char *data, std::size_t, std::size_t n, void *to) {
    auto &t = *static_cast<transfer *>(to);
    const std::size_t room = t.most - t.body.size();
    t.body.append(data, std::min(n, room));
    if (n <= room) return n;
    t.cut = true;
    return 0;
}

// Where every connection is made, also those of redirects: after the host name was looked up.
curl_socket_t open_socket(void *to, curlsocktype, curl_sockaddr *a) {
    auto &t = *static_cast<transfer *>(to);
    if (!t.allow_private && private_address(&a->addr)) {
        t.refused = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

std::string random_path() {
    std::random_device source;
    std::string out = "/uniform-";
    for (int i = 0; i < 24; ++i) out += static_cast<char>('a' + source() % 26U);
    return out;
}

} // namespace

class link_checker::implementation {
public:
    implementation(store::store &s, const options &o, std::function<void()> changed, metrics *m)
        : store_(s), options_(o), changed_(std::move(changed)), metrics_(m) {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        multi_ = curl_multi_init();
        if (multi_ == nullptr) throw std::runtime_error("the link checker cannot start");
        const std::size_t end = o.user_agent.find_first_of("/ ");
        agent_ = o.user_agent.substr(0, end);
        recheck_ = std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::seconds>(o.recheck).count(), 1);
        thread_ = std::thread([this] { run(); });
    }
    ~implementation() {
        stopping_.store(true);
        curl_multi_wakeup(multi_);
        thread_.join();
        for (auto &[easy, t] : transfers_) {
            curl_multi_remove_handle(multi_, easy);
            curl_easy_cleanup(easy);
        }
        curl_multi_cleanup(multi_);
    }
    implementation(const implementation &) = delete;
    implementation &operator=(const implementation &) = delete;

    std::atomic<std::uint64_t> rounds = 0;

private:
    void run() {
        while (!stopping_.load()) {
            try {
                step();
            } catch (const store::failure &) { // try again; what was found is kept
                writer_.reset();
                if (metrics_ != nullptr) metrics_->count(counter::store_failures);
                wait(std::chrono::milliseconds{5000});
            } catch (const std::exception &) { // no memory: forget what waits
                hosts_.clear();
                known_.clear();
                wait(std::chrono::milliseconds{5000});
            }
        }
        try {
            flush(true);
        } catch (const store::failure &) { // they are checked anew
            if (metrics_ != nullptr) metrics_->count(counter::store_failures);
        }
    }

    void step() {
        refill();
        start();
        int running = 0;
        curl_multi_perform(multi_, &running);
        int left = 0;
        while (const CURLMsg *const m = curl_multi_info_read(multi_, &left)) {
            if (m->msg == CURLMSG_DONE) finished(m->easy_handle, m->data.result);
        }
        flush(false);
        wait(std::chrono::milliseconds{running > 0 || !known_.empty() ? 20 : 200});
    }

    void wait(std::chrono::milliseconds t) {
        curl_multi_poll(multi_, nullptr, 0, static_cast<int>(t.count()), nullptr);
    }

    // The next locators that are due.
    void refill() {
        const moment now = clock::now();
        if (known_.size() >= waiting_most) return;
        const std::int64_t at = seconds_now();
        for (auto it = retries_.begin(); it != retries_.end() && it->first <= at; it = retries_.erase(it)) {
            add(it->second);
        }
        if (now < next_walk_) return;
        std::vector<std::string> found;
        bool end = false;
        store_.read([&](store::reading &r) {
            const auto rows = r.names({}, after_, names_at_once);
            end = rows.size() < names_at_once;
            for (const auto &row : rows) {
                after_ = row.key;
                const auto record = resolver::decode(row.record);
                if (!record || record->state != resolver::name_state::active) continue;
                for (const auto &l : record->locators) {
                    if (known_.contains(l.url)) continue;
                    const auto known = find_link(r.sql(), l.url);
                    if (!known || due(*known, recheck_) <= at) found.push_back(l.url);
                }
            }
            return 0;
        });
        for (const std::string &url : found) add(url);
        if (!end) {
            next_walk_ = now + std::chrono::milliseconds{20};
            return;
        }
        if (!known_.empty()) { // the round ends when they are done
            next_walk_ = now + std::chrono::milliseconds{200};
            return;
        }
        flush(true);
        // Whatever a name has was checked within this round, or since `recheck` before it.
        if (round_started_ != 0) forget_links(writer(), round_started_ - 2 * recheck_);
        round_started_ = at;
        after_.clear();
        next_walk_ = now + options_.pause;
        rounds.fetch_add(1);
    }

    void add(const std::string &url) {
        if (known_.contains(url)) return;
        const auto p = place_of_url(url);
        if (!p) return;
        known_.insert(url);
        hosts_[p->host].waiting.push_back(url);
    }

    // As many requests as may be made now.
    void start() {
        for (;;) {
            const moment now = clock::now();
            if (transfers_.size() >= options_.parallel || now < next_request_) return;
            host *best = nullptr;
            std::string name;
            for (auto it = hosts_.begin(); it != hosts_.end();) {
                host &h = it->second;
                if (!h.busy && !h.current && h.waiting.empty() && h.next <= now) {
                    it = hosts_.erase(it);
                    continue;
                }
                if (!h.busy && h.next <= now && (h.current || !h.waiting.empty()) &&
                    (best == nullptr || h.next < best->next)) {
                    best = &h;
                    name = it->first;
                }
                ++it;
            }
            if (best == nullptr) return;
            if (!best->current) {
                task t{.url = std::move(best->waiting.front())};
                best->waiting.pop_front();
                t.where = place_of_url(t.url).value_or(place{});
                best->current = std::move(t);
            }
            if (prepare(*best)) request(name, *best);
        }
    }

    // What is known already needs no request. False when the task has ended.
    bool prepare(host &h) {
        task &t = *h.current;
        const moment now = clock::now();
        if (origins_.size() > origins_most) origins_.clear();
        origin &o = origins_[t.where.origin];
        if (t.at == phase::robots) {
            if (options_.robots && (!o.rules || now >= o.rules_until)) return true;
            if (options_.robots && !o.rules->allows(t.where.path)) {
                drop(h);
                return false;
            }
            t.at = phase::head;
        }
        if (t.at == phase::probe && o.probe && now < o.probe_until) {
            t.answer.soft_404 = soft_404(t.page, *o.probe);
            conclude(h);
            return false;
        }
        return true;
    }

    void request(const std::string &name, host &h) {
        const task &t = *h.current;
        CURL *const easy = curl_easy_init();
        if (easy == nullptr) throw std::bad_alloc{};
        auto made = std::make_unique<transfer>();
        transfer &x = *made;
        x.easy = easy;
        x.host = name;
        x.allow_private = options_.allow_private;
        x.most = t.at == phase::robots ? robots_most : body_most;
        const std::string url = t.at == phase::robots  ? t.where.origin + "/robots.txt"
                                : t.at == phase::probe ? t.where.origin + random_path()
                                                       : t.url;
        const auto most = static_cast<long>(options_.timeout.count());
        curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(easy, CURLOPT_PROXY, ""); // the addresses are to be seen
        curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 10L);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, most);
        curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
        curl_easy_setopt(easy, CURLOPT_MAX_RECV_SPEED_LARGE, static_cast<curl_off_t>(1) << 20U);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &x);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &x);
        curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, x.error.data());
        // A socket's address was looked at for the transfer that opened it; others must not share it unseen.
        curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
        if (t.at == phase::head) curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
        if (t.at == phase::get) curl_easy_setopt(easy, CURLOPT_RANGE, "0-65535");
        if (curl_multi_add_handle(multi_, easy) != CURLM_OK) {
            curl_easy_cleanup(easy);
            throw std::bad_alloc{};
        }
        transfers_.emplace(easy, std::move(made));
        h.busy = true;
        next_request_ = clock::now() + std::chrono::microseconds{1'000'000 / std::max<std::uint64_t>(options_.rate, 1)};
    }

    void finished(CURL *easy, CURLcode code) {
        const auto node = transfers_.extract(easy);
        const transfer &x = *node.mapped();
        long status = 0;
        curl_off_t retry_after = 0;
        char *type = nullptr;
        char *effective = nullptr;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
        curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
        curl_easy_getinfo(easy, CURLINFO_EFFECTIVE_URL, &effective);
        const std::string content_type = type == nullptr ? std::string{} : type;
        const std::string target = effective == nullptr ? std::string{} : effective;
        curl_multi_remove_handle(multi_, easy);
        curl_easy_cleanup(easy);
        const auto it = hosts_.find(x.host);
        if (it == hosts_.end() || !it->second.current) return;
        host &h = it->second;
        h.busy = false;
        h.next = clock::now() + options_.host_delay;
        if (x.refused) return drop(h); // nothing was asked, and nothing is known
        std::string failure;
        if (code != CURLE_OK && !x.cut) {
            failure = x.error[0] != '\0' ? std::string{x.error.data()} : std::string{curl_easy_strerror(code)};
        }
        answered(h, x, static_cast<int>(status), failure, content_type, target, retry_after);
    }

    void answered(host &h, const transfer &x, int status, const std::string &failure, const std::string &content_type,
                  const std::string &target, std::int64_t retry_after) {
        task &t = *h.current;
        origin &o = origins_[t.where.origin];
        if (!failure.empty() && t.at != phase::probe) {
            t.answer = {.failure = failure};
            return conclude(h);
        }
        if ((status == 429 || status == 503) && t.at != phase::probe) {
            const auto pause = retry_after > 0
                                   ? std::chrono::milliseconds{1000 * std::min<std::int64_t>(retry_after, 86400)}
                                   : options_.host_pause * (1 << t.put_off);
            h.next = std::max(h.next, clock::now() + pause);
            if (++t.put_off < 3) return;
            if (status == 429) return drop(h); // it is there, and does not want to be asked
            t.answer = {.status = status};
            return conclude(h);
        }
        switch (t.at) {
        case phase::robots:
            // RFC 9309 2.3.1.3: what is not there forbids nothing; 2.3.1.4: a server's error forbids all for now.
            if (status >= 500) {
                t.answer = {.status = status};
                return conclude(h);
            }
            o.rules = status >= 200 && status < 300 ? http::robots::parse(x.body, agent_) : http::robots{};
            o.rules_until = clock::now() + std::chrono::hours{24};
            return;
        case phase::head:
        case phase::get: {
            const bool first = t.at == phase::head;
            t.answer = {.status = status == 206 || (status == 416 && !first) ? 200 : status,
                        .media_type = media_type_of(content_type),
                        .target = target == t.url || target == t.url + "/" ? std::string{} : target};
            const bool good = t.answer.status >= 200 && t.answer.status < 300;
            const bool page = t.answer.media_type == "text/html" || t.answer.media_type == "application/xhtml+xml";
            const bool look = options_.soft_404 && page && t.where.path != "/";
            if (first && (!good || look)) { // many servers know HEAD badly
                t.at = phase::get;
                return;
            }
            if (first || !good || !look) return conclude(h);
            t.page = sample_of(t.answer.status, target, x.body);
            t.at = phase::probe;
            return;
        }
        case phase::probe:
            o.probe = failure.empty() ? sample_of(status, target, x.body) : page_sample{};
            o.probe_until = clock::now() + std::chrono::hours{24};
            return; // prepare() goes on
        }
    }

    // The task has a result.
    void conclude(host &h) {
        const task t = std::move(*h.current);
        h.current.reset();
        // The judgement is made by flush(), beside what is known until now.
        findings_.emplace_back(t.url, t.answer);
        if (metrics_ != nullptr) metrics_->count(counter::links_checked);
    }
    void drop(host &h) {
        known_.erase(h.current->url);
        h.current.reset();
    }

    store::connection &writer() {
        if (!writer_) writer_ = store_.where().connect(store::access::read_write);
        return *writer_;
    }

    void flush(bool now) {
        if (findings_.empty()) {
            last_flush_ = clock::now();
            return;
        }
        if (!now && findings_.size() < 200 && clock::now() - last_flush_ < options_.flush) return;
        const std::int64_t at = seconds_now();
        std::vector<link_row> rows;
        std::uint64_t died = 0;
        bool changed = false;
        for (const auto &[url, answer] : findings_) {
            const auto before = find_link(writer(), url);
            link_found f = judge(before, answer, at, options_.dead_after);
            const bool was = before && before->state == link_state::dead;
            const bool is = f.state == link_state::dead;
            changed = changed || was != is;
            if (is && !was) ++died;
            if (f.state != link_state::alive && retries_.size() < retries_most) retries_.emplace(due(f, recheck_), url);
            rows.push_back({url, std::move(f)});
        }
        // Rows in one order, so that two nodes that write at a time cannot wait for each other.
        std::ranges::sort(rows, {}, &link_row::url);
        put_links(writer(), rows);
        for (const link_row &r : rows) known_.erase(r.url);
        findings_.clear();
        last_flush_ = clock::now();
        if (metrics_ != nullptr && died > 0) metrics_->count(counter::links_dead, died);
        if (changed && changed_) changed_();
    }

    store::store &store_;
    const options options_;
    const std::function<void()> changed_;
    metrics *const metrics_;
    CURLM *multi_ = nullptr;
    std::string agent_;
    std::int64_t recheck_ = 1;
    std::unique_ptr<store::connection> writer_;
    std::unordered_map<std::string, host> hosts_;
    std::unordered_map<std::string, origin> origins_;
    std::unordered_set<std::string> known_; // locators that wait, are being checked, or were and are not yet written
    std::unordered_map<CURL *, std::unique_ptr<transfer>> transfers_;
    std::multimap<std::int64_t, std::string> retries_; // bad ones, by when they are due
    std::vector<std::pair<std::string, link_answer>> findings_;
    moment next_request_ = {};
    moment next_walk_ = {};
    moment last_flush_ = clock::now();
    std::string after_;
    std::int64_t round_started_ = 0;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

link_checker::link_checker(store::store &s, const options &o, std::function<void()> changed, metrics *m)
    : implementation_(std::make_unique<implementation>(s, o, std::move(changed), m)) {}
link_checker::~link_checker() = default;
std::uint64_t link_checker::rounds() const noexcept { return implementation_->rounds.load(); }

} // namespace uniform::http

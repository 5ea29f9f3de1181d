// The basic idea: one thread turns in step(): find locators that are due, start requests that are allowed now, take
// what libcurl has finished, write findings. Everything that waits, waits in memory by its host (hosts_), because the
// rules are about hosts: one request at a time, a pause after each, one checker per host.
//
// A locator is: due in the store -> waiting -> current, the task of its host -> a finding, or none. A task goes through
// robots.txt, HEAD, GET and the probe for pages that are a 404 in disguise (link_phase); prepare() skips what is cached
// of the origin, conclude() ends it with a finding, drop() without one.
//
// INVARIANT: known_ has each locator that waits, is being checked, or has a finding that is not written yet: none is
// queued twice.
// INVARIANT: a request is sent only to a host whose lease this checker has (claim()), so that several processes on a
// store keep one pause. The findings of a host are written before its lease is given up.
// INVARIANT: the memory is bounded: each table has a most. What one host has beyond its share comes in a later round
// (skipped_), and only a round that skipped nothing forgets old links.
//
// The thread has a connection of its own to the database, as findings are no events. A failure of the store keeps the
// findings, forgets the leases and tries again after 5 s; no memory drops the queue, which the next round fills again.
// The destructor ends requests in progress without a finding.
#include "links/link_checker.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "links/curl_transfers.hpp"
#include "links/link_checker_queue.hpp"
#include "links/link_checker_request.hpp"
#include "links/link_checker_store.hpp"
#include "links/link_hosts.hpp"

namespace uniform::links {

namespace {

using moment = std::chrono::steady_clock::time_point;

constexpr std::size_t waiting_most = 1000; // locators in memory
constexpr std::size_t names_at_once = 200;
constexpr std::size_t of_one_host_most = 100; // of these; the others of the host come in later rounds
constexpr std::size_t left_alone_most = 10000;
constexpr std::int64_t hour = 3600;
constexpr std::int64_t day = 24 * hour;
constexpr std::size_t origins_most = 4096;
constexpr std::size_t retries_most = 10000;
constexpr std::size_t decisions_most = 10000;

} // namespace

class link_checker::implementation {
public:
    implementation(store::store &s, const options &o, std::function<void()> changed)
        : store_(s), options_(o), changed_(std::move(changed)) {
        const std::size_t end = o.user_agent.find_first_of("/ ");
        agent_ = o.user_agent.substr(0, end);
        recheck_ = std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::seconds>(o.recheck).count(), 1);
        thread_ = std::thread([this] { run(); });
    }
    ~implementation() {
        stopping_.store(true);
        multi_.wake();
        thread_.join();
        for (auto &[easy, t] : transfers_) {
            multi_.remove(easy);
            curl_easy_cleanup(easy);
        }
    }
    implementation(const implementation &) = delete;
    implementation &operator=(const implementation &) = delete;

    std::atomic<std::uint64_t> rounds = 0;

private:
    void run() {
        while (!stopping_.load()) {
            try {
                step();
            } catch (const store::failure &) { // try again; the findings are kept
                writer_.drop();
                for (auto &[name, h] : hosts_) h.claimed = false; // its lease may have ended
                count(link_event::store_failed);
                multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{5000}));
            } catch (const std::exception &) { // no memory: drop the queue
                hosts_.clear();
                known_.clear();
                left_alone_.clear();
                multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{5000}));
            }
        }
        try {
            flush(true);
            const moment now = steady();
            const std::int64_t at = options_.clock.seconds();
            for (const auto &[name, h] : hosts_) {
                const auto left = std::chrono::ceil<std::chrono::seconds>(h.next - now).count();
                if (h.claimed) leaving_.emplace_back(name, at + std::clamp<std::int64_t>(left, 0, 86400));
            }
            leave_hosts(writer_.get(), holder_, leaving_);
        } catch (const store::failure &) { // they are checked again
            count(link_event::store_failed);
        }
    }

    void step() {
        refill();
        start();
        const int running = multi_.perform([this](CURL *easy, CURLcode code) { finished(easy, code); });
        flush(false);
        keep();
        multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{running > 0 || !known_.empty() ? 20 : 200}));
    }

    [[nodiscard]] moment steady() const { return options_.clock.steady(); }

    // Queues the next locators that are due.
    void refill() {
        const moment now = steady();
        look_at_decisions();
        if (known_.size() >= waiting_most) return;
        const std::int64_t at = options_.clock.seconds();
        for (auto it = retries_.begin(); it != retries_.end() && it->first <= at; it = retries_.erase(it)) {
            add(it->second.first, it->second.second);
        }
        if (now < next_walk_) return;
        std::vector<std::pair<std::string, link_wish>> found;
        bool end = false;
        store_.read([&](store::reading &r) {
            const auto rows = r.names({}, after_, names_at_once);
            end = rows.size() < names_at_once;
            for (const auto &row : rows) {
                after_ = row.key;
                const auto record = resolver::decode(row.record);
                if (!record || record->state != resolver::name_state::active) continue;
                for (const auto &l : record->locators) {
                    if (known_.contains(l.url) || left_alone(l.url, at)) continue;
                    if (is_due(find_link(r.sql(), l.url), at))
                        found.emplace_back(l.url, link_wish{.recorded_type = l.media_type, .name = row.key});
                }
                if (known_.size() + found.size() < waiting_most) continue;
                end = false; // the others in a moment
                break;
            }
            return 0;
        });
        for (const auto &[url, wish] : found) add(url, wish);
        if (!end) {
            next_walk_ = now + std::chrono::milliseconds{20};
            return;
        }
        if (!known_.empty()) { // the round ends after them
            next_walk_ = now + std::chrono::milliseconds{200};
            return;
        }
        flush(true);
        // Every locator of a name was checked within this round, or at most `recheck` before it.
        if (round_started_ != 0 && !skipped_) forget_links(writer_.get(), round_started_ - 2 * recheck_);
        forget_hosts(writer_.get(), at);
        round_started_ = at;
        skipped_ = false;
        after_.clear();
        next_walk_ = now + options_.pause;
        rounds.fetch_add(1);
    }

    // False if there is no room.
    bool add(const std::string &url, const link_wish &wish) {
        if (known_.contains(url)) return true;
        const auto p = link_place_of(url);
        if (!p) return true;
        if (rule_of(p->host) != host_rule::none) { // what was found of it is not forgotten
            skipped_ = true;
            return true;
        }
        link_host &h = hosts_[p->host];
        if (h.waiting.size() >= of_one_host_most) { // leaves room for other hosts
            skipped_ = true;
            return false;
        }
        known_.emplace(url, wish);
        h.waiting.push_back(url);
        return true;
    }

    [[nodiscard]] host_rule rule_of(std::string_view host) const {
        const auto it = decisions_.find(host);
        return it == decisions_.end() ? host_rule::none : it->second.rule_at(options_.clock.seconds());
    }

    // What administrators have decided about hosts.
    void look_at_decisions() {
        if (steady() < next_look_) return;
        next_look_ = steady() + options_.decisions;
        const std::int64_t at = options_.clock.seconds();
        decisions_ = decisions_about_hosts(writer_.get(), at, decisions_most);
        for (auto &[name, h] : hosts_) {
            if (h.waiting.empty() || rule_of(name) == host_rule::none) continue;
            for (const std::string &url : h.waiting) known_.erase(url);
            h.waiting.clear();
            skipped_ = true;
        }
        static_cast<void>(note_hosts(writer_.get(), names_at_once));
        for (const auto &[host, d] : decisions_) {
            if (d.rule_at(at) == host_rule::ignored) {
                if (forget_host(writer_.get(), host, names_at_once)) next_look_ = steady();
            } else if (d.asked > 0) {
                check_now(host, d.asked);
            }
        }
        std::erase_if(asked_after_, [this](const auto &a) { return !decisions_.contains(a.first); });
    }

    // Queues the locators of the host that fail, as many as there is room for.
    void check_now(const std::string &host, std::int64_t asked) {
        std::string &after = asked_after_[host];
        const auto rows = links_of_host(writer_.get(), host, true, after, names_at_once);
        for (const link_row &r : rows) {
            if (r.found.checked < asked) {
                left_alone_.erase(r.url);
                if (!add(r.url, {.name = r.name, .asked = asked})) return;
            }
            after = r.url;
        }
        if (rows.size() == names_at_once) return;
        note_checked(writer_.get(), host, asked);
        asked_after_.erase(host);
    }

    // What was checked an hour after now was checked by a clock that was wrong.
    [[nodiscard]] bool is_due(const std::optional<link_found> &known, std::int64_t at) const {
        return !known || due(*known, recheck_) <= at || known->checked > at + 3600;
    }
    [[nodiscard]] bool is_wanted(const std::string &url) {
        const auto found = find_link(writer_.get(), url);
        const auto wish = known_.find(url);
        const bool is_asked = found && wish != known_.end() && found->checked < wish->second.asked;
        return is_asked || is_due(found, options_.clock.seconds());
    }
    [[nodiscard]] bool left_alone(const std::string &url, std::int64_t at) {
        const auto it = left_alone_.find(url);
        if (it == left_alone_.end()) return false;
        if (it->second > at) return true;
        left_alone_.erase(it);
        return false;
    }

    // Acquires the lease of a host. False when another checker has it: then that one checks its links, and the rest
    // come again in the next round.
    bool claim(const std::string &name, link_host &h) {
        if (h.claimed) return true;
        const std::int64_t at = options_.clock.seconds();
        h.claimed = claim_host(writer_.get(), name, holder_, at, at + lease);
        if (h.claimed) return true;
        for (const std::string &url : h.waiting) known_.erase(url);
        h.waiting.clear();
        skipped_ = true;
        return false;
    }
    void keep() {
        const moment now = steady();
        if (now < next_keep_) return;
        next_keep_ = now + std::chrono::seconds{lease / 5};
        const bool any = std::ranges::any_of(hosts_, [](const auto &h) { return h.second.claimed; });
        if (any) keep_hosts(writer_.get(), holder_, options_.clock.seconds() + lease);
    }

    // Sends as many requests as are allowed now.
    void start() {
        for (;;) {
            const moment now = steady();
            if (transfers_.size() >= options_.parallel || now < next_request_) return;
            link_host *best = nullptr;
            std::string name;
            for (auto it = hosts_.begin(); it != hosts_.end();) {
                link_host &h = it->second;
                if (!h.busy && !h.current && h.waiting.empty() && h.next <= now) {
                    if (h.claimed) leaving_.emplace_back(it->first, 0);
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
                if (!claim(name, *best)) continue;
                link_task t{.url = best->waiting.front()};
                // Another checker may have been here since it was found.
                const bool wanted = is_wanted(t.url);
                best->waiting.pop_front();
                if (!wanted) {
                    known_.erase(t.url);
                    continue;
                }
                t.where = link_place_of(t.url).value_or(link_place{});
                best->current = std::move(t);
            }
            if (prepare(*best)) request(name, *best);
        }
    }

    // Uses what is cached instead of a request. False when the task has ended.
    bool prepare(link_host &h) {
        link_task &t = *h.current;
        const moment now = steady();
        if (origins_.size() > origins_most) origins_.clear();
        link_origin &o = origins_[t.where.origin];
        if (t.at == link_phase::robots) {
            if (options_.robots && now < o.closed_until) {
                drop(h, hour);
                return false;
            }
            if (options_.robots && (!o.rules || now >= o.rules_until)) return true;
            if (options_.robots && !o.rules->allows(t.where.path)) {
                drop(h, day);
                return false;
            }
            t.at = link_phase::head;
        }
        if (t.at == link_phase::probe && o.probe && now < o.probe_until) {
            t.answer.soft_404 = soft_404(t.page, *o.probe);
            conclude(h);
            return false;
        }
        return true;
    }

    void request(const std::string &name, link_host &h) {
        const link_task &t = *h.current;
        CURL *const easy = curl_easy_init();
        if (easy == nullptr) throw std::bad_alloc{};
        auto made = std::make_unique<link_transfer>();
        link_transfer &x = *made;
        x.easy = easy;
        x.host = name;
        x.allow_private = options_.allow_private;
        const std::string url = t.at == link_phase::robots  ? t.where.origin + "/robots.txt"
                                : t.at == link_phase::probe ? t.where.origin + "/uniform-" + random_letters(24)
                                                            : t.url;
        prepare_transfer(x, t.at, url, options_.timeout, options_.user_agent);
        if (!multi_.add(easy)) {
            curl_easy_cleanup(easy);
            throw std::bad_alloc{};
        }
        transfers_.emplace(easy, std::move(made));
        h.busy = true;
        next_request_ = steady() + std::chrono::microseconds{1'000'000 / std::max<std::uint64_t>(options_.rate, 1)};
    }

    void finished(CURL *easy, CURLcode code) {
        const auto node = transfers_.extract(easy);
        const link_transfer &x = *node.mapped();
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
        multi_.remove(easy);
        curl_easy_cleanup(easy);
        const auto it = hosts_.find(x.host);
        if (it == hosts_.end() || !it->second.current) return;
        link_host &h = it->second;
        h.busy = false;
        h.next = steady() + options_.host_delay;
        if (x.refused) return drop(h, recheck_); // its address is not public: no finding
        std::string failure;
        if (code != CURLE_OK && !x.cut) {
            failure = x.error[0] != '\0' ? std::string{x.error.data()} : std::string{curl_easy_strerror(code)};
        }
        // Some servers do not respond to HEAD.
        const bool reached = code != CURLE_COULDNT_RESOLVE_HOST && code != CURLE_COULDNT_CONNECT &&
                             code != CURLE_TOO_MANY_REDIRECTS && code != CURLE_PEER_FAILED_VERIFICATION &&
                             code != CURLE_SSL_CONNECT_ERROR;
        if (!failure.empty() && h.current->at == link_phase::head && reached) {
            h.current->at = link_phase::get;
            return;
        }
        answered(h, x, static_cast<int>(status), failure, content_type, target, retry_after);
    }

    void answered(link_host &h, const link_transfer &x, int status, const std::string &failure,
                  const std::string &content_type, const std::string &target, std::int64_t retry_after) {
        link_task &t = *h.current;
        link_origin &o = origins_[t.where.origin];
        if (!failure.empty() && t.at != link_phase::probe) {
            t.answer = {.failure = failure};
            return conclude(h);
        }
        if ((status == 429 || status == 503) && t.at != link_phase::probe) {
            const auto pause = retry_after > 0
                                   ? std::chrono::milliseconds{1000 * std::min<std::int64_t>(retry_after, 86400)}
                                   : options_.host_pause * (1 << t.put_off);
            h.next = std::max(h.next, steady() + pause);
            if (++t.put_off < 3) return;
            if (status == 429) return drop(h, day); // it exists, and its host refuses requests
            if (t.at == link_phase::robots) return close(h, o);
            t.answer = {.status = status};
            return conclude(h);
        }
        switch (t.at) {
        case link_phase::robots:
            // RFC 9309 2.3.1.3: a missing file allows everything; 2.3.1.4: a server error disallows everything for now.
            if (status >= 500) return close(h, o);
            o.rules = status >= 200 && status < 300 ? robots::parse(x.body, agent_) : robots{};
            o.rules_until = steady() + std::chrono::hours{24};
            return;
        case link_phase::head:
        case link_phase::get: {
            const bool first = t.at == link_phase::head;
            t.answer = {.status = status == 206 || (status == 416 && !first) ? 200 : status,
                        .media_type = media_type_of(content_type),
                        .target = target == t.url || target == t.url + "/" ? std::string{} : target};
            const bool good = t.answer.status >= 200 && t.answer.status < 300;
            const bool page = t.answer.media_type == "text/html" || t.answer.media_type == "application/xhtml+xml";
            const bool look = options_.soft_404 && page && t.where.path != "/";
            if (first && (!good || look)) { // many servers implement HEAD incorrectly
                t.at = link_phase::get;
                return;
            }
            if (first || !good || !look) return conclude(h);
            t.page = sample_of(t.answer.status, target, x.body);
            t.at = link_phase::probe;
            return;
        }
        case link_phase::probe:
            o.probe = failure.empty() ? sample_of(status, target, x.body) : page_sample{};
            o.probe_until = steady() + std::chrono::hours{24};
            return; // prepare() goes on
        }
    }

    // The task has a result.
    void conclude(link_host &h) {
        link_task t = std::move(*h.current);
        h.current.reset();
        if (const auto it = known_.find(t.url); it != known_.end()) t.answer.recorded_type = it->second.recorded_type;
        // flush() evaluates it with the finding before.
        findings_.emplace_back(t.url, t.answer);
        count(link_event::checked);
    }
    // It has none, and is not checked again for so many seconds.
    void drop(link_host &h, std::int64_t seconds) {
        if (left_alone_.size() >= left_alone_most) left_alone_.clear();
        left_alone_.insert_or_assign(h.current->url, options_.clock.seconds() + std::min(seconds, recheck_));
        known_.erase(h.current->url);
        h.current.reset();
    }
    void close(link_host &h, link_origin &o) {
        o.closed_until = steady() + std::chrono::seconds{hour};
        drop(h, hour);
    }

    void count(link_event e, std::uint64_t n = 1) const {
        if (options_.count) options_.count(e, n);
    }

    void flush(bool now) {
        if (findings_.empty() && leaving_.empty()) {
            last_flush_ = steady();
            return;
        }
        if (!now && findings_.size() < 200 && steady() - last_flush_ < options_.flush) return;
        if (!findings_.empty()) write_findings();
        // The findings are written before another checker may claim the host. A host that was claimed again is kept.
        const std::int64_t at = options_.clock.seconds();
        std::erase_if(leaving_, [this](const auto &l) {
            const auto it = hosts_.find(l.first);
            return it != hosts_.end() && it->second.claimed;
        });
        for (auto &[name, from] : leaving_) from = at;
        leave_hosts(writer_.get(), holder_, leaving_);
        leaving_.clear();
        last_flush_ = steady();
    }

    void write_findings() {
        const std::int64_t at = options_.clock.seconds();
        std::vector<link_row> rows;
        std::uint64_t died = 0;
        bool changed = false;
        for (const auto &[url, answer] : findings_) {
            const auto before = find_link(writer_.get(), url);
            link_found f = evaluate(before, answer, at, options_.dead_after);
            const bool was = before && before->state == link_state::dead;
            const bool is = f.state == link_state::dead;
            changed = changed || was != is;
            if (is && !was) ++died;
            if (f.state != link_state::alive && retries_.size() < retries_most) {
                retries_.emplace(due(f, recheck_), std::pair{url, link_wish{.recorded_type = answer.recorded_type}});
            }
            const auto wish = known_.find(url);
            rows.push_back(
                {.url = url, .found = std::move(f), .name = wish == known_.end() ? std::string{} : wish->second.name});
        }
        // Rows in one order, so that two nodes that write at a time cannot wait for each other.
        std::ranges::sort(rows, {}, &link_row::url);
        put_links(writer_.get(), rows, changed);
        for (const link_row &r : rows) known_.erase(r.url);
        findings_.clear();
        if (died > 0) count(link_event::died, died);
        if (changed && changed_) changed_();
    }

    store::store &store_;
    const options options_;
    const std::function<void()> changed_;
    transfers multi_;
    std::string agent_;
    std::int64_t recheck_ = 1;
    own_connection writer_{store_.sql_database()};
    std::unordered_map<std::string, link_host> hosts_;
    std::unordered_map<std::string, link_origin> origins_;
    // Locators that wait, are being checked, or whose finding is not yet written.
    std::unordered_map<std::string, link_wish> known_;
    std::unordered_map<CURL *, std::unique_ptr<link_transfer>> transfers_;
    std::multimap<std::int64_t, std::pair<std::string, link_wish>> retries_; // failures, by when they are due
    std::unordered_map<std::string, std::int64_t> left_alone_; // locators without a finding, and until when
    std::vector<std::pair<std::string, link_answer>> findings_;
    const std::string holder_ = random_letters(20);             // unique to this checker
    std::vector<std::pair<std::string, std::int64_t>> leaving_; // hosts without waiting locators
    bool skipped_ = false;                                      // this round did not check all that is due
    std::map<std::string, host_decision, std::less<>> decisions_;
    std::map<std::string, std::string, std::less<>> asked_after_; // of hosts to be checked now, the last URL queued
    moment next_look_ = {};
    moment next_keep_ = {};
    moment next_request_ = {};
    moment next_walk_ = {};
    moment last_flush_ = steady();
    std::string after_;
    std::int64_t round_started_ = 0;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

link_checker::link_checker(store::store &s, const options &o, std::function<void()> changed)
    : implementation_(std::make_unique<implementation>(s, o, std::move(changed))) {}
link_checker::~link_checker() = default;
std::uint64_t link_checker::rounds() const noexcept { return implementation_->rounds.load(); }

} // namespace uniform::links

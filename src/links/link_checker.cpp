// The basic idea: one thread turns in step(): find locators that are due, start requests that are allowed now, take
// what libcurl has finished, write findings. Everything that waits, waits in memory by its host (hosts_), because the
// rules are about hosts: one request at a time, a pause after each, one checker per host.
//
// A locator is: due in the store -> waiting -> current, the task of its host -> a finding, or none. A task goes through
// robots.txt, HEAD, GET and the probe for pages that are a 404 in disguise (link_phase). A redirect moves it to the
// host of the target, where it has arrived until it is current (go()). prepare() skips what is cached of the origin,
// conclude() ends a task with a finding, drop() without one.
//
// INVARIANT: known_ has each locator that waits, is being checked, or has a finding that is not written yet: none is
// queued twice.
// INVARIANT: a request is sent to a host whose lease this checker has then (claim()), so that several processes on a
// store keep one pause, and to a URL that the host's robots.txt allows. libcurl follows no redirect but that of a
// robots.txt. The findings of a host are written before its lease is given up: it stays while a task is `away`.
// INVARIANT: the memory is bounded: what waits of a host and of all hosts has a most. What one host has beyond its
// share comes in a later round (skipped_), and only a round that skipped nothing forgets old links.
//
// The thread has a connection of its own to the database, as findings are no events. A failure of the store keeps the
// findings, forgets the leases and tries again after 5 s; no memory drops the queue with the requests in progress, and
// the next round fills it again. The destructor ends requests in progress without a finding.
#include "links/link_checker.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
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
constexpr int redirects_most = 10;
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
                for (auto &[name, h] : hosts_) h.leased_until = 0; // another may have it by now
                count(link_event::store_failed);
                multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{5000}));
            } catch (const std::exception &) { // no memory
                drop_queue();
                multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{5000}));
            }
        }
        try {
            flush(true);
            const moment now = steady();
            const std::int64_t at = options_.clock.seconds();
            for (const auto &[name, h] : hosts_) {
                const auto left = std::chrono::ceil<std::chrono::seconds>(h.next - now).count();
                if (h.leased_until > at) leaving_.emplace_back(name, at + std::clamp<std::int64_t>(left, 0, 86400));
            }
            leave_hosts(writer_.get(), holder_, leaving_);
        } catch (const store::failure &) { // they are checked again
            count(link_event::store_failed);
        }
    }

    // Without the requests in progress, whose responses would be taken for those of what is queued next. The hosts
    // stay, as their leases and pauses do.
    void drop_queue() {
        transfers_.clear();
        const moment now = steady();
        for (auto &[name, h] : hosts_) {
            h.waiting.clear();
            h.arrived.clear();
            h.current.reset();
            h.away = 0;
            if (h.busy) h.next = std::max(h.next, now + options_.host_delay);
            h.busy = false;
        }
        known_.clear();
        left_alone_.clear();
        skipped_ = true;
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
        std::vector<std::pair<std::string, queued_link>> found;
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
                        found.emplace_back(l.url, queued_link{.recorded_type = l.media_type, .name = row.key});
                }
                if (known_.size() + found.size() < waiting_most) continue;
                end = false; // the others in a moment
                break;
            }
            return 0;
        });
        for (const auto &[url, queued] : found) add(url, queued);
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
    bool add(const std::string &url, const queued_link &queued) {
        if (known_.contains(url)) return true;
        const auto p = link_place_of(url);
        if (!p) return true;
        if (rule_of(p->host) != host_rule::none) { // the findings about it are not forgotten
            skipped_ = true;
            return true;
        }
        link_host &h = hosts_[p->host];
        if (h.waiting.size() >= of_one_host_most) { // leaves room for other hosts
            skipped_ = true;
            return false;
        }
        known_.emplace(url, queued);
        h.waiting.push_back(url);
        return true;
    }

    [[nodiscard]] host_rule rule_of(std::string_view host) const {
        const auto it = decisions_.find(host);
        return it == decisions_.end() ? host_rule::none : it->second.rule_at(options_.clock.seconds());
    }

    // Reads the decisions of administrators about hosts.
    void look_at_decisions() {
        if (steady() < next_look_) return;
        next_look_ = steady() + options_.decisions;
        const std::int64_t at = options_.clock.seconds();
        decisions_ = decisions_about_hosts(writer_.get(), at, decisions_most);
        for (auto &[name, h] : hosts_) {
            if ((!h.waiting.empty() || !h.arrived.empty()) && rule_of(name) != host_rule::none) skip(h);
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

    // A check more than an hour after now was made by a clock that was wrong.
    [[nodiscard]] bool is_due(const std::optional<link_found> &known, std::int64_t at) const {
        return !known || due(*known, recheck_) <= at || known->checked > at + 3600;
    }
    [[nodiscard]] bool is_wanted(const std::string &url) {
        const auto found = find_link(writer_.get(), url);
        const auto queued = known_.find(url);
        const bool is_asked = found && queued != known_.end() && found->checked < queued->second.asked;
        return is_asked || is_due(found, options_.clock.seconds());
    }
    [[nodiscard]] bool left_alone(const std::string &url, std::int64_t at) {
        const auto it = left_alone_.find(url);
        if (it == left_alone_.end()) return false;
        if (it->second > at) return true;
        left_alone_.erase(it);
        return false;
    }

    // Acquires the lease of a host, if it has ended. False when another checker has it: then that one checks its links,
    // and the rest come again in the next round.
    bool claim(const std::string &name, link_host &h) {
        const std::int64_t at = options_.clock.seconds();
        if (h.leased_until > at) return true;
        if (claim_host(writer_.get(), name, holder_, at, at + lease)) {
            h.leased_until = at + lease;
            return true;
        }
        h.leased_until = 0;
        if (h.current) known_.erase(ended(h).url);
        skip(h);
        return false;
    }
    // The locators that wait for the host come again in a later round.
    void skip(link_host &h) {
        for (; !h.arrived.empty(); h.arrived.pop_front()) {
            known_.erase(h.arrived.front().url);
            left(h.arrived.front(), h);
        }
        for (const std::string &url : h.waiting) known_.erase(url);
        h.waiting.clear();
        skipped_ = true;
    }
    // A lease that has ended may be another's: it is claimed again, not extended.
    void keep() {
        const moment now = steady();
        if (now < next_keep_) return;
        next_keep_ = now + std::chrono::seconds{lease / 5};
        const std::int64_t at = options_.clock.seconds();
        const bool any = std::ranges::any_of(hosts_, [at](const auto &h) { return h.second.leased_until > at; });
        if (!any) return;
        keep_hosts(writer_.get(), holder_, at + lease);
        for (auto &[name, h] : hosts_) {
            if (h.leased_until > at) h.leased_until = at + lease;
        }
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
                const bool has_task = h.current || !h.arrived.empty() || !h.waiting.empty();
                if (!h.busy && !has_task && h.away == 0 && h.next <= now) {
                    if (h.leased_until != 0) leaving_.emplace_back(it->first, 0);
                    it = hosts_.erase(it);
                    continue;
                }
                if (!h.busy && h.next <= now && has_task && (best == nullptr || h.next < best->next)) {
                    best = &h;
                    name = it->first;
                }
                ++it;
            }
            if (best == nullptr) return;
            if (!claim(name, *best)) continue;
            if (!best->current && !best->arrived.empty()) {
                best->current = std::move(best->arrived.front());
                best->arrived.pop_front();
            } else if (!best->current) {
                link_task t{.url = best->waiting.front()};
                // Another checker may have been here since it was found.
                const bool wanted = is_wanted(t.url);
                best->waiting.pop_front();
                if (!wanted) {
                    known_.erase(t.url);
                    continue;
                }
                t.where = t.place = link_place_of(t.url).value_or(link_place{});
                t.step = t.url;
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
        if (const link_origin &o = origins_[t.where.origin];
            t.next == link_phase::probe && o.probe && now < o.probe_until) {
            t.answer.soft_404 = soft_404(t.page, *o.probe);
            conclude(h);
            return false;
        }
        if (t.at == link_phase::robots) {
            const link_origin &o = origins_[t.place.origin];
            const bool is_closed = options_.robots && now < o.closed_until;
            if (!is_closed && options_.robots && (!o.rules || now >= o.rules_until)) return true;
            if (is_closed || (options_.robots && !o.rules->allows(t.place.path))) {
                if (t.next == link_phase::probe) {
                    probed(t, {});
                    return prepare(h);
                }
                drop(h, is_closed ? hour : day);
                return false;
            }
            t.at = t.next;
        }
        return true;
    }

    void request(const std::string &name, link_host &h) {
        const link_task &t = *h.current;
        auto made = std::make_unique<link_transfer>(multi_);
        link_transfer &x = *made;
        x.easy = curl_easy_init();
        if (x.easy == nullptr) throw std::bad_alloc{};
        x.host = name;
        x.allow_private = options_.allow_private;
        prepare_transfer(x, t.at, t.at == link_phase::robots ? t.place.origin + "/robots.txt" : t.step,
                         options_.timeout, options_.user_agent);
        if (!multi_.add(x.easy)) throw std::bad_alloc{};
        transfers_.emplace(x.easy, std::move(made));
        h.busy = true;
        next_request_ = steady() + std::chrono::microseconds{1'000'000 / std::max<std::uint64_t>(options_.rate, 1)};
    }

    void finished(CURL *easy, CURLcode code) {
        const auto node = transfers_.extract(easy);
        const link_transfer &x = *node.mapped();
        long status = 0;
        curl_off_t retry_after = 0;
        char *type = nullptr;
        char *location = nullptr;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
        curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
        curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &location);
        const std::string content_type = type == nullptr ? std::string{} : type;
        const std::string target = location == nullptr ? std::string{} : location;
        const auto it = hosts_.find(x.host);
        if (it == hosts_.end() || !it->second.current) return;
        link_host &h = it->second;
        h.busy = false;
        h.next = steady() + options_.host_delay;
        if (x.refused) { // its address is not public: no finding
            return h.current->next == link_phase::probe ? probed(*h.current, {}) : drop(h, recheck_);
        }
        std::string failure;
        if (code != CURLE_OK && !x.cut) {
            failure = x.error[0] != '\0' ? std::string{x.error.data()} : std::string{curl_easy_strerror(code)};
        }
        // Some servers do not respond to HEAD.
        const bool reached = code != CURLE_COULDNT_RESOLVE_HOST && code != CURLE_COULDNT_CONNECT &&
                             code != CURLE_TOO_MANY_REDIRECTS && code != CURLE_PEER_FAILED_VERIFICATION &&
                             code != CURLE_SSL_CONNECT_ERROR;
        if (!failure.empty() && h.current->at == link_phase::head && reached) {
            return restart(h, link_phase::get);
        }
        answered(h, x, static_cast<int>(status), failure, content_type, target, retry_after);
    }

    void answered(link_host &h, const link_transfer &x, int status, const std::string &failure,
                  const std::string &content_type, const std::string &target, std::int64_t retry_after) {
        link_task &t = *h.current;
        link_origin &o = origins_[t.place.origin];
        const bool is_probe = t.next == link_phase::probe;
        if (!failure.empty()) {
            if (is_probe) return probed(t, {});
            t.answer = {.failure = failure};
            return conclude(h);
        }
        if ((status == 429 || status == 503) && !is_probe) {
            const auto pause = retry_after > 0
                                   ? std::chrono::milliseconds{1000 * std::min<std::int64_t>(retry_after, 86400)}
                                   : options_.host_pause * (1 << t.put_off);
            h.next = std::max(h.next, steady() + pause);
            if (++t.put_off < 3) return;
            if (status == 429) return drop(h, day); // it exists, and its host refuses requests
            if (t.at == link_phase::robots) return close(o);
            t.answer = {.status = status};
            return conclude(h);
        }
        if (t.at != link_phase::robots && status >= 300 && status < 400 && !target.empty())
            return redirected(h, target);
        switch (t.at) {
        case link_phase::robots:
            // RFC 9309 2.3.1.3: a missing file allows everything; 2.3.1.4: a server error disallows everything for now.
            if (status >= 500) return close(o);
            o.rules = status >= 200 && status < 300 ? robots::parse(x.body, agent_) : robots{};
            o.rules_until = steady() + std::chrono::hours{24};
            return;
        case link_phase::head:
        case link_phase::get: {
            const bool first = t.at == link_phase::head;
            t.answer = {.status = status == 206 || (status == 416 && !first) ? 200 : status,
                        .media_type = media_type_of(content_type),
                        .target = t.step == t.url || t.step == t.url + "/" ? std::string{} : t.step};
            const bool good = t.answer.status >= 200 && t.answer.status < 300;
            const bool page = t.answer.media_type == "text/html" || t.answer.media_type == "application/xhtml+xml";
            const bool look = options_.soft_404 && page && t.where.path != "/";
            if (first && (!good || look)) { // many servers implement HEAD incorrectly
                return restart(h, link_phase::get);
            }
            if (first || !good || !look) return conclude(h);
            t.page = sample_of(t.answer.status, t.step, x.body);
            return restart(h, link_phase::probe);
        }
        case link_phase::probe:
            return probed(t, sample_of(status, t.step, x.body)); // prepare() goes on
        }
    }

    // The page that cannot exist on the origin of the locator.
    void probed(const link_task &t, page_sample page) {
        link_origin &o = origins_[t.where.origin];
        o.probe = std::move(page);
        o.probe_until = steady() + std::chrono::hours{24};
    }

    // Goes on with another phase, from the locator or the page that cannot exist.
    void restart(link_host &h, link_phase next) {
        link_task &t = *h.current;
        t.redirects = 0;
        t.next = next;
        if (next != link_phase::probe) return go(h, t.url, t.where);
        link_place place = t.where;
        place.path = "/uniform-" + random_letters(24);
        std::string url = place.origin + place.path;
        go(h, std::move(url), std::move(place));
    }

    void redirected(link_host &h, const std::string &to) {
        link_task &t = *h.current;
        auto place = place_of_target(to);
        const bool goes_on = place && ++t.redirects <= redirects_most;
        const bool is_permitted = place && rule_of(place->host) == host_rule::none;
        if (goes_on && is_permitted) return go(h, to, *std::move(place));
        if (t.next == link_phase::probe) return probed(t, {});
        if (goes_on) return drop(h, hour);
        t.answer = {.failure = place ? "redirects more than " + std::to_string(redirects_most) + " times"
                                     : "redirects to what is not http or https, or is too long"};
        conclude(h);
    }

    // The next request of the task is for this URL. The task moves to the host of the URL.
    void go(link_host &h, std::string url, link_place place) {
        link_task &t = *h.current;
        const bool moves = place.host != t.place.host;
        t.step = std::move(url);
        t.place = std::move(place);
        t.at = link_phase::robots;
        if (!moves) return;
        link_host &there = hosts_[t.place.host];
        left(t, h);
        if (&there != &hosts_[t.where.host]) ++hosts_[t.where.host].away;
        there.arrived.push_back(std::move(t));
        h.current.reset();
    }
    // The task is no longer at this host, which its own one waits for if it is another.
    void left(const link_task &t, const link_host &at) {
        link_host &own = hosts_[t.where.host];
        if (&own != &at) --own.away;
    }
    // Takes the task from its host.
    link_task ended(link_host &h) {
        link_task t = *std::exchange(h.current, std::nullopt);
        left(t, h);
        return t;
    }

    // The task has a result.
    void conclude(link_host &h) {
        link_task t = ended(h);
        if (const auto it = known_.find(t.url); it != known_.end()) t.answer.recorded_type = it->second.recorded_type;
        // flush() evaluates it with the finding before.
        findings_.emplace_back(t.url, t.answer);
        count(link_event::checked);
    }
    // It has none, and is not checked again for so many seconds.
    void drop(link_host &h, std::int64_t seconds) {
        if (left_alone_.size() >= left_alone_most) left_alone_.clear();
        const std::string url = ended(h).url;
        left_alone_.insert_or_assign(url, options_.clock.seconds() + std::min(seconds, recheck_));
        known_.erase(url);
    }
    // prepare() ends what is not permitted now.
    void close(link_origin &o) const { o.closed_until = steady() + std::chrono::seconds{hour}; }

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
        std::erase_if(leaving_, [this, at](const auto &l) {
            const auto it = hosts_.find(l.first);
            return it != hosts_.end() && it->second.leased_until > at;
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
                retries_.emplace(due(f, recheck_), std::pair{url, queued_link{.recorded_type = answer.recorded_type}});
            }
            const auto queued = known_.find(url);
            rows.push_back({.url = url,
                            .found = std::move(f),
                            .name = queued == known_.end() ? std::string{} : queued->second.name});
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
    std::unordered_map<std::string, queued_link> known_;
    std::unordered_map<CURL *, std::unique_ptr<link_transfer>> transfers_;
    std::multimap<std::int64_t, std::pair<std::string, queued_link>> retries_; // failures, by when they are due
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

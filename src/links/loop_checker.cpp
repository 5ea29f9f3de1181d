// The basic idea: one request after another, on one thread. A round takes the delegations that are due, some at a time,
// and follows the redirects of one name of each; request() itself waits until the host and the rate permit it. So there
// is no queue, and what is remembered is small: when a host may be asked again (next_), its robots.txt (origins_), and
// which delegations are put off (put_off_).
//
// INVARIANT: a request is sent only to a host whose lease this checker has (ask()); held_ has these, and leave() gives
// them up after each part of a round, with what is left of the pause.
// INVARIANT: libcurl follows no redirect but that of a robots.txt: each step may lead to another host, with its own
// lease, rules and address, which are asked for first.
// INVARIANT: a delegation without an answer keeps the finding that it has, and is put off: only a chain that has ended
// is written.
//
// A failure of the store, or of an allocation, forgets the connection and the leases, which end by themselves, and the
// round begins again after 5 s. Stopping ends a wait and a transfer at once.
#include "links/loop_checker.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <unordered_map>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "links/curl_transfers.hpp"
#include "links/link_checker_request.hpp"
#include "links/link_checker_rules.hpp"
#include "links/link_checker_store.hpp"

namespace uniform::links {

namespace {

using moment = std::chrono::steady_clock::time_point;

constexpr std::size_t at_once = 50; // delegations between two looks at what is due
constexpr std::size_t names_looked_at = 200;
constexpr std::int64_t longest_recheck = 86400;
constexpr std::size_t remembered_most = 4096;

} // namespace

std::string name_to_try(store::reading &r, std::string_view prefix, resolver::timestamp now) {
    for (const auto &row : r.names(prefix, {}, names_looked_at)) {
        const auto record = resolver::decode(row.record);
        if (!record || record->state != resolver::name_state::active) continue;
        if (resolver::choose(record->locators, {}, now, {}).order.empty()) return resolver::urn_of(row.key);
    }
    return resolver::urn_of(std::string{prefix} + "uniform-" + random_letters(24));
}

redirect_chain::redirect_chain(std::string url, std::string_view own) : own_(resolver::server_of(own)) {
    go(std::move(url));
}

void redirect_chain::go(std::string url) {
    // RFC 9110 15.4: a fragment is the client's.
    if (const std::size_t at = url.find('#'); at != std::string::npos) url.resize(at);
    const std::string there = resolver::server_of(url);
    if (!own_.empty() && there == own_) {
        loop_ = "redirects back to this service";
    } else if (std::ranges::find(seen_, url) != seen_.end()) {
        loop_ = "redirects back to " + url;
    } else if (seen_.size() == longest) {
        loop_ = "redirects more than " + std::to_string(longest) + " times";
    }
    ended_ = !loop_.empty() || !link_place_of(url);
    seen_.push_back(std::move(url));
}

void redirect_chain::answered(int status, std::string_view location) {
    if (status == 508) loop_ = "ends in a 508 at " + seen_.back(); // RFC 5842 7.2
    if (status >= 300 && status < 400 && !location.empty()) return go(std::string{location});
    ended_ = true;
}

class loop_checker::implementation {
public:
    implementation(store::store &s, const options &o, std::function<void()> changed, report reported)
        : store_(s), options_(o), changed_(std::move(changed)), reported_(std::move(reported)) {
        const std::size_t end = o.links.user_agent.find_first_of("/ ");
        agent_ = o.links.user_agent.substr(0, end);
        const auto recheck = std::chrono::duration_cast<std::chrono::seconds>(o.links.recheck).count();
        recheck_ = std::clamp<std::int64_t>(recheck, 1, longest_recheck);
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
    struct due_one {
        resolver::delegation is;
        std::string urn;
    };
    struct answer {
        int status = 0;
        std::string location = {};
        std::string body = {};
    };
    struct origin {
        robots rules = {};
        bool closed = false; // RFC 9309 2.3.1.4
        moment until = {};
    };

    void run() {
        while (!stopping_.load()) {
            try {
                round();
                wait_until(steady() + options_.links.pause);
            } catch (const std::exception &) { // the store, or no memory: try again
                writer_.drop();
                held_.clear();
                count(link_event::store_failed);
                wait_until(steady() + std::chrono::seconds{5});
            }
        }
    }

    [[nodiscard]] moment steady() const { return options_.links.clock.steady(); }

    void count(link_event e) const {
        if (options_.links.count) options_.links.count(e, 1);
    }

    void wait_until(moment t) {
        while (!stopping_.load()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(t - steady());
            if (left.count() <= 0) return;
            multi_.wait(options_.links.clock.wait_for(left));
        }
    }

    void round() {
        for (std::string after; !stopping_.load();) {
            bool end = false;
            const std::vector<due_one> due = due_after(after, end);
            for (const due_one &d : due) {
                if (stopping_.load()) break;
                look_at(d);
            }
            leave();
            if (end) break;
        }
        if (!stopping_.load()) rounds.fetch_add(1);
    }

    std::vector<due_one> due_after(std::string &after, bool &end) {
        const std::int64_t at = options_.links.clock.seconds();
        return store_.read([&](store::reading &r) {
            std::vector<due_one> out;
            const auto now = std::chrono::floor<std::chrono::microseconds>(options_.links.clock.system());
            const auto all = r.list("delegation", "", after, at_once);
            end = all.size() < at_once;
            for (const store::document &document : all) {
                after = document.id;
                auto d = resolver::read_json<resolver::delegation>(document.body, resolver::delegation_from_json);
                if (!d || d->state != resolver::delegation_state::active || d->resolver.empty()) continue;
                const std::string key = loop_key(d->resolver, d->prefix);
                if (!link_place_of(key)) continue; // longer than the table takes
                if (const auto it = put_off_.find(key); it != put_off_.end() && it->second > at) continue;
                const auto known = find_link(r.sql(), key);
                // A check more than an hour after now was made by a clock that was wrong.
                if (known && due(*known, recheck_) > at && known->checked <= at + 3600) continue;
                std::string urn = name_to_try(r, d->prefix, now);
                out.push_back({std::move(*d), std::move(urn)});
            }
            return out;
        });
    }

    void look_at(const due_one &d) {
        const std::string key = loop_key(d.is.resolver, d.is.prefix);
        redirect_chain chain{resolver::delegated_url(d.is.resolver, d.urn), options_.base};
        while (!chain.ended()) {
            const auto a = ask(chain.at(), key);
            if (!a) return; // no finding
            chain.answered(a->status, a->location);
        }
        const std::int64_t at = options_.links.clock.seconds();
        const auto before = find_link(writer_.get(), key);
        const bool was = before && before->state == link_state::dead;
        const bool is = !chain.loop().empty();
        link_found f{.state = is ? link_state::dead : link_state::alive, .since = at, .checked = at};
        f.target = chain.at();
        f.says = chain.loop();
        f.failures = is ? (before ? before->failures : 0) + 1 : 0;
        if (before && before->state == f.state) f.since = before->since;
        const link_row row{.url = key, .found = std::move(f), .is_locator = false};
        put_links(writer_.get(), {&row, 1}, was != is);
        if (is) count(link_event::delegation_loop);
        if (was == is) return;
        if (reported_) reported_(d.is.prefix, row.found.says);
        if (changed_) changed_();
    }

    void put_off(const std::string &key, std::int64_t seconds) {
        if (put_off_.size() >= remembered_most) put_off_.clear();
        put_off_.insert_or_assign(key, options_.links.clock.seconds() + std::min(seconds, recheck_));
    }

    // Nothing when the host refuses requests, cannot be reached, or another checker has its lease: the delegation keeps
    // its finding and is tried again later.
    std::optional<answer> ask(const std::string &url, const std::string &key) {
        const auto place = link_place_of(url);
        const std::int64_t at = options_.links.clock.seconds();
        if (!claim_host(writer_.get(), place->host, holder_, at, at + lease)) return std::nullopt; // in the next round
        held_.insert(place->host);
        if (options_.links.robots) {
            const origin &o = rules_of(*place);
            if (o.closed || !o.rules.allows(place->path)) {
                put_off(key, 3600);
                return std::nullopt;
            }
        }
        auto a = request(link_phase::head, *place, url);
        if (a && (a->status == 405 || a->status == 501)) a = request(link_phase::get, *place, url);
        if (a && a->status != 429 && a->status != 503) return a;
        put_off(key, 3600);
        return std::nullopt;
    }

    const origin &rules_of(const link_place &place) {
        if (origins_.size() >= remembered_most) origins_.clear();
        origin &o = origins_[place.origin];
        if (steady() < o.until) return o;
        const auto a = request(link_phase::robots, place, place.origin + "/robots.txt");
        o.closed = !a || a->status == 429 || a->status >= 500;
        o.rules = a && a->status >= 200 && a->status < 300 ? robots::parse(a->body, agent_) : robots{};
        o.until = steady() + std::chrono::hours{o.closed ? 1 : 24};
        return o;
    }

    std::optional<answer> request(link_phase phase, const link_place &place, const std::string &url) {
        wait_until(std::max(next_[place.host], next_request_));
        if (stopping_.load()) return std::nullopt;
        link_transfer t{multi_};
        t.easy = curl_easy_init();
        if (t.easy == nullptr) throw std::bad_alloc{};
        t.allow_private = options_.links.allow_private;
        prepare_transfer(t, phase, url, options_.links.timeout, options_.links.user_agent);
        CURLcode code = CURLE_ABORTED_BY_CALLBACK;
        static_cast<void>(multi_.add(t.easy));
        for (bool ended = false; !stopping_.load();) {
            multi_.perform([&](CURL *, CURLcode ends) {
                code = ends;
                ended = true;
            });
            if (ended) break;
            multi_.wait(std::chrono::seconds{1});
        }
        std::optional<answer> out;
        if ((code == CURLE_OK || t.cut) && !t.refused) {
            long status = 0;
            char *location = nullptr;
            curl_easy_getinfo(t.easy, CURLINFO_RESPONSE_CODE, &status);
            curl_easy_getinfo(t.easy, CURLINFO_REDIRECT_URL, &location);
            out = answer{.status = static_cast<int>(status),
                         .location = location == nullptr ? std::string{} : location,
                         .body = std::move(t.body)};
        }
        if (next_.size() >= remembered_most) next_.clear();
        next_[place.host] = steady() + options_.links.host_delay;
        next_request_ =
            steady() + std::chrono::microseconds{1'000'000 / std::max<std::uint64_t>(options_.links.rate, 1)};
        return out;
    }

    void leave() {
        std::vector<std::pair<std::string, std::int64_t>> hosts;
        const std::int64_t at = options_.links.clock.seconds();
        for (const std::string &host : held_) {
            const auto left = std::chrono::ceil<std::chrono::seconds>(next_[host] - steady()).count();
            hosts.emplace_back(host, at + std::clamp<std::int64_t>(left, 0, 86400));
        }
        if (!hosts.empty()) leave_hosts(writer_.get(), holder_, hosts);
        held_.clear();
    }

    store::store &store_;
    const options options_;
    const std::function<void()> changed_;
    const report reported_;
    transfers multi_;
    std::string agent_;
    std::int64_t recheck_ = 1;
    own_connection writer_{store_.sql_database()};
    std::unordered_map<std::string, origin> origins_;
    std::unordered_map<std::string, moment> next_;          // when a host may be asked again
    std::unordered_map<std::string, std::int64_t> put_off_; // by loop_key(): until when
    std::set<std::string> held_;                            // hosts whose lease this checker has
    const std::string holder_ = random_letters(20);         // unique to this checker
    moment next_request_ = {};
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

loop_checker::loop_checker(store::store &s, const options &o, std::function<void()> changed, report reported)
    : implementation_(std::make_unique<implementation>(s, o, std::move(changed), std::move(reported))) {}

loop_checker::~loop_checker() = default;

std::uint64_t loop_checker::rounds() const noexcept { return implementation_->rounds.load(); }

} // namespace uniform::links

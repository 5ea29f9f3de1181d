// The basic idea: the queue is in the store, written with what it tells of; this thread only looks for what is due
// (look()), and has the attempts that are on their way in attempts_. libcurl's multi interface carries out all of them.
//
// An attempt is: due -> claimed, by the lease of its webhook -> sent -> delivered, waiting for the next attempt, or
// failed.
//
// INVARIANT: a webhook has one attempt at a time: here by attempts_, among the processes on a store by its lease, which
// is longer than an attempt may take.
// INVARIANT: the result is written before the lease is given up. If that fails, or the process dies, the lease ends by
// itself, and the delivery is made again: at least once, never silently not at all.
// INVARIANT: attempt_in_progress owns the handle, the header fields and the body that libcurl reads; the handle ends
// first.
//
// A failure of the store, or of an allocation, is counted; the thread goes on after 5 s with a new connection. When it
// stops, the attempts on their way end without a result, and their leases are given up.
#include "links/webhook_sender.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <uniform/base/hex.hpp>
#include <uniform/store/store.hpp>

#include "links/curl_transfers.hpp"
#include "links/link_checker_request.hpp"
#include "links/link_checker_store.hpp"
#include "links/webhook_sender_store.hpp"

namespace uniform::links {

namespace {

constexpr std::size_t most_says = 300;

// A receiver may send any octets, and PostgreSQL takes UTF-8 alone.
std::string readable(std::string_view text) {
    std::string out{text.substr(0, most_says)};
    std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
}

// An attempt in progress. libcurl keeps its address.
struct attempt_in_progress {
    webhook_delivery what = {};
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> fields{nullptr, &curl_slist_free_all};
    link_transfer transfer; // ends before what it reads

    explicit attempt_in_progress(transfers &in) noexcept : transfer(in) {}
    void add(const std::string &field) {
        curl_slist *const longer = curl_slist_append(fields.get(), field.c_str());
        if (longer == nullptr) throw std::bad_alloc{};
        static_cast<void>(fields.release()); // the longer list has it
        fields.reset(longer);
    }
};

} // namespace

std::string webhook_signature(std::string_view secret, std::int64_t timestamp, std::string_view body) {
    std::string text = std::to_string(timestamp);
    (text += '.') += body;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char *>(text.data()), text.size(), digest.data(), &size) == nullptr) {
        throw std::runtime_error("HMAC-SHA256 failed");
    }
    return "sha256=" + base::to_hex(std::as_bytes(std::span{digest}.first(size)));
}

std::chrono::seconds webhook_retry_after(std::int64_t failures, std::chrono::seconds first) noexcept {
    constexpr std::chrono::seconds most = std::chrono::days{1};
    const auto doublings = std::clamp<std::int64_t>(failures - 1, 0, 30);
    return std::min(most, std::min(most, first) * (std::int64_t{1} << doublings));
}

class webhook_sender::implementation {
public:
    implementation(store::store &s, const options &o) : store_(s), options_(o) {
        thread_ = std::thread([this] { run(); });
    }
    ~implementation() {
        stopping_.store(true);
        multi_.wake();
        thread_.join();
    }
    implementation(const implementation &) = delete;
    implementation &operator=(const implementation &) = delete;

private:
    void run() {
        while (!stopping_.load()) {
            try {
                step();
            } catch (const std::exception &) { // the store, or memory: try again
                writer_.drop();
                count(webhook_event::store_failed);
                multi_.wait(options_.clock.wait_for(std::chrono::milliseconds{5000}));
            }
        }
        try {
            for (const auto &[easy, a] : attempts_) leave_webhook(writer_.get(), a->what.webhook, holder_);
        } catch (const store::failure &) { // the leases end by themselves
            count(webhook_event::store_failed);
        }
    }

    void step() {
        const auto now = options_.clock.steady();
        if (now >= next_look_) {
            next_look_ = now + options_.poll;
            look();
        }
        multi_.perform([this](CURL *easy, CURLcode code) { finished(easy, code); });
        multi_.wait(options_.clock.wait_for(
            std::chrono::duration_cast<std::chrono::milliseconds>(next_look_ - options_.clock.steady())));
    }

    // Starts attempts of what is due.
    void look() {
        const std::int64_t at = options_.clock.seconds();
        std::vector<std::string> due;
        std::int64_t waiting = 0;
        store_.read([&](store::reading &r) {
            due = due_webhooks(r.sql(), at, 10 * options_.parallel);
            waiting = waiting_deliveries(r.sql());
            return 0;
        });
        if (options_.waiting) options_.waiting(static_cast<std::uint64_t>(waiting));
        for (const std::string &one : due) {
            if (attempts_.size() >= options_.parallel) break;
            begin(one);
        }
        if (at >= next_sweep_) {
            next_sweep_ = at + 3600;
            forget_deliveries(writer_.get(), at - options_.keep.count());
        }
    }

    void begin(const std::string &webhook) {
        const auto is_its = [&](const auto &a) { return a.second->what.webhook == webhook; };
        if (std::ranges::any_of(attempts_, is_its)) return;
        const std::int64_t at = options_.clock.seconds();
        if (!claim_webhook(writer_.get(), webhook, holder_, at, at + lease_time())) return;
        auto what = due_delivery(writer_.get(), webhook, at); // another process may have made it
        if (!what) return leave_webhook(writer_.get(), webhook, holder_);
        auto made = std::make_unique<attempt_in_progress>(multi_);
        made->what = std::move(*what);
        link_transfer &t = made->transfer;
        t.easy = curl_easy_init();
        if (t.easy == nullptr) throw std::bad_alloc{};
        t.allow_private = options_.allow_private;
        // It follows no redirect: a signed notice goes only to the URL of the administrator.
        prepare_transfer(t, link_phase::probe, made->what.url, options_.timeout, options_.user_agent);
        const std::string &body = made->what.body;
        made->add("Content-Type: application/json");
        made->add("Expect:"); // no 100-continue
        made->add("Uniform-Webhook-Id: " + webhook);
        made->add("Uniform-Webhook-Delivery: " + std::to_string(made->what.number));
        made->add("Uniform-Webhook-Timestamp: " + std::to_string(at));
        made->add("Uniform-Webhook-Signature: " + webhook_signature(made->what.secret, at, body));
        curl_easy_setopt(t.easy, CURLOPT_HTTPHEADER, made->fields.get());
        curl_easy_setopt(t.easy, CURLOPT_POST, 1L);
        curl_easy_setopt(t.easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
        curl_easy_setopt(t.easy, CURLOPT_POSTFIELDS, body.c_str());
        if (!multi_.add(t.easy)) throw std::bad_alloc{};
        CURL *const key = t.easy;
        attempts_.emplace(key, std::move(made));
    }

    void finished(CURL *easy, CURLcode code) {
        const auto node = attempts_.extract(easy);
        const attempt_in_progress &a = *node.mapped();
        long status = 0;
        curl_off_t retry_after = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
        // A long answer was cut off: its status is known.
        const bool answered = code == CURLE_OK || a.transfer.cut;
        const std::int64_t at = options_.clock.seconds();
        delivery_result r{.state = "delivered", .due = at, .attempts = a.what.attempts + 1, .status = status};
        if (!answered || status < 200 || status > 299) {
            r.says = a.transfer.refused            ? "the address is private, loopback or link-local"
                     : answered                    ? "the status is " + std::to_string(status)
                     : a.transfer.error[0] != '\0' ? readable(a.transfer.error.data())
                                                   : std::string{curl_easy_strerror(code)};
            const bool last = r.attempts >= options_.attempts || (answered && status == 410);
            r.state = last ? "failed" : "waiting";
            const auto asked = std::chrono::seconds{std::clamp<std::int64_t>(retry_after, 0, 86400)};
            if (!last) r.due = at + std::max(webhook_retry_after(r.attempts, options_.first_retry), asked).count();
            count(last ? webhook_event::given_up : webhook_event::attempt_failed);
        } else {
            count(webhook_event::delivered);
        }
        next_look_ = {}; // the webhook may have another delivery
        note_result(writer_.get(), a.what, holder_, r);
        leave_webhook(writer_.get(), a.what.webhook, holder_);
    }

    // An attempt ends before its lease.
    [[nodiscard]] std::int64_t lease_time() const {
        return std::max<std::int64_t>(lease, 2 * std::chrono::ceil<std::chrono::seconds>(options_.timeout).count());
    }

    void count(webhook_event e) const {
        if (options_.count) options_.count(e);
    }

    store::store &store_;
    const options options_;
    const std::string holder_ = random_letters(16);
    transfers multi_;
    std::map<CURL *, std::unique_ptr<attempt_in_progress>> attempts_;
    own_connection writer_{store_.sql_database()};
    std::chrono::steady_clock::time_point next_look_ = {};
    std::int64_t next_sweep_ = 0;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

webhook_sender::webhook_sender(store::store &s, const options &o)
    : implementation_(std::make_unique<implementation>(s, o)) {}
webhook_sender::~webhook_sender() = default;

} // namespace uniform::links

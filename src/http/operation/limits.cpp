#include "http/operation/limits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>
#include <random>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/http/settings.hpp>

namespace uniform::http {

namespace {

constexpr std::uint64_t of_all = 1; // the key of the one bucket of all clients

// The rate and the burst of a limit of a day: what a full bucket has and what is refilled in 24 hours are together no
// more than the limit. None is 0, which is no limit.
constexpr std::uint64_t half_of(std::uint64_t limit) noexcept {
    return limit == 0 ? 0 : std::max<std::uint64_t>(limit / 2, 1);
}

// A mixer of 64 bits (SplitMix64's), so that clients cannot choose which line of the table they get.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x ^= x >> 30U;
    x *= 0xBF58476D1CE4E5B9U;
    x ^= x >> 27U;
    x *= 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

// RFC 7239 6: "192.0.2.1", "192.0.2.1:4711", "[2001:db8::1]", "[2001:db8::1]:4711", and an IPv6 address without
// brackets. The address of it; the text as it is, if it is none of these. X-Forwarded-For has no quotation marks, which
// are of the field Forwarded: quoted text is none.
std::string_view address_in(std::string_view node) noexcept {
    const bool has_brackets = node.starts_with('[');
    const std::size_t end = has_brackets ? node.find(']') : std::min(node.find(':'), node.size());
    if (end == std::string_view::npos) return node;
    std::string_view port = node.substr(has_brackets ? end + 1 : end);
    if (!has_brackets && port.find(':', 1) != std::string_view::npos) return node; // IPv6
    const std::string_view address = has_brackets ? node.substr(1, end - 1) : node.substr(0, end);
    if (port.empty()) return address;
    const bool starts = port.starts_with(':');
    port.remove_prefix(1);
    std::uint16_t number = 0; // RFC 9293 3.1: 16 bits
    const auto [stop, why] = std::from_chars(port.data(), port.data() + port.size(), number);
    const bool is_port = port.size() <= 5 && why == std::errc{} && stop == port.data() + port.size();
    return starts && is_port ? address : node;
}

// The one text of the address, however a proxy has written it.
address_text canonical(const address_bytes &a, std::string_view written) noexcept {
    try {
        return address_text{text_of(a)};
    } catch (const std::bad_alloc &) {
        return written;
    }
}

} // namespace

rate_limit::rate_limit(std::uint64_t rate, std::uint64_t burst, std::size_t entries, std::chrono::milliseconds per)
    : lines_(std::max<std::size_t>(1, entries / ways)) {
    change(rate, burst, per);
}

void rate_limit::change(std::uint64_t rate, std::uint64_t burst, std::chrono::milliseconds per) {
    if (rate != 0 && table_ == nullptr) table_ = std::make_unique<line[]>(lines_);
    burst_.store(static_cast<double>(std::max<std::uint64_t>(burst, 1)), std::memory_order_relaxed);
    rate_.store(static_cast<double>(rate) * 1000.0 / static_cast<double>(per.count()), std::memory_order_release);
}

rate_limit::verdict rate_limit::take(std::uint64_t key, clock::time_point now, std::uint64_t cost) noexcept {
    const double rate = rate_.load(std::memory_order_acquire);
    if (rate <= 0) return {};
    const double burst = burst_.load(std::memory_order_relaxed);
    if (key == 0) key = 1;
    UNIFORM_ASSERT(table_ != nullptr); // made before the rate was set
    line &l = table_[key % lines_];
    const base::scoped_lock hold(l.lock);
    bucket *b = &l.buckets[0];
    for (bucket &other : l.buckets) {
        if (other.key == key) {
            b = &other;
            break;
        }
        if (other.at < b->at) b = &other;
    }
    if (b->key != key) *b = {key, burst, now};
    const std::chrono::duration<double> since = now - b->at;
    if (since.count() > 0) {
        b->tokens = std::min(burst, b->tokens + since.count() * rate);
        b->at = now;
    }
    verdict v{.limit = static_cast<std::uint64_t>(burst)};
    const auto asked = static_cast<double>(cost);
    const double needed = std::max(asked, 1.0); // a cost of 0 shows whether one could be taken
    v.allowed = b->tokens >= needed;
    if (v.allowed) b->tokens -= asked;
    UNIFORM_ASSERT(b->tokens >= 0);
    v.remaining = static_cast<std::uint64_t>(b->tokens);
    const double missing = v.allowed ? burst - b->tokens : needed - b->tokens;
    v.reset = static_cast<std::uint64_t>(std::ceil(std::max(missing, 0.0) / rate));
    return v;
}

void rate_limit::give_back(std::uint64_t key, std::uint64_t cost) noexcept {
    if (!on()) return;
    const double burst = burst_.load(std::memory_order_relaxed);
    if (key == 0) key = 1;
    line &l = table_[key % lines_];
    const base::scoped_lock hold(l.lock);
    for (bucket &b : l.buckets) {
        if (b.key == key) b.tokens = std::min(burst, b.tokens + static_cast<double>(cost));
    }
}

limits::limits(const settings &s)
    : address_(s.rate_address, s.burst_address, s.rate_entries),
      api_(s.rate_api, s.burst_api, s.rate_entries),
      writes_(s.rate_writes, s.burst_writes, s.rate_entries),
      token_(s.rate_token, s.burst_token, s.rate_entries),
      failed_(s.failed_tokens, s.failed_tokens, s.rate_entries, std::chrono::minutes{1}),
      stored_address_(half_of(s.stored_address), half_of(s.stored_address), s.rate_entries, one_day),
      stored_anonymous_(half_of(s.stored_anonymous), half_of(s.stored_anonymous), 1, one_day) {
    trust(s);
    std::random_device source;
    seed_ = (std::uint64_t{source()} << 32U) | source();
}

void limits::trust(const settings &s) {
    std::vector<network> all;
    for (const std::string &text : s.trusted_proxies) {
        network n;
        if (read_network(text, n)) all.push_back(n);
    }
    const auto *const now = proxies_.load(std::memory_order_relaxed);
    if (now != nullptr && *now == all) return;
    kept_.push_back(std::make_unique<const std::vector<network>>(std::move(all)));
    proxies_.store(kept_.back().get(), std::memory_order_release);
}

void limits::change(const settings &s) {
    address_.change(s.rate_address, s.burst_address);
    api_.change(s.rate_api, s.burst_api);
    writes_.change(s.rate_writes, s.burst_writes);
    token_.change(s.rate_token, s.burst_token);
    failed_.change(s.failed_tokens, s.failed_tokens, std::chrono::minutes{1});
    stored_address_.change(half_of(s.stored_address), half_of(s.stored_address), one_day);
    stored_anonymous_.change(half_of(s.stored_anonymous), half_of(s.stored_anonymous), one_day);
    trust(s);
}

address_text limits::client_of(const request &r) const noexcept {
    const std::vector<network> &proxies = *proxies_.load(std::memory_order_acquire);
    if (proxies.empty()) return r.remote;
    const auto trusted = [&](const address_bytes &a) {
        return std::ranges::any_of(proxies, [&](const network &n) { return n.holds(a); });
    };
    address_bytes address;
    if (!read_address(r.remote, address) || !trusted(address)) return r.remote;
    // Each proxy appends the address of its client. From the end, the first address that is not a trusted proxy is the
    // client; any client can write what precedes it.
    std::string_view written = r.remote;
    for (auto f = r.fields.rbegin(); f != r.fields.rend(); ++f) {
        constexpr std::string_view name = "x-forwarded-for";
        if (!ascii::equal_ignoring_case(f->name, name)) {
            continue;
        }
        std::string_view list = f->value;
        while (!list.empty()) {
            const auto comma = list.rfind(',');
            std::string_view one = comma == std::string_view::npos ? list : list.substr(comma + 1);
            list = comma == std::string_view::npos ? std::string_view{} : list.substr(0, comma);
            while (one.starts_with(' ') || one.starts_with('\t')) one.remove_prefix(1);
            while (one.ends_with(' ') || one.ends_with('\t')) one.remove_suffix(1);
            if (one.empty()) continue; // RFC 9110 5.6.1.2
            one = address_in(one);
            address_bytes next;
            // "unknown", other text: the proxy that sent it is the client
            if (!read_address(one, next)) return canonical(address, written);
            address = next;
            written = one;
            if (!trusted(address)) return canonical(address, written);
        }
    }
    return canonical(address, written);
}

std::uint64_t limits::key_of(std::string_view address) const noexcept {
    address_bytes a;
    if (!read_address(address, a)) return mix(std::hash<std::string_view>{}(address) ^ seed_);
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    std::memcpy(&high, a.bytes.data(), 8);
    std::memcpy(&low, &a.bytes[8], 8);
    // RFC 4291 2.5.4: a site's subnet has 64 bits of interface identifiers, which one client can choose freely.
    if (!a.v4) low = 0;
    return mix(mix(high ^ seed_) ^ low);
}

rate_limit::verdict limits::from(std::string_view address) noexcept {
    if (!address_.on()) return {};
    return address_.take(key_of(address), rate_limit::clock::now());
}

rate_limit::verdict limits::api(std::string_view address) noexcept {
    if (!api_.on()) return {};
    return api_.take(key_of(address), rate_limit::clock::now());
}

rate_limit::verdict limits::writes(std::string_view address) noexcept {
    if (!writes_.on()) return {};
    return writes_.take(key_of(address), rate_limit::clock::now());
}

rate_limit::verdict limits::with(std::string_view token) noexcept {
    if (!token_.on()) return {};
    return token_.take(mix(std::hash<std::string_view>{}(token) ^ seed_), rate_limit::clock::now());
}

limits::storing limits::stores(std::string_view address, std::size_t bytes,
                               rate_limit::clock::time_point now) noexcept {
    storing s{.verdict = stored_address_.take(key_of(address), now, bytes)};
    if (!s.verdict.allowed) return s;
    s = {stored_anonymous_.take(of_all, now, bytes), limited_by::stored_of_all};
    if (!s.verdict.allowed) stored_address_.give_back(key_of(address), bytes);
    return s;
}

void limits::stored_nothing(std::string_view address, std::size_t bytes) noexcept {
    stored_address_.give_back(key_of(address), bytes);
    stored_anonymous_.give_back(of_all, bytes);
}

rate_limit::verdict limits::may_try(std::string_view address) noexcept {
    if (!failed_.on()) return {};
    return failed_.take(key_of(address), rate_limit::clock::now(), 0);
}

void limits::failed(std::string_view address) noexcept {
    if (failed_.on()) static_cast<void>(failed_.take(key_of(address), rate_limit::clock::now()));
}

rate_limit::verdict limits::begin_attempt(std::string_view address) noexcept {
    if (!failed_.on()) return {};
    return failed_.take(key_of(address), rate_limit::clock::now());
}

void limits::succeeded(std::string_view address) noexcept { failed_.give_back(key_of(address)); }

resolver::problem too_many_requests(const rate_limit::verdict &v, limited_by by) {
    const std::string again = ": try again in " + std::to_string(std::max<std::uint64_t>(v.reset, 1)) + " s";
    if (by == limited_by::stored_of_address || by == limited_by::stored_of_all) {
        const bool all = by == limited_by::stored_of_all;
        return {.type = resolver::problem_type::too_many,
                .detail = (all ? "all clients without an access token together may add "
                               : "one address may, without an access token, add ") +
                          std::to_string(2 * v.limit) + " bytes a day" + again,
                .rule = "RFC 6585 section 4"};
    }
    const std::string_view what = by == limited_by::token     ? "with this token"
                                  : by == limited_by::address ? "from this address"
                                                              : "with invalid tokens from this address";
    return {.type = resolver::problem_type::too_many,
            .detail = "too many requests " + std::string(what) + again,
            .rule = "RFC 6585 section 4"};
}

void add_fields(response &r, const rate_limit::verdict &v) {
    // RFC 9110 10.2.3; draft-ietf-httpapi-ratelimit-headers-07: one field for each number.
    if (!v.allowed) r.fields.emplace_back("Retry-After", std::to_string(std::max<std::uint64_t>(v.reset, 1)));
    r.fields.emplace_back("RateLimit-Limit", std::to_string(v.limit));
    r.fields.emplace_back("RateLimit-Remaining", std::to_string(v.remaining));
    r.fields.emplace_back("RateLimit-Reset", std::to_string(v.reset));
}

} // namespace uniform::http

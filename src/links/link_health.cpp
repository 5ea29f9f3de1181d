#include "links/link_health.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <string>
#include <utility>

#include <uniform/base/assertion.hpp>
#include <uniform/store/store.hpp>

#include "links/link_checker_store.hpp"

namespace uniform::links {

namespace {

std::uint64_t next_id() noexcept {
    static std::atomic<std::uint64_t> last = 0;
    return last.fetch_add(1) + 1;
}

} // namespace

// Open addressing, half full at most; 0 is an empty slot. Two URLs of one hash would be dead together: of a million,
// once in ten thousand tables, and then another locator is chosen.
class link_health::table {
public:
    explicit table(const std::vector<std::uint64_t> &hashes)
        : slots_(hashes.empty() ? 0 : std::bit_ceil(2 * hashes.size())) {
        for (const std::uint64_t h : hashes) {
            std::size_t at = h & (slots_.size() - 1);
            while (slots_[at] != 0 && slots_[at] != h) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = h;
        }
    }
    [[nodiscard]] static std::uint64_t hash_of(std::string_view url) noexcept {
        const std::uint64_t h = std::hash<std::string_view>{}(url);
        return h == 0 ? 1 : h;
    }
    [[nodiscard]] bool empty() const noexcept { return slots_.empty(); }
    [[nodiscard]] bool contains(std::string_view url) const noexcept {
        UNIFORM_ASSERT(std::has_single_bit(slots_.size()));
        const std::uint64_t h = hash_of(url);
        for (std::size_t at = h & (slots_.size() - 1); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at] == h) return true;
        }
        return false;
    }
    bool operator==(const table &) const = default;

private:
    std::vector<std::uint64_t> slots_;
};

link_health::link_health(store::store &s, const options &o) : store_(s), options_(o), id_(next_id()) {}

link_health::~link_health() { stop(); }

void link_health::start(std::function<void()> changed) {
    changed_ = std::move(changed);
    thread_ = std::thread{[this] { run(); }};
}

void link_health::stop() noexcept {
    if (!thread_.joinable()) return;
    {
        const base::scoped_lock hold(stop_lock_);
        stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
}

void link_health::look() noexcept {
    {
        const base::scoped_lock hold(stop_lock_);
        look_ = true;
    }
    stop_.notify_one();
}

void link_health::run() {
    base::unique_lock hold(stop_lock_);
    while (!stopping_) {
        look_ = false;
        hold.unlock();
        const auto began = std::chrono::steady_clock::now();
        try {
            read();
            looks_.fetch_add(1, std::memory_order_release);
        } catch (const std::exception &) { // the store, or no memory: the old table stays
        }
        // A large table is not read over and over while a checker goes on writing.
        const auto rest = 10 * (std::chrono::steady_clock::now() - began);
        hold.lock();
        stop_.wait_for(hold, rest, [this]() UNIFORM_REQUIRES(stop_lock_) { return stopping_; });
        stop_.wait_for(hold, options_.poll, [this]() UNIFORM_REQUIRES(stop_lock_) { return stopping_ || look_; });
    }
}

void link_health::read() {
    std::vector<std::uint64_t> hashes;
    bool same = false;
    std::int64_t count = 0;
    store_.read([&](store::reading &r) {
        count = link_changes(r.sql());
        same = count == count_;
        if (same) return 0;
        each_dead_link(r.sql(), options_.links, [&](std::string_view url) { hashes.push_back(table::hash_of(url)); });
        return 0;
    });
    if (same) return;
    std::ranges::sort(hashes); // so that the same links make the same table
    auto fresh = std::make_shared<const table>(hashes);
    {
        const base::scoped_lock hold(table_lock_);
        const bool different = table_ ? *table_ != *fresh : !fresh->empty();
        count_ = count;
        if (!different) return;
        table_ = std::move(fresh);
        version_.fetch_add(1, std::memory_order_release);
    }
    // Behind it: what is read from now on is read with the new table.
    if (changed_) changed_();
}

// Each thread keeps the table that it saw last, so that asking takes no lock. std::atomic<std::shared_ptr> has one
// inside.
const link_health::table *link_health::current() const {
    struct seen {
        std::uint64_t id = 0;
        std::uint64_t version = 0;
        std::shared_ptr<const table> is = nullptr;
    };
    thread_local seen last;
    const std::uint64_t now = version_.load(std::memory_order_acquire);
    if (now == 0) return nullptr; // nothing was ever dead
    if (last.id != id_ || last.version != now) {
        const base::scoped_lock hold(table_lock_);
        last = {.id = id_, .version = version_.load(std::memory_order_relaxed), .is = table_};
    }
    return last.is->empty() ? nullptr : last.is.get();
}

std::vector<resolver::health> link_health::of(const resolver::name_record &n) const {
    std::vector<resolver::health> out;
    if (n.locators.size() < 2) return out;
    const table *const dead = current();
    if (dead == nullptr) return out;
    for (std::size_t i = 0; i < n.locators.size(); ++i) {
        if (!dead->contains(n.locators[i].url)) continue;
        if (out.empty()) out.assign(n.locators.size(), resolver::health::unknown);
        out[i] = resolver::health::dead;
    }
    return out;
}

bool link_health::is_loop(std::string_view resolver, std::string_view prefix) const {
    const table *const dead = current();
    return dead != nullptr && dead->contains(loop_key(resolver, prefix));
}

} // namespace uniform::links

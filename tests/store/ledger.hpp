// The steps that a store has acknowledged, for tests of failures: numbered steps, each one write, and what must be
// there after them. An acknowledged step is there; one that was not is there as a whole, or not at all.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

namespace uniform::test {

/// A small page cache, so that large writes reach the log before they are committed, and few connections.
inline store::store_options little_cache() {
    store::store_options o;
    o.database.cache_bytes = 256U << 10U;
    o.database.pool_size = 2;
    return o;
}

class ledger {
public:
    static constexpr int kinds = 5;

    explicit ledger(int names = 40) noexcept : imported_(names) {}

    /// Carries out step `i`, whose kind is `i % kinds`, and notes when it was acknowledged. Throws what the store does.
    void run(store::store &s, int i) {
        begun_.insert(i);
        const bool done = s.write(by, [&](store::writing &w) { return step(w, i); }).has_value();
        if (done) acknowledged_.insert(i);
    }

    void acknowledge(int i) {
        begun_.insert(i);
        acknowledged_.insert(i);
    }
    /// Step `i` may be there.
    void begin(int i) { begun_.insert(i); }
    [[nodiscard]] const std::set<int> &acknowledged() const noexcept { return acknowledged_; }

    /// Whether the store has step `i`, by the document that is a part of each.
    [[nodiscard]] static bool has(store::reading &r, int i) {
        return r.find("token", "step:" + std::to_string(i)).has_value();
    }

    /// Looks whether all of it is there, and nothing by half, and whether the history verifies.
    void check(store::store &s) const {
        s.read([&](store::reading &r) {
            for (const int i : acknowledged_) EXPECT_TRUE(has(r, i)) << "lost: step " << i;
            std::set<int> there;
            for (const auto &d : r.list("token", "step:", {}, 100000)) there.insert(std::stoi(d.id.substr(5)));
            for (const int i : there) EXPECT_TRUE(begun_.contains(i)) << "nobody wrote step " << i;
            std::size_t names = 0;
            for (const int i : there) names += check_step(r, i, there);
            EXPECT_EQ(r.names({}, {}, 1000000).size(), names) << "names by half";
            const auto counter = r.find("counter", "minted");
            std::size_t minted = 0;
            for (const int i : there) minted += i % kinds == 0 ? 1 : 0;
            EXPECT_EQ(counter ? std::stoul(counter->body) : 0, minted);
            return 0;
        });
        const auto v = s.verify({}, {});
        for (const auto &d : v.found) ADD_FAILURE() << d.subject << ": " << d.message;
    }

    static inline const store::origin by{.who = "token:test", .from = "192.0.2.1"};

private:
    using done = std::expected<void, store::problem>;

    static resolver::name_record leading_to(const std::string &url, resolver::name_state state) {
        resolver::name_record r;
        r.state = state;
        r.registrar = "owner";
        r.locators.push_back({.url = url});
        return r;
    }
    static std::string name_of(int i, std::string_view which) {
        return "one:" + std::to_string(i) + ":" + std::string(which);
    }

    /// 0: assigns; 1: changes the first name of the step before; 2: imports; 3: withdraws the second name of three
    /// steps before; 4: a document of several pages, and an answer for a retry.
    done step(store::writing &w, int i) const {
        const auto n = std::to_string(i);
        const std::string url = "https://example.org/" + n;
        switch (i % kinds) {
        case 0:
            if (w.add_name(name_of(i, "a"), leading_to(url, resolver::name_state::active), "assign") ||
                w.add_name(name_of(i, "b"), leading_to(url, resolver::name_state::active), "assign"))
                return std::unexpected{store::problem{}};
            static_cast<void>(w.next("minted"));
            break;
        case 1:
        case 3: {
            const bool withdraws = i % kinds == 3;
            const auto was = w.name(withdraws ? name_of(i - 3, "b") : name_of(i - 1, "a"));
            if (!was) return std::unexpected{store::problem{}};
            w.change_name(*was,
                          leading_to(url, withdraws ? resolver::name_state::withdrawn : resolver::name_state::active),
                          withdraws ? "withdraw" : "locate");
            break;
        }
        case 2: {
            std::vector<std::pair<std::string, std::string>> rows;
            for (int k = 0; k < imported_; ++k)
                rows.emplace_back("batch:" + n + ":" + std::to_string(k),
                                  resolver::encode(leading_to(url, resolver::name_state::active)));
            static_cast<void>(w.add_names(rows, "import"));
            break;
        }
        default:
            w.put("large", n, '"' + std::string(20000, 'x') + n + '"', "put");
            w.remember("client", n, "request", "answer " + n);
        }
        w.put("token", "step:" + n, "\"" + n + "\"", "make");
        return {};
    }

    /// @return the number of names that the step has made
    [[nodiscard]] std::size_t check_step(store::reading &r, int i, const std::set<int> &there) const {
        const auto n = std::to_string(i);
        const auto leads_to = [&](const std::string &key, int step, resolver::name_state state) {
            const auto row = r.name(key);
            const auto record = row ? resolver::decode(row->record) : std::nullopt;
            EXPECT_TRUE(record) << "by half: " << key;
            if (record) {
                EXPECT_EQ(*record, leading_to("https://example.org/" + std::to_string(step), state)) << key;
            }
        };
        switch (i % kinds) {
        case 0: {
            using enum resolver::name_state;
            leads_to(name_of(i, "a"), there.contains(i + 1) ? i + 1 : i, active);
            const bool gone = there.contains(i + 3);
            leads_to(name_of(i, "b"), gone ? i + 3 : i, gone ? withdrawn : active);
            return 2;
        }
        case 2:
            EXPECT_EQ(r.names("batch:" + n + ":", {}, 1000000).size(), static_cast<std::size_t>(imported_));
            return static_cast<std::size_t>(imported_);
        case 4: {
            const auto d = r.find("large", n);
            EXPECT_TRUE(d && d->body == '"' + std::string(20000, 'x') + n + '"') << "by half: " << n;
            std::string answer;
            r.sql().run("SELECT answer FROM answers WHERE client = 'client' AND key = $1", {std::string_view(n)},
                        [&](const store::row &row) {
                            answer = row.bytes(0);
                            return false;
                        });
            EXPECT_EQ(answer, "answer " + n);
            return 0;
        }
        default:
            return 0;
        }
    }

    int imported_;
    std::set<int> begun_;
    std::set<int> acknowledged_;
};

} // namespace uniform::test

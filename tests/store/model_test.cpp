// Names, documents and history beside a model of plain maps: any sequence of changes, in transactions that are kept or
// refused, with or without SQL of their own.
#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using done = std::expected<void, store::problem>;
using subject = std::pair<std::string, std::string>; // kind, id

struct model {
    std::map<subject, std::vector<std::pair<std::uint64_t, std::string>>> history; // event, text
    std::uint64_t events = 0;

    void put(const subject &s, std::string text) { history[s].emplace_back(++events, std::move(text)); }
    [[nodiscard]] bool has(const subject &s) const { return history.contains(s); }
};

constexpr std::array states{resolver::name_state::reserved, resolver::name_state::active,
                            resolver::name_state::withdrawn};

resolver::name_record record_of(int n) {
    return {.state = states[static_cast<std::size_t>(n) % states.size()], .registrar = std::to_string(n)};
}
std::string text_of(resolver::name_record r, std::uint64_t version = 1) {
    r.version = version;
    return resolver::encode(r);
}

/// All that the model knows, asked of the store.
void compare(reading &r, const model &m) {
    RC_ASSERT(r.head().first == m.events);
    std::vector<std::string> names, documents;
    for (const auto &[s, changes] : m.history) {
        const auto &[kind, id] = s;
        if (kind == "name") {
            const auto row = r.name(id);
            RC_ASSERT(row && row->record == changes.back().second && row->event == changes.back().first);
            names.push_back(id);
        } else {
            const auto d = r.find(kind, id);
            RC_ASSERT(d && d->body == changes.back().second && d->event == changes.back().first);
            RC_ASSERT(kind != "doc" || d->version == changes.size());
            if (kind == "doc") documents.push_back(id);
        }
        const auto events = r.history(kind, id, 0, 1000);
        RC_ASSERT(events.size() == changes.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto &[number, text] = changes[changes.size() - 1 - i];
            RC_ASSERT(events[i].number == number && store::document_after(events[i]).body == text &&
                      events[i].kind == kind && events[i].id == id);
        }
    }
    std::vector<std::string> listed;
    for (const auto &row : r.names("k", {}, 1000)) listed.push_back(row.key);
    RC_ASSERT(listed == names);
    for (const auto state : states) {
        std::vector<std::string> of_state, in_it;
        for (const auto &row : r.names("k1", "k1", 1000, state)) of_state.push_back(row.key);
        for (const auto &name : names) {
            const auto &record = m.history.at({"name", name}).back().second;
            if (name.starts_with("k1") && name > "k1" && resolver::decode(record)->state == state)
                in_it.push_back(name);
        }
        RC_ASSERT(of_state == in_it);
    }
    listed.clear();
    for (const auto &d : r.list("doc", {}, {}, 1000)) listed.push_back(d.id);
    RC_ASSERT(listed == documents);
    const auto all = r.events(0, 10000);
    RC_ASSERT(all.size() == m.events);
    for (std::size_t i = 0; i < all.size(); ++i)
        RC_ASSERT(all[i].number == i + 1 && all[i].previous == (i == 0 ? store::digest{} : all[i - 1].hash));
    // The longest prefix, found by looking at all.
    for (const std::string text : {"aabb", "abab", "b", ""}) {
        std::string best = "none";
        for (const auto &id : documents)
            if (text.starts_with(id) && (best == "none" || id.size() > best.size())) best = id;
        const auto found = r.longest_prefix("doc", text);
        RC_ASSERT((found ? found->id : "none") == best);
    }
}

/// One random change, made in both. It runs on the writing thread, where rapidcheck's generators do not; so they give
/// the seed alone.
void change(writing &w, model &m, std::mt19937 &random) {
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    const auto key = "k" + std::to_string(below(12));
    const int n = below(1000);
    const auto record = record_of(n);
    switch (below(7)) {
    case 0: {
        const auto there = w.add_name(key, record, "assign");
        RC_ASSERT(there.has_value() == m.has({"name", key}));
        if (!there) m.put({"name", key}, text_of(record));
        break;
    }
    case 1: {
        const auto was = w.name(key);
        RC_ASSERT(was.has_value() == m.has({"name", key}));
        if (!was) break;
        RC_ASSERT(w.change_name(*was, record, "locate") == m.events + 1);
        m.put({"name", key}, text_of(record, m.history[{"name", key}].size() + 1));
        break;
    }
    case 2:
    case 3: {
        constexpr std::array ids{"c", "a", "aa", "ab", "aab", "aabbc", "aba", "b"};
        const auto *id = ids[static_cast<std::size_t>(below(8))];
        const auto text = R"({"n":)" + std::to_string(n) + '}';
        RC_ASSERT(w.put("doc", id, text, "put").event == m.events + 1);
        m.put({"doc", id}, text);
        break;
    }
    case 4: {
        std::vector<std::pair<std::string, std::string>> rows;
        for (int i = below(6); i > 0; --i)
            rows.emplace_back("k" + std::to_string(below(20)), text_of(record_of(n + i)));
        const auto added = w.add_names(rows, "import");
        // In the order of their keys; of two with one key the first.
        std::map<std::string, std::string> fresh;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool is_new = !m.has({"name", rows[i].first}) && fresh.insert(rows[i]).second;
            RC_ASSERT(added[i] == is_new);
        }
        for (const auto &[k, text] : fresh) m.put({"name", k}, text);
        break;
    }
    case 5:
        static_cast<void>(w.sql());
        break;
    default:
        compare(w, m);
        break;
    }
}

class store_properties : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(store_properties);

TEST_P(store_properties, the_store_does_what_plain_maps_do) {
    // Each example goes on where the one before ended, in the model, too.
    const auto s = store::store::open(location());
    model m;
    const bool holds = rc::check([&] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        const bool keep = seed % 4 != 0;
        model after;
        const auto result = s->write({.who = "token:1", .from = {}}, [&](writing &w) -> done {
            // A write may be run several times; the last run counts.
            std::mt19937 random(seed);
            after = m;
            for (auto changes = random() % 8; changes > 0; --changes) change(w, after, random);
            compare(w, after);
            if (!keep) return std::unexpected{store::problem{}};
            return {};
        });
        RC_ASSERT(result.has_value() == keep);
        if (keep) m = std::move(after);
        s->read([&](reading &r) {
            compare(r, m);
            return 0;
        });
    });
    EXPECT_TRUE(holds);
    const auto v = s->verify({}, {});
    EXPECT_TRUE(v.found.empty()) << v.found.front().message;
    EXPECT_EQ(v.events, m.events);
}

} // namespace

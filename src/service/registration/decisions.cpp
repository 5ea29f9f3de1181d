#include <uniform/service/decisions.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <utility>

#include "service/registration/noted_event.hpp"

namespace uniform::service {

namespace {

constexpr std::size_t most_unindexed = 1000;

struct area_row {
    std::string_view kind;
    std::string_view action; // empty: all but those that other rows exclude
    decision_area area;
};
constexpr std::array areas{
    area_row{"request", "", decision_area::registration}, area_row{"namespace", "", decision_area::namespaces},
    area_row{"registry", "", decision_area::namespaces},  area_row{"delegation", "", decision_area::delegations},
    area_row{"transfer", "", decision_area::transfers},   area_row{"registrar", "", decision_area::registrars},
    area_row{"token", "", decision_area::tokens},         area_row{"webhook", "create", decision_area::webhooks},
    area_row{"webhook", "end", decision_area::webhooks},  area_row{"clock", "", decision_area::service},
    area_row{"history", "", decision_area::service},      area_row{"name", "withdraw", decision_area::names},
    area_row{"name", "reinstate", decision_area::names},  area_row{"name", "succeed", decision_area::names}};
// The actions on requests that are no decisions.
constexpr std::array no_decisions{std::string_view{"draft"}, std::string_view{"edit"}, std::string_view{"comment"}};

decision decision_of(const store::event &e, decision_area a) {
    return {.number = e.number, .at = e.at, .area = a, .kind = e.kind, .id = e.id, .action = e.action, .who = e.who};
}

bool fits(const decision &d, const decision_filter &f) {
    return (!f.area || d.area == *f.area) && (f.who.empty() || d.who == f.who);
}

} // namespace

std::optional<decision_area> area_of(std::string_view kind, std::string_view action) noexcept {
    const auto row = std::ranges::find_if(
        areas, [&](const area_row &a) { return a.kind == kind && (a.action.empty() || a.action == action); });
    if (row == areas.end()) return std::nullopt;
    if (kind == "request" && std::ranges::find(no_decisions, action) != no_decisions.end()) return std::nullopt;
    return row->area;
}

decision_page list_decisions(store::reading &r, const resolver::instance_administrator & /*by*/,
                             const decision_filter &f, std::uint64_t before, std::size_t limit) {
    decision_page out;
    const std::uint64_t until = noted_event(r.sql(), "decisions_until");
    const std::uint64_t head = r.head().first;
    if (head > until && (before == 0 || before > until + 1)) {
        if (head - until > most_unindexed) {
            out.waiting = head - until;
        } else {
            r.each_event(until, most_unindexed, [&](const store::event &e) {
                const auto area = before == 0 || e.number < before ? area_of(e.kind, e.action) : std::nullopt;
                if (!area) return;
                if (decision d = decision_of(e, *area); fits(d, f)) out.items.push_back(std::move(d));
            });
            std::ranges::reverse(out.items);
        }
    }
    if (out.items.size() <= limit) {
        const auto last = static_cast<std::int64_t>(
            std::min<std::uint64_t>(before == 0 ? std::uint64_t{std::numeric_limits<std::int64_t>::max()} : before,
                                    std::numeric_limits<std::int64_t>::max()));
        std::string sql =
            "SELECT number, at, area, kind, id, action, who FROM decisions WHERE number < $1 AND number <= "
            "$2";
        // One more than the page, to know whether there are more.
        std::vector<store::parameter> p{last, static_cast<std::int64_t>(until),
                                        static_cast<std::int64_t>(limit + 1 - out.items.size())};
        if (f.area) {
            p.emplace_back(to_string(*f.area));
            sql += " AND area = $" + std::to_string(p.size());
        }
        if (!f.who.empty()) {
            p.emplace_back(std::string_view{f.who});
            sql += " AND who = $" + std::to_string(p.size());
        }
        r.sql().run(sql + " ORDER BY number DESC LIMIT $3", p, [&](const store::row &row) {
            out.items.push_back({.number = static_cast<std::uint64_t>(row.integer(0)),
                                 .at = resolver::timestamp{std::chrono::microseconds{row.integer(1)}},
                                 .area = decision_area_names.find(row.text(2)).value_or(decision_area::service),
                                 .kind = std::string{row.text(3)},
                                 .id = std::string{row.text(4)},
                                 .action = std::string{row.text(5)},
                                 .who = std::string{row.text(6)}});
            return true;
        });
    }
    if (out.items.size() > limit) {
        out.items.resize(limit);
        if (!out.items.empty()) out.next = out.items.back().number;
    }
    return out;
}

std::uint64_t note_decisions(store::store &s, std::size_t most) {
    std::uint64_t from = 0;
    std::uint64_t until = 0;
    std::vector<decision> found;
    s.read([&](store::reading &r) {
        from = until = noted_event(r.sql(), "decisions_until");
        if (r.head().first == from) return 0;
        r.each_event(from, most, [&](const store::event &e) {
            until = e.number;
            if (const auto area = area_of(e.kind, e.action)) found.push_back(decision_of(e, *area));
        });
        return 0;
    });
    if (until == from) return 0;
    std::vector<store::parameter> p;
    for (const decision &d : found) {
        p.insert(p.end(), {static_cast<std::int64_t>(d.number),
                           std::chrono::duration_cast<std::chrono::microseconds>(d.at.time_since_epoch()).count(),
                           to_string(d.area), std::string_view{d.kind}, std::string_view{d.id},
                           std::string_view{d.action}, std::string_view{d.who}});
    }
    // A connection of its own: the store's writer appends to the history, and an index of it does not.
    const auto c = s.sql_database().connect(store::access::read_write);
    c->begin(store::access::read_write);
    try {
        c->run("INSERT INTO decisions_until (one, event) VALUES (1, 0) ON CONFLICT (one) DO NOTHING");
        // Another process may have noted the same.
        if (c->run("UPDATE decisions_until SET event = $1 WHERE one = 1 AND event = $2",
                   {static_cast<std::int64_t>(until), static_cast<std::int64_t>(from)}) > 0) {
            c->run_each(
                "INSERT INTO decisions (number, at, area, kind, id, action, who) VALUES ($1, $2, $3, $4, $5, $6, "
                "$7)",
                7, p);
        }
        c->commit();
    } catch (...) {
        c->rollback();
        throw;
    }
    return until - from;
}

} // namespace uniform::service

// The rows of each published table are read in the order of their events, page by page, beside the events.

#include <uniform/service/published_tables.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <uniform/base/hex.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/service/decisions.hpp>

#include "service/registration/noted_event.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/take_note.hpp"

namespace uniform::service {

namespace {

constexpr std::size_t most_found = 1000;
constexpr std::size_t events_at_once = 1000;
constexpr std::int64_t rows_at_once = 500;

// The contents of a row: a text for each column.
using columns = std::vector<std::string>;

std::string text_of(resolver::timestamp t) { return std::to_string(t.time_since_epoch().count()); }

// The random id of a notice is in front of its body.
void forget_id(std::string &body) {
    constexpr std::string_view lead = R"({"id":"urn:uuid:)";
    constexpr std::size_t uuid = 36;
    if (body.starts_with(lead)) body.erase(lead.size(), uuid);
}

// One table whose rows have the numbers of events.
class published_table {
public:
    published_table(std::string name, std::string sql) : name_(std::move(name)), sql_(std::move(sql)) {}

    // Compares the table with the row that it should have for the next event: nothing, or one row.
    void expect(store::reading &r, std::uint64_t event, const std::optional<columns> &wanted,
                std::vector<store::damage> &found) {
        fill(r);
        for (; !rows_.empty() && rows_.front().first < event; next(r)) add(found, "a row of no event");
        const bool there = !rows_.empty() && rows_.front().first == event;
        if (wanted && !there) found.push_back({.event = event, .subject = name_, .message = "the row is missing"});
        if (!there) return;
        if (!wanted) {
            add(found, "a row that does not follow from its event");
        } else if (rows_.front().second != *wanted) {
            add(found, "the row differs from its event");
        }
        next(r);
    }
    void end(store::reading &r, std::vector<store::damage> &found) {
        fill(r);
        for (; !rows_.empty() && found.size() < most_found; next(r)) add(found, "a row of no event");
    }

private:
    void add(std::vector<store::damage> &found, const char *message) const {
        found.push_back({.event = rows_.front().first, .subject = name_, .message = message});
    }
    void next(store::reading &r) {
        rows_.pop_front();
        fill(r);
    }
    void fill(store::reading &r) {
        if (!rows_.empty() || ended_) return;
        r.sql().run(sql_, {after_, rows_at_once}, [&](const store::row &row) {
            after_ = row.integer(0);
            columns all{std::to_string(row.integer(1))};
            for (int i = 2; i < 7; ++i) forget_id(all.emplace_back(row.text(i)));
            rows_.emplace_back(static_cast<std::uint64_t>(after_), std::move(all));
            return true;
        });
        ended_ = rows_.size() < static_cast<std::size_t>(rows_at_once);
    }

    std::string name_;
    std::string sql_;
    std::int64_t after_ = std::numeric_limits<std::int64_t>::min();
    std::deque<std::pair<std::uint64_t, columns>> rows_;
    bool ended_ = false;
};

std::optional<columns> decision_row(const store::event &e, std::uint64_t until) {
    const auto area = e.number <= until ? area_of(e.kind, e.action) : std::nullopt;
    if (!area) return std::nullopt;
    return columns{text_of(e.at), std::string{to_string(*area)}, e.kind, e.id, e.action, e.who};
}

std::optional<columns> notice_row(const store::event &e, std::uint64_t since) {
    if (e.number <= since) return std::nullopt;
    const auto action = e.kind == "request" ? registry::request_action_names.find(e.action) : std::nullopt;
    if (!action) return std::nullopt;
    const registration_request q = registration::decoded(store::document_after(e));
    if (!registration::is_noted(q, *action)) return std::nullopt;
    return columns{
        text_of(e.at), std::to_string(q.number), e.who, registration::notice_body(q, *action, e.at, {}), "", ""};
}

// The chain has the heads of the verifications that found it sound.
void check_heads(store::reading &r, std::vector<store::damage> &found) {
    std::vector<std::pair<std::string, std::string>> heads;
    r.sql().run("SELECT run, head FROM verifications WHERE state = 'sound' ORDER BY run", {},
                [&](const store::row &row) {
                    heads.emplace_back(row.text(0), row.text(1));
                    return true;
                });
    for (const auto &[run, head] : heads) {
        std::uint64_t number = 0;
        const auto [stop, error] = std::from_chars(head.data(), head.data() + head.size(), number);
        const std::string_view hash = std::string_view{head}.substr(static_cast<std::size_t>(stop - head.data()));
        const auto e = r.event_at(number);
        const store::digest there = e ? e->hash : store::digest{};
        if (error != std::errc{} || (number != 0 && !e) || hash != ":" + base::to_hex(there))
            found.push_back({.event = number, .subject = "verifications", .message = "not a head of this history"});
    }
}

void check_published(store::reading &r, const std::function<bool()> &ends, store::verification &v) {
    published_table decisions{"decisions",
                              "SELECT number, at, area, kind, id, action, who FROM decisions WHERE number > $1 ORDER "
                              "BY number LIMIT $2"};
    published_table notices{"notices",
                            "SELECT number, at, CAST(request AS TEXT), who, body, '', '' FROM notices WHERE number > "
                            "$1 ORDER BY number LIMIT $2"};
    check_heads(r, v.found);
    const std::uint64_t until = noted_event(r.sql(), "decisions_until");
    const std::uint64_t since = noted_event(r.sql(), "notices_since");
    std::uint64_t last = 0;
    for (std::uint64_t before = 0; v.found.size() < most_found; before = last) {
        if (ends && ends()) {
            v.ended = true;
            return;
        }
        r.each_event(before, events_at_once, [&](const store::event &e) {
            last = e.number;
            if (v.found.size() >= most_found) return;
            decisions.expect(r, e.number, decision_row(e, until), v.found);
            notices.expect(r, e.number, notice_row(e, since), v.found);
        });
        if (last == before) break;
    }
    if (until > last && v.found.size() < most_found)
        v.found.push_back({.event = until, .subject = "decisions", .message = "noted beyond the end of the history"});
    decisions.end(r, v.found);
    notices.end(r, v.found);
    v.found.resize(std::min(v.found.size(), most_found));
}

} // namespace

store::verification verify_store(store::store &s, const std::optional<std::pair<std::uint64_t, store::digest>> &known,
                                 const std::function<void(std::uint64_t, std::uint64_t)> &progress,
                                 const std::function<bool()> &ends) {
    store::verification v = s.verify(known, progress, ends);
    // The tables can only follow a history that is sound.
    if (v.found.empty() && !v.ended) s.read([&](store::reading &r) { check_published(r, ends, v); });
    return v;
}

} // namespace uniform::service

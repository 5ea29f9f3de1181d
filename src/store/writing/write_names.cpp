// Many new names in one call of a write_buffer (writing::add_names): behind a savepoint, without slots.
#include <uniform/base/assertion.hpp>

#include "store/writing/write_buffer.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace uniform::store::detail {

namespace {

constexpr std::string_view insert_new_name =
    "INSERT INTO names (key, event, record) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING";

// Inserts names within a savepoint. Its end is undo_job()'s when the database fails, but not when an allocation does.
std::vector<std::int64_t> insert_or_undo(connection &c, parameters rows, const std::function<void()> &meanwhile) {
    try {
        return c.insert_absent(insert_new_name, 3, rows, meanwhile);
    } catch (const failure &) {
        throw;
    } catch (...) {
        c.back_to_savepoint();
        throw;
    }
}

} // namespace

// Nothing is inserted, so all names are looked up.
std::vector<bool> write_buffer::rehearse_names(std::span<const std::pair<std::string, std::string>> rows,
                                               std::span<const std::uint32_t> order, std::string_view action) {
    std::vector<bool> added(rows.size(), false);
    for (const auto i : order) rows_->names.try_emplace(rows[i].first);
    std::vector<query> all;
    rows_->add_name_queries(all);
    connection_->run_queries(all);
    for (const auto i : order) {
        const auto &[key, record] = rows[i];
        if (find(table::names, key, {}) != nullptr || rehearsed(key) || rows_->names.find(key)->second) continue;
        put(table::names, "name", key, record, action, 0);
        added[i] = true;
    }
    return added;
}

// Appends the events of new names, the rows of `order`.
std::vector<write_buffer::made_segment>
write_buffer::append_names(std::span<const std::pair<std::string, std::string>> rows,
                           std::span<const std::uint32_t> order, std::string_view action) {
    std::vector<made_segment> segments;
    segment_writer w;
    for (const auto i : order) {
        const auto &[key, record] = rows[i];
        event_view e{.action = action, .kind = "name", .id = key, .body = record};
        append(e, false);
        e.number = end_.number;
        e.at = end_.at;
        e.who = by_->who;
        e.from = by_->from;
        w.add(e);
        if (w.full()) segments.push_back(take_segment(w, end_.hash));
    }
    if (!w.empty()) segments.push_back(take_segment(w, end_.hash));
    return segments;
}

std::vector<bool> write_buffer::add_names(std::span<const std::pair<std::string, std::string>> rows,
                                          std::string_view action) {
    std::vector<bool> added(rows.size(), false);
    if (rows.empty()) return added;

    // In the order of their keys, so that each page of the table is visited once.
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const int c = rows[a].first.compare(rows[b].first);
        return c != 0 ? c < 0 : a < b;
    });
    const auto repeated =
        std::ranges::unique(order, [&](std::uint32_t a, std::uint32_t b) { return rows[a].first == rows[b].first; });
    order.erase(repeated.begin(), repeated.end());
    if (is_rehearsal()) return rehearse_names(rows, order, action);
    write_through();

    // All names are inserted as if they were new, and their events are made while PostgreSQL inserts them. When some
    // exist, both are undone and the rest is inserted again, so that the numbers of their events are consecutive.
    UNIFORM_ASSERT(events_.empty() && written_ == end_); // write_through() has written them
    const auto end_before = end_;
    const auto changed_before = changed_.size();
    std::vector<made_segment> segments;
    // Before the savepoint: its allocation may fail.
    const std::function<void()> make_events = [&] { segments = append_names(rows, order, action); };
    for (;;) {
        std::vector<parameter> values;
        values.reserve(order.size() * 3);
        std::uint64_t number = end_.number;
        for (const auto i : order) {
            values.insert(values.end(),
                          {std::string_view(rows[i].first), static_cast<std::int64_t>(++number), blob{rows[i].second}});
        }
        connection_->savepoint();
        const auto changed = insert_or_undo(*connection_, values, make_events);
        UNIFORM_ASSERT(changed.size() == order.size());
        const auto is_new = static_cast<std::size_t>(std::ranges::count(changed, 1));
        if (is_new == order.size()) {
            connection_->release();
            if (is_searched()) add_to_search(values);
            break;
        }
        connection_->back_to_savepoint();
        end_ = end_before;
        changed_.resize(changed_before);
        std::size_t count = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (changed[i] == 1) order[count++] = order[i];
        }
        order.resize(count);
        if (order.empty()) return added;
    }

    for (const auto i : order) added[i] = true;
    for (const auto &s : segments) write_segment(s, true);
    written_ = end_;
    return added;
}

} // namespace uniform::store::detail

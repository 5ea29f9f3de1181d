// Names as they are, as they were, and in lists.

#include <array>
#include <utility>

#include <uniform/resolver/json_text.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>

#include "service/ground.hpp"
#include "service/history.hpp"
#include "service/outcomes.hpp"

namespace uniform::service {

namespace {

using failed = std::unexpected<problem>;

outcome outcome_of(const store::name_row &row) {
    return {.key = row.key, .record = record_of(row.key, row.record), .event = row.event};
}

} // namespace

std::string to_json(const outcome &o) {
    std::string json = resolver::to_json(o.record, o.key);
    json.pop_back();
    json += ",\"version\":" + std::to_string(o.event) + "}";
    return json;
}

std::expected<outcome, problem> show(store::reading &r, std::string_view urn) {
    const auto key = key_of(r, urn);
    if (!key) return failed(key.error());
    const auto row = r.name(*key);
    if (!row) return failed(unknown(*key));
    return outcome_of(*row);
}

std::expected<outcome, problem> as_of(store::reading &r, std::string_view urn, resolver::timestamp t) {
    auto key = key_of(r, urn);
    if (!key) return failed(std::move(key.error()));
    const auto e = r.as_of("name", *key, t);
    if (!e) {
        problem p = unknown(*key);
        if (const auto row = r.name(*key)) {
            p.detail = "\"" + resolver::urn_of(*key) + "\" had not been assigned by " + resolver::to_string(t);
        }
        return failed(std::move(p));
    }
    return outcome{.key = std::move(*key), .record = record_of(e->id, e->body), .event = e->number};
}

std::string to_json(const store::event &e, const std::optional<store::event> &before, bool private_too) {
    const auto shown = [](const store::event &of) {
        std::string json;
        resolver::append_json(json, record_of(of.id, of.body), of.id);
        return json;
    };
    return detail::event_json(e, before ? shown(*before) : std::string{}, shown(e), private_too);
}

std::expected<std::vector<history_item>, problem> history(store::reading &r, std::string_view urn, std::uint64_t before,
                                                          std::size_t limit) {
    const auto key = key_of(r, urn);
    if (!key) return failed(key.error());
    auto events = r.history("name", *key, before, limit + 1);
    if (events.empty() && !r.name(*key)) return failed(unknown(*key));
    std::vector<history_item> items;
    for (std::size_t i = 0; i < events.size() && i < limit; ++i) {
        history_item item{.event = events[i]};
        if (i + 1 < events.size()) item.before = events[i + 1];
        items.push_back(std::move(item));
    }
    return items;
}

listing list(store::reading &r, std::string_view prefix, std::string_view after, std::size_t limit,
             std::optional<resolver::name_state> state) {
    constexpr std::size_t most_read = 20000; // one list is no scan of millions
    listing result;
    std::string from(after);
    for (std::size_t read = 0; read < most_read;) {
        const std::size_t page = state ? 1000 : limit - result.names.size() + 1;
        auto rows = r.names(prefix, from, page);
        read += rows.size();
        for (store::name_row &row : rows) {
            if (result.names.size() == limit) {
                result.next = from;
                return result;
            }
            from = row.key;
            if (state && !row.record.empty() && static_cast<resolver::name_state>(row.record[0]) != *state) continue;
            result.names.push_back(outcome_of(row));
        }
        if (rows.size() < page) return result;
    }
    result.next = from;
    return result;
}

} // namespace uniform::service

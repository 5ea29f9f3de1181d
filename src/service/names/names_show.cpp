// Names as they are, as they were, and in lists.

#include <array>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/pages.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

void write(json::writer &w, const name_entry &o) {
    w.begin_object();
    write_members(w, o.record, o.key);
    w.member("version", o.record.version).member("event", o.event).end_object();
}

json::value value_of(const name_entry &o) {
    return value_of(o.record, o.key).set("version", o.record.version).set("event", o.event);
}

std::expected<name_entry, problem> show(store::reading &r, std::string_view urn) {
    UNIFORM_TRY(const auto &key, key_of(r, urn));
    const auto row = r.name(key);
    if (!row) return std::unexpected{resolver::name_does_not_exist(key)};
    return entry_of(*row);
}

std::expected<name_entry, problem> as_of(store::reading &r, std::string_view urn, resolver::timestamp t) {
    UNIFORM_TRY(auto &key, key_of(r, urn));
    const auto e = r.as_of("name", key, t);
    if (!e) {
        problem p = resolver::name_does_not_exist(key);
        if (const auto row = r.name(key)) {
            p.detail = "the name \"" + resolver::urn_of(key) + "\" did not exist yet on " + resolver::to_string(t);
        }
        return std::unexpected{std::move(p)};
    }
    return name_entry{.key = std::move(key), .record = record_in(e->id, e->body), .event = e->number};
}

void write(json::writer &w, const history_item &item, bool private_too) {
    const auto shown = [](const store::event &e) {
        return [&e](json::writer &to) { resolver::write(to, record_in(e.id, e.body), e.id); };
    };
    detail::write_event(w, item.event, item.before ? shown(*item.before) : document_writer{}, shown(item.event),
                        private_too);
}

std::expected<std::vector<history_item>, problem> history(store::reading &r, std::string_view urn, std::uint64_t before,
                                                          std::size_t limit) {
    UNIFORM_TRY(const auto &key, key_of(r, urn));
    std::vector<history_item> items;
    std::size_t bytes = 0;
    while (items.size() < limit && bytes < store::page_size{}.bytes) {
        constexpr std::size_t some_at_once = 32;
        const std::size_t wanted = std::min(some_at_once, limit - items.size()) + 1; // each with the one before it
        const auto events = r.history("name", key, before, wanted);
        for (std::size_t i = 0; i < events.size() && i + 1 < wanted && bytes < store::page_size{}.bytes; ++i) {
            before = events[i].number;
            bytes += events[i].body.size();
            history_item item{.event = events[i]};
            if (i + 1 < events.size()) item.before = events[i + 1];
            items.push_back(std::move(item));
        }
        if (events.size() < wanted) break;
    }
    if (items.empty() && !r.name(key)) return std::unexpected{resolver::name_does_not_exist(key)};
    return items;
}

listing list(store::reading &r, std::string_view prefix, std::string_view after, std::size_t limit,
             std::optional<resolver::name_state> state) {
    const auto page = store::names_page(r, prefix, after, {.rows = limit}, state);
    listing result;
    result.names.reserve(page.rows.size());
    for (const store::name_row &row : page.rows) result.names.push_back(entry_of(row));
    if (page.more) result.next = page.rows.back().key;
    return result;
}

} // namespace uniform::service

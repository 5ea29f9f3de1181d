#include "http/site/shown_history.hpp"

#include <algorithm>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/pages/changed_members.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::manage {

namespace {

json::value document_of(const service::document_writer &write) {
    std::string text;
    json::writer w{text};
    write(w);
    return json::read(text).value();
}

std::vector<pages::change_row> changes_of(const service::history_event &e, pages::language l) {
    if (!e.shown_before) return {};
    auto out = pages::changed_members(document_of(e.shown_before), document_of(e.shown), l, {"role", "state"});
    const std::string at = resolver::to_string(e.event.at);
    std::erase_if(out, [&](const pages::change_row &c) { return c.new_value == at || c.new_value == e.event.who; });
    return out;
}

} // namespace

history_row &add_event(history_part &h, const pages::html_page &p, const store::event &e, std::string_view words) {
    const std::string key = std::string{words} + e.action;
    const std::string action = p.text(key);
    h.has_history = true;
    return h.history.emplace_back(history_row{
        .at = resolver::to_string(e.at), .who = e.who, .action = action == key ? p.text("action.other") : action});
}

void add_older(history_part &h, std::string_view page, std::uint64_t before) {
    if (before != 0) h.older = std::string{page} + "?before=" + std::to_string(before);
}

service::history_request events_asked_for(const request_context &c) {
    return {.before = form::of_query(c).number("before").value_or(0), .limit = shown_events, .private_too = true};
}

history_part history_of(const pages::html_page &p, const service::history_page &found, std::string_view page) {
    history_part out;
    for (const service::history_event &e : found.events) {
        history_row &row = add_event(out, p, e.event, "operation.did_");
        row.changes = changes_of(e, p.in());
        row.has_changes = !row.changes.empty();
    }
    add_older(out, page, found.next);
    return out;
}

} // namespace uniform::http::manage

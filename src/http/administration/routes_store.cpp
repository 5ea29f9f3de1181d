// The store with its replicas, and the settings as they are.

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/search.hpp>
#include <uniform/version.hpp>

#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/store_state.hpp"
#include "http/settings/read_configuration.hpp"

namespace uniform::http {

namespace {

using namespace administration;

std::string_view name_of(store::search_state s) noexcept {
    switch (s) {
    case store::search_state::none:
        return "none";
    case store::search_state::incomplete:
        return "incomplete";
    case store::search_state::outdated:
        return "outdated";
    case store::search_state::complete:
        break;
    }
    return "complete";
}

// --- the API

handler_result read_store(request_context &c) {
    const store_state s = state_of(*c.server.store);
    const auto index = c.server.store->look_up([](store::reading &r) { return store::search_state_of(r); });
    std::string body;
    json::writer w{body};
    const auto milliseconds = [&](std::string_view name, const std::optional<std::chrono::milliseconds> &t) {
        if (t) w.member(name, t->count());
    };
    w.begin_object().member("version", version).member("location", s.location).member("server", s.server);
    w.member("schema", s.schema).member("events", s.events).member("head", s.head);
    w.member("last_event", resolver::to_string(s.last_event)).member("bytes", s.bytes);
    if (s.dialect == store::dialect::sqlite) w.member("free_bytes", s.free_bytes).member("log_bytes", s.log_bytes);
    w.member("search_index", name_of(index)).member("read_from_replica", s.read_from_replica);
    milliseconds("replica_behind_ms", s.replica_behind);
    milliseconds("primary_away_ms", s.primary_away);
    w.key("replicas").begin_array();
    for (const replica_state &r : s.replicas) {
        w.begin_object().member("name", r.name).member_if("address", r.address).member_if("state", r.state);
        w.member_if("sync", r.sync);
        if (r.bytes_behind) w.member("bytes_behind", *r.bytes_behind);
        milliseconds("behind_ms", r.behind);
        w.end_object();
    }
    w.end_array().end_object();
    return private_response(200, std::move(body));
}

// A setting as it is, and where it comes from.
struct setting_row {
    const setting *row = nullptr;
    std::string value = {};
    std::string source = {}; ///< "default", "file", "environment", "flag"; "program" if it is not known
    std::string place = {};
    std::string pending = {}; ///< the value after a restart; empty: the same
    bool is_default = false;
};

// A password in a value is not shown, whoever asks.
std::vector<setting_row> rows_of(const request_context &c) {
    std::vector<setting_row> out;
    if (c.server.settings == nullptr) return out;
    const settings &now = *c.server.settings;
    const auto read = c.server.configuration == nullptr ? nullptr : c.server.configuration->get();
    const auto all = all_settings();
    for (std::size_t i = 0; i < all.size(); ++i) {
        setting_row one{.row = &all[i], .value = value_of(all[i], now, true)};
        one.source = read ? to_string(read->sources[i]) : "program";
        one.is_default = read && read->sources[i] == setting_source::fallback;
        if (read) {
            one.place = read->places[i];
            const std::string wanted = value_of(all[i], read->values, true);
            // What is made of other settings (limits.burst_api, server.public_url) is no change.
            if (wanted != one.value && !one.is_default && !changes_while_running(all[i])) one.pending = wanted;
        }
        out.push_back(std::move(one));
    }
    return out;
}

handler_result list_settings(request_context &c) {
    std::string body;
    json::writer w{body};
    w.begin_object().key("items").begin_array();
    for (const setting_row &s : rows_of(c)) {
        w.begin_object().member("name", s.row->name).member("value", s.value).member("default", s.row->fallback);
        w.member("source", s.source).member_if("place", s.place).member_if("after_restart", s.pending);
        w.member("changes_while_running", changes_while_running(*s.row)).member("help", s.row->help).end_object();
    }
    w.end_array().end_object();
    return private_response(200, std::move(body));
}

// --- pages

void add_replicas(pages::html_page &p, const store_state &s) {
    json::array replicas;
    for (const replica_state &r : s.replicas) {
        json::value one = json::object{};
        one.set("name", r.name).set("address", r.address).set("state", r.state).set("sync", r.sync);
        if (r.bytes_behind) one.set("bytes_behind", shown_size(p, *r.bytes_behind));
        if (r.behind) one.set("behind", shown_duration(p, *r.behind));
        replicas.push_back(std::move(one));
    }
    p.data.set("has_replicas", !replicas.empty()).set("replicas", std::move(replicas));
}

handler_result show_store(request_context &c) {
    auto p = administration::page_of(c, part::store, "operation.store.heading");
    const store_state s = state_of(*c.server.store);
    const auto index = c.server.store->look_up([](store::reading &r) { return store::search_state_of(r); });
    json::array figures;
    figures.push_back(figure(p, "operation.store.events", pages::number(p.in(), s.events)));
    figures.push_back(figure(p, "operation.store.size", shown_size(p, s.bytes)));
    if (s.dialect == store::dialect::sqlite) {
        figures.push_back(figure(p, "operation.store.log", shown_size(p, s.log_bytes)));
        figures.push_back(figure(p, "operation.store.free", shown_size(p, s.free_bytes)));
    } else {
        figures.push_back(figure(p, "operation.store.replicas", pages::number(p.in(), s.replicas.size())));
    }
    p.data.set("figures", std::move(figures)).set("location", s.location).set("server", s.server);
    p.data.set("schema", std::to_string(s.schema)).set("head", s.head).set("uniform", version);
    if (s.events != 0) p.data.set("last_event", shown_time(s.last_event));
    p.data.set("index", p.text("operation.store.index_" + std::string{name_of(index)}));
    p.data.set("is_postgresql", s.dialect == store::dialect::postgresql).set("from_replica", s.read_from_replica);
    if (s.replica_behind) p.data.set("replica_behind", shown_duration(p, *s.replica_behind));
    if (s.primary_away) p.data.set("primary_away", shown_duration(p, *s.primary_away));
    add_replicas(p, s);
    p.data.set("right", "GRANT pg_monitor");
    return manage::shown(p, "operation_store");
}

constexpr parameter search_parameter{
    .name = "q", .description = "only settings that have this in their name or help", .most = 200};
constexpr parameter changed_parameter{
    .name = "changed", .description = "\"1\": only those that are not the default", .example = "1"};

handler_result show_settings(request_context &c) {
    auto p = administration::page_of(c, part::settings, "operation.settings.heading");
    const auto q = manage::form::of_query(c);
    const std::string wanted = ascii::lower_copy(ascii::trim(q["q"]));
    const bool only_changed = q["changed"] == "1";
    json::array sections;
    json::array rows;
    std::string section;
    const auto finish_section = [&] {
        if (rows.empty()) return;
        json::value one = json::object{};
        sections.push_back(std::move(one.set("section", section).set("settings", std::move(rows))));
        rows = json::array{};
    };
    for (const setting_row &s : rows_of(c)) {
        if (only_changed && s.is_default) continue;
        if (!wanted.empty() && !s.row->name.contains(wanted) && !ascii::lower_copy(s.row->help).contains(wanted))
            continue;
        const std::string its{s.row->name.substr(0, s.row->name.find('.'))};
        if (its != section) {
            finish_section();
            section = its;
        }
        json::value one = json::object{};
        one.set("name", s.row->name).set("value", s.value).set("help", s.row->help).set("place", s.place);
        one.set("source", p.text("operation.settings.source_" + s.source)).set("pending", s.pending);
        one.set("is_default", s.is_default).set("needs_restart", !changes_while_running(*s.row));
        rows.push_back(std::move(one));
    }
    finish_section();
    p.data.set("has_settings", !sections.empty()).set("sections", std::move(sections)).set("q", q["q"]);
    p.data.set("signal", "SIGHUP").set("only_changed", only_changed).set("is_asked", !wanted.empty() || only_changed);
    return manage::shown(p, "operation_settings");
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/store",
     .operation = "readStore",
     .summary = "Show the store: its database, size, history, replicas and their lag",
     .description = "PostgreSQL shows the lag of replicas to members of pg_monitor.",
     .tag = "operation",
     .roles = resolver::administrators,
     .handler = read_store,
     .responses = {{200, "the store", "store_state"}}},
    {.method = "GET",
     .path = "/api/v1/settings",
     .operation = "listSettings",
     .summary = "List the settings as they are, and the source of each",
     .description = "Passwords are left out.",
     .tag = "operation",
     .roles = resolver::administrators,
     .handler = list_settings,
     .responses = {{200, "the settings", "settings"}}},
    {.method = "GET",
     .path = "/operation/store",
     .operation = "showStore",
     .summary = "Show the store and its replicas: readStore",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show_store,
     .responses = {page_row}},
    {.method = "GET",
     .path = "/operation/settings",
     .operation = "showSettings",
     .summary = "Show the settings as they are: listSettings",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show_settings,
     .query = {&search_parameter, &changed_parameter},
     .responses = {page_row}},
};

} // namespace

std::span<const route> store_routes() noexcept { return table; }

} // namespace uniform::http

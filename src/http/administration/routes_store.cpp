// The store with its replicas, and the settings as they are.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/search.hpp>
#include <uniform/version.hpp>

#include "base/try.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/administration/store_models.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/store_state.hpp"
#include "http/settings/read_configuration.hpp"

namespace uniform::http {

namespace {

using namespace administration;

std::string_view name_of(store::search_state s) noexcept {
    static constexpr auto names = enum_table<store::search_state>({{store::search_state::none, "none"},
                                                                   {store::search_state::incomplete, "incomplete"},
                                                                   {store::search_state::outdated, "outdated"},
                                                                   {store::search_state::complete, "complete"}});
    return names.name(s);
}

// --- the API

handler_result read_store(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    const store_state s = state_of(*c.server.store, by);
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

// For administrators of the instance. A password in a value is not shown, whoever asks.
std::vector<setting_row> rows_of(const request_context &c, const resolver::instance_administrator & /*by*/) {
    std::vector<setting_row> out;
    const settings &now = *c.server.settings;
    const auto read = c.server.engine == nullptr ? nullptr : c.server.engine->configuration.get();
    const auto all = all_settings();
    for (std::size_t i = 0; i < all.size(); ++i) {
        setting_row one{.name = all[i].name,
                        .value = value_of(all[i], now, true),
                        .fallback = all[i].fallback,
                        .source = std::string{read ? to_string(read->sources[i]) : "program"},
                        .changes_while_running = changes_while_running(all[i]),
                        .help = all[i].help,
                        .is_default = read && read->sources[i] == setting_source::fallback};
        if (read) {
            one.place = read->places[i];
            std::string wanted = value_of(all[i], read->values, true);
            // A value that is made of other settings (limits.burst_api, server.public_url) is no change.
            if (wanted != one.value && !one.is_default && !one.changes_while_running) {
                one.after_restart = std::move(wanted);
            }
        }
        out.push_back(std::move(one));
    }
    return out;
}

handler_result list_settings(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    std::string body;
    json::writer w{body};
    w.begin_object().key("items").begin_array();
    for (const setting_row &s : rows_of(c, by)) {
        w.begin_object().member("name", s.name).member("value", s.value).member("default", s.fallback);
        w.member("source", s.source).member_if("place", s.place).member_if("after_restart", s.after_restart);
        w.member("changes_while_running", s.changes_while_running).member("help", s.help).end_object();
    }
    w.end_array().end_object();
    return private_response(200, std::move(body));
}

// --- pages

std::vector<shown_replica> shown_replicas(const pages::html_page &p, const store_state &s) {
    std::vector<shown_replica> out;
    out.reserve(s.replicas.size());
    for (const replica_state &r : s.replicas) {
        out.push_back({.replica = r,
                       .bytes_behind = r.bytes_behind ? shown_size(p, *r.bytes_behind) : std::string{},
                       .behind = r.behind ? shown_duration(p, *r.behind) : std::string{}});
    }
    return out;
}

std::vector<figure> figures_of(const pages::html_page &p, const store_state &s) {
    std::vector<figure> out;
    out.push_back(figure_of(p, "operation.store.events", pages::number(p.in(), s.events)));
    out.push_back(figure_of(p, "operation.store.size", shown_size(p, s.bytes)));
    if (s.dialect == store::dialect::sqlite) {
        out.push_back(figure_of(p, "operation.store.log", shown_size(p, s.log_bytes)));
        out.push_back(figure_of(p, "operation.store.free", shown_size(p, s.free_bytes)));
    } else {
        out.push_back(figure_of(p, "operation.store.replicas", pages::number(p.in(), s.replicas.size())));
    }
    return out;
}

handler_result show_store(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<store_model>(c, part::store, "operation.store.heading");
    store_model &m = p.shows;
    m.store = state_of(*c.server.store, by);
    const store_state &s = m.store;
    const auto index = c.server.store->look_up([](store::reading &r) { return store::search_state_of(r); });
    m.figures = figures_of(p, s);
    m.uniform_version = version;
    if (s.events != 0) m.last_event = shown_time(s.last_event);
    m.index = p.text("operation.store.index_" + std::string{name_of(index)});
    m.is_postgresql = s.dialect == store::dialect::postgresql;
    if (s.replica_behind) m.replica_behind = shown_duration(p, *s.replica_behind);
    if (s.primary_away) m.primary_away = shown_duration(p, *s.primary_away);
    m.replicas = shown_replicas(p, s);
    m.has_replicas = !m.replicas.empty();
    m.right = "GRANT pg_monitor";
    return manage::shown(p);
}

constexpr parameter search_parameter{
    .name = "q", .description = "only settings that have this in their name or help", .most = 200};
constexpr parameter changed_parameter{
    .name = "changed", .description = "\"1\": only those that are not the default", .example = "1"};

handler_result show_settings(request_context &c) {
    UNIFORM_TRY(const auto &by, resolver::instance_administrator::of(*c.who));
    auto p = page_showing<settings_model>(c, part::settings, "operation.settings.heading");
    settings_model &m = p.shows;
    const auto q = manage::form::of_query(c);
    m.q = q["q"];
    m.only_changed = q["changed"] == "1";
    const std::string wanted = ascii::lower_copy(ascii::trim(q["q"]));
    m.is_asked = !wanted.empty() || m.only_changed;
    for (setting_row &s : rows_of(c, by)) {
        if (m.only_changed && s.is_default) continue;
        if (!wanted.empty() && !s.name.contains(wanted) && !ascii::lower_copy(s.help).contains(wanted)) continue;
        const std::string_view section = s.name.substr(0, s.name.find('.'));
        if (m.sections.empty() || m.sections.back().section != section) m.sections.push_back({.section = section});
        std::string source = p.text("operation.settings.source_" + s.source);
        m.sections.back().settings.push_back({.setting = std::move(s), .source = std::move(source)});
    }
    m.has_settings = !m.sections.empty();
    m.signal = "SIGHUP";
    return manage::shown(p);
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/store",
     .operation = "readStore",
     .summary = "Show the store: its database, size, history, replicas and their lag",
     .description = "PostgreSQL shows the lag of replicas to members of pg_monitor.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = read_store,
     .responses = {{200, "the store", "store_state"}}},
    {.method = "GET",
     .path = "/api/v1/settings",
     .operation = "listSettings",
     .summary = "List the settings as they are, and the source of each",
     .description = "Passwords are left out.",
     .tag = "operation",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = list_settings,
     .responses = {{200, "the settings", "settings"}}},
    {.method = "GET",
     .path = "/operation/store",
     .operation = "showStore",
     .stands_for = "readStore",
     .summary = "Show the store and its replicas: readStore",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_store,
     .responses = {page_row<store_model>}},
    {.method = "GET",
     .path = "/operation/settings",
     .operation = "showSettings",
     .stands_for = "listSettings",
     .summary = "Show the settings as they are: listSettings",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_settings,
     .query = {&search_parameter, &changed_parameter},
     .responses = {page_row<settings_model>}},
};

} // namespace

std::span<const route> store_routes() noexcept { return table; }

} // namespace uniform::http

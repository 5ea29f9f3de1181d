// The findings of the link checker by host, and the decisions of administrators about hosts.

#include <charconv>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/administration/links_models.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/administration/shown_as_json.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/log.hpp"
#include "http/site/uncached.hpp"
#include "links/link_checker_request.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using links::host_decision;
using links::host_row;
using links::host_rule;
using resolver::problem;
using resolver::problem_type;
using resolver::timestamp;

constexpr std::size_t longest_host = 255;
constexpr std::int64_t day = 86400;

timestamp time_of(std::int64_t seconds) { return timestamp{std::chrono::seconds{seconds}}; }
std::int64_t seconds_now() { return resolver::seconds_since_epoch(resolver::now()); }

// The cursor: the counts and the host, by which the list is ordered.
std::string text_of(const host_row &h) {
    return std::to_string(h.dead) + ' ' + std::to_string(h.failing) + ' ' + h.host;
}
std::expected<host_row, problem> place_in(std::string_view cursor) {
    host_row out;
    const char *const end = cursor.data() + cursor.size();
    const auto [first, no_dead] = std::from_chars(cursor.data(), end, out.dead);
    if (no_dead == std::errc{} && first != end && *first == ' ') {
        const auto [second, no_failing] = std::from_chars(first + 1, end, out.failing);
        if (no_failing == std::errc{} && second != end && *second == ' ') {
            out.host = std::string{second + 1, end};
            return out;
        }
    }
    return refuse(problem_type::malformed, "the parameter \"after\" is not a cursor of this list");
}

std::expected<std::optional<host_row>, problem> place_of(const std::string &cursor) {
    if (cursor.empty()) return std::nullopt;
    UNIFORM_TRY(auto &place, place_in(cursor));
    return std::move(place);
}

// --- the API

void write(json::writer &w, const host_row &h) {
    const host_decision &d = h.decided;
    const host_rule rule = d.rule_at(seconds_now());
    w.begin_object().member("host", h.host).member("links", h.links).member("failing", h.failing);
    w.member("dead", h.dead).member("rule", to_string(rule));
    if (rule == host_rule::paused) w.member("until", resolver::to_string(time_of(d.until)));
    w.member("is_being_checked", d.asked > 0);
    if (!d.who.empty()) w.member("decided_by", d.who).member("decided", resolver::to_string(time_of(d.at)));
    w.end_object();
}

handler_result list(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &at, http::page_of(c));
    UNIFORM_TRY(const auto &after, place_of(at.after));
    auto found =
        c.server.store->read([&](store::reading &r) { return links::list_hosts(r.sql(), after, at.limit + 1); });
    const bool more = found.size() > at.limit;
    if (more) found.resize(at.limit);
    response out = list_response(c, found, more ? text_of(found.back()) : std::string{},
                                 [](json::writer &w, const host_row &h) { write(w, h); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<host_row, problem> host_in_path(const request_context &c) {
    const std::string host = ascii::lower_copy(c.path_value("host"));
    auto found = c.server.store->look_up([&](store::reading &r) { return links::find_host(r.sql(), host); });
    if (!found) {
        return refuse(problem_type::not_found, "no locator has been checked at this host");
    }
    return std::move(*found);
}

handler_result show_as_json(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &h, host_in_path(c));
    return shown_as_json(200, h, write);
}

// The rules of tables without history are written by this one function, which the log tells of.
std::expected<host_row, problem> decided(request_context &c, host_row h, host_decision d) {
    d.who = c.who->id;
    d.at = seconds_now();
    auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<int, problem> {
        UNIFORM_CHECK(service::may_administer(w, *c.who));
        links::decide(w.sql(), h.host, d);
        return 0;
    });
    UNIFORM_CHECK(std::move(done));
    if (c.server.engine != nullptr) {
        c.server.engine->log.event(
            level::info, "link_host",
            {{"host", h.host}, {"rule", to_string(d.rule)}, {"who", d.who}, {"check", d.asked > 0 ? "now" : "later"}});
    }
    h.decided = std::move(d);
    return h;
}

std::expected<host_row, problem> ruled(request_context &c, const host_row &h, host_rule rule, std::int64_t until) {
    return decided(c, h, {.rule = rule, .until = rule == host_rule::paused ? until : 0});
}

std::expected<host_row, problem> checked_now(request_context &c, const host_row &h) {
    if (h.decided.rule_at(seconds_now()) != host_rule::none) {
        return refuse(problem_type::wrong_state, "the host is paused or ignored: nothing is checked there");
    }
    if (!c.server.checks_links()) {
        return refuse(problem_type::wrong_state, "the link checker is off (setting links.check)");
    }
    // Locators that were checked in this second are checked again, too.
    return decided(c, h, {.asked = seconds_now() + 1});
}

handler_result put_rule(request_context &c) {
    UNIFORM_TRY(const auto &h, host_in_path(c));
    UNIFORM_TRY(const auto &body, json_body(c));
    host_rule rule = host_rule::none;
    std::string until;
    json::members m{body, "the rule of a host"};
    m.require("rule").word("rule", rule, links::host_rule_names).string("until", until, 40);
    const auto end = resolver::parse_timestamp(until);
    if (m.ok() && rule == host_rule::paused && (!end || *end <= resolver::now())) {
        m.refuse("until", "must be a date-time in the future");
    }
    if (m.ok() && rule != host_rule::paused && !until.empty()) m.refuse("until", "is for \"paused\"");
    if (auto done = m.done(); !done) return std::unexpected{in_body(resolver::to_problem(done.error()), body)};
    UNIFORM_TRY(const auto &now, ruled(c, h, rule, end ? resolver::seconds_since_epoch(*end) : 0));
    return shown_as_json(200, now, write);
}

handler_result check_now(request_context &c) {
    UNIFORM_TRY(const auto &h, host_in_path(c));
    UNIFORM_TRY(const auto &now, checked_now(c, h));
    return shown_as_json(202, now, write);
}

// --- pages

std::string href_of(std::string_view host) { return "/operation/links/" + encode_segment(host); }

shown_host shown_of(const pages::html_page &p, const host_row &h) {
    const auto number = [&](std::int64_t n) { return pages::number(p.in(), static_cast<std::uint64_t>(n)); };
    const host_rule rule = h.decided.rule_at(seconds_now());
    return {.row = h,
            .href = href_of(h.host),
            .checked = number(h.links),
            .failing = number(h.failing),
            .dead = number(h.dead),
            .has_dead = h.dead > 0,
            .rule = rule == host_rule::none ? std::string{}
                                            : p.text("operation.links.rule_" + std::string{to_string(rule)}),
            .until = rule == host_rule::paused ? shown_time(time_of(h.decided.until)) : std::string{},
            .is_being_checked = h.decided.asked > 0};
}

handler_result show_list(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    auto p = page_showing<hosts_model>(c, part::links, "operation.links.heading");
    hosts_model &m = p.shows;
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    UNIFORM_TRY(const auto &after, place_of(cursor.value_or("")));
    auto found =
        c.server.store->read([&](store::reading &r) { return links::list_hosts(r.sql(), after, rows_of_page + 1); });
    const bool more = found.size() > rows_of_page;
    if (more) found.resize(rows_of_page);
    for (const host_row &h : found) m.hosts.push_back(shown_of(p, h));
    m.has_hosts = !m.hosts.empty();
    m.checker.is_off = !c.server.checks_links();
    if (more) m.next = "/operation/links?after=" + cursor_of(text_of(found.back()));
    return manage::shown(p);
}

constexpr parameter all_links{.name = "all", .description = "\"1\": also those that can be reached", .example = "1"};

shown_link shown_of(const pages::html_page &p, const links::link_row &l, std::size_t number) {
    shown_link out{.row = l,
                   .number = number,
                   .link = pages::safe_link(l.url),
                   .state = std::string{to_string(l.found.state)},
                   .since = shown_time(time_of(l.found.since)),
                   .checked = shown_time(time_of(l.found.checked))};
    out.state_label = p.text("operation.links.state_" + out.state);
    if (!l.name.empty()) {
        out.urn = "urn:" + l.name;
        out.name_href = manage::page_of_name(out.urn);
    }
    return out;
}

void add_links(host_model &m, const pages::html_page &p, const std::vector<links::link_row> &found) {
    for (const links::link_row &l : found) {
        m.rows.push_back(shown_of(p, l, m.rows.size()));
        m.has_names = m.has_names || !l.name.empty();
    }
    m.has_links = !m.rows.empty();
    // The place where the locators are now, for the form that moves them: with the port, if they have one.
    const auto first = found.empty() ? std::nullopt : links::link_place_of(found.front().url);
    m.from = first ? first->origin.substr(first->origin.find("//") + 2) : m.host.row.host;
}

pages::page_with<host_model> host_page(request_context &c, const host_row &h) {
    auto p = page_showing<host_model>(c, part::links, "operation.links.heading");
    host_model &m = p.shows;
    p.title = h.host;
    p.back = href_of(h.host);
    m.host = shown_of(p, h);
    m.shows_all = manage::form::of_query(c)["all"] == "1";
    const auto cursor = cursor_in(c);
    const std::string after = cursor ? cursor->value_or("") : std::string{};
    auto found = c.server.store->read([&](store::reading &r) {
        return links::links_of_host(r.sql(), h.host, !m.shows_all, after, rows_of_page + 1);
    });
    const bool more = found.size() > rows_of_page;
    if (more) found.resize(rows_of_page);
    add_links(m, p, found);
    if (more) m.next = m.host.href + "?after=" + cursor_of(found.back().url) + (m.shows_all ? "&all=1" : "");
    if (!h.decided.who.empty()) {
        m.decided_by = c.server.store->look_up([&](store::reading &r) { return shown_principal(r, h.decided.who); });
        m.decided = shown_time(time_of(h.decided.at));
    }
    const host_rule rule = h.decided.rule_at(seconds_now());
    m.checker.is_off = !c.server.checks_links();
    m.may_resume = rule != host_rule::none;
    m.may_check = rule == host_rule::none && !m.checker.is_off;
    m.may_ignore = rule != host_rule::ignored;
    m.may_pause = rule == host_rule::none;
    m.days = "7";
    m.confirmation_label = manage::text_with(p, "manage.several.confirm", h.host);
    return p;
}

handler_result show_host(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &h, host_in_path(c));
    UNIFORM_CHECK(cursor_in(c));
    return manage::shown(host_page(c, h));
}

handler_result act(request_context &c) {
    UNIFORM_TRY(const auto &f, manage::form::of(c));
    UNIFORM_TRY(const auto &h, host_in_path(c));
    UNIFORM_TRY(const auto &what, f.button({"check", "ignore", "resume", "pause"}));
    std::expected<host_row, problem> done = h;
    if (what == "check") done = checked_now(c, h);
    if (what == "ignore") {
        // The findings are deleted, so that the host must be typed.
        if (ascii::equal_ignoring_case(ascii::trim(f["confirmation"]), h.host)) {
            done = ruled(c, h, host_rule::ignored, 0);
        } else {
            done = resolver::refuse_member("confirmation", "type the host to confirm: " + h.host);
        }
    }
    if (what == "resume") done = ruled(c, h, host_rule::none, 0);
    if (what == "pause") {
        const auto days = f.number("days").value_or(0);
        if (days == 0 || days > 366) {
            done = resolver::refuse_member("days", "pause for 1 to 366 days");
        } else {
            done = ruled(c, h, host_rule::paused, seconds_now() + static_cast<std::int64_t>(days) * day);
        }
    }
    if (!done) {
        auto p = host_page(c, h);
        if (what == "pause") p.shows.days = f["days"];
        return manage::refused(p, done.error());
    }
    return see_other(href_of(h.host));
}

constexpr parameter host_parameter{.name = "host",
                                   .description = "the host of locators; letter case has no meaning",
                                   .least = 1,
                                   .most = longest_host,
                                   .example = "www.example.org"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/links/hosts",
     .operation = "listLinkHosts",
     .summary = "List the hosts of locators, those with the most dead ones first",
     .tag = "harvest",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of hosts", "page(link_host)", {&next_link_field}}}},
    {.method = "GET",
     .path = "/api/v1/links/hosts/{host}",
     .operation = "getLinkHost",
     .summary = "Show a host of locators",
     .tag = "harvest",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_as_json,
     .in_path = {&host_parameter},
     .responses = {{200, "the host", "link_host"}},
     .problems = {404}},
    {.method = "PUT",
     .path = "/api/v1/links/hosts/{host}",
     .operation = "putLinkHostRule",
     .summary = "Decide what the link checker does with a host",
     .description =
         "\"paused\": no requests until a time; what was found stays. \"ignored\": no requests; what was found "
         "is deleted, and resolving regards the locators as unknown. \"none\": the host is checked. A checker "
         "follows within seconds.",
     .tag = "harvest",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = put_rule,
     .in_path = {&host_parameter},
     .body = {.content = "link_host_rule", .limit = 65536},
     .responses = {{200, "the host", "link_host"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/links/hosts/{host}/check",
     .operation = "checkLinkHost",
     .summary = "Have the locators of a host that fail checked now",
     .description =
         "They are queued; the host still gets one request at a time, with pauses. Of a host that is paused or "
         "ignored, and without link checker, the response is 409.",
     .tag = "harvest",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = check_now,
     .in_path = {&host_parameter},
     .responses = {{202, "the host", "link_host"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/operation/links",
     .operation = "showLinkHosts",
     .stands_for = "listLinkHosts",
     .summary = "Show the findings of the link checker by host: listLinkHosts",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_list,
     .query = {&after_parameter},
     .responses = {page_row<hosts_model>}},
    {.method = "GET",
     .path = "/operation/links/{host}",
     .operation = "showLinkHost",
     .stands_for = "getLinkHost listLinks",
     .summary = "Show a host, and its locators that fail: getLinkHost, listLinks",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_host,
     .in_path = {&host_parameter},
     .query = {&after_parameter, &all_links},
     .responses = {page_row<host_model>},
     .problems = {404}},
    {.method = "POST",
     .path = "/operation/links/{host}",
     .operation = "decideLinkHostByForm",
     .stands_for = "checkLinkHost putLinkHostRule",
     .summary = "Check, pause or ignore a host by a form: checkLinkHost, putLinkHostRule",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = act,
     .in_path = {&host_parameter},
     .body = small_form,
     .responses = {{303, "carried out: to the page of the host", {}, {&location_field}}},
     .problems = {404, 409, 422}},
};

} // namespace

std::span<const route> link_hosts_routes() noexcept { return table; }

} // namespace uniform::http

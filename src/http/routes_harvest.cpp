// What harvesters and name servers read: OAI-PMH, and the zone file of NAPTR records; and what the link checker found.

#include <nlohmann/json.hpp>

#include <uniform/http/settings.hpp>
#include <uniform/parse.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/link_checker_store.hpp"
#include "http/oai.hpp"
#include "http/resolve_core.hpp"
#include "http/router.hpp"
#include "http/zone.hpp"

namespace uniform::http {

namespace {

using json = nlohmann::ordered_json;
using resolver::problem;
using resolver::problem_type;

// OAI-PMH wants an address. RFC 5321 section 4.5.1: every domain that takes mail has a postmaster.
std::string mail_address(const std::string &configured, const std::string &base) {
    if (!configured.empty()) return configured;
    const auto u = parse_uri(base);
    const auto host = u ? u->host() : std::nullopt;
    if (!host || host->empty()) return "postmaster@localhost.invalid";
    // The protocol's emailType wants a dot behind the "@", which these addresses do not have.
    if (host->starts_with('[') || !host->contains('.')) return "postmaster@localhost.invalid";
    const bool digits = host->find_first_not_of("0123456789.") == std::string_view::npos;
    return "postmaster@" + (digits ? "[" + std::string{*host} + "]" : std::string{*host});
}

answer oai(call &c, const oai_arguments &arguments) {
    const settings fallback{.oai_enabled = true, .oai_name = "Uniform", .oai_page = 100};
    const settings &s = c.site.settings == nullptr ? fallback : *c.site.settings;
    if (!s.oai_enabled) {
        return std::unexpected{problem{.type = problem_type::not_found, .detail = "OAI-PMH is switched off"}};
    }
    const std::string base = place_of(c.site, c.request).base;
    response r{.status = 200,
               .body = oai_answer(*c.site.store, arguments,
                                  {.name = s.oai_name.empty() ? "Uniform" : s.oai_name,
                                   .email = mail_address(s.oai_email, base),
                                   .base = base + "/oai",
                                   .page = s.oai_page == 0 ? 100 : static_cast<std::size_t>(s.oai_page)},
                                  resolver::now())};
    r.fields = {{"Content-Type", "text/xml; charset=utf-8"}, {"Cache-Control", "no-store"}};
    return r;
}

answer oai_get(call &c) { return oai(c, c.query); }

answer oai_post(call &c) {
    if (media_type_of(c.request.value("Content-Type")) != "application/x-www-form-urlencoded") {
        return std::unexpected{problem{.type = problem_type::unsupported_media_type,
                                       .detail = "application/x-www-form-urlencoded is wanted",
                                       .rule = "OAI-PMH 2.0 section 3.1.1.2"}};
    }
    const auto arguments = oai_form(c.request.body);
    if (!arguments) {
        return std::unexpected{problem{.type = problem_type::malformed, .detail = "the form cannot be decoded"}};
    }
    return oai(c, *arguments);
}

answer zone(call &c) {
    resolver::zone_options o;
    if (c.site.settings != nullptr && !c.site.settings->zone_origin.empty()) o.origin = c.site.settings->zone_origin;
    o.base = place_of(c.site, c.request).base;
    response r{.status = 200, .body = c.site.store->read([&](store::reading &s) { return zone_file(s, o); })};
    r.fields = {{"Content-Type", "text/dns"}, {"Cache-Control", "no-cache"}}; // RFC 4027
    return r;
}

answer links(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const auto state = link_state_from(c.query_value("state").value_or("dead"));
    if (!state) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "the parameter \"state\" is to be alive, failing or dead"}};
    }
    const auto all =
        c.site.store->read([&](store::reading &r) { return list_links(r.sql(), *state, p->after, p->limit + 1); });
    std::vector<std::string> items;
    for (std::size_t i = 0; i < std::min(all.size(), p->limit); ++i) {
        const link_row &l = all[i];
        const auto moment = [](std::int64_t seconds) {
            return resolver::to_string(resolver::timestamp{std::chrono::seconds{seconds}});
        };
        json item{{"url", l.url},
                  {"state", to_string(l.found.state)},
                  {"since", moment(l.found.since)},
                  {"checked", moment(l.found.checked)},
                  {"failures", l.found.failures}};
        if (l.found.status != 0) item["status"] = l.found.status;
        if (!l.found.media_type.empty()) item["media_type"] = l.found.media_type;
        if (!l.found.target.empty()) item["target"] = l.found.target;
        if (!l.found.says.empty()) item["says"] = l.found.says;
        items.push_back(item.dump(-1, ' ', false, json::error_handler_t::replace));
    }
    return list_response(c, items, all.size() > p->limit ? all[p->limit - 1].url : std::string{});
}

constexpr route routes[]{
    route{"GET", "/oai", "harvest", resolver::anyone, oai_get, 0}.with_query(
        "verb identifier metadataPrefix from until set resumptionToken"),
    {"POST", "/oai", "harvestByForm", resolver::anyone, oai_post, 1U << 16U},
    {"GET", "/api/v1/zone", "readZone", resolver::readers, zone, 0},
    route{"GET", "/api/v1/links", "listLinks", resolver::readers, links, 0}.with_query("state limit after"),
};

} // namespace

std::span<const route> harvest_routes() noexcept { return routes; }

} // namespace uniform::http

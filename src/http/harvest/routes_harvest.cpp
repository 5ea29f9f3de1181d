// Routes for harvesters and name servers: OAI-PMH, the zone file of NAPTR records, and the findings of the link
// checker.

#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/uri/parse.hpp>

#include "base/try.hpp"
#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/harvest/oai.hpp"
#include "http/harvest/routes_harvest.hpp"
#include "http/harvest/zone.hpp"
#include "links/link_checker_store.hpp"

namespace uniform::http {

namespace {

constexpr parameter verb_parameter{
    .name = "verb",
    .description = "Identify, ListMetadataFormats, ListSets, GetRecord, ListIdentifiers or ListRecords"};
constexpr parameter identifier_parameter{.name = "identifier", .description = "a URN"};
constexpr parameter metadata_prefix_parameter{.name = "metadataPrefix", .description = "oai_dc, datacite or mods"};
constexpr parameter from_parameter{.name = "from", .description = "YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ"};
constexpr parameter until_parameter{.name = "until", .description = "YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, inclusive"};
constexpr parameter set_parameter{.name = "set", .description = "a NID, or the setSpec of a registrar or a prefix"};
constexpr parameter token_parameter{.name = "resumptionToken",
                                    .description = "the token of the previous response of the list"};
constexpr parameter link_state_parameter{.name = "state",
                                         .type = parameter_type::choice,
                                         .description = "only locators in this state",
                                         .fallback = "dead",
                                         .choices = joined_names<links::link_state_names, " ">};

using resolver::problem_type;

// OAI-PMH requires a mail address. RFC 5321 section 4.5.1: every domain that accepts mail has a postmaster.
std::string mail_address(const std::string &configured, const std::string &base) {
    if (!configured.empty()) return configured;
    const auto u = parse_uri(base);
    const auto host = u ? u->host() : std::nullopt;
    if (!host || host->empty()) return "postmaster@localhost.invalid";
    // The protocol's emailType requires a dot after the "@", which these addresses do not have.
    if (host->starts_with('[') || !host->contains('.')) return "postmaster@localhost.invalid";
    const bool digits = host->find_first_not_of("0123456789.") == std::string_view::npos;
    return "postmaster@" + (digits ? "[" + std::string{*host} + "]" : std::string{*host});
}

handler_result oai(request_context &c, const oai_arguments &arguments) {
    const settings &s = *c.server.settings;
    if (!s.oai_enabled) {
        return refuse(problem_type::not_found, "OAI-PMH is not enabled (setting harvest.oai)");
    }
    const std::string base = own_url(c.server.settings, c.request).base();
    response r{.status = 200,
               .body = oai_response(*c.server.store, arguments,
                                    {.name = s.oai_name.empty() ? "Uniform" : s.oai_name,
                                     .email = mail_address(s.oai_email, base),
                                     .base = base + "/oai",
                                     .page = s.oai_page == 0 ? 100 : static_cast<std::size_t>(s.oai_page)},
                                    c.server.clock())};
    r.fields = {{"Content-Type", "text/xml; charset=utf-8"}, {"Cache-Control", "no-store"}};
    return r;
}

handler_result oai_get(request_context &c) { return oai(c, c.query); }

handler_result oai_post(request_context &c) {
    if (links::media_type_of(c.request.value("Content-Type")) != "application/x-www-form-urlencoded") {
        return refuse(problem_type::unsupported_media_type,
                      "unsupported media type; supported media types: application/x-www-form-urlencoded",
                      "OAI-PMH 2.0 section 3.1.1.2");
    }
    const auto arguments = oai_form(c.request.body);
    if (!arguments) {
        return refuse(problem_type::malformed, "the form cannot be decoded");
    }
    return oai(c, *arguments);
}

handler_result zone(request_context &c) {
    resolver::zone_options o;
    if (!c.server.settings->zone_origin.empty()) o.origin = c.server.settings->zone_origin;
    o.base = own_url(c.server.settings, c.request).base();
    response r{.status = 200, .body = c.server.store->read([&](store::reading &s) { return zone_file(s, o); })};
    r.fields = {{"Content-Type", "text/dns"}, {"Cache-Control", "no-cache"}}; // RFC 4027
    return r;
}

void write_link(json::writer &w, const links::link_row &l) {
    const auto moment = [](std::int64_t seconds) {
        return resolver::to_string(resolver::timestamp{std::chrono::seconds{seconds}});
    };
    w.begin_object().member("url", l.url).member("state", to_string(l.found.state));
    w.member("since", moment(l.found.since)).member("checked", moment(l.found.checked));
    w.member("failures", l.found.failures);
    if (l.found.status != 0) w.member("status", l.found.status);
    if (!l.name.empty()) w.member("name", "urn:" + l.name);
    w.member_if("media_type", l.found.media_type).member_if("target", l.found.target);
    w.member_if("detail", l.found.says).end_object();
}

handler_result links(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto state = links::link_state_names.find(c.text(link_state_parameter)); // the router has checked it
    const auto found = c.server.store->read(
        [&](store::reading &r) { return links::links_of(r.sql(), *c.who, *state, p.after, p.limit); });
    return list_response(c, found.rows, found.next, write_link);
}

constexpr route table[]{
    {.method = "GET",
     .path = "/oai",
     .operation = "harvest",
     .summary = "OAI-PMH 2.0: names, described in Dublin Core, DataCite or MODS, in the order of their last changes",
     .description = "Sets are namespaces, and below them registrars and delegated prefixes. Withdrawn names are "
                    "deleted records, permanently. The setting harvest.oai switches "
                    "it off.",
     .tag = "harvest",
     .scope = permission_scope::none,
     .handler = oai_get,
     .query = {&verb_parameter, &identifier_parameter, &metadata_prefix_parameter, &from_parameter, &until_parameter,
               &set_parameter, &token_parameter},
     .responses = {{200, "the response of OAI-PMH, also for errors of the protocol", "text/xml"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/oai",
     .operation = "harvestByForm",
     .summary = "OAI-PMH 2.0, with the arguments as a form",
     .tag = "harvest",
     .scope = permission_scope::none,
     .handler = oai_post,
     .body = {.content = "application/x-www-form-urlencoded=oai_arguments", .required = false, .limit = 1U << 16U},
     .responses = {{200, "the response of OAI-PMH, also for errors of the protocol", "text/xml"}},
     .problems = {404},
     .stores = false},
    {.method = "GET",
     .path = "/api/v1/zone",
     .operation = "readZone",
     .summary = "A zone file of NAPTR records for the namespaces and delegations",
     .description = "RFC 3403, RFC 3404. For the zone that the setting harvest.zone names.",
     .tag = "harvest",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = zone,
     .responses = {{200, "a master file (RFC 1035 section 5) without SOA", "text/dns"}}},
    {.method = "GET",
     .path = "/api/v1/links",
     .operation = "listLinks",
     .summary = "List the findings of the link checker, in the order of the URLs",
     .description = "Of locators, and of delegations to other resolvers, of the names that the token covers. A "
                    "delegation has the URL of its prefix there; it is "
                    "dead if it is part of a delegation loop.",
     .tag = "harvest",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = links,
     .query = {&link_state_parameter, &limit_parameter, &after_parameter},
     .responses = {{200, "a page of locators", "page(link)", {&next_link_field}}}},
};

} // namespace

std::span<const route> harvest_routes() noexcept { return table; }

} // namespace uniform::http

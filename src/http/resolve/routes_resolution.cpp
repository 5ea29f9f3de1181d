// Routes of resolving: names, the services of RFC 2483, and the explanation of a choice.

#include <array>
#include <string>
#include <utility>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/uri_list.hpp>

#include "http/api/corrections.hpp"
#include "http/api/parameters.hpp"
#include "http/api/problem_model.hpp"
#include "http/api/problem_response.hpp"
#include "http/api/router.hpp"
#include "http/api/staleness.hpp"
#include "http/pages/qr_code.hpp"
#include "http/resolve/describe.hpp"
#include "http/resolve/json_result.hpp"
#include "http/resolve/landing_models.hpp"
#include "http/resolve/problems.hpp"
#include "http/resolve/resolution.hpp"
#include "http/resolve/resolution_services.hpp"
#include "http/resolve/resolve_batch.hpp"
#include "http/resolve/response.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/resolve/response_fields.hpp"
#include "http/resolve/routes_resolution.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

resolution_request request_for(const request_context &c, requested_name name) {
    return {.name = std::move(name),
            .preferences = resolver::preferences_of(c.request.value("Accept"), c.request.value("Accept-Language"))};
}

// The sources that are in memory; all others are read from the store itself.
sources sources_of(const request_context &c) { return {.links = c.server.links()}; }

own_url own_of(const request_context &c) { return {c.server.settings, c.request}; }

// The response of a resolution, which is counted.
handler_result counted(const request_context &c, const resolution &r) {
    response out = response_of(r, c.request, own_of(c));
    if (is_asked_again(*c.server.store, out.status)) return out;
    // A request for I2Rs may accept none of the versions.
    count(c, r.name, out.status == 404 && !problem_of(r) ? outcome::no_output : outcome_of(r),
          country_stated(r.preferences.r.country, c.request.value("Accept-Language")));
    return out;
}

// `asked` is no name.
handler_result refused(const request_context &c, const problem &p, std::string_view asked) {
    count(c.server, p);
    return response_of(p, c.request, c.server.settings, asked);
}

// A person asked for what is no name here, and this one is probably meant: the person gets to see its URL, and no cache
// keeps the way there, because the name that was asked for may be assigned later (RFC 8141 3.1: they are two names).
response led_to(const request_context &c, const requested_name &meant) {
    response out{.status = 302};
    // RFC 9110 10.2.2: relative to the target, unless a proxy stands before this service.
    std::string location = c.server.settings->public_url;
    location.append("/").append(meant.text());
    out.fields.emplace_back("Location", std::move(location));
    out.fields.emplace_back("Cache-Control", "no-store");
    out.fields.emplace_back("Vary", "Accept");
    add_common_fields(out, meant.corrections);
    return out;
}

// The name of a request target. Clients that are made of the OpenAPI document encode the name as one segment of a path:
// this spelling of the request is HTTP's, and no correction of the name.
std::expected<requested_name, problem> name_of(std::string_view text, const resolver::correction_rules &rules) {
    const auto is_encoded = [](const requested_name &n) {
        return n.corrections == std::vector{resolver::correction::encoding};
    };
    auto name = read_name(text, rules);
    if (!name && !rules.enabled) {
        if (auto decoded = read_name(text, resolver::correction_rules{}); decoded && is_encoded(*decoded)) {
            name = std::move(decoded);
        }
    }
    if (name && is_encoded(*name)) name->corrections.clear();
    return name;
}

// GET /urn:...: the request target as it was sent, because the "?" of "?+" and "?=" begins the query of HTTP (RFC 8141
// 2.3).
handler_result resolve_target(request_context &c) {
    const std::string_view target = origin_form(c.request);
    if (!is_name_target(target)) {
        return refuse(problem_type::not_found, "no resource at this path");
    }
    const resolver::correction_rules rules = prefers_page(c.request) ? corrections_of(c.server.settings) : uncorrected;
    auto name = name_of(target.substr(1), rules);
    if (!name) return refused(c, name.error(), target.substr(1));
    if (!name->corrections.empty()) return led_to(c, *name);
    response_cache::snapshot cache;
    response_cache::ticket ticket;
    if (c.server.engine != nullptr) cache = c.server.engine->cache.begin();
    if (cache.directory) {
        static_cast<void>(find_namespace(*cache.directory, *name)); // sets the key
        ticket = c.server.engine->cache.ticket_for(cache, name->key);
    }
    const sources from{.directory = cache.directory.get(), .links = c.server.links(), .corrections = rules};
    bool is_known = cache.directory != nullptr;
    const std::uint64_t head = is_known ? c.server.engine->cache.head() : 0;
    const resolution resolved = c.server.store->read([&](store::reading &r) {
        resolution found = resolve(from, r, request_for(c, std::move(*name)), own_of(c), c.server.clock());
        if (is_known && r.on_replica()) is_known = r.head().first >= head;
        return found;
    });
    if (!resolved.name.requested.corrections.empty()) return led_to(c, resolved.name.requested);
    if (is_known) c.server.engine->cache.store(ticket, c.request, resolved);
    return counted(c, resolved);
}

// RFC 2169 2: GET /uri-res/<service>?<uri>, the URI as it was sent.
handler_result thttp(request_context &c) {
    const std::string_view name = c.path_value("service");
    const auto s = resolver::service_from(name);
    if (!s) return response_of(unknown_service(name), c.request);
    const std::string_view query = c.request.query.value_or(std::string_view{});
    const sources from = sources_of(c);
    if (s->service == resolver::service::equal) {
        const auto two = resolver::two_uris(query);
        if (!two) return response_of(two.error(), c.request);
        const auto equal =
            c.server.store->read([&](store::reading &r) { return are_equal(from, r, two->first, two->second); });
        if (!equal) return response_of(equal.error(), c.request);
        return response_of(*equal ? "TRUE\r\n" : "FALSE\r\n", "text/plain; charset=us-ascii");
    }
    const auto of_locator = c.server.store->read([&](store::reading &r) { return names_of_locator(r, *s, query); });
    if (of_locator && !*of_locator) return refused(c, of_locator->error(), {});
    if (of_locator) return response_of(resolver::uri_list(query, **of_locator), "text/uri-list");
    auto n = operand(*s, query);
    if (!n) return refused(c, n.error(), query);
    auto q = request_for(c, std::move(*n));
    q.service = *s;
    return counted(c, c.server.store->read([&](store::reading &r) {
        return resolve(from, r, std::move(q), own_of(c), c.server.clock());
    }));
}

handler_result resolve_as_json(request_context &c) {
    const auto s = service_named(c.query_value("service"));
    if (!s) return response_of(s.error(), c.request);
    std::string body;
    json::writer w{body};
    const auto done = c.server.store->read(
        [&](store::reading &r) { return write_resolved(w, c, r, *s, c.path_value("urn"), c.query_value("other")); });
    if (!done) return response_of(done.error(), c.request);
    response out = json_response(200, std::move(body));
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", "Accept, Accept-Language");
    add_common_fields(out, *done);
    add_etag(out, 0);
    return out;
}

handler_result explain_choice(request_context &c) {
    auto name = read_name(c.path_value("urn"));
    if (!name) return response_of(name.error(), c.request);
    auto q = request_for(c, std::move(*name));
    // The preferences may also be in the query, because Accept is about the form of this response.
    const auto accept = c.query_value("accept");
    const auto language = c.query_value("accept_language");
    q.preferences = resolver::preferences_of(accept.value_or(std::string_view{}),
                                             language.value_or(c.request.value("Accept-Language")));
    const resolution resolved = c.server.store->read([&](store::reading &r) {
        return resolve_to_target(sources_of(c), r, std::move(q), own_of(c), c.server.clock());
    });
    std::string body;
    json::writer w{body};
    write_explanation(w, resolved);
    return response_of(std::move(body), "application/json", resolved.name.requested.corrections);
}

constexpr parameter format_parameter{.name = "format",
                                     .type = parameter_type::choice,
                                     .description = "the page, or the description of the name in another format",
                                     .fallback = "html",
                                     .choices =
                                         "html json jsonld bibtex ris csl text datacite mods dc rdf linkset list"};

// One of our own representations, whatever Accept prefers.
handler_result represented(request_context &c, representation form) {
    const std::string urn = urn_of_target(c);
    auto name = read_name(urn);
    if (!name) return response_of(name.error(), c.request, c.server.settings, urn);
    auto q = request_for(c, std::move(*name));
    q.form = form;
    return response_of(c.server.store->read([&](store::reading &r) {
        return resolve(sources_of(c), r, std::move(q), own_of(c), c.server.clock());
    }),
                       c.request, own_of(c));
}
handler_result landing(request_context &c) {
    const std::string_view word = has_component(c.request) ? format_parameter.fallback : c.text(format_parameter);
    for (std::size_t i = 1; i < representation_count; ++i) {
        const auto form = static_cast<representation>(i);
        if (word_of(form) == word) return represented(c, form);
    }
    return response_of(problem{.type = problem_type::invalid,
                               .detail = "unknown format \"" + std::string(word) +
                                         "\"; the formats are: " + std::string(format_parameter.choices)},
                       c.request);
}

// The QR code of the link to a name, which does not depend on what the store has.
handler_result qr_code(request_context &c) {
    const auto name = read_name(c.path_value("urn"));
    if (!name) return response_of(name.error(), c.request, c.server.settings, c.path_value("urn"));
    const std::string base = own_of(c).base();
    auto image = base.empty() ? std::nullopt : pages::qr_code_svg(base + "/" + std::string(name->urn.assigned_name()));
    if (!image) {
        return response_of(problem{.type = problem_type::not_found,
                                   .detail = "the link to this name is too long for a QR code, or not known"},
                           c.request, c.server.settings);
    }
    response out{.status = 200, .body = std::move(*image)};
    out.fields = {{"Content-Type", "image/svg+xml"},
                  {"Cache-Control", "max-age=86400"},
                  {"Content-Security-Policy", "default-src 'none'; sandbox"}};
    add_common_fields(out);
    return out;
}

handler_result links(request_context &c) { return represented(c, representation::linkset); }

constexpr parameter urn_as_sent{.name = "urn",
                                .description = "the whole request target after the first \"/\", not percent-encoded",
                                .example = "urn:example:a"};
constexpr parameter urn_in_path{
    .name = "urn",
    .description = "a URN, percent-encoded as one segment; common mistakes are corrected (docs/guide/resolution.md)",
    .example = "urn:example:a"};
constexpr parameter service_in_path{
    .name = "service",
    .description = "the mnemonic of a service of RFC 2483 or RFC 2169, such as I2L; letter case has no meaning"};
constexpr parameter service_parameter{.name = "service",
                                      .description = "a service of RFC 2483 or RFC 2169; letter case has no meaning",
                                      .fallback = "I2L",
                                      .example = "I2Ls"};
constexpr parameter other_parameter{.name = "other", .description = "of I=I, the second URI"};
constexpr parameter accept_parameter{.name = "accept", .description = "the value of Accept to explain"};
constexpr parameter accept_language_parameter{
    .name = "accept_language", .description = "the value of Accept-Language to explain (default: that of the request)"};

constexpr std::string_view representations =
    "text/uri-list application/json=resolved application/linkset+json=linkset text/html multipart/alternative "
    "application/ld+json application/x-bibtex application/x-research-info-systems "
    "application/vnd.citationstyles.csl+json text/x-bibliography application/vnd.datacite.datacite+xml "
    "application/mods+xml application/xml application/rdf+xml";
constexpr std::string_view services_results =
    "text/uri-list application/json=resolved application/linkset+json=linkset "
    "text/html text/plain multipart/alternative "
    "application/ld+json application/x-bibtex application/x-research-info-systems "
    "application/vnd.citationstyles.csl+json text/x-bibliography application/vnd.datacite.datacite+xml "
    "application/mods+xml application/xml application/rdf+xml";
constexpr std::string_view withdrawn_representations =
    "application/problem+json=problem text/uri-list application/json=resolved application/linkset+json=linkset "
    "text/html application/ld+json application/x-bibtex application/x-research-info-systems "
    "application/vnd.citationstyles.csl+json text/x-bibliography application/vnd.datacite.datacite+xml "
    "application/mods+xml application/xml application/rdf+xml";
constexpr std::string_view problem_or_representation =
    "application/problem+json=problem text/html text/uri-list application/linkset+json=linkset";
constexpr page_models name_page{&pages::page_model_of<name_pages::name_model>};
constexpr page_models name_or_list{&pages::page_model_of<name_pages::name_model>,
                                   &pages::page_model_of<name_pages::list_model>};
constexpr page_models problem_or_name{&pages::page_model_of<problem_model>,
                                      &pages::page_model_of<name_pages::name_model>};
constexpr response_row not_found{
    404,
    "Three problem types: unknown-name (RFC 2483: does not exist), no-output (exists, but "
    "has no locator now, no metadata and no typed values, or the service requires a locator), "
    "not-found (no such resource or service). With text/html, the page of a name that "
    "exists.",
    problem_or_representation, problem_fields, problem_or_name};
constexpr response_row withdrawn{
    410, "The name was withdrawn: reason, date and successor as members of the problem, as a page, a list or links.",
    problem_or_representation, negotiated_fields, problem_or_name};
constexpr response_row q_component_refused{
    422,
    "The namespace does not combine a q-component with a locator that has a query (RFC 8141 section 2.3.2).",
    "application/problem+json=problem text/html",
    problem_fields,
    {&pages::page_model_of<problem_model>}};

constexpr route table[]{
    {.method = "GET",
     .path = "/{urn*}",
     .operation = "resolve",
     .summary = "Resolve a name",
     .description =
         "The request target is \"/\" and the URN with its r- and q-component, as it is: slashes and question marks "
         "are not encoded. The response is a redirect to the best locator, with the status that the namespace "
         "chose; or a representation if Accept prefers one, or if the name has metadata or typed values but no locator "
         "(docs/guide/resolution.md).",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = resolve_target,
     .in_path = {&urn_as_sent},
     .headers = {&accept_field, &accept_language_field},
     .responses = {{200, "a representation of the name", representations, negotiated_fields, name_page},
                   {301, "a permanent redirect to the locator", {}, redirect_fields},
                   {302, "a redirect to the locator, or to another resolver", {}, redirect_fields},
                   {303, "a redirect to the locator", {}, redirect_fields},
                   {307, "a redirect to the locator, or to another resolver", {}, redirect_fields},
                   not_found,
                   withdrawn,
                   q_component_refused},
     .problems = {400, 406, 508}},
    {.method = "GET",
     .path = "/uri-res/{service}",
     .operation = "thttp",
     .summary = "Use a resolution service of RFC 2483 by THTTP (RFC 2169)",
     .description =
         "GET /uri-res/SERVICE?URI: the whole query is the URI, as it is; for I=I two URIs with \"&\" between them.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = thttp,
     .in_path = {&service_in_path},
     .headers = {&accept_field, &accept_language_field},
     .responses = {{200, "a list, a name record, a page, several instances, or TRUE or FALSE", services_results,
                    negotiated_fields, name_or_list},
                   {302, "the redirect of I2L and I2R, for HTTP/1.0", {}, redirect_fields},
                   {303, "the redirect of I2L and I2R", {}, redirect_fields},
                   not_found,
                   withdrawn,
                   q_component_refused},
     .problems = {400, 406, 508}},
    {.method = "GET",
     .path = "/about/{urn}",
     .operation = "aboutName",
     .stands_for = "getName",
     .summary = "Show the landing page of a name, or its description in another format",
     .description = "For people: the state of the name, its locators, its metadata, and why it was withdrawn. The "
                    "parameter `format` selects a format for citations or catalogues.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = landing,
     .in_path = {&urn_in_path},
     .query = {&format_parameter},
     .headers = {&accept_language_field},
     .responses = {{200, "the page, or the description", representations, negotiated_fields, name_page},
                   {410, "the page or the description of a withdrawn name", withdrawn_representations, tombstone_fields,
                    name_page}},
     .problems = {404, 406, 422, 508},
     .components = true},
    {.method = "GET",
     .path = "/about/{urn}/qr.svg",
     .operation = "getQrCode",
     .summary = "Show the link to a name as a QR code",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = qr_code,
     .in_path = {&urn_in_path},
     .responses = {{200, "the image", "image/svg+xml"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/linkset/{urn}",
     .operation = "getLinkset",
     .summary = "Show the links of a name (RFC 9264)",
     .description =
         "cite-as, describedby, item, alternate, predecessor-version, successor-version, and the links in the "
         "metadata.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = links,
     .in_path = {&urn_in_path},
     .headers = {&accept_language_field},
     .responses = {{200, "the links", "application/linkset+json=linkset", negotiated_fields},
                   {410,
                    "the links of a withdrawn name",
                    "application/problem+json=problem text/html application/linkset+json=linkset",
                    tombstone_fields,
                    {&pages::page_model_of<problem_model>}}},
     .problems = {404, 422, 508},
     .components = true},
    {.method = "GET",
     .path = "/api/v1/resolve/{urn}",
     .operation = "resolveAsJson",
     .summary = "Use a resolution service of RFC 2483, with a JSON result",
     .description = "The parameter `service` decides the type of `result`.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = resolve_as_json,
     .in_path = {&urn_in_path},
     .query = {&service_parameter, &other_parameter},
     .headers = {&accept_field, &accept_language_field},
     .responses = {{200, "the result of the service", "resolution", result_fields}, not_found, withdrawn},
     .problems = {422, 508}},
    {.method = "POST",
     .path = "/api/v1/resolve",
     .operation = "resolveMany",
     .summary = "Resolve up to 10,000 names",
     .description =
         "The results are in the order of the names, each a result or {\"uri\":...,\"problem\":...}. If the names "
         "are lines, so are the results.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = resolve_batch,
     .query = {&service_parameter},
     .headers = {&accept_language_field},
     .body = {.content = "resolution_batch text/plain text/uri-list application/x-ndjson", .limit = batch_limit},
     .responses = {{200, "the results", "resolution_results application/x-ndjson", uncached_fields}},
     .stores = false},
    {.method = "GET",
     .path = "/api/v1/explain/{urn}",
     .operation = "explainChoice",
     .summary = "Explain why a name resolves to its locator",
     .description = "Each locator with its rank and the reason.",
     .tag = "resolution",
     .scope = permission_scope::none,
     .handler = explain_choice,
     .in_path = {&urn_in_path},
     .query = {&accept_parameter, &accept_language_parameter},
     .headers = {&accept_language_field},
     .responses = {{200, "the explanation", "explanation", uncached_fields}, not_found}},
};

} // namespace

std::span<const route> resolution_routes() noexcept { return table; }

} // namespace uniform::http

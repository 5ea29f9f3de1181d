// Routes for the registry of namespaces that the service publishes (RFC 8141 section 5, 7.2), and for IANA's list in
// it.

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/namespace_permission.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "http/api/corrections.hpp"
#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/harvest/published_registry.hpp"
#include "http/harvest/registry_views.hpp"
#include "http/harvest/routes_harvest.hpp"
#include "http/pages/form.hpp"

namespace uniform::http {

namespace {

constexpr parameter format_parameter{.name = "format",
                                     .type = parameter_type::choice,
                                     .description = "the format; default: what Accept prefers, or JSON",
                                     .choices = joined_names<registry_format_names, " ">};
constexpr parameter origin_parameter{.name = "origin",
                                     .type = parameter_type::choice,
                                     .description =
                                         "only those that are registered with IANA (iana), registered by this service "
                                         "(here), or used here without registration (local)",
                                     .choices = "iana here local"};
constexpr parameter kind_parameter{.name = "kind",
                                   .type = parameter_type::choice,
                                   .description = "only formal or only informal namespaces (RFC 8141 5.1, 5.2)",
                                   .choices = "formal informal"};
constexpr parameter managed_parameter{.name = "managed",
                                      .type = parameter_type::choice,
                                      .description = "only those in which names are assigned here",
                                      .choices = "true"};
constexpr parameter tried_parameter{
    .name = "name",
    .description = "of the page: a name, a URN or in the form of its own system, to be checked by the rules",
    .most = 2048,
    .example = "978-951-0-18435-6"};
constexpr parameter q_parameter{.name = "q",
                                .description =
                                    "only those with this text in the NID, the title or the registrant, in upper or "
                                    "lower case",
                                .most = 200};
constexpr parameter date_parameter{
    .name = "date", .description = "the date of a list in CSV, which states none", .format = "date"};

// Outside of the API the router checks no query. Unknown parameters are ignored: others append them to links.
std::optional<resolver::problem> wrong_value(const request_context &c) {
    if (c.has_unreadable_query) return unreadable_query();
    const auto must = [](std::string_view name, std::string_view what) {
        return resolver::problem{.type = resolver::problem_type::invalid,
                                 .detail = base::concat({"the parameter \"", name, "\" must be ", what})};
    };
    if (const auto limit = c.query_value("limit")) {
        const std::uint64_t n = c.number(limit_parameter);
        if (limit->empty() || std::to_string(n) != *limit || n < limit_parameter.least || n > limit_parameter.most) {
            return must("limit", "a whole number from 1 to 1000");
        }
    }
    const std::string_view format = c.text(format_parameter);
    if (!format.empty() && !registry_format_names.find(format)) {
        return must("format", std::string(joined_names<registry_format_names, ", ">));
    }
    const std::string_view origin = c.text(origin_parameter);
    if (!origin.empty() && origin != "iana" && origin != "here" && origin != "local") {
        return must("origin", "iana, here or local");
    }
    const std::string_view kind = c.text(kind_parameter);
    if (!kind.empty() && kind != "formal" && kind != "informal") return must("kind", "formal or informal");
    const std::string_view managed = c.text(managed_parameter);
    if (!managed.empty() && managed != "true") return must("managed", "true");
    if (c.text(q_parameter).size() > q_parameter.most) return must("q", "at most 200 bytes long");
    if (c.text(tried_parameter).size() > tried_parameter.most) return must("name", "at most 2048 bytes long");
    return std::nullopt;
}

registry_format format_of(const request_context &c) {
    if (const auto format = registry_format_names.find(c.text(format_parameter))) return *format;
    return negotiated_format(c.request.value("Accept"));
}

void complete(response &r, registry_format f) {
    const bool is_page = f == registry_format::html;
    if (!is_page) r.fields.emplace_back("Content-Type", content_type_of(f));
    r.fields.emplace_back("Cache-Control", "no-cache");
    r.fields.emplace_back("Vary", is_page ? "Accept, " + std::string{pages::html_page::varies_by} : "Accept");
}

// Makes the reference to the template absolute in formats that are read away from this service.
void complete_template(const request_context &c, registry_format f, service::published_namespace &n) {
    const bool is_read_here = f == registry_format::html || f == registry_format::json;
    if (!is_read_here && n.template_url.starts_with('/')) {
        n.template_url.insert(0, own_url{c.server.settings, c.request}.base());
    }
}

handler_result list(request_context &c) {
    if (auto wrong = wrong_value(c)) return std::unexpected{*std::move(wrong)};
    UNIFORM_TRY(const auto &p, page_of(c));
    const service::published_filter filter{.origin = std::string(c.text(origin_parameter)),
                                           .q = std::string(c.text(q_parameter)),
                                           .kind = std::string(c.text(kind_parameter)),
                                           .managed = c.text(managed_parameter) == "true"};
    registry_page page;
    std::string last;
    std::tie(page.namespaces, last) = c.server.store->read([&](store::reading &r) {
        page.list_date = service::registry_of(r)->date();
        return service::list_published(r, filter, p.after, p.limit);
    });
    if (!last.empty()) {
        page.next = cursor_of(last);
        page.next_url = next_page_of(c, last);
    }
    const std::string next_url = page.next_url;
    const registry_format f = format_of(c);
    for (service::published_namespace &n : page.namespaces) complete_template(c, f, n);
    response r{.status = 200};
    if (f == registry_format::html) {
        r = registry_view(std::move(page), filter, c.server.settings, c.request).response();
    } else {
        r.body = registry_page_as(f, page);
    }
    if (!next_url.empty()) r.fields.emplace_back("Link", "<" + next_url + ">; rel=\"next\""); // RFC 8288
    complete(r, f);
    return r;
}

handler_result show(request_context &c) {
    if (auto wrong = wrong_value(c)) return std::unexpected{*std::move(wrong)};
    const resolver::correction_rules rules = corrections_of(c.server.settings);
    std::vector<resolver::correction> made;
    auto found = c.server.store->read([&](store::reading &r) {
        std::string_view nid = c.path_value("nid");
        auto as_sent = service::find_published(r, nid);
        // As the resolver does for names, which end with what the text around them adds.
        while (!as_sent && rules.enabled && !nid.empty() && rules.suffixes.contains(nid.back())) {
            nid.remove_suffix(1);
            auto shorter = service::find_published(r, nid);
            if (!shorter) continue;
            made.push_back(resolver::correction::added_suffix);
            return shorter;
        }
        return as_sent;
    });
    UNIFORM_CHECK(found);
    const registry_format f = format_of(c);
    complete_template(c, f, *found);
    response r{.status = 200};
    if (f == registry_format::html) {
        const auto more = c.server.store->read([&](store::reading &reading) { return details_of(reading, *found); });
        // In what a form sends, "+" is a space.
        const auto sent = pages::form::read(c.request.query.value_or(""));
        const std::string_view tried = sent ? ascii::trim(sent->value("name")) : std::string_view{};
        std::string form = "/manage/namespace?nid=" + encode_query_data(found->nid);
        const bool may_put = c.who != nullptr && service::may_put_namespace(*c.who, found->nid, found->managed);
        auto p = namespace_view(*std::move(found), more, tried, c.server.settings, c.request);
        if (may_put) p.shows.put_href = std::move(form);
        r = p.response();
    } else {
        r.body = namespace_as(f, *found);
    }
    complete(r, f);
    if (!made.empty()) r.fields.emplace_back("Uniform-Corrected", resolver::list_of(made));
    return r;
}

handler_result state(request_context &c) {
    const auto found = c.server.store->read([](store::reading &r) { return service::state_of_registry(r); });
    response r = json_response(200, json::written(found));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

handler_result replace(request_context &c) {
    const std::string type = body_type_of(c.request.value("Content-Type"));
    if (type != "application/xml" && type != "text/xml" && type != "text/csv") {
        return refuse(resolver::problem_type::unsupported_media_type,
                      "unsupported media type; supported media types: application/xml, text/xml, text/csv");
    }
    UNIFORM_TRY(auto &done, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::put_iana_list(w, *c.who, c.request.body, c.query_value("date").value_or(""));
    }));
    return json_response(200, json::written(done));
}

constexpr response_field vary_field{"Vary", "Accept"};
constexpr std::string_view representations =
    "application/json=published_namespaces text/html application/xml text/csv text/plain";
constexpr std::string_view one_representation =
    "application/json=published_namespace text/html application/xml text/csv text/plain";

constexpr route table[]{
    {.method = "GET",
     .path = "/namespaces",
     .operation = "listRegistry",
     .summary = "The registry of namespaces: those of IANA, and those that are registered or used here",
     .description = "In the order of the NIDs, as HTML, JSON, XML, CSV or text. RFC 8141 sections 5 and 7.2.",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = list,
     .query = {&limit_parameter, &after_parameter, &format_parameter, &origin_parameter, &kind_parameter,
               &managed_parameter, &q_parameter},
     .headers = {&accept_field},
     .responses = {{200,
                    "a page of namespaces",
                    representations,
                    {&next_link_field, &vary_field},
                    {&pages::page_model_of<registries::registry_model>}}},
     .problems = {422}},
    {.method = "GET",
     .path = "/namespaces/{nid}",
     .operation = "readRegistration",
     .summary = "What is known about the registration of a namespace",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&nid_in_path},
     .query = {&format_parameter, &tried_parameter},
     .headers = {&accept_field},
     .responses = {{200,
                    "the namespace",
                    one_representation,
                    {&vary_field},
                    {&pages::page_model_of<registries::namespace_model>}}},
     .problems = {404, 422}},
    {.method = "GET",
     .path = "/api/v1/registry",
     .operation = "readRegistryState",
     .summary = "Show the date of IANA's list of namespaces that this service uses",
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = state,
     .responses = {{200, "the state of the list", "registry_state"}}},
    {.method = "PUT",
     .path = "/api/v1/registry",
     .operation = "replaceRegistryList",
     .summary = "Replace IANA's list of namespaces by a newer one",
     .description = "The body is the registry as IANA publishes it: urn-namespaces.xml, or one of its CSV files with "
                    "the parameter `date`. A list that is malformed, older than the one in use, or without one of its "
                    "namespaces is refused as a whole; `line` and `column` are the position.",
     .tag = "namespaces",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = replace,
     .query = {&date_parameter},
     .body = {.content = "application/xml text/xml text/csv", .limit = std::size_t{4} << 20U},
     .responses = {{200, "what changed", "registry_update"}},
     .problems = {409}},
};

} // namespace

std::span<const route> registry_routes() noexcept { return table; }

} // namespace uniform::http

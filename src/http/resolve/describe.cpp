#include "http/resolve/describe.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/uri_list.hpp>
#include <uniform/uri/parse.hpp>

#include "http/api/preconditions.hpp"
#include "http/metadata/catalogue.hpp"
#include "http/metadata/citation.hpp"
#include "http/resolve/json_result.hpp"
#include "http/resolve/landing.hpp"
#include "http/resolve/resolution_services.hpp"
#include "http/resolve/shared_caching.hpp"

namespace uniform::http {

namespace {

// Adds the media type of a representation that is no page.
void add_type(response &out, representation form) {
    std::string type{media_type_of(form)};
    if (form == representation::bibtex || form == representation::bibliography || form == representation::ris) {
        type += "; charset=utf-8";
    }
    out.fields.emplace_back("Content-Type", std::move(type));
}

void add_caching(response &out, const resolution &r, representation form, const own_url &own) {
    std::string vary = depends_on_language(r) ? "Accept, Accept-Language" : "Accept";
    if (form == representation::page) vary = "Accept, " + std::string{pages::html_page::varies_by};
    out.fields.emplace_back("Vary", std::move(vary));
    add_lifetime(out, lifetime_of(r, own.settings()));
    if (form == representation::page) keep_from_shared_caches(out);
}

// The URLs of the valid locators with the q-component; of a withdrawn name its successor.
std::string uri_list_of(const resolution &r) {
    std::vector<std::string> uris;
    for (valid_locator &v : valid_locators(r)) uris.push_back(std::move(v.locator.url));
    const resolver::name_record &record = *r.name.record;
    if (record.state == resolver::name_state::withdrawn && !record.successor.empty()) uris.push_back(record.successor);
    return resolver::uri_list(r.name.requested.text(), uris);
}

// A value of a parameter (RFC 2045 5.1). URLs have no characters that RFC 2017 3 would encode.
std::string quoted_parameter(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// The metadata in a format of others.
std::string exported(representation form, const resolution &r, const own_url &own) {
    const name_description d = description_of(r, own);
    switch (form) {
    case representation::bibtex:
        return bibtex(d);
    case representation::ris:
        return ris(d);
    case representation::csl:
        return csl_json(d);
    case representation::bibliography:
        return bibliography(d);
    case representation::datacite:
        return document_of(catalogue_format::datacite, d);
    case representation::mods:
        return document_of(catalogue_format::mods, d);
    case representation::dublin_core:
        return document_of(catalogue_format::oai_dc, d);
    case representation::dublin_core_rdf:
        return dublin_core_rdf(d);
    default:
        return json_ld(d);
    }
}

// The right side of a Content-ID (RFC 5322 3.6.4: dot-atom-text).
std::string host_for_ids(const own_url &own) {
    const std::string base = own.base();
    const auto u = parse_uri(base);
    const auto host = u ? u->host() : std::nullopt;
    const auto plain = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; };
    if (!host || host->empty() || !std::ranges::all_of(*host, plain)) return "resolver.invalid";
    return std::string{*host};
}

} // namespace

response describe(representation form, const resolution &r, const own_url &own, int status) {
    const std::string urn = r.name.urn();
    const auto at = own_urls_of(own, r.name);
    const resolver::name_record &record = *r.name.record;
    const std::vector<valid_locator> locators = valid_locators(r);
    std::vector<const resolver::locator *> valid;
    valid.reserve(locators.size());
    for (const valid_locator &v : locators) valid.push_back(&v.locator);
    auto links = links_of(urn, record, valid, at);
    // FAIR Signposting: all of them, after the service's own.
    std::vector<resolver::web_link> described_by;
    for (auto &link : exported_forms(r.name.requested.key, record, at)) {
        described_by.push_back(
            {.relation = "describedby", .target = std::move(link.url), .media_type = std::string(link.media_type)});
    }
    const auto linkset = std::ranges::find(links, "linkset", &resolver::web_link::relation);
    links.insert(linkset, described_by.begin(), described_by.end());
    if (form == representation::page) { // FAIR Signposting: the type of the page itself, before that of the resource
        links.insert(links.begin() + 1, {.relation = "type", .target = std::string(resolver::about_page)});
    }

    response out{.status = status};
    if (form != representation::page) add_type(out, form);
    switch (form) {
    case representation::list:
        out.body = uri_list_of(r);
        break;
    case representation::linkset:
        out.body = linkset_json(r.name.urn_with_components(), links); // the items are those of the q-component
        out.fields.emplace_back("Content-Location", at.linkset);
        break;
    case representation::page:
        out = landing_page(r, at, own).response(status);
        out.fields.emplace_back("Content-Location", at.page); // RFC 3986 5.1.2: the base URI of its links
        break;
    case representation::record:
    case representation::none:
        // RFC 9110 8.7: no Content-Location, because the record at its own URL has no corrections.
        out.body = record_json(r);
        break;
    default:
        out.body = exported(form, r, own);
        out.fields.emplace_back("Content-Location", at.page + "?format=" + std::string(word_of(form)));
        break;
    }
    out.fields.emplace_back("Link", link_field(links));
    add_caching(out, r, form, own);
    return out;
}

response list_response(representation form, const resolution &r, const std::vector<std::string> &uris,
                       const own_url &own) {
    response out;
    if (form == representation::page) {
        out = list_page(r, uris, own).response();
    } else if (form == representation::record) {
        add_type(out, form);
        json::writer{out.body}.add(uris);
    } else {
        add_type(out, representation::list);
        out.body = resolver::uri_list(r.name.requested.text(), uris);
    }
    add_caching(out, r, form, own);
    return out;
}

std::vector<valid_locator> acceptable_versions(std::span<const valid_locator> versions,
                                               const resolver::accept_list &accept) {
    // "Accept: multipart/alternative" alone admits the versions in it, whatever they are.
    const bool any = accept.of("multipart/alternative").specificity >= 3 && accept.ranges().size() == 1;
    std::vector<valid_locator> out;
    for (const valid_locator &v : versions) {
        const std::string &type = v.locator.media_type;
        if (any || type.empty() || accept.of(type).quality > 0) out.push_back(v);
    }
    return out;
}

response versions_response(const resolution &r, std::span<const valid_locator> versions, const own_url &own) {
    const std::string event = std::to_string(r.name.event);
    const std::string host = host_for_ids(own);
    std::string boundary = "=_uniform_" + event;
    while (std::ranges::any_of(versions, [&](const auto &v) { return v.locator.url.contains(boundary); }))
        boundary += '_';
    response out;
    for (std::size_t i = versions.size(); i-- > 0;) {
        const resolver::locator &v = versions[i].locator;
        out.body += "--" + boundary +
                    "\r\nContent-Type: message/external-body; access-type=URL;\r\n URL=" + quoted_parameter(v.url) +
                    "\r\n\r\n";
        // A media type that is not recorded is not made up. RFC 2046 5.2.3: Content-ID is required.
        if (!v.media_type.empty()) out.body += "Content-Type: " + v.media_type + "\r\n";
        out.body += "Content-ID: <" + event + "." + std::to_string(versions[i].index) + "@" + host + ">\r\n";
        if (!v.language.empty()) out.body += "Content-Language: " + v.language + "\r\n";
        out.body += "\r\n\r\n";
    }
    out.body += "--" + boundary + "--\r\n";
    out.fields.emplace_back("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
    add_caching(out, r, representation::none, own);
    return out;
}

bool depends_on_language(const resolution &r) noexcept {
    if (r.name.passed) return resolver::depends_on_language(r.name.passed->record.locators);
    return r.name.record && resolver::depends_on_language(r.name.record->locators);
}

void add_etag(response &out, std::uint64_t event) {
    if (out.status != 200 && out.status != 410) return;
    out.fields.emplace_back("ETag", "\"" + std::to_string(event) + "." + body_digest(out.body) + "\"");
}

} // namespace uniform::http

#include "http/api/start_page.hpp"

#include <algorithm>

#include <uniform/http/settings.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/html.hpp"
#include "http/api/router.hpp"

namespace uniform::http {

using http::html::escaped;
using http::html::link;

std::string start_page(const server_context &s) {
    std::string out = http::html::head("Uniform: names that are never reassigned");
    out += "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"/api/v1/requests.atom\" "
           "title=\"Requests and decisions\">\n</head>\n<body>\n<main>\n<h1>Uniform</h1>\n"
           "<p>This service registers namespaces of Uniform Resource Names (RFC 8141), assigns names that "
           "are never reassigned, and resolves them.</p>\n";

    const auto namespaces = s.store->read([](store::reading &r) { return service::list_namespaces(r, {}, 100).first; });
    if (namespaces.empty()) {
        out += "<p>No namespace is managed here yet. An administrator adds one with "
               "<code>uniform namespace add NID</code>.</p>\n";
    } else {
        out += "<h2>Namespaces</h2>\n<ul>\n";
        for (const auto &n : namespaces) {
            out += "<li>" + link("/namespaces/" + encode_segment(n.settings.nid), "urn:" + n.settings.nid) +
                   (n.settings.title.empty() ? std::string{} : ": " + escaped(n.settings.title)) + "</li>\n";
        }
        out += "</ul>\n";
    }

    const auto names = s.store->read([](store::reading &r) { return service::list(r, {}, {}, 12); });
    if (!names.names.empty()) {
        out += "<h2>Try it</h2>\n<table>\n<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">State</th>"
               "<th scope=\"col\">Details</th></tr></thead>\n<tbody>\n";
        for (const auto &n : names.names) {
            const std::string urn = resolver::urn_of(n.key);
            const std::string record = "/api/v1/names/" + encode_segment(urn);
            out += "<tr><td>" + link("/" + urn, urn) + "</td><td>" + std::string{resolver::to_string(n.record.state)} +
                   "</td><td>" + link(record, "name record") + ", " + link(record + "/history", "history") + ", " +
                   link("/api/v1/explain/" + encode_segment(urn), "explanation") + ", " +
                   link("/uri-res/I2Ls?" + urn, "locators") + "</td></tr>\n";
        }
        out += "</tbody>\n</table>\n<p>A name redirects to the best of its locators for the reader's languages and "
               "media types; a withdrawn name shows the reason and its successor.</p>\n";
    }
    out += "<p>" + link("/namespaces", "All namespaces") + ", with those that IANA has registered.</p>\n";
    out += "<h2>For programs</h2>\n<ul>\n<li>" + link("/api/v1/openapi.json", "the description of the API") +
           " (OpenAPI 3.1)</li>\n<li>" + link("/problems", "the problem types") + "</li>\n<li>" +
           link("/api/v1/requests.atom", "the feed of requests and decisions") + " (Atom)</li>\n";
    if (s.settings == nullptr || s.settings->oai_enabled) {
        out += "<li>" + link("/oai?verb=Identify", "OAI-PMH") + ", for harvesters</li>\n";
    }
    out += "<li>" + link("/api/v1/history/head", "the head of the history") +
           ": store it outside of this service, and <code>uniform store verify --known</code> proves that no event "
           "before it changed</li>\n"
           "<li>" +
           link("/readyz", "readiness") + ", " + link("/metrics", "metrics") +
           "</li>\n</ul>\n</main>\n</body>\n</html>\n";
    return out;
}

} // namespace uniform::http

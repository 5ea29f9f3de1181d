#include "http/start_page.hpp"

#include <algorithm>

#include <uniform/http/settings.hpp>
#include <uniform/percent.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>

#include "http/router.hpp"
#include "resolver/html.hpp"

namespace uniform::http {

using resolver::html::escaped;
using resolver::html::link;

std::string start_page(const site &s) {
    std::string out = resolver::html::head("Uniform: names that are never reassigned");
    out += "</head>\n<body>\n<main>\n<h1>Uniform</h1>\n"
           "<p>This service registers namespaces of Uniform Resource Names (RFC 8141), assigns names that "
           "are never reassigned, and resolves them.</p>\n";

    const auto namespaces =
        s.store->read([](store::reading &r) { return uniform::service::list_namespaces(r, {}, 100); });
    if (namespaces.empty()) {
        out += "<p>No namespace is kept here yet. An administrator adds one with "
               "<code>PUT /api/v1/namespaces/NID</code>.</p>\n";
    } else {
        out += "<h2>Namespaces</h2>\n<ul>\n";
        for (const auto &n : namespaces) {
            out += "<li>" + link("/api/v1/namespaces/" + encode_segment(n.settings.nid), "urn:" + n.settings.nid) +
                   (n.settings.title.empty() ? std::string{} : ": " + escaped(n.settings.title)) + "</li>\n";
        }
        out += "</ul>\n";
    }

    const auto names = s.store->read([](store::reading &r) { return uniform::service::list(r, {}, {}, 12); });
    if (!names.names.empty()) {
        out += "<h2>Try it</h2>\n<table>\n<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">State</th>"
               "<th scope=\"col\">What is known of it</th></tr></thead>\n<tbody>\n";
        for (const auto &n : names.names) {
            const std::string urn = resolver::urn_of(n.key);
            const std::string api = "/api/v1/names/" + encode_segment(urn);
            out += "<tr><td>" + link("/" + urn, urn) + "</td><td>" + std::string{resolver::to_string(n.record.state)} +
                   "</td><td>" + link(api, "record") + ", " + link(api + "/history", "history") + ", " +
                   link("/api/v1/explain/" + encode_segment(urn), "why there") + ", " +
                   link("/uri-res/I2Ls?" + urn, "locators") + "</td></tr>\n";
        }
        out += "</tbody>\n</table>\n<p>A name leads to the best of its locators, as the reader's language and media "
               "types have it; a withdrawn one tells why and what has taken its place.</p>\n";
    }
    out += "<h2>For programs</h2>\n<ul>\n<li>" + link("/api/v1/openapi.json", "the API's description") +
           " (OpenAPI 3.1)</li>\n<li>" + link("/problems", "what its problems mean") + "</li>\n";
    const bool oai = std::ranges::any_of(harvest_routes(), [](const route &r) { return r.path == "/oai"; });
    if (oai && (s.settings == nullptr || s.settings->oai_enabled)) {
        out += "<li>" + link("/oai?verb=Identify", "OAI-PMH") + ", for harvesters</li>\n";
    }
    out += "<li>" + link("/api/v1/history/head", "the head of the history") +
           ": note it, and <code>uniform store verify --known</code> proves later that nothing before it changed</li>\n"
           "<li>" +
           link("/readyz", "is it ready?") + ", " + link("/metrics", "metrics") +
           "</li>\n</ul>\n</main>\n</body>\n</html>\n";
    return out;
}

} // namespace uniform::http

#include "http/start_page.hpp"

#include <algorithm>

#include <uniform/http/settings.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>

#include "http/router.hpp"

namespace uniform::http {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

// One segment of a path, in which a URN's ":" may stay and its "/" may not.
std::string as_segment(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                           std::string_view{"-._~:!$'()*,;=@"}.find(c) != std::string_view::npos;
        if (plain) {
            out += c;
        } else {
            ((out += '%') += digits[byte >> 4U]) += digits[byte & 15U];
        }
    }
    return out;
}

std::string link(std::string_view target, std::string_view text) {
    return "<a href=\"" + escaped(target) + "\">" + escaped(text) + "</a>";
}

constexpr std::string_view style =
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;"
    "background:#fff}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top;"
    "border-bottom:1px solid #ccc}code{font-size:.95em}a{color:#0b4f9c}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8ab8ff}th,td{border-color:#444}}";

} // namespace

std::string start_page(const site &s) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<title>Uniform: names that are never reassigned</title>\n<style>";
    (out += style) += "</style>\n</head>\n<body>\n<main>\n<h1>Uniform</h1>\n"
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
            out += "<li>" + link("/api/v1/namespaces/" + as_segment(n.settings.nid), "urn:" + n.settings.nid) +
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
            const std::string api = "/api/v1/names/" + as_segment(urn);
            out += "<tr><td>" + link("/" + urn, urn) + "</td><td>" + std::string{resolver::to_string(n.record.state)} +
                   "</td><td>" + link(api, "record") + ", " + link(api + "/history", "history") + ", " +
                   link("/api/v1/explain/" + as_segment(urn), "why there") + ", " +
                   link("/uri-res/I2Ls?" + urn, "locators") + "</td></tr>\n";
        }
        out += "</tbody>\n</table>\n<p>A name leads to the best of its locators, as the reader's language and media "
               "types have it; a withdrawn one tells why and what has taken its place.</p>\n";
    }
    out += "<h2>For programs</h2>\n<ul>\n<li>" + link("/api/v1/openapi.json", "the API's description") +
           " (OpenAPI 3.1)</li>\n";
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

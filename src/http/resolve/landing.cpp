#include "http/resolve/landing.hpp"

#include <algorithm>
#include <array>

#include <uniform/json/writer.hpp>

#include "http/api/html.hpp"
#include "http/metadata/citation.hpp"
#include "http/resolve/resolution_services.hpp"

namespace uniform::http {

using html::escaped;
using html::link;
using html::term;

namespace {

std::string text_of(const json::value &value) {
    if (value.is_string()) return *value.if_string();
    if (!value.is_array()) return json::to_text(value);
    std::string out;
    for (const json::value &v : value.elements()) {
        if (!out.empty()) out += "; ";
        out += v.is_string() ? *v.if_string() : json::to_text(v);
    }
    return out;
}

void metadata(std::string &out, const json::value &m) {
    static constexpr std::array<std::pair<const char *, const char *>, 4> core{
        {{"creator", "Creator"}, {"date", "Date"}, {"type", "Type"}, {"publisher", "Publisher"}}};
    std::string terms;
    for (const auto &[key, name] : core) {
        if (const json::value *const v = m.find(key)) terms += term(name, escaped(text_of(*v)));
    }
    for (const auto &[key, value] : m.members()) {
        const bool is_core = key == "title" || key == "creator" || key == "date" || key == "type" || key == "publisher";
        if (!is_core) terms += term(key, escaped(text_of(value)));
    }
    if (!terms.empty()) out += "<h2>Description</h2>\n<dl>\n" + terms + "</dl>\n";
}

// A URL to which the service does not redirect is shown, but not linked to.
std::string link_or_text(std::string_view url, const own_url &own) {
    return own.may_lead_to(url) ? link(url, url) : escaped(url) + ": this service does not redirect to this scheme";
}

void locators(std::string &out, const resolver::name_record &r, const resolver::choice &c, const own_url &own) {
    if (c.order.empty()) {
        out += "<p>It has no locator that is valid now.</p>\n";
        return;
    }
    out += "<h2>Locators</h2>\n<ul>\n";
    for (const std::size_t i : c.order) {
        const resolver::locator &l = r.locators[i];
        out += "<li>" + link_or_text(l.url, own);
        std::string about;
        for (const std::string &part : {l.media_type, l.language, l.country}) {
            if (part.empty()) continue;
            about += about.empty() ? " (" : ", ";
            about += escaped(part);
        }
        out += about.empty() ? about : about + ")";
        out += "</li>\n";
    }
    out += "</ul>\n";
}

std::string_view label_of(representation form) noexcept {
    switch (form) {
    case representation::bibtex:
        return "BibTeX";
    case representation::ris:
        return "RIS";
    case representation::csl:
        return "CSL-JSON";
    case representation::datacite:
        return "DataCite";
    default:
        return "text";
    }
}

std::string name_link(std::string_view urn, const own_url &own) { return link(own_urls_of(own, urn).page, urn); }

} // namespace

std::string landing_page(const resolution &of, const resolver::own_urls &at, const own_url &own) {
    const resolver::name_record &r = *of.name.record;
    const std::string urn = resolver::urn_of(of.name.requested.key);
    const json::value &m = r.metadata.value();
    const json::value *const title = m.find("title");
    const std::string heading = title != nullptr ? text_of(*title) : urn;
    std::string out = html::head(heading == urn ? urn : heading + " - " + urn);
    out += "<link rel=\"cite-as\" href=\"" + escaped(urn) + "\">\n";
    out += "<link rel=\"describedby\" type=\"application/json\" href=\"" + escaped(at.record) + "\">\n";
    out += "<link rel=\"linkset\" type=\"application/linkset+json\" href=\"" + escaped(at.linkset) + "\">\n";
    const auto formats = exported_forms(of.name.requested.key, r, at);
    for (const auto &f : formats) {
        out += "<link rel=\"describedby\" type=\"" + escaped(f.media_type) + "\" href=\"" + escaped(f.url) + "\">\n";
    }
    // Data for search engines; a browser runs nothing of it.
    if (!m.is_null()) {
        out += "<script type=\"application/ld+json\">" + json_ld_in_html(description_of(of, own)) + "</script>\n";
    }
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(heading) + "</h1>\n";
    out += "<dl>\n";
    // RFC 8141 4.4: the complete URN is shown.
    out += term("Name", "<code>" + escaped(r.name.empty() ? urn : r.name) + "</code>");
    if (!r.name.empty() && r.name != urn) out += term("Normal form", "<code>" + escaped(urn) + "</code>");
    out += term("State", escaped(to_string(r.state)));
    if (!r.registrar.empty()) out += term("Registrar", escaped(of.registrar.empty() ? r.registrar : of.registrar));
    out += "</dl>\n";
    if (r.state == resolver::name_state::withdrawn) {
        out += "<p class=\"state\" role=\"status\"><strong>This name was withdrawn";
        if (r.withdrawn) out += " on " + escaped(resolver::to_string(*r.withdrawn).substr(0, 10));
        out += ".</strong>";
        if (!r.reason.empty()) out += " Reason: " + escaped(r.reason);
        if (!r.successor.empty()) out += "<br>Its successor is " + name_link(r.successor, own) + ".";
        out += "</p>\n";
    } else if (r.state == resolver::name_state::reserved) {
        out += "<p class=\"state\" role=\"status\">This name is reserved: it has no locator yet.</p>\n";
    } else {
        locators(out, r, of.choice, own);
    }
    metadata(out, m);
    if (!r.values.empty()) {
        out += "<h2>Values</h2>\n<dl>\n";
        for (const resolver::typed_value &v : r.values) out += term(escaped(v.type), escaped(v.value));
        out += "</dl>\n";
    }
    if (!r.other_names.empty() || !r.predecessor.empty() ||
        (!r.successor.empty() && r.state != resolver::name_state::withdrawn)) {
        out += "<h2>Other names</h2>\n<dl>\n";
        if (!r.predecessor.empty()) out += term("Predecessor", name_link(r.predecessor, own));
        if (!r.successor.empty()) out += term("Successor", name_link(r.successor, own));
        for (const std::string &other : r.other_names) out += term("The same resource", name_link(other, own));
        out += "</dl>\n";
    }
    out += "<p>" + link(at.record, "Name record (JSON)") + ", " + link(at.record + "/history", "history") + ", " +
           link(at.linkset, "links") + "</p>\n";
    if (!formats.empty()) {
        out += "<p>Cite: ";
        bool first = true;
        for (const representation form : {representation::bibtex, representation::ris, representation::csl,
                                          representation::bibliography, representation::datacite}) {
            const auto f = std::ranges::find(formats, media_type_of(form), &description_list::link::media_type);
            if (f == formats.end()) continue;
            out += (first ? "" : ", ") + link(f->url, label_of(form));
            first = false;
        }
        out += "</p>\n";
    }
    out += "</main>\n</body>\n</html>\n";
    return out;
}

name_description description_of(const resolution &of, const own_url &own) {
    const std::string base = own.base();
    const std::string urn = resolver::urn_of(of.name.requested.key);
    // A URN begins with a letter and has no characters that the path of a URL does not have.
    return {of.name.requested.key, *of.name.record, base.empty() ? std::string{} : base + "/" + urn};
}

std::string list_page(std::string_view urn, const std::vector<std::string> &uris, const own_url &own) {
    std::string out = html::head(urn);
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(urn) + "</h1>\n<ul>\n";
    for (const std::string &u : uris) out += "<li>" + link_or_text(u, own) + "</li>\n";
    out += "</ul>\n</main>\n</body>\n</html>\n";
    return out;
}

} // namespace uniform::http

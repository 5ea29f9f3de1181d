#include "http/landing.hpp"

#include <array>

#include <nlohmann/json.hpp>

#include "resolver/html.hpp"

namespace uniform::http {

namespace html = resolver::html;
using html::escaped;
using html::link;
using html::term;

namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json &value) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    std::string out;
    for (const auto &v : value) {
        if (!out.empty()) out += "; ";
        out += v.is_string() ? v.get<std::string>() : v.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    }
    return out;
}

void metadata(std::string &out, const ordered_json &m) {
    static constexpr std::array<std::pair<const char *, const char *>, 4> core{
        {{"creator", "Creator"}, {"date", "Date"}, {"type", "Type"}, {"publisher", "Publisher"}}};
    std::string terms;
    for (const auto &[key, name] : core) {
        if (const auto v = m.find(key); v != m.end()) terms += term(name, escaped(text_of(*v)));
    }
    for (const auto &[key, value] : m.items()) {
        const bool is_core = key == "title" || key == "creator" || key == "date" || key == "type" || key == "publisher";
        if (!is_core) terms += term(key, escaped(text_of(value)));
    }
    if (!terms.empty()) out += "<h2>Description</h2>\n<dl>\n" + terms + "</dl>\n";
}

void locators(std::string &out, const resolver::name_record &r, const resolver::choice &c) {
    if (c.order.empty()) {
        out += "<p>No address of it is valid now.</p>\n";
        return;
    }
    out += "<h2>Addresses</h2>\n<ul>\n";
    for (const std::size_t i : c.order) {
        const resolver::locator &l = r.locators[i];
        out += "<li>" + link(l.url, l.url);
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

std::string name_link(std::string_view urn, const own_place &here) { return link(addresses_of(here, urn).page, urn); }

} // namespace

std::string landing_page(const known_name &n, const resolver::choice &c, const resolver::own_addresses &at,
                         const own_place &here) {
    const resolver::name_record &r = *n.record;
    const std::string urn = resolver::urn_of(n.asked.key);
    const ordered_json m = r.metadata.empty() ? ordered_json{} : ordered_json::parse(r.metadata, nullptr, false);
    const auto title = m.is_object() ? m.find("title") : m.end();
    const std::string heading = m.is_object() && title != m.end() ? text_of(*title) : urn;
    std::string out = html::head(heading == urn ? urn : heading + " - " + urn);
    out += "<link rel=\"cite-as\" href=\"" + escaped(urn) + "\">\n";
    out += "<link rel=\"describedby\" type=\"application/json\" href=\"" + escaped(at.record) + "\">\n";
    out += "<link rel=\"linkset\" type=\"application/linkset+json\" href=\"" + escaped(at.linkset) + "\">\n";
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(heading) + "</h1>\n";
    out += "<dl>\n";
    // RFC 8141 4.4: the complete URN is shown.
    out += term("Name", "<code>" + escaped(r.name.empty() ? urn : r.name) + "</code>");
    if (!r.name.empty() && r.name != urn) out += term("Normal form", "<code>" + escaped(urn) + "</code>");
    out += term("State", escaped(to_string(r.state)));
    if (!r.registrar.empty()) out += term("Registrar", escaped(r.registrar));
    out += "</dl>\n";
    if (r.state == resolver::name_state::withdrawn) {
        out += "<p class=\"state\" role=\"status\"><strong>This name was withdrawn";
        if (r.withdrawn) out += " on " + escaped(resolver::to_string(*r.withdrawn).substr(0, 10));
        out += ".</strong>";
        if (!r.reason.empty()) out += " Reason: " + escaped(r.reason);
        if (!r.successor.empty()) out += "<br>Its successor is " + name_link(r.successor, here) + ".";
        out += "</p>\n";
    } else if (r.state == resolver::name_state::reserved) {
        out += "<p class=\"state\" role=\"status\">This name is reserved: it leads nowhere yet.</p>\n";
    } else {
        locators(out, r, c);
    }
    if (m.is_object()) metadata(out, m);
    if (!r.other_names.empty() || !r.predecessor.empty() ||
        (!r.successor.empty() && r.state != resolver::name_state::withdrawn)) {
        out += "<h2>Other names</h2>\n<dl>\n";
        if (!r.predecessor.empty()) out += term("Predecessor", name_link(r.predecessor, here));
        if (!r.successor.empty()) out += term("Successor", name_link(r.successor, here));
        for (const std::string &other : r.other_names) out += term("The same resource", name_link(other, here));
        out += "</dl>\n";
    }
    out += "<p>" + link(at.record, "Record (JSON)") + ", " + link(at.record + "/history", "history") + ", " +
           link(at.linkset, "links") + "</p>\n";
    out += "</main>\n</body>\n</html>\n";
    return out;
}

std::string list_page(std::string_view urn, const std::vector<std::string> &uris) {
    std::string out = html::head(urn);
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(urn) + "</h1>\n<ul>\n";
    for (const std::string &u : uris) out += "<li>" + link(u, u) + "</li>\n";
    out += "</ul>\n</main>\n</body>\n</html>\n";
    return out;
}

} // namespace uniform::http

#include "http/harvest/published_registry.hpp"

#include <array>
#include <cstddef>
#include <sstream>
#include <utility>

#include <pugixml.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/service/export.hpp>

#include "base/text.hpp"
#include "http/metadata/xml_text.hpp"

namespace uniform::http {

using service::published_namespace;

namespace {

constexpr std::array<std::string_view, 5> content_types{
    "application/json", "text/html; charset=utf-8", "application/xml; charset=utf-8",
    "text/csv; charset=utf-8; header=present", "text/plain; charset=utf-8"};
static_assert(content_types.size() == static_cast<std::size_t>(registry_format::text) + 1);

using row = std::vector<std::pair<const char *, std::string>>;

std::string joined(const std::vector<std::string> &texts) {
    std::string out;
    for (const std::string &t : texts) out += (out.empty() ? "" : "; ") + t;
    return out;
}

// The values of a namespace that CSV, XML and text have, by name; `details` as in JSON.
row row_of(const published_namespace &n, bool details) {
    row all{{"nid", n.nid},
            {"kind", std::string{to_string(n.kind)}},
            {"origin", n.origin},
            {"managed", n.managed ? "true" : "false"},
            {"title", n.title},
            {"registrant", n.registrant},
            {"date", n.date},
            {"updated", n.updated},
            {"references", joined(n.references)},
            {"template", n.template_url},
            {"revisions", n.revisions.empty() ? std::string{} : std::to_string(n.revisions.size())},
            {"status", n.settings ? std::string{to_string(n.settings->settings.status)} : std::string{}}};
    static const namespace_info unknown;
    const namespace_info &i = n.info != nullptr ? *n.info : unknown;
    all.emplace_back("list_date", n.registry ? n.registry->date() : std::string_view{});
    all.emplace_back("date_source", i.date_source);
    all.emplace_back("spec_date", i.spec_date);
    if (!details) return all;
    all.emplace_back("release_date", iana_namespaces_date());
    all.emplace_back("abnf", i.syntax.abnf);
    all.emplace_back("pattern", i.syntax.pattern);
    all.emplace_back("equivalence", i.equivalence_summary);
    all.emplace_back("resolution", n.info != nullptr ? to_string(i.resolution) : std::string_view{});
    all.emplace_back("source", i.source);
    all.emplace_back("notes", i.notes);
    return all;
}

void append_csv_row(std::string &out, const row &values) {
    bool first = true;
    for (const auto &[name, value] : values) {
        if (!std::exchange(first, false)) out += ',';
        service::append_csv_field(out, value);
    }
    out += "\r\n"; // RFC 4180
}

void append_csv_names(std::string &out, const row &values) {
    for (const auto &[name, value] : values) out += base::concat({out.empty() ? "" : ",", name});
    out += "\r\n";
}

std::string in_column(std::string_view text, std::size_t width) {
    std::string out = base::on_one_line(text);
    if (out.size() < width) out.append(width - out.size(), ' ');
    return out += "  ";
}

void add_xml(pugi::xml_node parent, const published_namespace &n, bool details) {
    pugi::xml_node element = parent.append_child("namespace");
    for (const auto &[name, value] : row_of(n, details)) {
        if (!value.empty() && std::string_view{name} != "references" && std::string_view{name} != "revisions") {
            add_element(element, name, value);
        }
    }
    for (const std::string &r : n.references) add_element(element, "reference", r);
    for (const service::published_revision &v : n.revisions) {
        pugi::xml_node revision = element.append_child("revision");
        add_element(revision, "version", v.version);
        add_element(revision, "date", v.date);
        add_element(revision, "request", std::to_string(v.request));
        add_element(revision, "submission", std::to_string(v.submission));
    }
}

std::string xml_of(const pugi::xml_document &document) {
    std::ostringstream out;
    document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
    return std::move(out).str();
}

pugi::xml_node new_xml(pugi::xml_document &document) {
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    return document;
}

} // namespace

std::string_view content_type_of(registry_format f) noexcept { return content_types[static_cast<std::size_t>(f)]; }

registry_format negotiated_format(std::string_view accept) {
    const resolver::accept_list list{accept};
    if (list.empty()) return registry_format::json;
    registry_format best = registry_format::json;
    std::uint16_t quality = 0;
    for (const auto &named : registry_format_names) {
        const std::string_view type = content_type_of(named.value);
        const auto fit = list.of(type.substr(0, type.find(';')));
        if (fit.quality <= quality) continue;
        quality = fit.quality;
        best = named.value;
    }
    return best;
}

std::string registry_page_as(registry_format f, const registry_page &p) {
    std::string out;
    switch (f) {
    case registry_format::html: // registry_views.hpp
        return out;
    case registry_format::json: {
        json::writer w{out};
        w.begin_object().member("list_date", p.list_date).key("items").begin_array();
        for (const published_namespace &n : p.namespaces) write(w, n, false);
        w.end_array().member_if("next", p.next).end_object();
        return out;
    }
    case registry_format::xml: {
        pugi::xml_document document;
        pugi::xml_node root = new_xml(document).append_child("namespaces");
        root.append_attribute("list-date") = xml_text(p.list_date).c_str();
        if (!p.next.empty()) root.append_attribute("next") = xml_text(p.next).c_str();
        for (const published_namespace &n : p.namespaces) add_xml(root, n, false);
        return xml_of(document);
    }
    case registry_format::csv:
        append_csv_names(out, row_of({}, false));
        for (const published_namespace &n : p.namespaces) append_csv_row(out, row_of(n, false));
        return out;
    case registry_format::text:
        // "date_source" and "spec_date" are the columns between the date and the title.
        out += base::concat({"# IANA's list of ", p.list_date, "\n"});
        for (const published_namespace &n : p.namespaces) {
            out += in_column(n.nid, 20) + in_column(n.origin, 5) + in_column(to_string(n.kind), 8) +
                   in_column(n.updated.empty() ? n.date : n.updated, 10) +
                   in_column(n.info != nullptr ? n.info->date_source : "", 8) +
                   in_column(n.info != nullptr ? n.info->spec_date : "", 10) + base::on_one_line(n.title);
            out.erase(out.find_last_not_of(' ') + 1);
            out += '\n';
        }
        return out;
    }
    return out;
}

std::string namespace_as(registry_format f, const published_namespace &n) {
    std::string out;
    switch (f) {
    case registry_format::html: // registry_views.hpp
        return out;
    case registry_format::json: {
        json::writer w{out};
        write(w, n, true);
        return out;
    }
    case registry_format::xml: {
        pugi::xml_document document;
        add_xml(new_xml(document), n, true);
        return xml_of(document);
    }
    case registry_format::csv:
        append_csv_names(out, row_of(n, true));
        append_csv_row(out, row_of(n, true));
        return out;
    case registry_format::text:
        for (const auto &[name, value] : row_of(n, true)) {
            if (!value.empty()) out += in_column(name, 12) + base::on_one_line(value) + '\n';
        }
        return out;
    }
    return out;
}

} // namespace uniform::http

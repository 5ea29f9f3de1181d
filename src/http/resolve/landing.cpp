#include "http/resolve/landing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/text.hpp"
#include "http/metadata/citation.hpp"
#include "http/metadata/citation_styles.hpp"
#include "http/pages/messages.hpp"
#include "http/resolve/record_changes.hpp"
#include "http/resolve/resolution_services.hpp"

namespace uniform::http {

using name_pages::citation_row;
using name_pages::description_row;
using name_pages::download_row;
using name_pages::history_row;
using name_pages::list_model;
using name_pages::locator_row;
using name_pages::name_link;
using name_pages::name_model;
using name_pages::registrar_row;
using name_pages::relation_row;
using name_pages::withdrawal;
using pages::html_page;

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

// The record has all members; the page shows as many as a reader may want, whatever a manager has stored.
constexpr std::size_t most_members = 200;

std::vector<description_row> description_in(const html_page &p, const json::value &m) {
    static constexpr std::array<std::string_view, 4> core{"creator", "date", "type", "publisher"};
    std::vector<description_row> out;
    for (const std::string_view key : core) {
        if (const json::value *const v = m.find(key)) {
            out.push_back({.term = p.text("term." + std::string{key}), .value = text_of(*v)});
        }
    }
    for (const auto &[key, value] : m.members()) {
        if (key == "title" || std::ranges::find(core, key) != core.end()) continue;
        if (out.size() == most_members) break;
        out.push_back({.term = std::string{pages::label_of(p.in(), key)}, .value = text_of(value)});
    }
    return out;
}

// A URL to which the service does not redirect is shown, but not linked to.
std::string link_of(std::string_view url, const own_url &own) {
    return own.may_lead_to(url) ? std::string{url} : std::string{};
}

std::vector<locator_row> locators_in(const html_page &p, const resolution &of, const own_url &own) {
    std::vector<locator_row> out;
    for (const auto &[l, i] : valid_locators(of)) {
        std::string details;
        for (const std::string &part : {l.media_type, l.language, l.country}) {
            if (!part.empty()) details += (details.empty() ? "" : " · ") + part;
        }
        if (l.weight == 0) details += (details.empty() ? "" : " · ") + p.text("name.weight_none");
        locator_row row{.url = l.url, .href = link_of(l.url, own), .details = std::move(details)};
        if (of.page_facts) {
            for (const checked_locator &c : of.page_facts->checked) {
                if (c.index != i) continue;
                row.health = c.health;
                row.checked = c.date;
            }
        }
        if (!row.health.empty()) row.health_label = p.text("name." + row.health);
        out.push_back(std::move(row));
    }
    return out;
}

// The URL of a name that `of` refers to: in the same namespace, its page; in another, which may be managed elsewhere,
// the search.
std::string name_page_of(std::string_view urn, const resolution &of) {
    const std::string_view nid_and_colon =
        std::string_view{of.name.requested.key}.substr(0, of.name.requested.key.find(':') + 1);
    constexpr std::string_view prefix = "urn:";
    const bool is_neighbour = urn.size() > prefix.size() && urn.substr(prefix.size()).starts_with(nid_and_colon);
    return is_neighbour ? own_paths_of(urn).page : "/search?q=" + encode_query_data(urn);
}

std::vector<relation_row> relations_in(const html_page &p, const resolution &of) {
    const resolver::name_record &r = *of.name.record;
    std::vector<relation_row> out;
    const auto add = [&](std::string_view label, const std::string &urn) {
        if (!urn.empty()) out.push_back({.label = p.text(label), .to = {.urn = urn, .href = name_page_of(urn, of)}});
    };
    add("name.predecessor", r.predecessor);
    if (r.state != resolver::name_state::withdrawn) add("name.successor", r.successor);
    for (const std::string &other : r.other_names) add("name.same", other);
    return out;
}

std::vector<citation_row> citations_of(const name_description &d) {
    std::vector<citation_row> out;
    const auto add = [&](std::string_view style, std::string citation, bool open = false) {
        if (!citation.empty()) out.push_back({.style = style, .citation = std::move(citation), .open = open});
    };
    for (const auto &[style, name] : citation_style_names) add(name, cited(d, style), style == citation_style::apa);
    add("BibTeX", bibtex(d));
    add("RIS", ris(d));
    add("CSL-JSON", csl_json(d));
    return out;
}

std::string_view label_of(representation form) noexcept {
    switch (form) {
    case representation::json_ld:
        return "JSON-LD";
    case representation::bibtex:
        return "BibTeX";
    case representation::ris:
        return "RIS";
    case representation::csl:
        return "CSL-JSON";
    case representation::bibliography:
        return "Text";
    case representation::datacite:
        return "DataCite";
    case representation::mods:
        return "MODS";
    case representation::dublin_core:
        return "Dublin Core";
    case representation::dublin_core_rdf:
        return "RDF/XML";
    default:
        return {};
    }
}

std::vector<download_row> downloads_of(const html_page &p, const resolver::own_urls &at,
                                       const description_list &formats) {
    std::vector<download_row> out;
    const auto add = [&](std::string label, const std::string &href, std::string_view type) {
        out.push_back({.label = std::move(label), .href = href, .type = type});
    };
    add(p.text("name.record"), at.record, media_type_of(representation::record));
    add(p.text("name.linkset"), at.linkset, media_type_of(representation::linkset));
    for (std::size_t i = 0; i < representation_count; ++i) {
        const auto form = static_cast<representation>(i);
        const auto f = std::ranges::find(formats.links, media_type_of(form), &description_list::link::media_type);
        if (is_exported(form) && f != formats.links.end()) add(std::string{label_of(form)}, f->url, f->media_type);
    }
    return out;
}

withdrawal withdrawal_of(const resolution &of) {
    const resolver::name_record &r = *of.name.record;
    withdrawal out{.reason = r.reason};
    if (r.withdrawn) out.date = resolver::to_string(*r.withdrawn).substr(0, 10);
    if (of.page_facts) out.by = of.page_facts->withdrawn_by;
    if (!r.successor.empty()) out.successor = name_link{.urn = r.successor, .href = name_page_of(r.successor, of)};
    return out;
}

// Who is responsible now, with the contact, and who was when the name was assigned. They are often the same.
std::vector<registrar_row> registrars_in(const html_page &p, const resolution &of) {
    std::vector<registrar_row> out;
    const auto add = [&](std::string_view label, const std::string &name, std::string_view contact) {
        out.push_back({.label = p.text(label),
                       .name = name,
                       .contact = std::string{contact},
                       .link = pages::contact_link(contact)});
    };
    const std::string contact = of.page_facts ? of.page_facts->registrar_contact : std::string{};
    const std::string &then = of.name.record->registrar;
    if (then.empty() && of.responsible.empty()) return out;
    if (then == of.name.responsible()) {
        add("name.registrar", of.registrar, contact);
        return out;
    }
    const bool by_registrar = !of.responsible.empty();
    add("name.responsible", by_registrar ? of.responsible : p.text("name.managers"), by_registrar ? contact : "");
    add("name.registrar_then", then.empty() ? p.text("name.managers") : of.registrar, by_registrar ? "" : contact);
    return out;
}

// The events of the name, and between them the transfers of its prefix, newest first.
std::vector<history_row> history_in(const html_page &p, const resolution &of) {
    std::vector<history_row> out;
    if (!of.page_facts) return out;
    const auto entry = [&](resolver::timestamp when, std::string_view action, std::vector<pages::change_row> changes) {
        const std::string at = resolver::to_string(when);
        const std::string key = "action." + std::string{action};
        const std::string_view known = pages::text(p.in(), key);
        out.push_back({.at = at,
                       .date = at.substr(0, 10),
                       .action = known == key ? p.text("action.other") : std::string{known},
                       .has_changes = !changes.empty(),
                       .changes = std::move(changes)});
    };
    const auto named = [&](const std::string &registrar) {
        return registrar.empty() ? p.text("name.managers") : registrar;
    };
    auto t = of.page_facts->transfers.begin();
    for (const service::history_item &item : of.page_facts->history) {
        for (; t != of.page_facts->transfers.end() && t->event > item.event.number; ++t) {
            entry(t->at, "transfer",
                  {{.what = p.text("name.responsible"), .old_value = named(t->from), .new_value = named(t->to)}});
        }
        std::vector<pages::change_row> changes = changes_of(item, p.in());
        if (const auto first = item.before ? std::nullopt : resolver::decode(item.event.body);
            first && !first->registrar.empty()) {
            const bool is_known = first->registrar == of.name.record->registrar;
            changes.push_back(
                {.what = p.text("name.registrar"), .new_value = is_known ? of.registrar : first->registrar});
        }
        entry(item.event.at, item.event.action, std::move(changes));
    }
    return out;
}

} // namespace

pages::page_with<name_model> landing_page(const resolution &of, const resolver::own_urls &at, const own_url &own) {
    const resolver::name_record &r = *of.name.record;
    const std::string &key = of.name.requested.key;
    const std::string urn = of.name.urn();
    const json::value &m = r.metadata.value();
    const json::value *const title = m.find("title");
    const std::string heading = title != nullptr ? text_of(*title) : urn;
    const name_description described = description_of(of, own);
    const description_list formats{exported_forms(key, r, at)};
    const resolver::own_urls here = own_paths_of(of.name);

    pages::page_with<name_model> p{own.settings(), own.request()};
    p.back = here.page;
    p.scripts = pages::scripts::plain; // buttons that copy
    p.title = heading == urn ? urn : heading + " – " + urn;
    p.links = {{.rel = "cite-as", .href = urn},
               {.rel = "describedby", .type = "application/json", .href = at.record},
               {.rel = "linkset", .type = "application/linkset+json", .href = at.linkset}};
    for (const auto &f : formats.links) {
        p.links.push_back({.rel = "describedby", .type = std::string{f.media_type}, .href = std::string{f.url}});
    }
    // Data for search engines; a browser runs nothing of it.
    if (!m.is_null()) p.json_ld = json_ld_in_html(described);

    name_model &shown = p.shows;
    shown.urn = urn;
    shown.heading = heading;
    shown.link = described.url();
    shown.state = to_string(r.state);
    shown.state_label = p.text(base::concat({"state.", shown.state}));
    // RFC 8141 4.4: the complete URN is shown.
    shown.written = urn;
    if (std::string normal = resolver::urn_of(key); normal != urn) shown.normal = std::move(normal);
    shown.registrars = registrars_in(p, of);
    shown.nid = key.substr(0, key.find(':'));
    shown.namespace_href = "/namespaces/" + encode_segment(shown.nid) + "?format=html";
    if (r.state == resolver::name_state::withdrawn) shown.tombstone = withdrawal_of(of);
    shown.is_reserved = r.state == resolver::name_state::reserved;
    shown.is_active = r.state == resolver::name_state::active;
    shown.locators = locators_in(p, of, own);
    shown.has_locators = !shown.locators.empty();
    shown.description = description_in(p, m);
    shown.has_description = !shown.description.empty();
    shown.has_more_description = m.members().size() - (title != nullptr ? 1 : 0) > most_members;
    shown.record = here.record;
    shown.values = r.values;
    shown.has_values = !shown.values.empty();
    shown.relations = relations_in(p, of);
    if (!m.is_null()) shown.citations = citations_of(described);
    shown.has_citations = !shown.citations.empty();
    shown.history = history_in(p, of);
    shown.has_history = !shown.history.empty();
    shown.history_href = here.record + "/history";
    shown.downloads = downloads_of(p, here, {exported_forms(key, r, here)});
    if (!described.url().empty()) shown.qr = here.page + "/qr.svg";
    return p;
}

name_description description_of(const resolution &of, const own_url &own) {
    const std::string base = own.base();
    const std::string urn = of.name.urn();
    // A URN begins with a letter and has no characters that the path of a URL does not have.
    return {of.name.requested.key, *of.name.record, base.empty() ? std::string{} : base + "/" + urn};
}

pages::page_with<list_model> list_page(const resolution &r, const std::vector<std::string> &uris, const own_url &own) {
    pages::page_with<list_model> p{own.settings(), own.request()};
    p.title = r.name.requested.text();
    p.shows.urn = p.title;
    p.shows.uris.reserve(uris.size());
    for (const std::string &u : uris) {
        const bool is_name = resolver::is_scheme_of_names(std::string_view{u}.substr(0, u.find(':')));
        p.shows.uris.push_back({.uri = u, .href = is_name ? name_page_of(u, r) : link_of(u, own)});
    }
    return p;
}

} // namespace uniform::http

#include "http/resolve/landing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/metadata/citation.hpp"
#include "http/metadata/citation_styles.hpp"
#include "http/pages/messages.hpp"
#include "http/pages/page.hpp"
#include "http/resolve/record_changes.hpp"
#include "http/resolve/resolution_services.hpp"

namespace uniform::http {

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

// A list, and whether it has elements: a section of a template is repeated for each, so that a heading needs the
// latter.
void set_list(json::value &data, const std::string &name, json::array list) {
    data.set("has_" + name, !list.empty()).set(name, std::move(list));
}

// The record has all members; the page shows as many as a reader may want, whatever a manager has stored.
constexpr std::size_t most_members = 200;

json::array description_in(const html_page &p, const json::value &m) {
    static constexpr std::array<std::string_view, 4> core{"creator", "date", "type", "publisher"};
    json::array out;
    for (const std::string_view key : core) {
        if (const json::value *const v = m.find(key)) {
            out.push_back(pages::object_of({{"term", p.text("term." + std::string{key})}, {"value", text_of(*v)}}));
        }
    }
    for (const auto &[key, value] : m.members()) {
        if (key == "title" || std::ranges::find(core, key) != core.end()) continue;
        if (out.size() == most_members) break;
        out.push_back(pages::object_of({{"term", pages::label_of(p.in(), key)}, {"value", text_of(value)}}));
    }
    return out;
}

// A URL to which the service does not redirect is shown, but not linked to.
std::string link_of(std::string_view url, const own_url &own) {
    return own.may_lead_to(url) ? std::string{url} : std::string{};
}

json::array locators_in(const html_page &p, const resolution &of, const own_url &own) {
    json::array out;
    for (const auto &[l, i] : valid_locators(of)) {
        std::string details;
        for (const std::string &part : {l.media_type, l.language, l.country}) {
            if (!part.empty()) details += (details.empty() ? "" : " · ") + part;
        }
        if (l.weight == 0) details += (details.empty() ? "" : " · ") + p.text("name.weight_none");
        json::value one = pages::object_of({{"url", l.url}, {"href", link_of(l.url, own)}, {"details", details}});
        std::string_view health;
        std::string_view checked;
        if (of.page_facts) {
            for (const checked_locator &c : of.page_facts->checked) {
                if (c.index == i) std::tie(health, checked) = std::tie(c.health, c.date);
            }
        }
        one.set("health", health).set("checked", checked);
        one.set("health_label", health.empty() ? std::string{} : p.text("name." + std::string{health}));
        out.push_back(std::move(one));
    }
    return out;
}

// Where a name beside `of` is found: of the same namespace, its page; of another, which may be managed elsewhere, the
// search, which knows.
std::string name_page_of(std::string_view urn, const resolution &of) {
    const std::string_view nid_and_colon =
        std::string_view{of.name.requested.key}.substr(0, of.name.requested.key.find(':') + 1);
    constexpr std::string_view prefix = "urn:";
    const bool is_neighbour = urn.size() > prefix.size() && urn.substr(prefix.size()).starts_with(nid_and_colon);
    return is_neighbour ? own_paths_of(urn).page : "/search?q=" + encode_query_data(urn);
}

json::array relations_in(const html_page &p, const resolution &of) {
    const resolver::name_record &r = *of.name.record;
    json::array out;
    const auto add = [&](std::string_view label, const std::string &urn) {
        if (urn.empty()) return;
        out.push_back(pages::object_of({{"label", p.text(label)}, {"urn", urn}, {"href", name_page_of(urn, of)}}));
    };
    add("name.predecessor", r.predecessor);
    if (r.state != resolver::name_state::withdrawn) add("name.successor", r.successor);
    for (const std::string &other : r.other_names) add("name.same", other);
    return out;
}

json::array citations_of(const name_description &d) {
    json::array out;
    const auto add = [&](std::string_view style, const std::string &citation, bool open = false) {
        if (!citation.empty())
            out.push_back(pages::object_of({{"style", style}, {"citation", citation}}).set("open", open));
    };
    for (const citation_style s : citation_styles) add(to_string(s), cited(d, s), s == citation_styles.front());
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

json::array downloads_of(const html_page &p, const resolver::own_urls &at, const description_list &formats) {
    json::array out;
    const auto add = [&](std::string_view label, std::string_view href, std::string_view type) {
        out.push_back(pages::object_of({{"label", label}, {"href", href}, {"type", type}}));
    };
    add(p.text("name.record"), at.record, media_type_of(representation::record));
    add(p.text("name.linkset"), at.linkset, media_type_of(representation::linkset));
    for (std::size_t i = 0; i < representation_count; ++i) {
        const auto form = static_cast<representation>(i);
        const auto f = std::ranges::find(formats.links, media_type_of(form), &description_list::link::media_type);
        if (is_exported(form) && f != formats.links.end()) add(label_of(form), f->url, f->media_type);
    }
    return out;
}

json::value tombstone_of(const resolution &of) {
    const resolver::name_record &r = *of.name.record;
    json::value out =
        pages::object_of({{"date", r.withdrawn ? resolver::to_string(*r.withdrawn).substr(0, 10) : std::string{}},
                          {"reason", r.reason},
                          {"by", of.page_facts ? of.page_facts->withdrawn_by : std::string{}}});
    json::value successor;
    if (!r.successor.empty())
        successor = pages::object_of({{"urn", r.successor}, {"href", name_page_of(r.successor, of)}});
    return out.set("successor", std::move(successor));
}

// Who is responsible now, with the contact, and who was when the name was assigned. They are often the same.
json::array registrars_in(const html_page &p, const resolution &of) {
    json::array out;
    const auto add = [&](std::string_view label, const std::string &name, std::string_view contact) {
        out.push_back(pages::object_of(
            {{"label", p.text(label)}, {"name", name}, {"contact", contact}, {"link", pages::contact_link(contact)}}));
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
json::array history_in(const html_page &p, const resolution &of) {
    json::array out;
    if (!of.page_facts) return out;
    const auto entry = [&](resolver::timestamp when, std::string_view action, json::array changes) {
        const std::string at = resolver::to_string(when);
        const std::string key = "action." + std::string{action};
        const std::string_view known = pages::text(p.in(), key);
        json::value one = pages::object_of({{"at", at}, {"date", at.substr(0, 10)}});
        one.set("action", known == key ? p.text("action.other") : std::string{known});
        set_list(one, "changes", std::move(changes));
        out.push_back(std::move(one));
    };
    const auto named = [&](const std::string &registrar) {
        return registrar.empty() ? p.text("name.managers") : registrar;
    };
    auto t = of.page_facts->transfers.begin();
    for (const service::history_item &item : of.page_facts->history) {
        for (; t != of.page_facts->transfers.end() && t->event > item.event.number; ++t) {
            entry(t->at, "transfer",
                  {pages::object_of(
                      {{"what", p.text("name.responsible")}, {"old", named(t->from)}, {"new", named(t->to)}})});
        }
        json::array changes = changes_of(item, p.in());
        if (const auto first = item.before ? std::nullopt : resolver::decode(item.event.body);
            first && !first->registrar.empty()) {
            const bool is_known = first->registrar == of.name.record->registrar;
            changes.push_back(pages::object_of(
                {{"what", p.text("name.registrar")}, {"new", is_known ? of.registrar : first->registrar}}));
        }
        entry(item.event.at, item.event.action, std::move(changes));
    }
    return out;
}

} // namespace

html_page landing_page(const resolution &of, const resolver::own_urls &at, const own_url &own) {
    const resolver::name_record &r = *of.name.record;
    const std::string &key = of.name.requested.key;
    const std::string urn = of.name.urn();
    const json::value &m = r.metadata.value();
    const json::value *const title = m.find("title");
    const std::string heading = title != nullptr ? text_of(*title) : urn;
    const name_description described = description_of(of, own);
    const description_list formats{exported_forms(key, r, at)};
    const resolver::own_urls here = own_paths_of(of.name);

    html_page p{own.settings(), own.request()};
    p.back = here.page;
    p.scripts = pages::scripts::plain; // buttons that copy
    p.title = heading == urn ? urn : heading + " – " + urn;
    p.links = {pages::object_of({{"rel", "cite-as"}, {"href", urn}}),
               pages::object_of({{"rel", "describedby"}, {"type", "application/json"}, {"href", at.record}}),
               pages::object_of({{"rel", "linkset"}, {"type", "application/linkset+json"}, {"href", at.linkset}})};
    for (const auto &f : formats.links) {
        p.links.push_back(pages::object_of({{"rel", "describedby"}, {"type", f.media_type}, {"href", f.url}}));
    }
    // Data for search engines; a browser runs nothing of it.
    if (!m.is_null()) p.json_ld = json_ld_in_html(described);

    const std::string_view state = to_string(r.state);
    json::value &d = p.data;
    d = pages::object_of({{"urn", urn}, {"heading", heading}, {"state", state}, {"link", described.url()}});
    d.set("state_label", p.text("state." + std::string{state}));
    // RFC 8141 4.4: the complete URN is shown.
    const std::string normal = resolver::urn_of(key);
    d.set("written", urn).set("normal", normal == urn ? std::string{} : normal);
    d.set("registrars", registrars_in(p, of));
    const std::string nid = key.substr(0, key.find(':'));
    d.set("nid", nid).set("namespace_href", "/namespaces/" + encode_segment(nid) + "?format=html");
    const bool is_withdrawn = r.state == resolver::name_state::withdrawn;
    d.set("tombstone", is_withdrawn ? tombstone_of(of) : json::value{});
    d.set("is_reserved", r.state == resolver::name_state::reserved);
    d.set("is_active", r.state == resolver::name_state::active);
    set_list(d, "locators", locators_in(p, of, own));
    set_list(d, "description", description_in(p, m));
    d.set("has_more_description", m.members().size() - (title != nullptr ? 1 : 0) > most_members)
        .set("record", here.record);
    json::array values;
    for (const resolver::typed_value &v : r.values)
        values.push_back(pages::object_of({{"type", v.type}, {"value", v.value}}));
    set_list(d, "values", std::move(values));
    d.set("relations", relations_in(p, of));
    set_list(d, "citations", m.is_null() ? json::array{} : citations_of(described));
    set_list(d, "history", history_in(p, of));
    d.set("history_href", here.record + "/history");
    d.set("downloads", downloads_of(p, here, {exported_forms(key, r, here)}));
    d.set("qr", described.url().empty() ? std::string{} : here.page + "/qr.svg");
    return p;
}

name_description description_of(const resolution &of, const own_url &own) {
    const std::string base = own.base();
    const std::string urn = of.name.urn();
    // A URN begins with a letter and has no characters that the path of a URL does not have.
    return {of.name.requested.key, *of.name.record, base.empty() ? std::string{} : base + "/" + urn};
}

html_page list_page(const resolution &r, const std::vector<std::string> &uris, const own_url &own) {
    html_page p{own.settings(), own.request()};
    p.title = r.name.requested.text();
    json::array list;
    for (const std::string &u : uris) {
        const bool is_name = resolver::is_scheme_of_names(std::string_view{u}.substr(0, u.find(':')));
        list.push_back(pages::object_of({{"uri", u}, {"href", is_name ? name_page_of(u, r) : link_of(u, own)}}));
    }
    p.data.set("urn", r.name.requested.text()).set("uris", std::move(list));
    return p;
}

} // namespace uniform::http

#include "http/resolve/landing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/metadata/citation.hpp"
#include "http/metadata/citation_styles.hpp"
#include "http/pages/messages.hpp"
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

json::value object(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
    json::value out = json::object{};
    for (const auto &[name, value] : members) out.set(name, value);
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
            out.push_back(object({{"term", p.text("term." + std::string{key})}, {"value", text_of(*v)}}));
        }
    }
    for (const auto &[key, value] : m.members()) {
        if (key == "title" || std::ranges::find(core, key) != core.end()) continue;
        if (out.size() == most_members) break;
        out.push_back(object({{"term", pages::label_of(p.in(), key)}, {"value", text_of(value)}}));
    }
    return out;
}

// A URL to which the service does not redirect is shown, but not linked to.
std::string link_of(std::string_view url, const own_url &own) {
    return own.may_lead_to(url) ? std::string{url} : std::string{};
}

json::array locators_in(const html_page &p, const resolution &of, const own_url &own) {
    json::array out;
    for (const std::size_t i : of.choice.order) {
        const resolver::locator &l = of.name.record->locators[i];
        std::string details;
        for (const std::string &part : {l.media_type, l.language, l.country}) {
            if (!part.empty()) details += (details.empty() ? "" : " · ") + part;
        }
        if (l.weight == 0) details += (details.empty() ? "" : " · ") + p.text("name.weight_none");
        json::value one = object({{"url", l.url}, {"href", link_of(l.url, own)}, {"details", details}});
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
        out.push_back(object({{"label", p.text(label)}, {"urn", urn}, {"href", name_page_of(urn, of)}}));
    };
    add("name.predecessor", r.predecessor);
    if (r.state != resolver::name_state::withdrawn) add("name.successor", r.successor);
    for (const std::string &other : r.other_names) add("name.same", other);
    return out;
}

json::array citations_of(const name_description &d) {
    json::array out;
    const auto add = [&](std::string_view style, const std::string &citation, bool open = false) {
        if (!citation.empty()) out.push_back(object({{"style", style}, {"citation", citation}}).set("open", open));
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
        out.push_back(object({{"label", label}, {"href", href}, {"type", type}}));
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
    json::value out = object({{"date", r.withdrawn ? resolver::to_string(*r.withdrawn).substr(0, 10) : std::string{}},
                              {"reason", r.reason},
                              {"by", of.registrar.empty() ? r.registrar : of.registrar}});
    json::value successor;
    if (!r.successor.empty()) successor = object({{"urn", r.successor}, {"href", name_page_of(r.successor, of)}});
    return out.set("successor", std::move(successor));
}

json::array history_in(const html_page &p, const resolution &of) {
    json::array out;
    if (!of.page_facts) return out;
    for (const service::history_item &item : of.page_facts->history) {
        const std::string at = resolver::to_string(item.event.at);
        const std::string_view known = pages::text(p.in(), "action." + item.event.action);
        json::value one = object({{"at", at}, {"date", at.substr(0, 10)}});
        one.set("action", known.starts_with("action.") ? p.text("action.other") : std::string{known});
        set_list(one, "changes", changes_of(item, p.in()));
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace

html_page landing_page(const resolution &of, const resolver::own_urls &at, const own_url &own) {
    const resolver::name_record &r = *of.name.record;
    const std::string &key = of.name.requested.key;
    const std::string urn = resolver::urn_of(key);
    const json::value &m = r.metadata.value();
    const json::value *const title = m.find("title");
    const std::string heading = title != nullptr ? text_of(*title) : urn;
    const name_description described = description_of(of, own);
    const description_list formats{exported_forms(key, r, at)};
    const resolver::own_urls here = own_paths_of(urn);

    html_page p{own.settings(), own.request()};
    p.back = "/about/" + encode_segment(urn);
    p.scripts = pages::scripts::plain; // buttons that copy
    p.title = heading == urn ? urn : heading + " – " + urn;
    p.links = {object({{"rel", "cite-as"}, {"href", urn}}),
               object({{"rel", "describedby"}, {"type", "application/json"}, {"href", at.record}}),
               object({{"rel", "linkset"}, {"type", "application/linkset+json"}, {"href", at.linkset}})};
    for (const auto &f : formats.links) {
        p.links.push_back(object({{"rel", "describedby"}, {"type", f.media_type}, {"href", f.url}}));
    }
    // Data for search engines; a browser runs nothing of it.
    if (!m.is_null()) p.json_ld = json_ld_in_html(described);

    const std::string_view state = to_string(r.state);
    json::value &d = p.data;
    d = object({{"urn", urn}, {"heading", heading}, {"state", state}, {"link", described.url()}});
    d.set("state_label", p.text("state." + std::string{state}));
    // RFC 8141 4.4: the complete URN is shown.
    d.set("written", r.name.empty() ? urn : r.name)
        .set("normal", r.name.empty() || r.name == urn ? std::string{} : urn);
    d.set("registrar", of.registrar.empty() ? r.registrar : of.registrar);
    const std::string contact = of.page_facts ? of.page_facts->registrar_contact : std::string{};
    d.set("registrar_contact", contact).set("registrar_link", pages::contact_link(contact));
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
    for (const resolver::typed_value &v : r.values) values.push_back(object({{"type", v.type}, {"value", v.value}}));
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
    const std::string urn = resolver::urn_of(of.name.requested.key);
    // A URN begins with a letter and has no characters that the path of a URL does not have.
    return {of.name.requested.key, *of.name.record, base.empty() ? std::string{} : base + "/" + urn};
}

html_page list_page(std::string_view urn, const std::vector<std::string> &uris, const own_url &own) {
    html_page p{own.settings(), own.request()};
    p.title = urn;
    json::array list;
    for (const std::string &u : uris) list.push_back(object({{"uri", u}, {"href", link_of(u, own)}}));
    p.data.set("urn", urn).set("uris", std::move(list));
    return p;
}

} // namespace uniform::http

#include "http/metadata/catalogue.hpp"

#include <algorithm>

#include <uniform/resolver/language.hpp>

#include "http/metadata/dublin_core.hpp"
#include "http/metadata/xml_text.hpp"

namespace uniform::http {

namespace {

constexpr const char *instance_namespace = "http://www.w3.org/2001/XMLSchema-instance";

const catalogue_format_row &row_of(catalogue_format f) noexcept {
    return catalogue_formats[static_cast<std::size_t>(f)];
}

std::string location_of(const catalogue_format_row &row) { return std::string{row.xml_namespace} + ' ' + row.schema; }

// The schema of DataCite requires that text: its types have one character at least.
void datacite_list(pugi::xml_node to, const char *list, const char *element, std::span<const std::string_view> texts) {
    if (texts.empty()) return;
    pugi::xml_node parent = to.append_child(list);
    for (const std::string_view t : texts) add_element(parent, element, t);
}

void datacite_name(pugi::xml_node parent, const char *element, std::string_view name) {
    pugi::xml_node node = add_element(parent, element, name);
    const agent_name parts = parts_of(name);
    if (parts.family.empty()) return;
    node.append_attribute("nameType") = "Personal";
    add_element(parent, "givenName", parts.given);
    add_element(parent, "familyName", parts.family);
}

void datacite_relation(pugi::xml_node parent, std::string_view urn, const char *relation) {
    if (urn.empty()) return;
    pugi::xml_node node = add_element(parent, "relatedIdentifier", urn);
    node.append_attribute("relatedIdentifierType") = "URN";
    node.append_attribute("relationType") = relation;
}

// DataCite Metadata Schema 4.4, in the order of its properties.
void append_datacite(pugi::xml_node root, const name_description &d) {
    const resolver::name_record &r = d.record();
    const std::string_view doi = d.doi();
    add_element(root, "identifier", doi.empty() ? d.urn() : doi).append_attribute("identifierType") =
        doi.empty() ? "URN" : "DOI";
    pugi::xml_node creators = root.append_child("creators");
    for (const std::string_view name : d.texts("creator")) {
        datacite_name(creators.append_child("creator"), "creatorName", name);
    }
    datacite_list(root, "titles", "title", d.texts("title"));
    add_element(root, "publisher", d.text("publisher"));
    const auto date = d.date();
    add_element(root, "publicationYear", date->year);
    add_element(root, "resourceType", d.text("type")).append_attribute("resourceTypeGeneral") =
        std::string{d.kind().datacite}.c_str();
    datacite_list(root, "subjects", "subject", d.texts("subject"));
    if (const auto names = d.texts("contributor"); !names.empty()) {
        pugi::xml_node list = root.append_child("contributors");
        for (const std::string_view name : names) {
            pugi::xml_node each = list.append_child("contributor");
            each.append_attribute("contributorType") = "Other"; // the kind of contribution is not recorded
            datacite_name(each, "contributorName", name);
        }
    }
    if (!date->month.empty()) {
        add_element(root.append_child("dates"), "date", date->text()).append_attribute("dateType") = "Issued";
    }
    if (const std::string_view language = d.text("language"); resolver::is_language_tag(language)) {
        add_element(root, "language", language);
    }
    pugi::xml_node alternates = root.append_child("alternateIdentifiers");
    const auto alternate = [&](std::string_view text, const char *type) {
        add_element(alternates, "alternateIdentifier", text).append_attribute("alternateIdentifierType") = type;
    };
    if (!doi.empty()) alternate(d.urn(), "URN");
    for (const std::string &other : r.other_names) alternate(other, "URN");
    for (const resolver::locator &l : r.locators) alternate(l.url, "URL");
    if (!alternates.first_child()) root.remove_child(alternates);
    if (!r.predecessor.empty() || !r.successor.empty()) {
        pugi::xml_node related = root.append_child("relatedIdentifiers");
        datacite_relation(related, r.predecessor, "IsNewVersionOf");
        datacite_relation(related, r.successor, "IsPreviousVersionOf");
    }
    std::vector<std::string_view> formats;
    for (const resolver::locator &l : r.locators) {
        if (!l.media_type.empty() && std::ranges::find(formats, l.media_type) == formats.end()) {
            formats.emplace_back(l.media_type);
        }
    }
    datacite_list(root, "formats", "format", formats);
    std::vector<std::string_view> rights = d.texts("rights");
    for (const std::string_view text : d.texts("license")) rights.push_back(text);
    datacite_list(root, "rightsList", "rights", rights);
    if (const auto texts = d.texts("description"); !texts.empty()) {
        pugi::xml_node list = root.append_child("descriptions");
        for (const std::string_view text : texts) {
            add_element(list, "description", text).append_attribute("descriptionType") = "Abstract";
        }
    }
}

void mods_name(pugi::xml_node root, std::string_view name, const char *role) {
    pugi::xml_node node = root.append_child("name");
    const agent_name parts = parts_of(name);
    if (parts.family.empty()) {
        add_element(node, "namePart", name);
    } else {
        node.append_attribute("type") = "personal";
        add_element(node, "namePart", parts.family).append_attribute("type") = "family";
        add_element(node, "namePart", parts.given).append_attribute("type") = "given";
    }
    pugi::xml_node term = add_element(node.append_child("role"), "roleTerm", role);
    term.append_attribute("type") = "text";
    term.append_attribute("authority") = "marcrelator";
}

void mods_related(pugi::xml_node root, std::string_view urn, const char *type) {
    if (urn.empty()) return;
    pugi::xml_node item = root.append_child("relatedItem");
    item.append_attribute("type") = type;
    add_element(item, "identifier", urn).append_attribute("type") = "urn";
}

// MODS 3.7. No element is required, so that every name has this format.
void append_mods(pugi::xml_node root, const name_description &d) {
    const resolver::name_record &r = d.record();
    root.append_attribute("version") = "3.7";
    for (const std::string_view title : d.texts("title")) {
        add_element(root.append_child("titleInfo"), "title", title);
    }
    for (const std::string_view name : d.texts("creator")) mods_name(root, name, "creator");
    for (const std::string_view name : d.texts("contributor")) mods_name(root, name, "contributor");
    if (!d.kind().mods.empty()) add_element(root, "typeOfResource", d.kind().mods);
    for (const std::string_view type : d.texts("type")) add_element(root, "genre", type);
    const auto publishers = d.texts("publisher");
    const auto date = d.date();
    if (date || !publishers.empty()) {
        pugi::xml_node origin = root.append_child("originInfo");
        for (const std::string_view name : publishers) add_element(origin, "publisher", name);
        if (date) add_element(origin, "dateIssued", date->text()).append_attribute("encoding") = "w3cdtf";
    }
    for (const std::string_view language : d.texts("language")) {
        pugi::xml_node term = add_element(root.append_child("language"), "languageTerm", language);
        const bool is_tag = resolver::is_language_tag(language);
        term.append_attribute("type") = is_tag ? "code" : "text";
        if (is_tag) term.append_attribute("authority") = "rfc5646";
    }
    std::vector<std::string_view> types;
    for (const resolver::locator &l : r.locators) {
        if (!l.media_type.empty() && std::ranges::find(types, l.media_type) == types.end()) {
            types.emplace_back(l.media_type);
        }
    }
    if (!types.empty()) {
        pugi::xml_node physical = root.append_child("physicalDescription");
        for (const std::string_view type : types) add_element(physical, "internetMediaType", type);
    }
    for (const std::string_view text : d.texts("description")) add_element(root, "abstract", text);
    for (const std::string_view text : d.texts("subject")) add_element(root.append_child("subject"), "topic", text);
    mods_related(root, r.predecessor, "preceding");
    mods_related(root, r.successor, "succeeding");
    add_element(root, "identifier", d.urn()).append_attribute("type") = "urn";
    for (const std::string &other : r.other_names)
        add_element(root, "identifier", other).append_attribute("type") = "urn";
    for (const std::string_view text : d.texts("identifier")) add_element(root, "identifier", text);
    if (!r.locators.empty()) {
        pugi::xml_node location = root.append_child("location");
        for (const resolver::locator &l : r.locators) add_element(location, "url", l.url);
    }
    for (const std::string_view text : d.texts("rights")) add_element(root, "accessCondition", text);
    for (const std::string_view text : d.texts("license")) {
        add_element(root, "accessCondition", text).append_attribute("type") = "use and reproduction";
    }
}

void declare(pugi::xml_document &document) {
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
}

} // namespace

std::vector<std::string_view> missing_for(catalogue_format f, const name_description &d) {
    std::vector<std::string_view> missing;
    if (f != catalogue_format::datacite) return missing;
    for (const std::string_view member : {"creator", "title", "publisher", "type"}) {
        if (d.text(member).empty()) missing.push_back(member);
    }
    if (!d.date()) missing.emplace_back("date");
    return missing;
}

void append(pugi::xml_node parent, catalogue_format f, const name_description &d) {
    const catalogue_format_row &row = row_of(f);
    pugi::xml_node root;
    if (f == catalogue_format::oai_dc) {
        root = parent.append_child("oai_dc:dc");
        root.append_attribute("xmlns:oai_dc") = row.xml_namespace;
        root.append_attribute("xmlns:dc") = "http://purl.org/dc/elements/1.1/";
    } else {
        root = parent.append_child(f == catalogue_format::mods ? "mods" : "resource");
        root.append_attribute("xmlns") = row.xml_namespace;
    }
    root.append_attribute("xmlns:xsi") = instance_namespace;
    root.append_attribute("xsi:schemaLocation") = location_of(row).c_str();
    switch (f) {
    case catalogue_format::oai_dc:
        return append_dublin_core(root, d);
    case catalogue_format::datacite:
        return append_datacite(root, d);
    case catalogue_format::mods:
        return append_mods(root, d);
    }
}

std::string document_of(catalogue_format f, const name_description &d) {
    pugi::xml_document document;
    declare(document);
    append(document, f, d);
    return text_of(document);
}

std::string dublin_core_rdf(const name_description &d) {
    pugi::xml_document document;
    declare(document);
    pugi::xml_node rdf = document.append_child("rdf:RDF");
    rdf.append_attribute("xmlns:rdf") = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    rdf.append_attribute("xmlns:dc") = "http://purl.org/dc/elements/1.1/";
    pugi::xml_node about = rdf.append_child("rdf:Description");
    about.append_attribute("rdf:about") = xml_text(d.urn()).c_str();
    append_dublin_core(about, d);
    return text_of(document);
}

} // namespace uniform::http

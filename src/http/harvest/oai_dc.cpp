#include "http/harvest/oai_dc.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <uniform/json/value.hpp>

#include "http/harvest/xml_text.hpp"

namespace uniform::http {

namespace {

// A text, or each text of an array.
void add_texts(pugi::xml_node dc, const char *name, const json::value &v) {
    if (const std::string *const text = v.if_string()) add_element(dc, name, *text);
    for (const json::value &each : v.elements()) {
        if (const std::string *const text = each.if_string()) add_element(dc, name, *text);
    }
}

// Each value once.
void add_distinct(pugi::xml_node dc, const char *name, const std::vector<resolver::locator> &locators,
                  std::string resolver::locator::*member) {
    std::vector<std::string_view> added;
    for (const resolver::locator &l : locators) {
        const std::string_view value = l.*member;
        if (value.empty() || std::ranges::find(added, value) != added.end()) continue;
        added.push_back(value);
        add_element(dc, name, value);
    }
}

} // namespace

void append_oai_dc(pugi::xml_node parent, const resolver::name_record &r, std::string_view key) {
    pugi::xml_node dc = parent.append_child("oai_dc:dc");
    dc.append_attribute("xmlns:oai_dc") = "http://www.openarchives.org/OAI/2.0/oai_dc/";
    dc.append_attribute("xmlns:dc") = "http://purl.org/dc/elements/1.1/";
    dc.append_attribute("xmlns:xsi") = "http://www.w3.org/2001/XMLSchema-instance";
    dc.append_attribute("xsi:schemaLocation") =
        "http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd";
    const json::value &metadata = r.metadata.value();
    const auto add_member = [&](const char *name) { // "dc:title" is the member "title"
        if (const json::value *const v = metadata.find(std::string_view{name}.substr(3))) add_texts(dc, name, *v);
    };
    for (const char *const name : {"dc:title", "dc:creator", "dc:subject", "dc:description", "dc:publisher",
                                   "dc:contributor", "dc:date", "dc:type", "dc:format"}) {
        add_member(name);
    }
    add_distinct(dc, "dc:format", r.locators, &resolver::locator::media_type);
    add_element(dc, "dc:identifier", resolver::urn_of(key));
    for (const std::string &other : r.other_names) add_element(dc, "dc:identifier", other);
    for (const resolver::locator &l : r.locators) add_element(dc, "dc:identifier", l.url);
    add_member("dc:identifier");
    add_member("dc:source");
    add_member("dc:language");
    add_distinct(dc, "dc:language", r.locators, &resolver::locator::language);
    if (!r.predecessor.empty()) add_element(dc, "dc:relation", r.predecessor);
    if (!r.successor.empty()) add_element(dc, "dc:relation", r.successor);
    for (const char *const name : {"dc:relation", "dc:coverage", "dc:rights"}) add_member(name);
}

} // namespace uniform::http

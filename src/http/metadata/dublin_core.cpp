#include "http/metadata/dublin_core.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "http/metadata/xml_text.hpp"

namespace uniform::http {

namespace {

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

void append_dublin_core(pugi::xml_node dc, const name_description &d) {
    const resolver::name_record &r = d.record();
    const auto add_member = [&](const char *name) { // "dc:title" is the member "title"
        for (const std::string_view text : d.texts(std::string_view{name}.substr(3))) add_element(dc, name, text);
    };
    for (const char *const name : {"dc:title", "dc:creator", "dc:subject", "dc:description", "dc:publisher",
                                   "dc:contributor", "dc:date", "dc:type", "dc:format"}) {
        add_member(name);
    }
    add_distinct(dc, "dc:format", r.locators, &resolver::locator::media_type);
    add_element(dc, "dc:identifier", d.urn());
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

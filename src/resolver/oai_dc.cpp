#include "oai_dc.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <nlohmann/json.hpp>

namespace uniform::resolver {

namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view replacement = "\xEF\xBF\xBD";

void element(std::string &out, std::string_view name, std::string_view text) {
    ((out += "<dc:") += name) += '>';
    append_xml(out, text);
    ((out += "</dc:") += name) += ">\n";
}

void texts(std::string &out, std::string_view name, const json &value) {
    if (value.is_string()) element(out, name, value.get_ref<const std::string &>());
    if (!value.is_array()) return;
    for (const json &each : value) {
        if (each.is_string()) element(out, name, each.get_ref<const std::string &>());
    }
}

void distinct(std::string &out, std::string_view name, const std::vector<locator> &locators,
              std::string locator::*member) {
    std::vector<std::string_view> said;
    for (const locator &l : locators) {
        const std::string_view value = l.*member;
        if (value.empty() || std::ranges::find(said, value) != said.end()) continue;
        said.push_back(value);
        element(out, name, value);
    }
}

} // namespace

void append_xml(std::string &out, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
        case '&':
            out += "&amp;";
            continue;
        case '<':
            out += "&lt;";
            continue;
        case '>':
            out += "&gt;";
            continue;
        case '"':
            out += "&quot;";
            continue;
        case '\'':
            out += "&apos;";
            continue;
        case '\r': // would be read as a line feed
            out += "&#13;";
            continue;
        default:
            break;
        }
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') {
            out += replacement;
        } else if (text.substr(i, 3) == "\xEF\xBF\xBE" || text.substr(i, 3) == "\xEF\xBF\xBF") { // U+FFFE, U+FFFF
            out += replacement;
            i += 2;
        } else {
            out += c;
        }
    }
}

void append_oai_dc(std::string &out, const name_record &r, std::string_view key) {
    out += "<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
           "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
           "xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/oai_dc/ "
           "http://www.openarchives.org/OAI/2.0/oai_dc.xsd\">\n";
    const json metadata = r.metadata.empty() ? json::object() : json::parse(r.metadata, nullptr, false);
    const bool there = metadata.is_object();
    const auto member = [&](std::string_view name) {
        if (!there) return;
        if (const auto it = metadata.find(name); it != metadata.end()) texts(out, name, *it);
    };
    static constexpr std::array before{"title",       "creator", "subject", "description", "publisher",
                                       "contributor", "date",    "type",    "format"};
    for (const char *name : before) member(name);
    distinct(out, "format", r.locators, &locator::media_type);
    element(out, "identifier", urn_of(key));
    for (const std::string &other : r.other_names) element(out, "identifier", other);
    for (const locator &l : r.locators) element(out, "identifier", l.url);
    member("identifier");
    member("source");
    member("language");
    distinct(out, "language", r.locators, &locator::language);
    if (!r.predecessor.empty()) element(out, "relation", r.predecessor);
    if (!r.successor.empty()) element(out, "relation", r.successor);
    for (const char *name : {"relation", "coverage", "rights"}) member(name);
    out += "</oai_dc:dc>\n";
}

} // namespace uniform::resolver

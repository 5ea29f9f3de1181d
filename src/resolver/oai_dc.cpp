#include "oai_dc.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <nlohmann/json.hpp>

namespace uniform::resolver {

namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// Of the character of several bytes at the beginning; 0 when it is not UTF-8 (RFC 3629 4), or none of XML's (XML 1.0
// 2.2: U+FFFE and U+FFFF are not).
std::size_t length_of_character(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned first = byte(0);
    if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool good = tail(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && tail(2);
        const bool none = first == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
        return good && !none ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool good = tail(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && tail(2) && tail(3);
        return good ? 4 : 0;
    }
    return 0;
}

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
        if (static_cast<unsigned char>(text[i]) >= 0x80) {
            const std::size_t n = length_of_character(text.substr(i));
            if (n == 0) {
                out += replacement;
                if (text.substr(i, 2) == "\xEF\xBF" && i + 2 < text.size()) i += 2; // U+FFFE, U+FFFF
            } else {
                out += text.substr(i, n);
                i += n - 1;
            }
            continue;
        }
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

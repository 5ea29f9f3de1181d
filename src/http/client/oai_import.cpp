#include <uniform/http/oai_import.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <pugixml.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::http {

namespace {

std::string_view local_name(const pugi::xml_node &n) noexcept {
    std::string_view name = n.name();
    return name.substr(name.find(':') + 1); // npos + 1 is 0
}

pugi::xml_node child_called(const pugi::xml_node &parent, std::string_view name) {
    for (const pugi::xml_node &c : parent.children()) {
        if (c.type() == pugi::node_element && local_name(c) == name) return c;
    }
    return {};
}

std::string_view text_in(const pugi::xml_node &n) { return ascii::trim(n.text().get()); }

bool is_locator(std::string_view text) {
    const auto u = parse_uri(text);
    if (!u || u->host().value_or("").empty()) return false;
    return std::ranges::any_of(std::array<std::string_view, 3>{"http", "https", "ftp"},
                               [&](std::string_view s) { return ascii::equal_ignoring_case(u->scheme(), s); });
}

// The assigned-name of a URN; empty for any other text.
std::string urn_in(std::string_view text) {
    const auto u = parse_urn(text);
    return u && !u->r_component() && !u->q_component() && !u->f_component() ? std::string(u->assigned_name())
                                                                            : std::string{};
}

bool is_date_of_name(std::string_view text) {
    if (text.size() == 4) return resolver::parse_timestamp(std::string(text) + "-01-01").has_value();
    if (text.size() == 7) return resolver::parse_timestamp(std::string(text) + "-01").has_value();
    return resolver::parse_timestamp(text).has_value();
}

void add_value(json::value &metadata, const std::string &member, std::string_view text) {
    const json::value *const there = metadata.find(member);
    if (there == nullptr) {
        metadata.set(member, text);
        return;
    }
    json::value list = there->is_array() ? *there : json::value{json::array{*there}};
    list.add(text);
    metadata.set(member, std::move(list));
}

// The contents of the elements of Dublin Core.
struct described_record {
    std::vector<std::string> urns = {};
    std::vector<std::string> locators = {};
    json::value metadata = json::object{};
};
described_record description_in(const pugi::xml_node &dc) {
    static constexpr std::array<std::string_view, 13> plain{
        "title",  "creator", "subject",  "description", "publisher", "contributor", "type",
        "format", "source",  "language", "relation",    "coverage",  "rights"};
    described_record d;
    const auto once = [](std::vector<std::string> &list, std::string text) {
        if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
    };
    for (const pugi::xml_node &e : dc.children()) {
        if (e.type() != pugi::node_element) continue;
        const std::string_view name = local_name(e);
        const std::string_view text = text_in(e);
        if (text.empty()) continue;
        if (name == "identifier") {
            if (std::string urn = urn_in(text); !urn.empty()) {
                once(d.urns, std::move(urn));
            } else if (is_locator(text)) {
                once(d.locators, std::string(text));
            } else {
                add_value(d.metadata, "identifier", text);
            }
        } else if (name == "date") {
            // A name has one date; others, and what is no date, are kept as they are.
            const bool is_first = is_date_of_name(text) && d.metadata.find("date") == nullptr;
            add_value(d.metadata, is_first ? "date" : "dates", text);
        } else if (std::ranges::find(plain, name) != plain.end()) {
            add_value(d.metadata, std::string(name), text);
        }
    }
    return d;
}

std::optional<std::string> name_for(const std::string &identifier, const described_record &d, std::string_view prefix) {
    const auto fits = [&](const std::string &urn) {
        return !urn.empty() && ascii::starts_with_ignoring_case(urn, prefix);
    };
    if (std::string own = urn_in(identifier); fits(own)) return own;
    const auto found = std::ranges::find_if(d.urns, fits);
    if (found != d.urns.end()) return *found;
    if (prefix.empty()) return std::nullopt;
    const bool is_oai = ascii::starts_with_ignoring_case(identifier, "oai:");
    const std::string_view last = is_oai ? std::string_view{identifier}.substr(identifier.rfind(':') + 1) : identifier;
    if (last.empty()) return std::nullopt;
    return std::string(prefix) + encode_segment(last);
}

// The line that withdraws the name of a deleted record, if it has one.
std::string withdrawal_of(const std::string &identifier, std::string_view prefix, std::string_view reason) {
    const auto name = name_for(identifier, {}, prefix);
    if (!name || urn_in(*name).empty()) return {};
    json::value line;
    return json::to_text(line.set("name", *name).set("state", "withdrawn").set("reason", std::string{reason})) + '\n';
}

harvested_record record_in(const pugi::xml_node &record, std::string_view prefix, std::string_view reason) {
    const pugi::xml_node header = child_called(record, "header");
    harvested_record r{.identifier = std::string(text_in(child_called(header, "identifier"))),
                       .deleted = std::string_view{header.attribute("status").value()} == "deleted"};
    if (r.deleted) {
        if (!reason.empty()) r.line = withdrawal_of(r.identifier, prefix, reason);
        return r;
    }
    const pugi::xml_node dc = child_called(child_called(record, "metadata"), "dc");
    if (!dc) {
        r.problem = "it has no metadata in oai_dc";
        return r;
    }
    described_record d = description_in(dc);
    const auto name = name_for(r.identifier, d, prefix);
    if (!name) {
        r.problem = "none of its identifiers is a URN; --prefix makes names of the others";
        return r;
    }
    if (urn_in(*name).empty()) {
        r.problem = "\"" + *name + "\" is not a URN";
        return r;
    }
    std::erase(d.urns, *name);
    json::value line;
    line.set("name", *name).set_if("locators", d.locators);
    if (!d.metadata.members().empty()) line.set("metadata", std::move(d.metadata));
    line.set_if("other_names", d.urns);
    r.line = json::to_text(line) + '\n';
    return r;
}

} // namespace

std::expected<harvested_page, std::string> read_harvest(std::string_view xml, std::string_view prefix,
                                                        std::string_view reason) {
    pugi::xml_document document;
    const auto read = document.load_buffer(xml.data(), xml.size(), pugi::parse_default, pugi::encoding_auto);
    if (!read) {
        return std::unexpected{"the response is not XML: " + std::string(read.description()) + " at byte " +
                               std::to_string(read.offset)};
    }
    const pugi::xml_node root = document.document_element();
    if (local_name(root) != "OAI-PMH") return std::unexpected{std::string{"the response is not one of OAI-PMH"}};
    harvested_page page;
    if (const pugi::xml_node error = child_called(root, "error")) {
        const std::string_view code = error.attribute("code").value();
        if (code == "noRecordsMatch") return page;
        return std::unexpected{"the repository responds with " + std::string(code) + ": " +
                               std::string(text_in(error))};
    }
    const pugi::xml_node list = child_called(root, "ListRecords");
    if (!list) return std::unexpected{std::string{"the response has no list of records"}};
    for (const pugi::xml_node &each : list.children()) {
        if (local_name(each) == "record") page.records.push_back(record_in(each, prefix, reason));
        if (local_name(each) == "resumptionToken") page.next = text_in(each);
    }
    return page;
}

} // namespace uniform::http

// Reads IANA's list of URN namespaces in the forms in which IANA publishes it, XML and CSV, and in which it is stored,
// JSON.

#include <uniform/registry/iana_list.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <pugixml.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "registry/list_parts.hpp"
#include "registry/template_url.hpp"

namespace uniform::registry {

namespace {

using base::concat;
using failure = std::unexpected<list_error>;

std::size_t offset_of(const pugi::xml_node &node) {
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
}

// "rfc8141" and "RFC8141": "RFC 8141". Anything else as it is.
std::string reference_of(std::string_view text) {
    if (ascii::starts_with_ignoring_case(text, "rfc")) {
        const std::string_view number = ascii::trim(text.substr(3));
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos) {
            return concat({"RFC ", number});
        }
    }
    return one_line(text);
}

// <xref type="rfc" data="rfc8464"/>, <xref type="uri" data="https://...">C2PA</xref>, <xref type="person" data="ID"/>
std::string reference_of(const pugi::xml_node &xref, const pugi::xml_node &registry) {
    const std::string_view type = xref.attribute("type").value();
    const std::string_view data = xref.attribute("data").value();
    if (type == "rfc") return reference_of(data);
    if (type == "person") {
        for (const pugi::xml_node entry : registry.child("people").children("person")) {
            if (entry.attribute("id").value() == data) return one_line(entry.child_value("name"));
        }
    }
    const std::string shown = one_line(xref.child_value());
    return shown.empty() ? one_line(data) : shown;
}

// "7" in the registry of informal namespaces: "urn-7".
std::string nid_in(const std::string &text, namespace_kind kind) {
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return kind == namespace_kind::informal && is_number ? "urn-" + text : text;
}

iana_namespace namespace_of(const pugi::xml_node &record, const pugi::xml_node &registry, namespace_kind kind) {
    const char *const name = record.child("name") ? "name" : "value";
    iana_namespace n{.nid = nid_in(one_line(record.child_value(name)), kind),
                     .kind = kind,
                     .date = record.attribute("date").value(),
                     .updated = record.attribute("updated").value(),
                     .registrant = one_line(record.child_value("registrant"))};
    const pugi::xml_node form = record.child("template").child("xref");
    n.template_url = one_line(form.attribute("data").value());
    // <file type="template">urn-formal/c2pa</file>
    if (const pugi::xml_node file = record.find_child_by_attribute("file", "type", "template"); file && !form) {
        n.template_url = template_url_at(one_line(file.child_value()));
    }
    for (const pugi::xml_node xref : record.children("xref")) {
        if (std::string text = reference_of(xref, registry); !text.empty()) n.references.push_back(std::move(text));
    }
    return n;
}

// The columns of IANA's CSV files, by the words of their headers.
enum class list_column : std::uint8_t { nid, form, reference, date, updated, registrant, other };

list_column column_of(std::string_view header) {
    const std::string name = ascii::lower_copy(ascii::trim(header));
    if (name == "urn namespace" || name == "namespace" || name == "nid" || name == "name" || name == "value") {
        return list_column::nid;
    }
    if (name.contains("template")) return list_column::form;
    if (name.contains("reference")) return list_column::reference;
    if (name.contains("updated") || name.contains("modified")) return list_column::updated;
    if (name.contains("date")) return list_column::date;
    if (name.contains("registrant") || name.contains("change controller")) return list_column::registrant;
    return list_column::other;
}

// One record of RFC 4180, whose quoted fields may have line ends; `at` is moved behind it.
std::expected<std::vector<std::string>, std::pair<std::string, std::size_t>> next_record(std::string_view text,
                                                                                         std::size_t &at) {
    std::vector<std::string> fields;
    for (;;) {
        std::string &field = fields.emplace_back();
        if (at < text.size() && text[at] == '"') {
            const std::size_t begin = at++;
            for (;;) {
                const std::size_t quote = text.find('"', at);
                if (quote == std::string_view::npos)
                    return std::unexpected{std::pair{std::string{"a quotation mark is not closed"}, begin}};
                field += text.substr(at, quote - at);
                at = quote + 1;
                if (at == text.size() || text[at] != '"') break;
                field += '"';
                ++at;
            }
        } else {
            const std::size_t end = std::min(text.find_first_of(",\r\n", at), text.size());
            field = text.substr(at, end - at);
            if (field.contains('"'))
                return std::unexpected{
                    std::pair{std::string{"a quotation mark in a field that is not quoted"}, at + field.find('"')}};
            at = end;
        }
        if (at < text.size() && text[at] == ',') {
            ++at;
            continue;
        }
        if (at < text.size() && text[at] == '\r') ++at;
        if (at < text.size() && text[at] != '\n')
            return std::unexpected{std::pair{std::string{"text after a quoted field"}, at}};
        if (at < text.size()) ++at;
        return fields;
    }
}

// "[RFC8515][C2PA]": the texts in brackets; all of it if there are none.
std::vector<std::string> references_in(std::string_view field) {
    std::vector<std::string> all;
    for (std::size_t open = field.find('['); open != std::string_view::npos; open = field.find('[', open + 1)) {
        const std::size_t close = std::min(field.find(']', open), field.size());
        if (std::string text = reference_of(field.substr(open + 1, close - open - 1)); !text.empty())
            all.push_back(std::move(text));
    }
    if (std::string text = one_line(field); all.empty() && !text.empty()) all.push_back(reference_of(text));
    return all;
}

std::expected<iana_list, list_error> read_iana_xml(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (!parsed) {
        return failure{reader.refused(concat({"not well-formed XML: ", parsed.description()}),
                                      static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)))};
    }
    for (const pugi::xml_node node : document.children()) {
        if (node.type() == pugi::node_doctype) {
            return failure{
                reader.refused("a document type is not accepted: it could declare entities", offset_of(node))};
        }
    }
    const pugi::xml_node root = document.document_element();
    if (std::string_view{root.name()} != "registry" ||
        std::string_view{root.attribute("id").value()} != "urn-namespaces") {
        return failure{reader.refused("this is not IANA's registry of URN namespaces: its root element must be "
                                      "<registry id=\"urn-namespaces\">",
                                      offset_of(root))};
    }
    const pugi::xml_node updated = root.child("updated");
    if (!updated) return failure{reader.refused("the registry has no <updated> with its date", offset_of(root))};
    if (auto wrong = reader.set_date(one_line(updated.child_value()), offset_of(updated)))
        return failure{*std::move(wrong)};

    bool formal = false;
    bool informal = false;
    for (const pugi::xml_node part : root.children("registry")) {
        const std::string title = ascii::lower_copy(part.child_value("title"));
        if (!title.contains("formal")) continue;
        const bool is_informal = title.contains("informal");
        (is_informal ? informal : formal) = true;
        for (const pugi::xml_node record : part.children("record")) {
            const namespace_kind kind = is_informal ? namespace_kind::informal : namespace_kind::formal;
            if (auto wrong = reader.add(namespace_of(record, root, kind), offset_of(record)))
                return failure{*std::move(wrong)};
        }
    }
    if (!formal || !informal) {
        return failure{reader.refused(
            concat({"the registry has no part with the title \"", formal ? "Informal" : "Formal", " URN Namespaces\""}),
            offset_of(root))};
    }
    return reader.done();
}

std::expected<iana_list, list_error> read_iana_csv(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    // A row that is cut off in its last field looks like a row.
    if (!text.ends_with('\n'))
        return failure{reader.refused("the last line has no end: the list is cut off", text.size())};
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    std::vector<list_column> columns;
    while (at < text.size()) {
        const std::size_t begin = at;
        auto fields = next_record(text, at);
        if (!fields) return failure{reader.refused(std::move(fields.error().first), fields.error().second)};
        if (fields->size() == 1 && ascii::trim(fields->front()).empty()) continue; // an empty line
        if (columns.empty()) {
            std::ranges::transform(*fields, std::back_inserter(columns), column_of);
            if (std::ranges::find(columns, list_column::nid) == columns.end()) {
                return failure{reader.refused("the header row has no column \"URN Namespace\"", begin)};
            }
            continue;
        }
        if (fields->size() != columns.size()) {
            return failure{reader.refused(concat({"the row has ", std::to_string(fields->size()),
                                                  " fields, and the header row ", std::to_string(columns.size())}),
                                          begin)};
        }
        iana_namespace n;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            std::string value = one_line((*fields)[i]);
            switch (columns[i]) {
            case list_column::nid:
                n.kind = informal_number(value) || value.find_first_not_of("0123456789") == std::string::npos
                             ? namespace_kind::informal
                             : namespace_kind::formal;
                n.nid = nid_in(value, n.kind);
                break;
            case list_column::form:
                n.template_url = template_url_at(value);
                break;
            case list_column::reference:
                n.references = references_in(value);
                break;
            case list_column::date:
                n.date = std::move(value);
                break;
            case list_column::updated:
                n.updated = std::move(value);
                break;
            case list_column::registrant:
                n.registrant = std::move(value);
                break;
            case list_column::other:
                break;
            }
        }
        if (auto wrong = reader.add(std::move(n), begin)) return failure{*std::move(wrong)};
    }
    if (options.date.empty()) {
        return failure{reader.refused("a list in CSV states no date: give it, with --date YYYY-MM-DD", text.size())};
    }
    if (auto wrong = reader.set_date(options.date, text.size())) return failure{*std::move(wrong)};
    return reader.done();
}

} // namespace

std::expected<iana_list, list_error> read_iana_list(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    if (text.size() > options.max_size) {
        return std::unexpected{reader.refused(
            concat({"the list is longer than ", std::to_string(options.max_size), " bytes"}), options.max_size)};
    }
    if (const auto at = base::find_invalid_utf8(text)) {
        return std::unexpected{reader.refused("the list is not UTF-8", *at)};
    }
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const std::size_t begin = text.find_first_not_of(" \t\r\n", mark);
    if (begin == std::string_view::npos) return std::unexpected{reader.refused("the list is empty", 0)};
    return text[begin] == '<' ? read_iana_xml(text, options) : read_iana_csv(text, options);
}

std::expected<iana_list, list_error> read_iana_list_json(std::string_view text, const list_options &options) {
    list_reader reader{text, options};
    const auto refused = [&](const json::error &e) {
        return std::unexpected{reader.refused(e.message, e.offset.value_or(0))};
    };
    if (text.size() > options.max_size) {
        return std::unexpected{reader.refused("the list is too long", options.max_size)};
    }
    const auto document = json::read(text);
    if (!document) return refused(document.error());
    if (!document->is_object()) return std::unexpected{reader.refused("the list is not a JSON object", 0)};
    std::string date;
    json::members all{*document, "the list"};
    all.string("date", date).require("date").require("namespaces");
    const json::value *const namespaces = all.find("namespaces");
    if (auto fine = all.done(); !fine) return refused(fine.error());
    if (auto wrong = reader.set_date(date, document->find("date")->offset())) return std::unexpected{*std::move(wrong)};
    if (!namespaces->is_array())
        return std::unexpected{reader.refused("\"namespaces\" is not an array", namespaces->offset())};
    for (const json::value &v : namespaces->elements()) {
        if (!v.is_object()) return std::unexpected{reader.refused("a namespace is not an object", v.offset())};
        iana_namespace n;
        json::members m{v, "a namespace"};
        m.string("nid", n.nid).require("nid").string("date", n.date).string("updated", n.updated);
        m.string("registrant", n.registrant).string("template", n.template_url).strings("references", n.references, 50);
        m.word("kind", n.kind, namespace_kind_names);
        if (auto fine = m.done(); !fine) return refused(fine.error());
        if (auto wrong = reader.add(std::move(n), v.offset())) return std::unexpected{*std::move(wrong)};
    }
    return reader.done();
}

} // namespace uniform::registry

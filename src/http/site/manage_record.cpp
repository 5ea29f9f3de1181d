#include "http/site/manage_record.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/pages/position.hpp"

namespace uniform::http::manage {

using resolver::problem;
using resolver::problem_type;

namespace {

constexpr std::array<std::string_view, 5> core{"title", "creator", "date", "type", "publisher"};
constexpr std::string_view has_lines = "creator"; // one on each line
// The parts of a locator: in the form, and in the JSON.
constexpr std::array<std::string_view, 7> locator_parts{"url",    "media_type", "language",   "country",
                                                        "weight", "valid_from", "valid_until"};
constexpr std::size_t empty_rows = 2;

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (const auto trimmed = ascii::trim(line); !trimmed.empty()) out.emplace_back(trimmed);
    }
    return out;
}

// Whether a field gives this text back: browsers remove line ends from a field of one line, and record_in() removes
// what surrounds the text.
bool is_kept_by_a_field(std::string_view text) {
    return !text.empty() && ascii::trim(text) == text &&
           std::ranges::none_of(text, [](unsigned char ch) { return ch < 0x20 || ch == 0x7F; });
}

// The text of its field, if the form makes the same value of it again; several creators are an array.
std::optional<std::string> text_of_field(const json::member &m) {
    std::vector<std::string> lines;
    if (m.value.is_string()) lines.push_back(*m.value.if_string());
    if (m.value.is_array() && (m.name != has_lines || m.value.elements().size() < 2)) return std::nullopt;
    for (const json::value &one : m.value.elements()) {
        if (!one.is_string()) return std::nullopt;
        lines.push_back(*one.if_string());
    }
    if (lines.empty() || !std::ranges::all_of(lines, is_kept_by_a_field)) return std::nullopt;
    std::string text = on_lines(lines);
    text.pop_back();
    return text;
}

json::value empty_locator(std::size_t row) {
    json::value out = json::object{};
    return out.set("row", std::to_string(row)).set("number", std::to_string(row + 1));
}

// The parts of a locator as they were sent, in the order of locator_parts.
using sent_locator = std::array<std::string_view, locator_parts.size()>;

// The locators of the form by their rows, "locator.ROW.PART", without empty ones: as many as were sent, so that none is
// lost without a word. A record has at most 1000, which its reader says.
std::map<std::size_t, sent_locator> locators_in(const form &f) {
    constexpr std::string_view prefix = "locator.";
    std::map<std::size_t, sent_locator> out;
    for (const auto &[name, value] : f.fields()) {
        const std::string_view text = ascii::trim(value);
        if (text.empty() || !name.starts_with(prefix)) continue;
        const char *const end = name.data() + name.size();
        std::size_t row = 0;
        const auto [dot, why] = std::from_chars(name.data() + prefix.size(), end, row);
        if (why != std::errc{} || dot == end || *dot != '.') continue;
        const auto *const part = std::ranges::find(locator_parts, std::string_view{dot + 1, end});
        if (part == locator_parts.end()) continue;
        std::string_view &at = out[row][static_cast<std::size_t>(part - locator_parts.begin())];
        if (at.empty()) at = text;
    }
    return out;
}

json::value value_of(const sent_locator &sent) {
    json::value out = json::object{};
    for (std::size_t i = 0; i < locator_parts.size(); ++i) {
        const auto weight = locator_parts[i] == "weight" ? form::number_of(sent[i]) : std::nullopt;
        if (weight) {
            out.set(locator_parts[i], *weight);
        } else {
            out.set_if(locator_parts[i], sent[i]);
        }
    }
    return out;
}

// Where a URL is wrong, and what it may stand for: an IRI, as people see it in their browsers, stands for a URI.
void add_position(const pages::html_page &p, json::value &row, std::size_t offset) {
    const std::string url{row.string_of("url")};
    if (url.empty()) return;
    row.set("position", pages::position_in(url, offset, p.in()));
    const auto repaired = repair(url, {.as = rule::uri});
    if (repaired && repaired->changed && resolver::check_locator_url(repaired->uri)) row.set("repaired", repaired->uri);
}

} // namespace

std::expected<json::value, problem> record_in(const form &f) {
    json::value out = json::object{};
    json::array locators;
    for (const auto &[row, sent] : locators_in(f)) locators.push_back(value_of(sent));
    out.set("locators", std::move(locators));
    json::value metadata = json::object{};
    if (const std::string_view more = ascii::trim(f["metadata"]); !more.empty()) {
        auto read = resolver::read_json(more);
        if (!read || !read->is_object()) {
            problem p = read
                            ? problem{.type = problem_type::invalid, .detail = "further metadata must be a JSON object"}
                            : std::move(read.error());
            p.type = problem_type::invalid;
            p.pointer = "/metadata";
            return std::unexpected{std::move(p)};
        }
        metadata = std::move(*read);
    }
    for (const std::string_view name : core) {
        const std::string_view text = ascii::trim(f["metadata." + std::string{name}]);
        if (text.empty()) continue;
        if (metadata.find(name) != nullptr) {
            return std::unexpected{problem{.type = problem_type::invalid,
                                           .detail = "\"" + std::string{name} + "\" is also in the further metadata",
                                           .pointer = "/metadata/" + std::string{name}}};
        }
        const std::vector<std::string> lines = name == has_lines ? lines_of(text) : std::vector<std::string>{};
        if (lines.size() > 1) {
            metadata.set(name, json::array(lines.begin(), lines.end()));
        } else {
            metadata.set(name, text);
        }
    }
    out.set("metadata", std::move(metadata));
    json::array names;
    for (const std::string &line : lines_of(f["other_names"])) names.emplace_back(line);
    out.set("other_names", std::move(names));
    for (const std::string_view name : {"successor", "predecessor"}) {
        if (const auto text = ascii::trim(f[name]); !text.empty()) out.set(name, text);
    }
    return out;
}

json::value fields_of(const resolver::name_record &n) {
    json::array rows;
    for (const resolver::locator &l : n.locators) {
        json::value one = empty_locator(rows.size());
        one.set("url", l.url).set("media_type", l.media_type).set("language", l.language).set("country", l.country);
        if (l.weight != 1) one.set("weight", std::to_string(l.weight));
        if (l.valid_from) one.set("valid_from", resolver::to_string(*l.valid_from));
        if (l.valid_until) one.set("valid_until", resolver::to_string(*l.valid_until));
        rows.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < empty_rows; ++i) rows.push_back(empty_locator(rows.size()));
    json::value out = json::object{};
    out.set("locators", std::move(rows));
    json::value more = json::object{};
    for (const json::member &m : n.metadata.value().members()) {
        const bool is_core = std::ranges::find(core, std::string_view{m.name}) != core.end();
        if (const auto text = is_core ? text_of_field(m) : std::nullopt) {
            out.set("metadata_" + m.name, *text);
        } else {
            more.set(m.name, m.value);
        }
    }
    if (!more.members().empty()) out.set("metadata", json::to_text(more));
    return out.set("other_names", on_lines(n.other_names))
        .set("successor", n.successor)
        .set("predecessor", n.predecessor);
}

json::value fields_of(const form &f) {
    json::array rows;
    for (const auto &[row, sent] : locators_in(f)) {
        json::value one = empty_locator(rows.size());
        for (std::size_t i = 0; i < locator_parts.size(); ++i) one.set(locator_parts[i], sent[i]);
        rows.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < empty_rows; ++i) rows.push_back(empty_locator(rows.size()));
    json::value out = json::object{};
    out.set("locators", std::move(rows)).set("metadata", f["metadata"]);
    for (const std::string_view name : core) {
        out.set("metadata_" + std::string{name}, f["metadata." + std::string{name}]);
    }
    return out.set("other_names", f["other_names"])
        .set("successor", f["successor"])
        .set("predecessor", f["predecessor"]);
}

void set_problem_at_field(const pages::html_page &p, json::value &fields, const problem &why) {
    if (!why.pointer) return;
    std::string_view pointer = *why.pointer;
    if (pointer.starts_with("/locators/")) {
        pointer.remove_prefix(std::string_view{"/locators/"}.size());
        std::size_t row = 0;
        const auto end = std::from_chars(pointer.data(), pointer.data() + pointer.size(), row).ptr;
        pointer.remove_prefix(static_cast<std::size_t>(end - pointer.data()));
        std::string_view part = pointer.starts_with('/') ? pointer.substr(1) : pointer;
        if (std::ranges::find(locator_parts, part) == locator_parts.end()) part = "url";
        json::array rows = fields.find("locators") == nullptr ? json::array{} : fields.find("locators")->elements();
        if (row < rows.size()) {
            rows[row].set("error_" + std::string{part}, why.detail);
            if (part == "url" && why.offset) add_position(p, rows[row], *why.offset);
        }
        fields.set("locators", std::move(rows));
        return;
    }
    std::string name = "error_";
    for (const char ch : pointer.substr(pointer.starts_with('/') ? 1 : 0)) name += ch == '/' ? '_' : ch;
    if (pointer.starts_with("/metadata")) {
        const bool is_core =
            std::ranges::any_of(core, [&](std::string_view c) { return pointer == "/metadata/" + std::string{c}; });
        if (!is_core) name = "error_metadata";
    }
    if (pointer.starts_with("/other_names")) name = "error_other_names";
    fields.set(name, why.detail);
}

json::array differences(const pages::html_page &p, const json::value &old_fields, const json::value &new_fields) {
    constexpr std::array<std::string_view, 10> shown{
        "locators",           "metadata_title", "metadata_creator", "metadata_date", "metadata_type",
        "metadata_publisher", "metadata",       "other_names",      "successor",     "predecessor"};
    const auto text_of = [](const json::value &fields, std::string_view name) {
        const json::value *const v = fields.find(name);
        if (v == nullptr) return std::string{};
        if (const std::string *const s = v->if_string()) return std::string{ascii::trim(*s)};
        std::string out;
        for (const json::value &l : v->elements()) {
            std::string line;
            for (const std::string_view part : locator_parts) {
                const std::string_view text = l.string_of(part);
                if (!text.empty()) (line += line.empty() ? "" : " · ") += text;
            }
            if (!line.empty()) (out += out.empty() ? "" : "\n") += line;
        }
        return out;
    };
    json::array out;
    for (const std::string_view name : shown) {
        const std::string before = text_of(old_fields, name);
        const std::string after = text_of(new_fields, name);
        if (before == after) continue;
        json::value one = json::object{};
        out.push_back(std::move(
            one.set("label", p.text("manage.field." + std::string{name})).set("old", before).set("new", after)));
    }
    return out;
}

} // namespace uniform::http::manage

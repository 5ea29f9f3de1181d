#include "http/site/manage_record.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "base/try.hpp"

namespace uniform::http::manage {

using resolver::problem;
using resolver::problem_type;

namespace {

constexpr std::array<std::string_view, 5> core{"title", "creator", "date", "type", "publisher"};
constexpr std::string_view has_lines = "creator"; // one on each line
// The parts of a locator: in the form, and in the JSON.
struct locator_part {
    std::string_view name;
    std::string locator_fields::*text;
    std::string locator_fields::*error;
};
constexpr std::array locator_parts{
    locator_part{"url", &locator_fields::url, &locator_fields::error_url},
    locator_part{"media_type", &locator_fields::media_type, &locator_fields::error_media_type},
    locator_part{"language", &locator_fields::language, &locator_fields::error_language},
    locator_part{"country", &locator_fields::country, &locator_fields::error_country},
    locator_part{"weight", &locator_fields::weight, &locator_fields::error_weight},
    locator_part{"valid_from", &locator_fields::valid_from, &locator_fields::error_valid_from},
    locator_part{"valid_until", &locator_fields::valid_until, &locator_fields::error_valid_until}};
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

locator_fields empty_locator(std::size_t row) {
    return {.row = std::to_string(row), .number = std::to_string(row + 1)};
}

void add_empty_locators(record_fields &fields) {
    for (std::size_t i = 0; i < empty_rows; ++i) fields.locators.push_back(empty_locator(fields.locators.size()));
}

const locator_part *part_named(std::string_view name) noexcept {
    const auto *const at = std::ranges::find(locator_parts, name, &locator_part::name);
    return at == locator_parts.end() ? nullptr : at;
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
        const locator_part *const part = part_named({dot + 1, end});
        if (part == nullptr) continue;
        std::string_view &at = out[row][static_cast<std::size_t>(part - locator_parts.data())];
        if (at.empty()) at = text;
    }
    return out;
}

json::value value_of(const sent_locator &sent) {
    json::value out = json::object{};
    for (std::size_t i = 0; i < locator_parts.size(); ++i) {
        const std::string_view name = locator_parts[i].name;
        const auto weight = name == "weight" ? form::number_of(sent[i]) : std::nullopt;
        if (weight) {
            out.set(name, *weight);
        } else {
            out.set_if(name, sent[i]);
        }
    }
    return out;
}

// Adds the position of the fault of a URL, and the URI that it may stand for: an IRI, as people see it in their
// browsers, stands for a URI.
void add_position(const pages::html_page &p, locator_fields &row, std::size_t offset) {
    if (row.url.empty()) return;
    row.position = pages::position_in(row.url, offset, p.in());
    auto repaired = repair(row.url, {.as = rule::uri});
    if (repaired && repaired->changed && resolver::check_locator_url(repaired->uri)) {
        row.repaired = std::move(repaired->uri);
    }
}

} // namespace

std::expected<json::value, problem> record_in(const form &f) {
    json::value out = json::object{};
    json::array locators;
    for (const auto &[row, sent] : locators_in(f)) locators.push_back(value_of(sent));
    out.set("locators", std::move(locators));
    json::value metadata = json::object{};
    UNIFORM_TRY(auto &more, json_in(f, "metadata"));
    if (more && !more->is_object())
        return resolver::refuse_member("metadata", "further metadata must be a JSON object");
    if (more) metadata = *std::move(more);
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

record_fields fields_of(const resolver::name_record &n) {
    record_fields out{.other_names = on_lines(n.other_names), .successor = n.successor, .predecessor = n.predecessor};
    for (const resolver::locator &l : n.locators) {
        locator_fields one = empty_locator(out.locators.size());
        one.url = l.url;
        one.media_type = l.media_type;
        one.language = l.language;
        one.country = l.country;
        if (l.weight != 1) one.weight = std::to_string(l.weight);
        if (l.valid_from) one.valid_from = resolver::to_string(*l.valid_from);
        if (l.valid_until) one.valid_until = resolver::to_string(*l.valid_until);
        out.locators.push_back(std::move(one));
    }
    add_empty_locators(out);
    json::value more = json::object{};
    for (const json::member &m : n.metadata.value().members()) {
        const bool is_core = std::ranges::find(core, std::string_view{m.name}) != core.end();
        if (const auto text = is_core ? text_of_field(m) : std::nullopt) {
            pages::set_text(out, "metadata_" + m.name, *text);
        } else {
            more.set(m.name, m.value);
        }
    }
    if (!more.members().empty()) out.metadata = json::to_text(more);
    return out;
}

record_fields fields_of(const form &f) {
    record_fields out{.name = std::string{f["name"]},
                      .metadata = std::string{f["metadata"]},
                      .other_names = std::string{f["other_names"]},
                      .successor = std::string{f["successor"]},
                      .predecessor = std::string{f["predecessor"]}};
    for (const auto &[row, sent] : locators_in(f)) {
        locator_fields one = empty_locator(out.locators.size());
        for (std::size_t i = 0; i < locator_parts.size(); ++i) one.*locator_parts[i].text = sent[i];
        out.locators.push_back(std::move(one));
    }
    add_empty_locators(out);
    for (const std::string_view name : core) {
        pages::set_text(out, "metadata_" + std::string{name}, f["metadata." + std::string{name}]);
    }
    return out;
}

void set_problem_at_field(const pages::html_page &p, record_fields &fields, const problem &why) {
    if (!why.pointer) return;
    std::string_view pointer = *why.pointer;
    if (pointer.starts_with("/locators/")) {
        pointer.remove_prefix(std::string_view{"/locators/"}.size());
        std::size_t row = 0;
        const auto end = std::from_chars(pointer.data(), pointer.data() + pointer.size(), row).ptr;
        pointer.remove_prefix(static_cast<std::size_t>(end - pointer.data()));
        if (row >= fields.locators.size()) return;
        const locator_part *const part = part_named(pointer.starts_with('/') ? pointer.substr(1) : pointer);
        locator_fields &at = fields.locators[row];
        at.*(part == nullptr ? &locator_fields::error_url : part->error) = why.detail;
        const bool is_url = part == nullptr || part->name == "url";
        if (is_url && why.offset) add_position(p, at, *why.offset);
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
    pages::set_text(fields, name, why.detail);
}

std::vector<difference> differences(const pages::html_page &p, const record_fields &before,
                                    const record_fields &after) {
    std::vector<difference> out;
    const auto add = [&](std::string_view name, std::string_view was, std::string_view is) {
        if (was == is) return;
        out.push_back({.label = p.text("manage.field." + std::string{name}),
                       .before = std::string{was},
                       .after = std::string{is}});
    };
    const auto lines_of_locators = [](const std::vector<locator_fields> &locators) {
        std::string lines;
        for (const locator_fields &l : locators) {
            std::string line;
            for (const locator_part &part : locator_parts) {
                if (!(l.*part.text).empty()) (line += line.empty() ? "" : " · ") += l.*part.text;
            }
            if (!line.empty()) (lines += lines.empty() ? "" : "\n") += line;
        }
        return lines;
    };
    add("locators", lines_of_locators(before.locators), lines_of_locators(after.locators));
    constexpr std::array shown{std::pair{"metadata_title", &record_fields::metadata_title},
                               std::pair{"metadata_creator", &record_fields::metadata_creator},
                               std::pair{"metadata_date", &record_fields::metadata_date},
                               std::pair{"metadata_type", &record_fields::metadata_type},
                               std::pair{"metadata_publisher", &record_fields::metadata_publisher},
                               std::pair{"metadata", &record_fields::metadata},
                               std::pair{"other_names", &record_fields::other_names},
                               std::pair{"successor", &record_fields::successor},
                               std::pair{"predecessor", &record_fields::predecessor}};
    for (const auto &[name, text] : shown) add(name, ascii::trim(before.*text), ascii::trim(after.*text));
    return out;
}

} // namespace uniform::http::manage

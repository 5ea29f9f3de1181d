#include <uniform/resolver/record_template.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>

#include "resolver/name_variables.hpp"

namespace uniform::resolver {

using detail::expanded_url;
using detail::template_fault;
using detail::unknown_variable;
using detail::values_of;
using detail::variable_names;
using detail::variable_values;

namespace {

std::unexpected<problem> wrong(std::string pointer, std::string detail, std::optional<std::size_t> offset = {},
                               std::string rule = {}) {
    return std::unexpected{problem{.type = problem_type::invalid,
                                   .detail = std::move(detail),
                                   .offset = offset,
                                   .rule = std::move(rule),
                                   .pointer = std::move(pointer)}};
}

// A string of the template: what it is called, and where it is.
struct place_in_template {
    std::string name; // "\"url\" of locator 2"
    std::string pointer;
};

std::unexpected<problem> wrong(const place_in_template &at, template_fault f) {
    return wrong(at.pointer, at.name + " of the template " + f.says, f.offset, std::move(f.rule));
}

// The text between "{" and "}" at the beginning of a text, if it is written as a variable, perhaps with the operator or
// the modifier of a URI template (RFC 6570 2.2, 2.3, 2.4); otherwise it is text: "{}", "{a b}", "{\"x\":1}".
std::optional<std::string_view> variable_at(std::string_view text) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, end - 1);
    std::string_view name = inside;
    if (!name.empty() && std::string_view{"+#./;?&=,!@|"}.contains(name.front())) name.remove_prefix(1);
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
        return ascii::is_alpha(c) || ascii::is_digit(c) || std::string_view{"_.%,*:"}.contains(c);
    });
    return is_name ? std::optional{inside} : std::nullopt;
}

std::expected<std::string, problem> expanded_text(std::string_view text, const variable_values &of,
                                                  const place_in_template &place) {
    std::string out;
    for (std::size_t at = 0;;) {
        const auto open = std::min(text.find('{', at), text.size());
        out += text.substr(at, open - at);
        if (open == text.size()) return out;
        const auto variable = variable_at(text.substr(open));
        if (!variable) {
            out += '{';
            at = open + 1;
            continue;
        }
        const auto *const found = std::ranges::find(variable_names, *variable);
        if (found == variable_names.end()) return wrong(place, unknown_variable(*variable, open + 1));
        out += of[static_cast<std::size_t>(found - variable_names.begin())];
        at = open + variable->size() + 2;
    }
}

// As deep as JSON may be nested (json::limits).
std::expected<void, problem> expand_texts(json::value &v, const variable_values &of, const place_in_template &place) {
    if (const std::string *const text = v.if_string()) {
        auto made = expanded_text(*text, of, place);
        if (!made) return std::unexpected{std::move(made.error())};
        v = json::value{std::move(*made)};
    } else if (json::array *const items = v.if_array()) {
        for (std::size_t i = 0; i < items->size(); ++i) {
            auto fine = expand_texts((*items)[i], of, {place.name, json::pointer_to(place.pointer, i)});
            if (!fine) return fine;
        }
    } else if (json::object *const members = v.if_object()) {
        for (json::member &m : *members) {
            auto fine = expand_texts(m.value, of, {place.name, json::pointer_to(place.pointer, m.name)});
            if (!fine) return fine;
        }
    }
    return {};
}

std::expected<void, problem> expand_metadata(json::value &metadata, const variable_values &of) {
    json::object *const members = metadata.if_object();
    if (members == nullptr) return {}; // record_from_json() says so
    for (json::member &m : *members) {
        auto fine = expand_texts(
            m.value, of, {"\"" + m.name + "\" of the metadata", json::pointer_to("/template/metadata", m.name)});
        if (!fine) return fine;
    }
    return {};
}

std::expected<void, problem> expand_values(json::value &all, const variable_values &of) {
    json::array *const items = all.if_array();
    if (items == nullptr) return {}; // the same
    for (std::size_t i = 0; i < items->size(); ++i) {
        json::object *const members = (*items)[i].if_object();
        if (members == nullptr) continue;
        const auto at = std::ranges::find(*members, "value", &json::member::name);
        if (at == members->end()) continue;
        const std::string number = std::to_string(i);
        auto fine = expand_texts(
            at->value, of,
            {"\"value\" of typed value " + std::to_string(i + 1), "/template/values/" + number + "/value"});
        if (!fine) return fine;
    }
    return {};
}

std::expected<void, problem> expand_locators(json::value &locators, const variable_values &of) {
    json::array *const all = locators.if_array();
    if (all == nullptr) return {}; // record_from_json() says so
    for (std::size_t i = 0; i < all->size(); ++i) {
        json::value &one = (*all)[i];
        json::value *url = &one;
        place_in_template place{"locator " + std::to_string(i + 1), "/template/locators/" + std::to_string(i)};
        if (json::object *const members = one.if_object()) {
            const auto at = std::ranges::find(*members, "url", &json::member::name);
            if (at == members->end()) continue;
            url = &at->value;
            place = {"\"url\" of " + place.name, place.pointer + "/url"};
        }
        if (!url->is_string()) continue;
        auto made = expanded_url(*url->if_string(), of);
        if (!made) return wrong(place, std::move(made.error()));
        *url = json::value{std::move(*made)};
    }
    return {};
}

} // namespace

std::expected<record_template, problem> record_template::from_json(const json::value &value) {
    if (!value.is_object()) return wrong("/template", "\"template\" must be an object: a name record with variables");
    record_template t;
    t.value_ = value;
    // With the shortest name and one with characters that a URL does not have.
    for (const std::string_view urn : {"urn:example:a", "urn:example:a/b%C3%A9'1"}) {
        if (auto fine = t.expand(urn, ""); !fine) return std::unexpected{std::move(fine.error())};
    }
    return t;
}

std::expected<name_record, problem> record_template::expand(std::string_view urn, std::string_view prefix) const {
    if (empty()) return name_record{};
    const variable_values of = values_of(urn, prefix);
    json::value made = value_;
    for (json::member &m : *made.if_object()) {
        if (m.name == "locators") {
            if (auto fine = expand_locators(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
        } else if (m.name == "metadata") {
            if (auto fine = expand_metadata(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
        } else if (m.name == "values") {
            if (auto fine = expand_values(m.value, of); !fine) return std::unexpected{std::move(fine.error())};
        }
    }
    auto record = record_from_json(made);
    if (!record) {
        problem &p = record.error();
        p.offset.reset(); // it is in what the template makes
        p.pointer = "/template" + p.pointer.value_or("");
        p.detail = "the template makes, for \"" + std::string(urn) + "\": " + p.detail;
    }
    return record;
}

std::string record_template::text() const { return empty() ? std::string{} : json::to_text(value_); }

} // namespace uniform::resolver

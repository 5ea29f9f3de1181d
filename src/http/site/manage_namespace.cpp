#include "http/site/manage_namespace.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/redirect_statuses.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "http/engine/response_text.hpp"

namespace uniform::http::manage {

using resolver::problem;
using resolver::problem_type;

namespace {

enum class field_kind : std::uint8_t { text, number, flag, json };

// A setting in the form, and in the JSON.
struct setting_field {
    std::string_view name;
    std::string settings_fields::*text;
    field_kind kind;
    std::string_view label;      ///< the key of its text
    std::string_view words = {}; ///< the beginning of the keys of its values' texts
};
constexpr std::array setting_fields{
    setting_field{"title", &settings_fields::title, field_kind::text, "registry.title"},
    setting_field{"status", &settings_fields::status, field_kind::text, "registry.status", "registry.status_"},
    setting_field{"redirect", &settings_fields::redirect, field_kind::number, "manage.namespace.redirect"},
    setting_field{"q_component", &settings_fields::q_component, field_kind::text, "manage.namespace.q_component",
                  "manage.namespace.q_"},
    setting_field{"r_component", &settings_fields::r_component, field_kind::flag, "manage.namespace.r_component",
                  "manage.namespace.flag_"},
    setting_field{"public_resolvers", &settings_fields::public_resolvers, field_kind::flag,
                  "manage.namespace.public_resolvers", "manage.namespace.flag_"},
    setting_field{"max_age", &settings_fields::max_age, field_kind::number, "manage.namespace.max_age"},
    setting_field{"reinstate_within", &settings_fields::reinstate_within, field_kind::number,
                  "manage.namespace.reinstate_within"},
    setting_field{"locator_template", &settings_fields::locator_template, field_kind::text,
                  "manage.delegation.locator_template"},
    setting_field{"components", &settings_fields::components, field_kind::json, "manage.namespace.components"},
    setting_field{"syntax", &settings_fields::syntax, field_kind::json, "registry.syntax"},
    setting_field{"equivalence", &settings_fields::equivalence, field_kind::json, "registry.equivalence"},
    setting_field{"checks", &settings_fields::checks, field_kind::json, "registry.check"}};

// A setting without a field would get its default whenever the form is saved.
static_assert(std::ranges::equal(setting_fields, resolver::changeable_settings, {}, &setting_field::name));

std::string text_of(const json::value &v) {
    if (v.is_string()) return *v.if_string();
    if (const auto flag = v.if_boolean()) return *flag ? "true" : "";
    return json::to_text(v, json::layout::indented);
}

// The value of a field, "" if it has none: what its reader does not know, it refuses.
json::value value_of(const setting_field &row, std::string_view text) {
    if (row.kind == field_kind::number) {
        if (const auto number = form::number_of(text)) return json::value{*number};
    }
    if (row.kind == field_kind::flag && (text.empty() || text == "true")) return json::value{!text.empty()};
    return json::value{text};
}

// For people.
std::string shown_value(const pages::html_page &p, const setting_field &row, std::string_view text) {
    if (row.kind == field_kind::flag) text = text.empty() ? "false" : "true";
    if (row.words.empty() || text.empty()) return std::string{ascii::trim(text)};
    return p.text(base::concat({row.words, text}));
}

// The line of the error, of a text that may have many.
pages::position line_of(pages::position at) {
    if (const auto end = at.before.rfind('\n'); end != std::string::npos) at.before.erase(0, end + 1);
    if (at.at == "\n") {
        at.at = " ";
        at.after.clear();
    }
    at.after.erase(std::min(at.after.find('\n'), at.after.size()));
    return at;
}

} // namespace

settings_fields fields_of(const resolver::namespace_settings &s) {
    settings_fields out{.nid = s.nid};
    const json::value all = resolver::value_of(s);
    for (const setting_field &row : setting_fields) {
        if (const json::value *const v = all.find(row.name)) out.*row.text = text_of(*v);
    }
    return out;
}

settings_fields settings_fields_of(const form &f) {
    settings_fields out{.nid = std::string{f["nid"]}};
    for (const setting_field &row : setting_fields) out.*row.text = f[row.name];
    return out;
}

std::expected<json::value, problem> settings_in(const form &f) {
    json::value out = json::object{};
    out.set("nid", ascii::trim(f["nid"]));
    for (const setting_field &row : setting_fields) {
        if (row.kind == field_kind::json) {
            UNIFORM_TRY(auto &rule, json_in(f, row.name));
            if (rule) out.set(row.name, *std::move(rule));
            continue;
        }
        const std::string_view text = ascii::trim(f[row.name]);
        if (!text.empty() || row.kind == field_kind::flag) out.set(row.name, value_of(row, text));
    }
    return out;
}

settings_choices choices_for(const pages::html_page &p, const settings_fields &fields) {
    settings_choices out{.statuses = choices_of(p, resolver::namespace_status_names, "registry.status_", fields.status),
                         .q_components =
                             choices_of(p, resolver::q_strategy_names, "manage.namespace.q_", fields.q_component)};
    for (const int status : resolver::redirect_statuses) {
        const std::string value = std::to_string(status);
        out.redirects.push_back({.value = value,
                                 .label = base::concat({value, " ", reason_phrase(status)}),
                                 .selected = value == fields.redirect});
    }
    return out;
}

std::vector<shown_setting> shown_settings(const pages::html_page &p, const settings_fields &fields) {
    std::vector<shown_setting> out;
    for (const setting_field &row : setting_fields) {
        std::string value = shown_value(p, row, fields.*row.text);
        if (!value.empty()) out.push_back({.label = p.text(row.label), .value = std::move(value)});
    }
    return out;
}

std::vector<difference> differences(const pages::html_page &p, const settings_fields &before,
                                    const settings_fields &after) {
    std::vector<difference> out;
    for (const setting_field &row : setting_fields) {
        std::string was = shown_value(p, row, before.*row.text);
        std::string is = shown_value(p, row, after.*row.text);
        if (was == is) continue;
        out.push_back({.label = p.text(row.label), .before = std::move(was), .after = std::move(is)});
    }
    return out;
}

std::string_view field_of_setting(const problem &why) noexcept {
    if (why.pointer) {
        const std::string_view inside = std::string_view{*why.pointer}.substr(why.pointer->starts_with('/') ? 1 : 0);
        return inside.substr(0, inside.find('/'));
    }
    const bool is_similar = std::ranges::find(why.members, "similar", &json::member::name) != why.members.end();
    if (is_similar) return "force";
    const bool is_of_nid = why.type == problem_type::malformed || why.type == problem_type::invalid;
    return is_of_nid ? "nid" : "";
}

void set_problem_at_field(const pages::html_page &p, settings_errors &errors, const settings_fields &fields,
                          const problem &why) {
    const std::string_view field = field_of_setting(why);
    if (field.empty()) return;
    pages::set_text(errors, base::concat({"error_", field}), why.detail);
    const auto *const row = std::ranges::find(setting_fields, field, &setting_field::name);
    if (row == setting_fields.end() || row->kind != field_kind::json || !why.offset) return;
    const std::string &text = fields.*row->text;
    // The beginning says nothing: the problem is about the rule.
    if (ascii::trim(std::string_view{text}.substr(0, *why.offset)).empty()) return;
    errors.position = line_of(pages::position_in(text, *why.offset, p.in()));
}

} // namespace uniform::http::manage

// The fields of the template, one table an edition.

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/registry/template.hpp>

#include <algorithm>

#include "base/indexed.hpp"
#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

using enum field;
using enum presence;

constexpr auto field_names = enum_table<field>({{field::namespace_identifier, "namespace_identifier"},
                                                {field::version, "version"},
                                                {field::date, "date"},
                                                {field::registrant, "registrant"},
                                                {field::purpose, "purpose"},
                                                {field::syntax, "syntax"},
                                                {field::assignment, "assignment"},
                                                {field::security_and_privacy, "security_and_privacy"},
                                                {field::interoperability, "interoperability"},
                                                {field::resolution, "resolution"},
                                                {field::documentation, "documentation"},
                                                {field::additional_information, "additional_information"},
                                                {field::revision_information, "revision_information"}});

// RFC 8141 Appendix A
constexpr field_rule rfc8141_fields[]{
    {namespace_identifier, "Namespace Identifier", always, "Appendix A"},
    {version, "Version", always, "Appendix A"},
    {date, "Date", always, "Appendix A"},
    {registrant, "Registrant", always, "Appendix A"},
    {purpose, "Purpose", always, "6.4.1"},
    {syntax, "Syntax", always, "6.4.2"},
    {assignment, "Assignment", always, "6.4.3"},
    {security_and_privacy, "Security and Privacy", always, "6.4.4"},
    {interoperability, "Interoperability", always, "6.4.5"},
    {resolution, "Resolution", always, "6.4.6"},
    {documentation, "Documentation", always, "Appendix A"},
    {additional_information, "Additional Information", optional, "6.4.7"},
    {revision_information, "Revision Information", revisions, "Appendix A"},
};
static_assert(base::is_indexed(rfc8141_fields, &field_rule::id, field::revision_information));

// draft -16 Appendix A
constexpr field_rule urnbis_16_fields[]{
    {namespace_identifier, "Namespace ID", always, "Appendix A"},
    {version, "Version", always, "Appendix A"},
    {date, "Date", always, "Appendix A"},
    {registrant, "Registrant", always, "Appendix A"},
    {purpose, "Purpose", always, "6.4.1"},
    {syntax, "Syntax", always, "6.4.2"},
    {assignment, "Assignment", always, "6.4.3"},
    {security_and_privacy, "Security and Privacy", always, "6.4.4"},
    {interoperability, "Interoperability", always, "6.4.5"},
    {resolution, "Resolution", always, "6.4.6"},
    {documentation, "Documentation", always, "Appendix A"},
    {additional_information, "Additional Information", optional, "6.4.7", true},
    {revision_information, "Revision Information", revisions, "Appendix A"},
};

// draft -14 Appendix A: no additional information, and everything one section later
constexpr field_rule urnbis_14_fields[]{
    {namespace_identifier, "Namespace ID", always, "Appendix A"},
    {version, "Version", always, "Appendix A"},
    {date, "Date", always, "Appendix A"},
    {registrant, "Registrant", always, "Appendix A"},
    {purpose, "Purpose", always, "7.4.1"},
    {syntax, "Syntax", always, "7.4.2"},
    {assignment, "Assignment", always, "7.4.3"},
    {security_and_privacy, "Security and Privacy", always, "7.4.4"},
    {interoperability, "Interoperability", always, "7.4.5"},
    {resolution, "Resolution", always, "7.4.6"},
    {documentation, "Documentation", always, "Appendix A"},
    {revision_information, "Revision Information", revisions, "Appendix A"},
};

} // namespace

std::string_view to_string(field f) noexcept { return field_names.name(f); }

std::span<const field_rule> template_fields(edition e) noexcept {
    switch (e) {
    case edition::rfc8141:
        return rfc8141_fields;
    case edition::urnbis_16:
        return urnbis_16_fields;
    case edition::urnbis_14:
        return urnbis_14_fields;
    default:
        return {};
    }
}

const field_rule *find_rule(edition e, field f) noexcept {
    const auto all = template_fields(e);
    const auto it = std::ranges::find(all, f, &field_rule::id);
    return it == all.end() ? nullptr : &*it;
}

std::optional<field> field_from_name(std::string_view name) noexcept {
    // consecutive spaces count as one
    const auto same = [&](std::string_view own) {
        std::size_t k = 0;
        bool blank = false;
        for (const char c : name) {
            if (c == ' ' || c == '\t' || c == '_') {
                blank = true;
                continue;
            }
            if (std::exchange(blank, false) && (k >= own.size() || own[k++] != ' ')) return false;
            if (k >= own.size() || ascii::to_lower(own[k]) != ascii::to_lower(c)) return false;
            ++k;
        }
        return !blank && k == own.size();
    };
    for (const field_rule &r : rfc8141_fields) {
        if (same(r.name)) return r.id;
    }
    if (same("Namespace ID")) return namespace_identifier;
    return std::nullopt;
}

position position_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto begin = before.rfind('\n') + 1;
    return {static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
            static_cast<std::uint32_t>(before.size() - begin + 1)};
}

position entry::place(std::size_t offset) const noexcept {
    std::size_t line = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] != '\n') continue;
        ++line;
        begin = i + 1;
    }
    if (line >= lines_at.size()) return at;
    std::size_t indent = begin; // the columns before the first character count from its original column
    while (indent < text.size() && text[indent] == ' ') ++indent;
    position where = lines_at[line];
    if (offset > indent) where.column += static_cast<std::uint32_t>(offset - indent);
    return where;
}

const entry *namespace_template::find(field f) const & noexcept {
    const auto it = std::ranges::find(entries, std::optional{f}, &entry::id);
    return it == entries.end() ? nullptr : &*it;
}

void namespace_template::set(field f, std::string_view text) {
    if (const auto it = std::ranges::find(entries, std::optional{f}, &entry::id); it != entries.end()) {
        it->text = normal_text(text);
        it->lines_at.clear();
        return;
    }
    const auto later = std::ranges::find_if(entries, [&](const entry &e) { return e.id && *e.id > f; });
    const field_rule *rule = find_rule(edition, f);
    const std::string_view name = rule != nullptr ? rule->name : rfc8141_fields[static_cast<std::size_t>(f)].name;
    entries.insert(later, entry{.id = f, .name = std::string{name}, .text = normal_text(text)});
}

std::string_view to_string(template_error::what w) noexcept {
    static constexpr auto names =
        enum_table<template_error::what>({{template_error::what::too_large, "too_large"},
                                          {template_error::what::not_utf8, "not_utf8"},
                                          {template_error::what::no_template, "no_template"},
                                          {template_error::what::no_such_edition, "no_such_edition"},
                                          {template_error::what::invalid_json, "invalid_json"},
                                          {template_error::what::invalid_shape, "invalid_shape"},
                                          {template_error::what::control_character, "control_character"},
                                          {template_error::what::other_edition, "other_edition"}});
    return names.name(w);
}

} // namespace uniform::registry

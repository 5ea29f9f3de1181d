// Reading the text form.
//
// A template is a block of labels at one indentation. That indentation must be found first: the template may be
// a file of its own (column 1), or be indented by three columns in an Internet-Draft whose other text also has labels.

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template.hpp>

#include <algorithm>
#include <bit>
#include <map>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

// The indentation of the labels; std::nullopt if there are none.
std::optional<std::uint32_t> base_of(const std::vector<line> &lines) {
    constexpr auto nid = field::namespace_identifier;
    std::map<std::uint32_t, std::uint32_t> seen; // by indentation: a bit for each field that has a label there
    for (const line &l : lines) {
        const auto found = label_of(l.content);
        if (found && found->id) seen[l.indent] |= 1U << static_cast<unsigned>(*found->id);
    }
    if (seen.empty()) return std::nullopt;
    // The first column with a namespace identifier is a file of its own. Otherwise the indentation with the most
    // fields; the smallest of those, because text further to the right may be an example in a section's text.
    if (seen.begin()->first == 0 && (seen.begin()->second & (1U << static_cast<unsigned>(nid))) != 0) return 0;
    const auto more = [](const auto &a, const auto &b) { return std::popcount(a.second) < std::popcount(b.second); };
    return std::ranges::max_element(seen, more)->first;
}

// The index of the first label: going up from the namespace identifier while no text is further to the left.
std::size_t start_of(const std::vector<line> &lines, std::uint32_t base) {
    const std::size_t none = lines.size();
    std::size_t first = none;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].indent < base && !lines[i].blank()) first = none;
        if (lines[i].indent != base) continue;
        const auto found = label_of(lines[i].content);
        if (!found || !found->id) continue;
        if (first == none) first = i;
        if (found->id == field::namespace_identifier) return first;
    }
    // no namespace identifier: the first label of all
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].indent != base) continue;
        if (const auto found = label_of(lines[i].content); found && found->id) return i;
    }
    return none;
}

// Whether the text of fields is not indented: a label without text on its line, and text below at the same indentation.
// Then only known labels begin fields, because paragraphs of the text ("Note: ...") look like unknown ones.
bool is_flat(const std::vector<line> &lines, std::size_t start, std::uint32_t base) {
    for (std::size_t i = start; i < lines.size(); ++i) {
        const auto found = lines[i].indent == base ? label_of(lines[i].content) : std::nullopt;
        if (!found || !found->id || !found->rest.empty()) continue;
        std::size_t next = i + 1;
        while (next < lines.size() && lines[next].blank()) ++next;
        if (next == lines.size() || lines[next].indent != base) continue;
        const auto below = label_of(lines[next].content);
        if (!below || (!below->id && next == i + 1)) return true;
    }
    return false;
}

std::unexpected<template_error> refuse_text(template_error::what code, position at, std::string message) {
    return std::unexpected{template_error{.code = code, .at = at, .pointer = {}, .message = std::move(message)}};
}

// The edition that the labels determine (see read_options).
void recognize_edition(namespace_template &t) {
    const entry *nid = t.find(field::namespace_identifier);
    if (nid == nullptr || !ascii::lower_copy(nid->name).ends_with("id")) return;
    // RFC 3406 also has "Namespace ID", and its successor is RFC 8141
    if (std::ranges::any_of(t.entries, [](const entry &e) { return !place_of_older(e.name).empty(); })) return;
    const bool has_information = t.find(field::additional_information) != nullptr;
    t.edition = has_information ? edition::urnbis_16 : edition::urnbis_14;
    t.edition_from = has_information ? edition_source::labels : edition_source::guessed;
}

class builder {
public:
    void open(const line &l, const label &found) {
        close();
        ++opened;
        current_ = entry{.id = found.id, .name = std::string{found.name}, .at = l.at};
        first_.reset();
        if (!found.rest.empty()) {
            const auto offset = static_cast<std::uint32_t>(found.rest.data() - l.content.data());
            first_ = line{.content = found.rest, .at = {l.at.line, l.at.column + offset}};
        }
    }
    void add(const line &l) { lines_.push_back(l); }
    void close() {
        if (!current_) return;
        block_of_text block = block_of(first_, std::move(lines_));
        lines_.clear();
        current_->text = std::move(block.text);
        current_->lines_at = std::move(block.at);
        entries.push_back(*std::move(current_));
        current_.reset();
    }
    std::vector<entry> entries;
    std::size_t opened = 0;

private:
    std::optional<entry> current_;
    std::optional<line> first_;
    std::vector<line> lines_;
};

} // namespace

std::expected<namespace_template, template_error> read_template(std::string_view text, const read_options &options) {
    using enum template_error::what;
    const edition asked = options.edition.value_or(edition::rfc8141);
    if (template_fields(asked).empty()) {
        return refuse_text(no_such_edition, {}, std::string{document(asked)} + " has no registration template");
    }
    if (text.size() > options.max_size) {
        return refuse_text(too_large, {}, "longer than " + std::to_string(options.max_size) + " bytes");
    }
    const bool unended = !text.empty() && text.back() != '\n';
    if (static_cast<std::size_t>(std::ranges::count(text, '\n')) + (unended ? 1 : 0) > options.max_lines) {
        return refuse_text(too_large, {static_cast<std::uint32_t>(options.max_lines + 1), 1},
                           "more than " + std::to_string(options.max_lines) + " lines");
    }
    const auto place = [&](std::size_t offset) -> position {
        const std::string_view before = text.substr(0, offset);
        const auto begin = before.rfind('\n') + 1; // npos + 1 is 0
        return {static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
                static_cast<std::uint32_t>(offset - begin + 1)};
    };
    if (const auto bad = base::find_invalid_utf8(text))
        return refuse_text(not_utf8, place(*bad), "this byte is not UTF-8");
    const auto refuse_character = [&](std::size_t at) {
        return refuse_text(template_error::what::control_character, place(at),
                           about_refused_character(text.substr(at)));
    };
    if (const auto bad = base::find_control_character(text)) return refuse_character(*bad);
    const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    if (!options.misleading_characters) {
        if (const auto bad = base::find_misleading_character(text.substr(begin))) return refuse_character(begin + *bad);
    }
    text.remove_prefix(begin);

    const std::vector<line> lines = without_pages(lines_of(text));
    const auto base = base_of(lines);
    if (!base)
        return refuse_text(no_template, {1, 1}, "no field of a registration template found, such as \"Version:\"");

    namespace_template result{.edition = asked};
    const std::size_t start = start_of(lines, *base);
    const auto first = std::ranges::find_if_not(lines, &line::blank);
    if (first->at < lines[start].at) result.before = first->at;

    const bool flat = is_flat(lines, start, *base);
    builder fields;
    bool after_blank = true;
    for (std::size_t i = start; i < lines.size(); ++i) {
        const line &l = lines[i];
        if (!l.blank() && l.indent < *base) {
            result.after = l.at;
            break;
        }
        if (l.indent == *base && !l.blank()) {
            // An unknown label begins a field after an empty line only: "Email: ..." may be below "Registrant:".
            const auto found = label_of(l.content);
            const bool older = found && after_blank && !place_of_older(found->name).empty();
            if (found && (found->id || older || (after_blank && !flat))) {
                if (fields.opened >= options.max_fields) {
                    return refuse_text(too_large, l.at, "more than " + std::to_string(options.max_fields) + " fields");
                }
                fields.open(l, *found);
                after_blank = false;
                continue;
            }
        }
        fields.add(l);
        after_blank = l.blank();
    }
    fields.close();
    result.entries = std::move(fields.entries);
    if (!options.edition) recognize_edition(result);
    return result;
}

std::expected<namespace_template, template_error> read_any_template(std::string_view text,
                                                                    const read_options &options) {
    std::string_view begin = text;
    if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
    const auto first = begin.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && begin[first] == '{') return read_template_json(text, options);
    return read_template(text, options);
}

} // namespace uniform::registry

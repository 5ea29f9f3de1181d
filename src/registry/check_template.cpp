// Checks the structure: all fields are present, filled in, once, in order.

#include "registry/check_parts.hpp"

#include <algorithm>
#include <numeric>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/derived_rules.hpp>
#include <uniform/syntax/error.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

// The number of pieces of guidance of one field that are named one by one.
constexpr std::size_t most_in_a_field = 20;

// The beginnings of the appendices' own descriptions: the text of a template that was copied and not filled in.
struct instruction {
    field id;
    std::string_view begins;
};
constexpr instruction instructions[]{
    {field::namespace_identifier, "requested of iana"},
    {field::version, "the version of the registration"},
    {field::date, "the date when the registration"},
    {field::registrant, "the person or organization that has registered"},
    {field::purpose, "described in section 6.4"},
    {field::syntax, "described in section 6.4"},
    {field::assignment, "described in section 6.4"},
    {field::security_and_privacy, "described in section 6.4"},
    {field::interoperability, "described in section 6.4"},
    {field::resolution, "described in section 6.4"},
    {field::additional_information, "described in section 6.4"},
    {field::additional_information, "any additional information that would be useful"},
    {field::documentation, "a pointer to an rfc, a specification published by"},
    {field::revision_information, "description of changes from prior version"},
};

bool is_instruction(field f, std::string_view text) {
    std::string start; // in lower case, with one space for each row of white space
    for (const char c : text.substr(0, 200)) {
        if (c != ' ' && c != '\n') {
            start += ascii::to_lower(c);
        } else if (!start.ends_with(' ')) {
            start += ' ';
        }
    }
    const auto replace = [&](std::string_view from, std::string_view to) { // the words of the drafts
        if (start.starts_with(from)) start.replace(0, from.size(), to);
    };
    replace("described under section 7.4", "described in section 6.4");
    replace("described under section 6.4", "described in section 6.4");
    return std::ranges::any_of(instructions,
                               [&](const instruction &i) { return i.id == f && start.starts_with(i.begins); });
}

// Reports guidance that was left in the text; whether there was any.
bool check_filled_in(findings_of &out, const entry &e) {
    const auto remark = [&](std::size_t offset, std::string message) {
        by(out.add(severity::error, finding_code::not_filled_in, e, offset, std::move(message)), out.of(),
           e.id && find_rule(out.of(), *e.id) != nullptr ? find_rule(out.of(), *e.id)->section : "Appendix A");
    };
    if (e.id && is_instruction(*e.id, e.text)) {
        remark(0, "not filled in: this is the appendix's own description of the field");
        return true;
    }
    const bool known = e.id && find_rule(out.of(), *e.id) != nullptr;
    const std::uint64_t version = version_number(out.document());
    if (std::string why =
            known ? no_response(*e.id, e.text, version) : std::string{is_filler(e.text) ? "this is a placeholder" : ""};
        !why.empty()) {
        const bool asked_for =
            known && *e.id != field::additional_information && (*e.id != field::revision_information || version >= 2);
        finding &f = out.add(asked_for ? severity::error : severity::warning, finding_code::not_filled_in, e, 0,
                             "not filled in: " + std::move(why));
        const bool revision = e.id == field::revision_information && version >= 2;
        const bool must = revision || e.id == field::interoperability || e.id == field::resolution;
        by(f, out.of(),
           revision ? sections_of(out.of()).process
           : known  ? find_rule(out.of(), *e.id)->section
                    : "Appendix A",
           must ? requirement::must : requirement::none);
        return true;
    }
    constexpr std::string_view mark = "[Fill in:";
    std::size_t count = 0;
    for (auto at = e.text.find(mark); at != std::string::npos; at = e.text.find(mark, at + 1)) {
        if (++count > most_in_a_field) break;
        const auto end = std::min(e.text.find_first_of(";]", at), e.text.size());
        std::string asked{ascii::trim(std::string_view{e.text}.substr(at + mark.size(), end - at - mark.size()))};
        std::ranges::replace(asked, '\n', ' ');
        if (asked.size() > 120) asked.resize(0); // not one of ours
        remark(at, asked.empty() ? "not filled in" : "not filled in: " + asked);
    }
    return count != 0;
}

void check_absent(findings_of &out, const field_rule &rule) {
    const namespace_template &t = out.document();
    const sections where = sections_of(out.of());
    if (rule.when == presence::optional) return;
    std::string message = concat({"\"", rule.name, "\" is missing"});
    if (rule.when == presence::revisions) {
        if (const auto version = version_number(t); version >= 2) {
            // RFC 8141 6.2: "A revised registration MUST describe differences from prior versions"
            by(out.add_absent(severity::error, finding_code::no_revision_information, rule.id,
                              message + ", but this is version " + std::to_string(version) +
                                  ": a revision describes its differences from prior versions"),
               out.of(), where.process, requirement::must);
        }
        return;
    }
    // A label that is indented further than the others is text of the field above it.
    for (const entry &e : t.entries) {
        std::size_t begin = 0;
        for (const position &at : e.lines_at) {
            const auto end = std::min(e.text.find('\n', begin), e.text.size());
            const auto found = label_of(ascii::trim(std::string_view{e.text}.substr(begin, end - begin)));
            if (found && found->id == rule.id && begin != 0) {
                message += "; line " + std::to_string(at.line) + " has that label, but is indented as text of \"" +
                           e.name + "\"";
                break;
            }
            begin = std::min(end + 1, e.text.size());
        }
        if (message.back() == '"') break;
    }
    switch (rule.id) {
    case field::interoperability:
        by(out.add_absent(severity::error, finding_code::missing_field, rule.id,
                          message + ": it must specify any known potential issues"),
           out.of(), rule.section, requirement::must);
        break;
    case field::resolution:
        by(out.add_absent(severity::error, finding_code::missing_field, rule.id,
                          message + ": it must specify whether resolution is intended or anticipated"),
           out.of(), rule.section, requirement::must);
        break;
    case field::documentation:
        // RFC 8141 6.2: a specification is not strictly required, but registrants SHOULD provide one
        by(out.add_absent(severity::warning, finding_code::missing_field, rule.id, std::move(message)), out.of(),
           rule.section);
        break;
    default:
        by(out.add_absent(severity::error, finding_code::missing_field, rule.id, std::move(message)), out.of(),
           rule.section);
    }
}

void check_empty(findings_of &out, const entry &e, const field_rule &rule) {
    const sections where = sections_of(out.of());
    const std::string name = concat({"\"", rule.name, "\" is empty"});
    const auto add = [&](severity level, std::string message, std::string_view section,
                         requirement word = requirement::none) {
        by(out.add_to_label(level, finding_code::empty_field, e, std::move(message)), out.of(), section, word);
    };
    switch (rule.id) {
    case field::interoperability:
        add(severity::error, name + ": it must specify any known potential issues; if there are none, state that",
            rule.section, requirement::must);
        break;
    case field::resolution:
        add(severity::error, name + ": it must specify whether resolution is intended or anticipated", rule.section,
            requirement::must);
        break;
    case field::documentation:
        // draft -14 7.2 has RECOMMENDED, the others SHOULD; RFC 2119 3 gives them the same meaning
        add(severity::warning, name + ": registrants should provide a stable specification of the namespace",
            where.process, requirement::should);
        break;
    case field::additional_information:
        add(severity::note, name + "; the field is optional and may be omitted", rule.section);
        break;
    case field::revision_information: {
        const auto version = version_number(out.document());
        if (version >= 2) {
            add(severity::error, name + ": a revision describes its differences from prior versions", where.process,
                requirement::must);
            break;
        }
        add(severity::note, name + "; it applies to revisions only", rule.section);
        break;
    }
    default:
        add(severity::error, name, rule.section);
    }
}

// "Namespace ID" for "Namespace Identifier" and the other way round: the last word decides.
bool is_other_name(std::string_view written, std::string_view own) {
    const auto last = [](std::string_view name) { return ascii::lower_copy(name.substr(name.rfind(' ') + 1)); };
    return last(written) != last(own);
}

// The number of letters that must be changed, added or removed, ignoring case; two neighbours in reverse order are one
// change if that is the only one.
std::size_t distance(std::string_view a, std::string_view b) {
    if (a.size() == b.size()) {
        const auto differs = [](char x, char y) { return ascii::to_lower(x) != ascii::to_lower(y); };
        std::size_t i = 0;
        while (i < a.size() && !differs(a[i], b[i])) ++i;
        if (i + 1 < a.size() && !differs(a[i], b[i + 1]) && !differs(a[i + 1], b[i]) &&
            ascii::lower_copy(a.substr(i + 2)) == ascii::lower_copy(b.substr(i + 2))) {
            return 1;
        }
    }
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t before = row[0]++;
        for (std::size_t k = 0; k < b.size(); ++k) {
            const std::size_t changed = before + (ascii::to_lower(a[i]) == ascii::to_lower(b[k]) ? 0 : 1);
            before = row[k + 1];
            row[k + 1] = std::min({changed, row[k] + 1, before + 1});
        }
    }
    return row.back();
}

// The field with the most similar name; nullptr if none is similar.
const field_rule *nearest(edition e, std::string_view name) {
    if (name.size() > 40) return nullptr;
    const field_rule *found = nullptr;
    std::size_t least = 3;
    for (const field_rule &rule : template_fields(e)) {
        const std::size_t d = distance(name, rule.name);
        if (d < least && d * 4 <= rule.name.size()) {
            least = d;
            found = &rule;
        }
    }
    return found;
}

// Labels that were read as text, because their colon is missing or they are misspelt. Only those of fields that are
// missing: others are words of the text.
void check_lost_labels(findings_of &out) {
    const namespace_template &t = out.document();
    for (const entry &e : t.entries) {
        std::size_t count = 0;
        for (std::size_t begin = 0; begin < e.text.size() && count < most_in_a_field;) {
            const auto end = std::min(e.text.find('\n', begin), e.text.size());
            const std::string_view whole = std::string_view{e.text}.substr(begin, end - begin);
            const std::string_view line = ascii::trim(whole);
            const std::size_t offset = begin + whole.find_first_not_of(' ');
            begin = end + 1;
            if (line.empty() || line.size() > 60) continue;
            const auto add = [&](std::string message) {
                ++count;
                out.add(severity::note, finding_code::label_not_seen, e, offset, std::move(message));
            };
            if (const auto f = field_from_name(line);
                f && find_rule(t.edition, *f) != nullptr && t.find(*f) == nullptr) {
                add(concat({"is the field \"", find_rule(t.edition, *f)->name, "\" meant here? a \":\" is missing"}));
            } else if (const auto found = label_of(line); found && !found->id) {
                const field_rule *near = nearest(t.edition, found->name);
                if (near == nullptr || t.find(near->id) != nullptr) continue;
                add(concat({"\"", found->name, "\" was read as text; did you mean \"", near->name, "\"?"}));
            }
        }
    }
}

// Unknown, repeated, misplaced and misnamed fields.
void check_places(findings_of &out) {
    const namespace_template &t = out.document();
    const field_rule *furthest = nullptr; // the last field of the order that was seen
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        const entry &e = t.entries[i];
        const field_rule *rule = e.id ? find_rule(t.edition, *e.id) : nullptr;
        if (rule == nullptr) {
            const std::string_view now = place_of_older(e.name);
            std::string message = concat({"\"", e.name, "\" is not a field of this template"});
            if (const field_rule *near = e.id ? nullptr : nearest(t.edition, e.name); near != nullptr) {
                message += concat({"; did you mean \"", near->name, "\"?"});
            }
            if (e.id) message += "; later editions define it";
            if (!now.empty())
                message += concat({"; content of this field in the template of RFC 3406 belongs to ", now});
            by(out.add_to_label(severity::warning, finding_code::unknown_field, e, std::move(message)), t.edition,
               "Appendix A");
            continue;
        }
        const entry *first = t.find(*e.id);
        if (first != &e) {
            if (rule->may_end && &e == &t.entries.back()) {
                by(out.add_to_label(
                       severity::note, finding_code::repeated_field, e,
                       concat({"\"", e.name, "\" occurs a second time here, as in the draft's own appendix"})),
                   t.edition, "Appendix A");
                continue;
            }
            std::string message = concat({"\"", e.name, "\" occurs twice"});
            if (first->at.line != 0) message += "; the first is in line " + std::to_string(first->at.line);
            by(out.add_to_label(severity::error, finding_code::repeated_field, e, std::move(message)), t.edition,
               "Appendix A");
            continue;
        }
        if (rule->id == field::namespace_identifier && is_other_name(e.name, rule->name)) {
            by(out.add_to_label(severity::warning, finding_code::other_name, e,
                                concat({"this edition calls the field \"", rule->name, "\""})),
               t.edition, "Appendix A");
        }
        if (furthest != nullptr && rule < furthest) {
            if (rule->may_end && &e == &t.entries.back()) continue;
            by(out.add_to_label(
                   severity::warning, finding_code::wrong_order, e,
                   concat({"\"", rule->name, "\" is after \"", furthest->name, "\"; in the template it is before"})),
               t.edition, "Appendix A");
        } else {
            furthest = rule;
        }
    }
}

// 6.4.2 (1): the names that the template mentions are those that it describes. A sentence may mean that one is none, so
// that it is no error.
void check_examples(findings_of &out) {
    const namespace_template &t = out.document();
    for (const template_example &x : derive_rules(t).examples) {
        if (x.fault.empty()) continue;
        by(out.add(severity::warning, finding_code::example_not_valid, t.entries[x.entry], x.offset,
                   concat({"\"", x.urn, "\" is no name by the syntax of this template: ", x.fault})),
           out.of(), out.of() == edition::urnbis_14 ? "7.4.2" : "6.4.2");
    }
}

} // namespace

std::vector<finding> check_template(const namespace_template &t, const check_options &options) {
    findings_of out{t};
    if (template_fields(t.edition).empty()) return {};
    for (const auto &[at, which] : {std::pair{t.before, "before the first field"}, {t.after, "after the last field"}}) {
        if (at.line == 0) continue;
        finding outside{.level = severity::warning, .code = finding_code::text_outside, .at = at};
        outside.message = concat({"text ", which, " is not part of the template and was not checked"});
        if (const auto &entries = t.entries; !entries.empty() && at < entries.front().at) {
            outside.message += "; it begins in line " + std::to_string(entries.front().at.line);
        }
        out.add_outside(std::move(outside));
    }
    if (std::string why = why_edition(t); !why.empty() && !t.entries.empty()) {
        out.add_to_label(severity::note, finding_code::edition_recognized, t.entries.front(), std::move(why));
    }
    check_places(out);
    check_lost_labels(out);
    for (const field_rule &rule : template_fields(t.edition)) {
        if (t.find(rule.id) == nullptr) check_absent(out, rule);
    }
    for (const entry &e : t.entries) {
        const field_rule *rule = e.id ? find_rule(t.edition, *e.id) : nullptr;
        const bool repeated = e.id && t.find(*e.id) != &e;
        if (e.text.empty()) {
            if (rule != nullptr && !repeated) check_empty(out, e, *rule);
        } else if (!check_filled_in(out, e) && rule != nullptr && !repeated) {
            check_content(out, e, options);
        }
    }
    check_examples(out);
    return std::move(out).take();
}

std::string why_edition(const namespace_template &t) {
    switch (t.edition_from) {
    case edition_source::given:
        return {};
    case edition_source::labels:
        return concat({"read as a template of ", document(t.edition),
                       ", which alone has both \"Namespace ID\" and \"Additional Information\""});
    case edition_source::guessed:
        return concat({"read as a template of ", document(t.edition),
                       ": \"Namespace ID\" is the drafts' name of the field; without \"Additional Information\", -16 "
                       "looks the same"});
    }
    return {};
}

bool has_errors(const std::vector<finding> &findings) noexcept {
    return std::ranges::find(findings, severity::error, &finding::level) != findings.end();
}

} // namespace uniform::registry

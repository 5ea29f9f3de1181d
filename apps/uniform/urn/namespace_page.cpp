#include "urn/namespace_page.hpp"

#include <ranges>
#include <span>

#include "print/terminal.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

std::string ordinal(unsigned n) {
    switch (n) {
    case 1:
        return "first";
    case 2:
        return "second";
    case 3:
        return "third";
    default:
        return std::to_string(n) + "th";
    }
}

std::string quoted_list(std::span<const std::string_view> texts) {
    std::string out;
    for (const std::string_view text : texts) {
        if (!out.empty()) out += ", ";
        out += in_quotes(text);
    }
    return out;
}

std::string scope_of(const equivalence_operation &o) {
    switch (o.scope) {
    case equivalence_scope::all:
        return "everywhere";
    case equivalence_scope::before_colon:
        return "before the " + ordinal(o.n) + " \":\"";
    case equivalence_scope::before_hyphen:
        return "before the first \"-\"";
    case equivalence_scope::prefix:
        return "in the beginning " + quoted_list(o.texts);
    case equivalence_scope::all_if_prefix:
        return "everywhere in names that begin with " + quoted_list(o.texts);
    case equivalence_scope::all_unless_prefix:
        return "everywhere; in names that begin with " + quoted_list(o.texts) + " only there";
    case equivalence_scope::through:
        return "up to the end of " + quoted_list(o.texts);
    case equivalence_scope::after_colon:
        return "the character after the " + ordinal(o.n) + " \":\"";
    case equivalence_scope::end_after_number:
        return quoted_list(o.texts) + " at the end, after a number";
    }
    return {};
}

// A page of headings and, under them, paragraphs with a label.
class page {
public:
    page(std::string &out, std::size_t width, bool colour) : out_{out}, width_{width}, colour_{colour} {}

    void heading(std::string_view text) {
        if (colour_) out_ += ansi::bold;
        out_ += text;
        if (colour_) out_ += ansi::plain;
        out_ += '\n';
    }

    // "  label         text", the text filled; nothing when there is no text.
    void line(std::string_view label, std::string_view text) {
        if (text.empty()) return;
        append_filled(out_, text, width_, indent, append_label(out_, label, indent));
    }

    // The same for a text whose lines are its own: a grammar.
    void lines(std::string_view label, std::string_view text) {
        if (text.empty()) return;
        for (const auto part : std::views::split(text, '\n')) {
            append_labelled(out_, label, indent, std::string_view{part});
            label = {};
        }
    }

private:
    static constexpr std::size_t indent = 18;

    std::string &out_;
    std::size_t width_;
    bool colour_;
};

void append_syntax(page &to, const namespace_info &info) {
    const nss_syntax &s = info.syntax;
    if (s.abnf.empty() && s.pattern.empty() && s.charset.empty()) return;
    to.heading("Syntax");
    to.lines("ABNF", s.abnf);
    to.line("pattern", s.pattern);
    if (s.ignore_case) to.line("", "in any case of letters");
    to.line("lenient", s.lenient);
    to.line("strict", s.strict);
    for (const nss_branch &branch : s.branches) to.line(branch.prefix, branch.pattern);
    for (const nss_limit &limit : s.limits) {
        to.line("at most", std::to_string(limit.max) + " characters: " + std::string{limit.part});
    }
    to.line("characters", s.charset);
}

void append_meaning(page &to, const namespace_info &info) {
    if (!info.equivalence_summary.empty() || !info.equivalence.empty()) {
        to.heading("Equivalence");
        to.line("", info.equivalence_summary);
        for (const auto &operation : info.equivalence) to.line("step", in_words(operation));
    }
    if (!info.checks.empty()) to.heading("Check characters");
    std::string_view note; // once for the rules that share it
    for (const check_rule &rule : info.checks) {
        to.line(to_string(rule.algorithm), in_words(rule));
        if (rule.note != note) to.line("", rule.note);
        note = rule.note;
    }
    const component_rules &c = info.components;
    if (!c.r_component.empty() || !c.q_component.empty() || !c.f_component.empty()) {
        to.heading("Components");
        to.line("r-component", c.r_component);
        to.line("q-component", c.q_component);
        to.line("f-component", c.f_component);
        to.line("source", c.basis);
    }
}

void append_use(page &to, const namespace_info &info) {
    if (info.resolution != intention::unknown || !info.resolvers.empty() || !info.resolution_note.empty()) {
        to.heading("Resolution");
        to.line("intended", to_string(info.resolution));
        for (const resolver_rule &rule : info.resolvers) {
            std::string text{rule.address};
            if (!rule.prefixes.empty()) text += " for " + quoted_list(rule.prefixes);
            to.line("address", text);
        }
        to.line("note", info.resolution_note);
    }
    if (!info.names.empty()) to.heading("Names");
    for (const name_form &form : info.names) {
        to.line("system", form.system);
        to.line("example", form.example);
    }
    if (!info.examples.empty()) to.heading("Examples");
    for (const std::string_view example : info.examples) to.line("a name", example);
    for (const bad_example &bad : info.bad_examples) {
        to.line("no name", std::string{bad.urn} + (bad.why.empty() ? "" : " (" + std::string{bad.why} + ')'));
    }
    for (const auto &[a, b] : info.equivalent) to.line("equivalent", std::string{a} + ' ' + std::string{b});
    for (const auto &[a, b] : info.not_equivalent) to.line("different", std::string{a} + ' ' + std::string{b});
}

} // namespace

std::string_view kind_word(const namespace_info &info) noexcept {
    return info.status == namespace_status::unregistered ? to_string(info.status) : to_string(info.kind);
}

std::string in_words(const equivalence_operation &operation) {
    switch (operation.action) {
    case equivalence_action::lower_case:
        return "to lower case: " + scope_of(operation);
    case equivalence_action::upper_case:
        return "to upper case: " + scope_of(operation);
    case equivalence_action::remove:
        return "remove: " +
               (operation.scope == equivalence_scope::all ? quoted_list(operation.texts) : scope_of(operation));
    case equivalence_action::isbn_13:
        return "an ISBN-10 becomes the ISBN-13";
    case equivalence_action::replace: {
        std::string says = "replace:";
        for (std::size_t i = 0; i + 1 < operation.texts.size(); i += 2) {
            says += (i == 0 ? " " : ", ") + in_quotes(operation.texts[i]) + " by " + in_quotes(operation.texts[i + 1]);
        }
        return says;
    }
    case equivalence_action::decode_unreserved:
        return "decode unreserved characters";
    case equivalence_action::remove_leading_zeros:
        return "remove leading zeros of numbers";
    }
    return {};
}

std::string in_words(const check_rule &rule) {
    std::string says = rule.strict ? "binding" : "recommended";
    if (rule.length != 0) says += ", for " + std::to_string(rule.length) + " characters";
    if (!rule.prefixes.empty()) says += ", for names that begin with " + quoted_list(rule.prefixes);
    if (!rule.until.empty()) says += ", up to " + in_quotes(rule.until);
    if (rule.skip.size() == 1) says += ", " + in_quotes(rule.skip) + " left out";
    if (rule.skip.size() > 1) says += ", the characters " + in_quotes(rule.skip) + " left out";
    if (rule.whole_urn) says += ", over the whole URN";
    return says;
}

void append_namespace_page(std::string &out, const namespace_info &info, std::size_t width, bool colour) {
    page to{out, width, colour};
    to.heading("urn:" + std::string{info.nid} + (info.title.empty() ? "" : ": " + std::string{info.title}));
    to.line("kind", info.status == namespace_status::unregistered
                        ? "not registered"
                        : std::string{to_string(info.kind)} + ", " + std::string{to_string(info.status)});
    to.line("registrant", info.registrant);
    for (const std::string_view reference : info.references) to.line("reference", reference);
    std::string date{info.date};
    if (!date.empty() && !info.date_source.empty()) date += " (" + std::string{info.date_source} + ')';
    to.line("registered", date);
    to.line("updated", info.updated);
    to.line("specified", info.spec_date);
    append_syntax(to, info);
    append_meaning(to, info);
    append_use(to, info);
    if (!info.source.empty() || !info.notes.empty()) to.heading("Sources");
    to.line("rules from", info.source);
    to.line("notes", info.notes);
}

} // namespace uniform::cli

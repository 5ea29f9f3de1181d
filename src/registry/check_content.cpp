// Checks the content of the fields. A program cannot understand prose: where it searches for words only, the finding
// states that and is never an error.

#include "registry/check_parts.hpp"
#include "registry/equivalence_prose.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

using enum severity;
using enum finding_code;

// "See Section 4.2 of RFC 8458": the content is in another document.
bool points_elsewhere(std::string_view small_letters) {
    if (small_letters.size() > 200) return false;
    const bool begins =
        has_any(small_letters.substr(0, 24),
                {"see ", "described in", "specified in", "defined in", "as in ", "section ", "refer to"}) ||
        small_letters.starts_with("rfc ") || small_letters.starts_with('<') || small_letters.starts_with("http");
    return begins && has_any(small_letters, {"section", "rfc", "http", "[", "appendix", "chapter"});
}

bool is_elsewhere(findings_of &out, const entry &e, std::string_view small_letters) {
    if (!points_elsewhere(small_letters)) return false;
    by(out.add(note, finding_code::not_checked, e, 0, "this refers to another document, whose content was not checked"),
       out.of(), find_rule(out.of(), *e.id)->section);
    return true;
}

bool is_known(std::string_view nid, const check_options &options) {
    if (options.registered) return options.registered(nid);
    return classify_nid(nid).registered;
}

void check_nid(findings_of &out, const entry &e, const check_options &options) {
    const std::string_view nid = nid_of(out.document());
    const edition by_edition = out.of();
    const sections where = sections_of(by_edition);
    const std::string small = ascii::lower_copy(nid);
    if (leaves_nid_open(small)) {
        by(out.add(note, ambiguous_nid, e, 0, "assigned by IANA: this requests an informal namespace"), by_edition,
           where.informal);
        return;
    }
    const bool known = is_known(nid, options);
    const nid_classification verdict = classify_nid(nid, known, by_edition);
    if (verdict.fault) {
        finding &f = out.add(error, invalid_nid, e, verdict.fault->offset,
                             "not a NID: " + uniform::message(*verdict.fault, nid));
        f.document = verdict.fault->document();
        f.section = verdict.fault->section();
        return;
    }
    const std::uint64_t version = version_number(out.document());
    for (const nid_citation &why : refusals_of_new_nid(nid, known && version < 2, by_edition)) {
        // the rules are those of formal namespaces; "urn-7" is an informal one
        if (verdict.kind == nid_kind::informal && why.says != cite(nid_rule::not_registered, by_edition).says) continue;
        finding &f = out.add(error, unavailable_nid, e, 0, concat({"\"", nid, "\" is not available: ", why.says}));
        f.document = why.document;
        f.section = why.section;
        f.word = requirement::must;
    }
    // 5.2: "the registrant does not designate the NID"
    if (verdict.kind == nid_kind::informal && version < 2 && !known) {
        by(out.add(error, unavailable_nid, e, 0,
                   "the number of an informal namespace is assigned when it is registered; write \"Assigned by IANA\" "
                   "in its place"),
           by_edition, where.informal);
    }
    const bool registry_there = options.registered || namespace_registry::standard().find("isbn") != nullptr;
    if (version >= 2 && !known && registry_there) {
        by(out.add(warning, unknown_registration, e, 0,
                   concat({"version ", std::to_string(version), " revises a registration, but no registration of \"",
                           nid, "\" was found"})),
           by_edition, where.process);
    }
    if (version >= 2 || known) return;
    for (const std::string &note : notes_on_new_nid(nid, namespace_registry::standard(), by_edition)) {
        by(out.add(severity::note, ambiguous_nid, e, 0,
                   concat({"\"", nid, "\" is a possible source of conflict: ", note})),
           by_edition, where.formal);
    }
}

void check_version(findings_of &out, const entry &e) {
    if (version_number(out.document()) != 0) return;
    by(out.add(error, invalid_version, e, 0, "a version is an integer, starting with 1"), out.of(), "Appendix A");
}

// The day that it is now at UTC+14, where each day begins first.
std::string latest_day_on_earth() {
    using namespace std::chrono;
    const year_month_day day{std::chrono::floor<days>(system_clock::now() + hours{14})};
    const auto digits = [](unsigned value, std::size_t size) {
        std::string text = std::to_string(value);
        return std::string(size - std::min(size, text.size()), '0') + text;
    };
    return digits(static_cast<unsigned>(static_cast<int>(day.year())), 4) + '-' +
           digits(static_cast<unsigned>(day.month()), 2) + '-' + digits(static_cast<unsigned>(day.day()), 2);
}

// Appendix A: "The date when the registration is requested of IANA"
void check_date(findings_of &out, const entry &e, const check_options &options) {
    if (is_date(e.text)) {
        const std::string latest = options.latest_date.empty() ? latest_day_on_earth() : options.latest_date;
        if (e.text <= latest) return;
        by(out.add(warning, date_in_future, e, 0,
                   "this day is in the future: the date is that when the registration is requested"),
           out.of(), "Appendix A");
        return;
    }
    const bool shaped = e.text.size() == 10 && e.text[4] == '-' && e.text[7] == '-';
    by(out.add(error, invalid_date, e, 0, shaped ? "this date does not exist" : "a date must have the form YYYY-MM-DD"),
       out.of(), "Appendix A");
}

// 6.4.2 (1): "a formal definition (e.g., using ABNF [RFC5234])". What looks like rules need not be: no error.
void check_grammar(findings_of &out, const entry &e) {
    const auto text = grammar_in(e.text);
    if (!text) return;
    const auto grammar = abnf_grammar::parse(*text);
    const auto pattern = grammar ? grammar->nss_pattern() : std::unexpected{grammar.error()};
    if (pattern) return;
    const abnf_error &why = pattern.error();
    const bool is_wrong = why.code == abnf_error_code::syntax || why.code == abnf_error_code::redefined ||
                          why.code == abnf_error_code::matches_nothing || why.code == abnf_error_code::matches_empty;
    finding &f = out.add(is_wrong ? warning : note, grammar_not_usable, e, why.offset,
                         (is_wrong ? "the grammar: " : "the grammar cannot be checked by a program: ") + why.message);
    const std::size_t word = why.section.find(" section ");
    if (word == std::string_view::npos) return;
    f.document = why.section.substr(0, word);
    f.section = why.section.substr(word + 9);
}

void check_syntax(findings_of &out, const entry &e, std::string_view small) {
    if (is_elsewhere(out, e, small)) return;
    check_grammar(out, e);
    const field_rule &rule = *find_rule(out.of(), field::syntax);
    // RFC 8141 Appendix A: without a description, "those semantics are undefined". The drafts: "use of q-components and
    // f-components is not allowed"; r-components are required in -16 6.4.6 (with Resolution) and -14 7.1.
    const bool drafts = out.of() != edition::rfc8141;
    std::string missing;
    std::size_t count = 0;
    for (const char letter : {'r', 'q', 'f'}) {
        if (mentions_component(small, letter) || (drafts && letter == 'r')) continue;
        if (count++ != 0) missing += ", ";
        (missing += letter) += "-components";
    }
    if (count != 0) {
        by(out.add(note, components_not_described, e, 0,
                   "no mention found of " + missing +
                       (drafts ? ": unless the registration states otherwise, their use is not allowed"
                               : ": unless the registration describes their semantics, those are undefined")),
           out.of(), "Appendix A");
    }
    if (!may_be_about_equivalence(small)) {
        by(out.add(note, equivalence_not_described, e, 0,
                   "no mention found of equivalence: if the namespace has rules for it, state them here"),
           out.of(), rule.section);
    }
}

void check_assignment(findings_of &out, const entry &e, std::string_view small) {
    if (is_elsewhere(out, e, small) ||
        has_any(small, {"unique", "uniqueness", "never reassigned", "not be reassigned"})) {
        return;
    }
    by(out.add(note, uniqueness_not_described, e, 0, "no sentence found that states how names are kept unique"),
       out.of(), find_rule(out.of(), field::assignment)->section);
}

void check_security(findings_of &out, const entry &e, std::string_view small) {
    if (is_elsewhere(out, e, small) || has_any(small, {"privacy", "private", "personal", "confidential"})) return;
    by(out.add(note, privacy_not_described, e, 0, "no mention found of privacy"), out.of(),
       find_rule(out.of(), field::security_and_privacy)->section);
}

void check_resolution(findings_of &out, const entry &e, std::string_view small) {
    if (is_elsewhere(out, e, small)) return;
    const field_rule &rule = *find_rule(out.of(), field::resolution);
    if (says_none(e.text)) {
        by(out.add(note, resolution_not_specified, e, 0,
                   "understood as: no resolution is intended; a sentence would be clearer"),
           out.of(), rule.section, requirement::must);
        return;
    }
    if (says_unspecified(e.text)) {
        by(out.add(error, resolution_not_specified, e, 0,
                   "this does not state whether resolution is intended or anticipated"),
           out.of(), rule.section, requirement::must);
        return;
    }
    // "Not intended." and "Intended." are about resolution, because the label is.
    const bool brief = small.size() < 60 && has_any(small, {"intended", "anticipated", "planned", "foreseen"});
    if (!brief && !has_any(small, {"resol", "dereferenc"})) {
        by(out.add(warning, resolution_not_specified, e, 0,
                   "no sentence found that states whether resolution is intended or anticipated"),
           out.of(), rule.section, requirement::must);
        return;
    }
    // The rest applies "if resolution is intended"; a negation nearby is read as the statement that it is not.
    if (has_any(small, {"no resolution", "not intended", "not anticipated", "not resolvable", "no intent",
                        "not planned", "not foreseen", "not be resol", "never resol", "no plan", "nor anticipated",
                        "not meant", "no global resol", "not have a resol", "not provide"})) {
        return;
    }
    if (!has_any(small, {"operat", "recommend", "service", "resolver", "server", "provide", "maintain", "run by"})) {
        by(out.add(note, resolution_services_not_described, e, 0,
                   "no sentence found that states whether the assigning organization runs or recommends resolution "
                   "services"),
           out.of(), rule.section, requirement::should);
    }
    // RFC 8141 and -16 6.4.6; -14 has no such sentence
    if (out.of() != edition::urnbis_14 && !mentions_component(small, 'r') &&
        permission_of(out.document(), 'r') != "not-allowed") {
        by(out.add(note, components_not_described, e, 0,
                   "no mention found of r-components; describe their special handling here, if there is any"),
           out.of(), rule.section, requirement::should);
    }
}

void check_documentation(findings_of &out, const entry &e) {
    if (!says_none(e.text)) return;
    by(out.add(note, no_documentation, e, 0, "registrants should provide a stable specification of the namespace"),
       out.of(), sections_of(out.of()).process, requirement::should);
}

void check_revision(findings_of &out, const entry &e) {
    const std::uint64_t version = version_number(out.document());
    if (version >= 2 && (says_none(e.text) || says_no_change(e.text))) {
        by(out.add(error, no_revision_information, e, 0,
                   concat({"this states that nothing differs, but version ", std::to_string(version),
                           " must describe its differences from prior versions"})),
           out.of(), sections_of(out.of()).process, requirement::must);
    }
    if (version == 1 && !says_none(e.text)) {
        by(out.add(warning, unexpected_revision_information, e, 0,
                   "version 1 revises nothing: this field applies to later versions only"),
           out.of(), "Appendix A");
    }
}

} // namespace

bool mentions_component(std::string_view small_letters, char letter) {
    for (auto at = small_letters.find(letter); at != std::string_view::npos; at = small_letters.find(letter, at + 1)) {
        const bool begins =
            at == 0 || !(ascii::is_alpha(small_letters[at - 1]) || ascii::is_digit(small_letters[at - 1]));
        const std::string_view rest = small_letters.substr(at + 1);
        if (begins && (rest.starts_with('-') || rest.starts_with(" component") || rest.starts_with("\ncomponent"))) {
            return true;
        }
    }
    return false;
}

std::uint64_t version_number(const namespace_template &t) noexcept {
    const entry *e = t.find(field::version);
    if (e == nullptr || e->text.empty() || e->text[0] == '0') return 0;
    std::uint64_t number = 0;
    const char *last = e->text.data() + e->text.size();
    const auto [end, problem] = std::from_chars(e->text.data(), last, number);
    return problem == std::errc{} && end == last ? number : 0;
}

bool is_date(std::string_view text) noexcept {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const auto number = [&](std::size_t at, std::size_t size) {
        unsigned value = 0;
        for (const char c : text.substr(at, size)) {
            if (!ascii::is_digit(c)) return 0U;
            value = value * 10 + static_cast<unsigned>(c - '0');
        }
        return value;
    };
    const unsigned year = number(0, 4);
    using namespace std::chrono;
    const year_month_day day_of_calendar{std::chrono::year{static_cast<int>(year)}, month{number(5, 2)},
                                         day{number(8, 2)}};
    return year > 0 && day_of_calendar.ok();
}

std::string_view nid_of(const namespace_template &t) noexcept {
    const entry *e = t.find(field::namespace_identifier);
    if (e == nullptr) return {};
    return std::string_view{e->text}.substr(0, e->text.find('\n'));
}

std::string no_response(field f, std::string_view text, std::uint64_t version) {
    const bool one_line = text.find('\n') == std::string_view::npos; // and then a short one
    std::string quoted = one_line ? concat({"\"", ascii::trim(text), "\" is not an answer"}) : "this is not an answer";
    switch (f) {
    case field::version:
    case field::date:
        return {}; // text that is not a number or a date has its own message
    case field::interoperability:
        // RFC 8141 6.4.5: "MUST specify any known potential issues": that none is known is an answer
        if (is_filler(text) || is_not_applicable(text)) return quoted + "; if no issue is known, state that";
        return {};
    case field::resolution:
        if (is_filler(text) || is_not_applicable(text)) {
            return quoted + "; if names are not intended to be resolved, state that";
        }
        return {};
    case field::purpose:
    case field::syntax:
    case field::assignment:
    case field::security_and_privacy:
        if (is_filler(text) || is_not_applicable(text) || says_bare_none(text)) return quoted;
        return {};
    case field::revision_information:
        if (version < 2 && !ascii::trim(text).starts_with('[') && says_none(text)) return {};
        if (is_filler(text)) return quoted;
        return {};
    case field::namespace_identifier:
    case field::registrant:
    case field::documentation:
    case field::additional_information:
        break;
    }
    if (is_filler(text)) return quoted;
    return {};
}

void check_content(findings_of &out, const entry &e, const check_options &options) {
    const std::string small = ascii::lower_copy(e.text);
    switch (*e.id) {
    case field::namespace_identifier:
        return check_nid(out, e, options);
    case field::version:
        return check_version(out, e);
    case field::date:
        return check_date(out, e, options);
    case field::registrant:
        return check_registrant(out, e, small);
    case field::syntax:
        return check_syntax(out, e, small);
    case field::assignment:
        return check_assignment(out, e, small);
    case field::security_and_privacy:
        return check_security(out, e, small);
    case field::resolution:
        return check_resolution(out, e, small);
    case field::documentation:
        return check_documentation(out, e);
    case field::revision_information:
        return check_revision(out, e);
    case field::purpose:
    case field::interoperability:
    case field::additional_information:
        return; // prose without words to search for
    }
}

} // namespace uniform::registry

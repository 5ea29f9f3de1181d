// Registering a URN namespace: templates, their check, their versions, the process, and IANA's list.
#include <uniform/json/writer.hpp>
#include <uniform/registry/derived_rules.hpp>
#include <uniform/registry/iana_list.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/urn/namespace.hpp>

#include <algorithm>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::registry;

namespace {

void reading_and_writing() {
    const namespace_template t = read_template("Namespace Identifier:  harbour\n\nVersion:  1\n").value();
    const entry &nid = *t.find(field::namespace_identifier);
    CHECK(nid_of(t) == "harbour" && nid.at == (position{.line = 1, .column = 1}));
    CHECK(t.read_from == form::text && t.edition_from == edition_source::given);
    CHECK(read_template(write_template(t)).value() == t);
    const read_options small{.max_size = 1U << 16};
    CHECK(read_template_json(write_template_json(t), small).value() == t &&
          read_any_template(write_template_json(t)) == t);
    CHECK(normal_text("\n   two  \n     lines\n") == "two\n  lines");
    const template_error why = read_template("Dear Sir or Madam,").error();
    CHECK(why.code == template_error::what::no_template && to_string(why.code) == "no_template");
}

void fields_of_a_template() {
    const field_rule &syntax = *find_rule(edition::rfc8141, field::syntax);
    CHECK(syntax.name == "Syntax" && syntax.when == presence::always);
    CHECK(template_fields(edition::rfc8141).size() == 13 && template_fields(edition::rfc2141).empty());
    CHECK(field_from_name("security_and_privacy") == field::security_and_privacy);
    CHECK((position_of("Namespace Identifier: a\nVersion: 1", 33) == position{.line = 2, .column = 10}));
    CHECK(to_string(field::syntax) == "syntax");
}

void starting_and_checking() {
    const namespace_template t = new_template("harbour", edition::rfc8141, new_template_options{.date = "2026-11-24"});
    const check_options nothing_registered{.registered = [](std::string_view) { return false; }};
    const std::vector<finding> found = check_template(t, nothing_registered);
    CHECK(has_errors(found) && why_edition(t).empty());
    const finding &first = *std::ranges::find(found, finding_code::not_filled_in, &finding::code);
    CHECK(first.level == severity::error && to_string(first.level) == "error" && severity_names.find("note"));
    CHECK(to_string(first.code) == "not_filled_in");
    CHECK(to_string(requirement::must) == "MUST");
    CHECK(citation({.document = "RFC 8141", .section = "6.4.6", .word = requirement::must}) ==
          "RFC 8141 section 6.4.6, MUST");
}

void the_rules_of_its_names() {
    namespace_template t = read_template("Namespace Identifier:  harbour\n\nVersion:  1\n").value();
    t.set(field::syntax,
          "nss = 5ALPHA \":\" 1*DIGIT\n\nFor example urn:harbour:abcde:1. Names are equivalent if they mean "
          "the same berth.");
    const derived_rules rules = derive_rules(t);
    CHECK(rules.syntax.string_of("pattern") == "^[A-Za-z]{5}:[0-9]+$" && rules.equivalence.is_null());
    CHECK(rules.components.string_of("q") == "not-defined");
    const open_rule &open = rules.open.front();
    CHECK(open.setting == "equivalence" && rules.is_open("equivalence") && !open.why.empty());
    const template_example &example = rules.examples.front();
    CHECK(example.urn == "urn:harbour:abcde:1" && example.fault.empty());
    CHECK(fault_of_example("urn:harbour:!!", namespace_registry{}).empty()); // which has no rules of "harbour"
    CHECK(without_blanks("   \n  nss = DIGIT  \n") == "  nss = DIGIT\n");
}

void the_next_version() {
    const namespace_template first = read_template("Namespace Identifier:  harbour\n\nVersion:  1\n").value();
    namespace_template second = new_revision(first).value();
    second.set(field::purpose, "Names berths.");
    const template_difference d = compare_templates(first, second);
    const field_change &purpose = *std::ranges::find(d.fields, field::purpose, &field_change::id);
    const line_change &line = purpose.lines.front();
    CHECK(d.any() && purpose.kind == change::added && line.kind == change::added && line.text == "Names berths.");
    CHECK(to_string(change::added) == "added" && change_names.find("removed") == change::removed);
}

void the_process() {
    CHECK(next_state(request_state::draft, request_action::submit, actors(actor::submitter), track::community) ==
          request_state::submitted);
    const action_refusal no =
        next_state(request_state::draft, request_action::approve, actors(actor::expert), track::community).error();
    CHECK(no.why == refusal_reason::wrong_state && !no.detail.empty());
    const auto may = possible_actions(request_state::submitted, actor::expert | actor::anyone, track::community);
    CHECK((may >> static_cast<unsigned>(request_action::review) & 1) != 0);
    CHECK(performers_of(request_action::review) == (actor::expert | actor::administrator));
    CHECK(is_open(request_state::submitted) && is_final(request_state::withdrawn));
    CHECK(next_state(request_state::draft, request_action::submit, actors(actor::unconfirmed), track::community) ==
          request_state::received);
    CHECK(is_before_history(request_state::received) && (any_submitter & actors(actor::unconfirmed)) != 0);
    CHECK(to_string(request_action::give_back) == "return" && request_action_names.find("return"));
    CHECK(to_string(request_state::under_review) == "under_review" && request_state_names.find("draft"));
    CHECK(to_string(track::fast) == "fast" && track_names.find("community") && to_string(actor::expert) == "expert");
    for (const transition &t : transitions()) CHECK(t.on != on_track::fast || !t.section.empty() || t.by != 0);
}

void what_a_template_requests() {
    const namespace_template t = read_template("Namespace Identifier:  to be assigned\n\nVersion:  2\n").value();
    CHECK(asks_for_informal(t) && version_of(t) == 2);
    const namespace_template harbour = read_template("Namespace Identifier:  Harbour\n\nVersion:  1\n").value();
    CHECK(requested_nid(harbour) == "Harbour");
}

void a_grammar_in_a_template() {
    const std::string grammar = grammar_in("Names are:\n\nnss = 1*DIGIT").value();
    CHECK(grammar == "          \n\nnss = 1*DIGIT"); // its offsets are those of the field
}

void ianas_list() {
    const iana_list now = list_of(namespace_registry::standard());
    const iana_namespace &isbn = *now.find("isbn");
    CHECK(isbn.kind == namespace_kind::formal);
    CHECK(read_iana_list_json(json::to_text(value_of(now)), list_options{.max_namespaces = 1000}).value() == now);
    iana_list newer = now;
    newer.date = "2100-01-01";
    CHECK(follows(newer, now) && !follows(newer, now, "2026-11-24")); // a date in the future
    std::erase(newer.namespaces, isbn);
    CHECK(!follows(newer, now)); // registrations are permanent
    complete(newer, now);
    CHECK(with_list(namespace_registry::standard(), newer).date() == "2100-01-01");
    const list_error why = read_iana_list("<html></html>").error();
    CHECK(!why.message.empty());
    CHECK(template_url_of(namespace_info{}).empty());
}

} // namespace

int main() {
    reading_and_writing();
    fields_of_a_template();
    starting_and_checking();
    the_rules_of_its_names();
    the_next_version();
    the_process();
    what_a_template_requests();
    a_grammar_in_a_template();
    ianas_list();
    return 0;
}

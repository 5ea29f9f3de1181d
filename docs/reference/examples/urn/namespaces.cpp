// Namespaces of URNs: what an entry of the registry says, check characters, grammars.
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/check_algorithm.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/namespace_info.hpp>
#include <uniform/urn/namespace_registry.hpp>
#include <uniform/urn/urn.hpp>

#include <array>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::literals;

namespace {

void check_characters_of_urns() {
    const check_characters six = compute(check_algorithm::isbn_13_mod10, "978951018435").value();
    CHECK(six.view() == "6" && check_size(check_algorithm::iso7064_mod97_10) == 2);
    CHECK(to_string(check_algorithm::isbn_13_mod10) == "isbn-13-mod10");
    const check_result r = check("urn:isbn:978-951-0-18435-7"_urn);
    CHECK(r.state == check_state::incorrect && to_string(r.state) == "incorrect" && r.expected == six);
    CHECK(complete_check_character("isbn", "951-0-18435").value() == "951-0-18435-7");
    CHECK(check_algorithm_names.size() == 10);
}

void validating() {
    CHECK(validate("urn:isbn:978-951-0-18435-6"_urn).has_value());
    const error why = validate("urn:oid:1.3.6."_urn).error();
    CHECK(why.code == error_code::nss_mismatch && why.offset == 14); // something is to follow
    CHECK(validate("urn:isbn:978-951-0-18435-6"_urn, validation_level::strict).has_value());
    CHECK(to_string(validation_level::strict) == "strict");
}

void entries_of_the_registry() {
    const namespace_info &isbn = *namespace_registry::standard().find("ISBN");
    CHECK(isbn.status == namespace_status::registered && to_string(isbn.status) == "registered");
    const nss_syntax &syntax = isbn.syntax;
    CHECK(!syntax.pattern.empty());
    const component_rules &components = isbn.components;
    CHECK(!components.basis.empty() || components.r_component.empty());
    CHECK(isbn.resolution == intention::yes || isbn.resolution == intention::unknown ||
          isbn.resolution == intention::no);
    for (const check_rule &rule : isbn.checks) CHECK(rule.length == 10 || rule.length == 13);
    for (const name_form &name : isbn.names) CHECK(name.system == "International Standard Book Number (ISBN)");
    for (const bad_example &bad : isbn.bad_examples) CHECK(!bad.why.empty());
    CHECK(namespace_registry::standard().date() == iana_namespaces_date());
}

// A namespace of your own: ships by flag and number, "urn:ships:fi:00042".
void your_own_namespace() {
    constexpr std::array<nss_branch, 1> branches{{{"fi:", "^fi:[0-9]{5}$"}}}; // a flag whose numbers have five digits
    constexpr std::array<nss_limit, 1> limits{{{"number", "nss.1", 8}}};
    constexpr std::array<equivalence_operation, 1> same{
        {{.action = equivalence_action::lower_case, .scope = equivalence_scope::before_colon, .n = 1}}};
    constexpr std::array<resolver_rule, 1> resolvers{
        {{.prefixes = {}, .split = {}, .address = "https://ships.example/{normal}"}}};
    namespace_info ships;
    ships.nid = "ships";
    ships.title = "Ships";
    ships.syntax = {.pattern = "^[a-z]{2}:[0-9]+$", .ignore_case = true, .branches = branches, .limits = limits};
    ships.equivalence = same;
    ships.resolvers = resolvers;

    namespace_registry mine;
    CHECK(mine.add(ships));
    CHECK(validate("urn:ships:fi:00042"_urn, mine) && !validate("urn:ships:fi:42"_urn, mine));
    CHECK(namespace_equivalent("urn:ships:FI:00042"_urn, "urn:ships:fi:00042"_urn, mine));
    CHECK(resolver_addresses("urn:ships:FI:00042"_urn, mine).front() == "https://ships.example/fi:00042");
}

void grammars() {
    const std::string_view text = "Names are:\n\n  nss = port \":\" berth\n  port = 5ALPHA\n  berth = 1*DIGIT\n\nEnd";
    const abnf_passage passage = find_abnf(text).front();
    const abnf_grammar g = abnf_grammar::parse(passage.text).value();
    const abnf_rule first = g.rules().front();
    CHECK(first.name == "nss" && g.start() == "nss");
    CHECK(g.nss_pattern().value() == "^[A-Za-z]{5}:[0-9]+$");
    CHECK(abnf_grammar::parse("urn = \"urn:ships:\" 1*DIGIT")->nss_pattern_in("ships").value() == "^[0-9]+$");
    const abnf_error why = abnf_grammar::parse("a = (\"x\"").error();
    CHECK(why.code == abnf_error_code::syntax && to_string(why.code) == "syntax" && why.message == "\")\" is missing");
}

} // namespace

int main() {
    check_characters_of_urns();
    validating();
    entries_of_the_registry();
    your_own_namespace();
    grammars();
    return 0;
}

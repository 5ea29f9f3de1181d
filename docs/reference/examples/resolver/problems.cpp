// Why a request is refused (RFC 9457), and what roles and principals may do.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/problem_types.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/urn/urn.hpp>

#include <expected>
#include <string>
#include <string_view>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::resolver;

namespace {

void a_problem() {
    const problem p{.type = problem_type::invalid, .detail = "the text is empty", .pointer = "/title"};
    CHECK(to_string(p.type) == "invalid" && status(p.type) == 422 && !title(p.type).empty());
    CHECK(to_json(p).contains(R"("pointer":"/title")"));
    std::string out;
    json::writer w(out);
    write(w, p, "/requests/7");
    CHECK(out.contains(R"("instance":"/requests/7")"));
}

void problems_of_parsers() {
    constexpr std::string_view text = "urn:example:a b";
    const problem p = malformed(parse_urn(text).error(), text);
    CHECK(p.type == problem_type::malformed && p.offset == 13 && p.rule.starts_with("RFC 8141"));
    CHECK(to_problem(json::read("{").error()).type == problem_type::malformed);
}

void problems_of_a_body() {
    constexpr std::string_view body = R"({"title": "", "urls": ["https://a b/"]})";
    const json::value document = read_json(body).value();
    // An operation gets the text alone, so its offset is in the text; a client wants to know where in its body.
    const problem p{.type = problem_type::malformed, .detail = "a space", .offset = 9, .pointer = "/urls/0"};
    CHECK(body.substr(in_body(p, document).offset.value(), 2) == " b");
    CHECK(read_json<name_record>(body, record_from_json).error().pointer == "/title"); // reads the text and its value
}

void types_of_problems() {
    for (std::size_t i = 0; i < problem_type_count; ++i) {
        const auto t = static_cast<problem_type>(i);
        CHECK(problem_type_from(to_string(t)) == t && !meaning(t).empty());
    }
}

std::expected<std::string, problem> title_of(std::string_view text) {
    if (text.empty()) return refuse(problem_type::invalid, "the text is empty");
    if (text.size() > 100) return refuse_member("title", "has more than 100 bytes");
    return std::string(text);
}

void refusing() {
    auto t = title_of("");
    CHECK(t.error().detail == "the text is empty" && title_of(std::string(200, 'a')).error().pointer == "/title");
    CHECK(refuse(problem_type::invalid, "the text is empty").error().rule.empty());
    CHECK(refuse_member("hosts/1", "is no host").error().pointer == "/hosts/1");
}

void refusing_by_permission() {
    CHECK(token_required().type == problem_type::unauthenticated);
    CHECK(insufficient_role(managers, role::registrar).detail ==
          "insufficient permissions: requires role manager, the token has role registrar");
    CHECK(prefix_not_covered("isbn:").type == problem_type::forbidden);
    CHECK(name_not_covered("isbn:9789510184356").detail.contains("urn:isbn:9789510184356"));
    CHECK(delegated_to("isbn:", "library").detail.contains("is delegated to the registrar \"library\""));
    CHECK(insufficient_permissions("the request is of somebody else").type == problem_type::forbidden);
}

void refusing_by_state() {
    const problem p = name_does_not_exist("example:a");
    CHECK(p.type == problem_type::unknown_name && status(p.type) == 404);
    CHECK(valid_but_nonexistent.starts_with("RFC 2483") && no_available_output.starts_with("RFC 2483") &&
          registered_once.starts_with("RFC 8141"));
    CHECK(does_not_exist("registrar", "library").detail == "the registrar \"library\" does not exist");
    CHECK(registrar_does_not_exist("library").type == problem_type::not_found);
    CHECK(already_exists("registrar", "library").type == problem_type::conflict);
    CHECK(has_ended("registrar", "library").type == problem_type::wrong_state);
}

void what_a_principal_may_do() {
    const principal library{
        .id = "token:7f3a9c01d2e4", .role = role::registrar, .registrar = "library", .prefixes = {"isbn:"}};
    CHECK(library.is(registrars) && !library.is(managers) && library.is(anyone) && library.is(readers));
    CHECK(library.covers("isbn:9789510184356") && !library.covers("issn:"));
    const roles those_who_decide = experts | administrators;
    CHECK(!library.is(those_who_decide));
    CHECK(to_string(library.role) == "registrar" && role_names.find("expert") == role::expert);
}

void what_concerns_the_instance() {
    const principal operating{.id = "local:alice", .role = role::administrator};
    const principal of_books{.id = "token:7f3a9c01d2e4", .role = role::administrator, .prefixes = {"isbn:"}};
    const role_scope whole = scope_of(operating);
    CHECK(whole == role_scope::instance && scope_of(of_books) == role_scope::prefixes);
    CHECK(check_instance(operating, administrators) && !check_instance(of_books, administrators));
    // Reading decisions or figures takes the proof.
    const std::expected<instance_administrator, problem> proof = instance_administrator::of(operating);
    CHECK(proof && !instance_administrator::of(of_books));
}

} // namespace

int main() {
    a_problem();
    problems_of_parsers();
    problems_of_a_body();
    types_of_problems();
    refusing();
    refusing_by_permission();
    refusing_by_state();
    what_a_principal_may_do();
    what_concerns_the_instance();
    return 0;
}

// The URI that a text stands for which is none, by an interpretation.
#include <uniform/repair/repair.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void repairing() {
    const repaired_uri r = repair("http://a.example/caf\u00E9 1").value();
    CHECK(r.uri == "http://a.example/caf%C3%A9%201" && r.changed && !r.host_before);
    CHECK(repair("http:\\\\A.example", {.like = interpretation::whatwg})->uri == "http://a.example/");
    CHECK(repair("<www.a.example>", repair_options{.like = interpretation::typed, .as = rule::uri})->uri ==
          "http://www.a.example");
    CHECK(to_string(interpretation::typed) == "typed" && interpretation_names.find("typed") == interpretation::typed);
    const no_repair why = repair("http://a.example/%zz").error();
    CHECK(why.offset == 17 && !why.says.empty());
}

void completing_names_of_any_script() {
    CHECK(complete_iri("m\u00FCnchen.example")->uri == "http://xn--mnchen-3ya.example");
    CHECK(identifier_typed("(www.a.example/x)") == "http://www.a.example/x");
}

} // namespace

int main() {
    repairing();
    completing_names_of_any_script();
    return 0;
}

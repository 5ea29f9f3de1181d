// A text as a URN: its namespace's rules are asked everything, and what they promise must hold: normal forms are
// idempotent, equivalent to the name and fit where it fits; a name made of a name is the same name; what is shown is no
// URN; addresses are URIs.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

namespace {

using namespace uniform;

void must(bool holds) {
    if (!holds) std::abort();
}

void ask(const urn_view &u) {
    const auto good = validate(u);
    if (!good) must(good.error().offset <= u.assigned_name().size());
    if (good) must(validate(u, validation_level::lenient).has_value());
    const check_result c = check(u);
    must(c.offset <= u.assigned_name().size());

    const std::string normal = namespace_normalized(u);
    const auto v = parse_urn(normal, {.edition = u.edition()});
    must(v.has_value());
    must(namespace_normalized(*v) == normal);
    must(namespace_equivalent(u, *v) && namespace_hash(u) == namespace_hash(*v));
    if (good) must(validate(*v).has_value());

    // names go there and back
    if (const auto name = name_from_urn(u)) {
        const auto again = urn_from_name(u.nid(), *name, {.edition = u.edition(), .any_check = true});
        must(again && namespace_equivalent(*again, u));
    }
    for (const std::string &address : resolver_addresses(u)) must(parse_uri(address).has_value());
    const urn_display d = display_urn(u);
    must(d.canonical == u.text() && !parse_uri_reference(d.shown));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string text{reinterpret_cast<const char *>(data), size};
    for (const edition e : {edition::rfc8141, edition::rfc2141}) {
        if (const auto u = parse_urn(text, {.edition = e})) ask(*u);
    }
    // as a bare name
    for (const name_guess &g : guess_names(text)) must(validate(parse_urn(g.urn).value()).has_value());
    const std::size_t colon = std::min(text.find(':'), size);
    const std::string_view nid = std::string_view{text}.substr(0, colon);
    const std::string_view name = colon == size ? std::string_view{} : std::string_view{text}.substr(colon + 1);
    for (const bool encoded : {false, true}) {
        for (const bool complete : {false, true}) {
            const auto made = urn_from_name(nid, name, {.encoded = encoded, .complete_check = complete});
            if (made) {
                ask(*made);
            } else {
                must(made.error().offset <= size + 2);
            }
        }
    }
    return 0;
}

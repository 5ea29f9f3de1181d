#include "proof/cases.hpp"

#include <algorithm>

namespace proof {

namespace {

using kind = recognizer::kind;
using uniform::edition;
using uniform::rule;

std::size_t at(component c) { return static_cast<std::size_t>(c); }
std::size_t at(urn_component c) { return static_cast<std::size_t>(c); }

// 2003 draft 3: the document has these two without names; the library calls them as later documents do.
constexpr std::string_view names_of_2003 = "URI = absolute-URI [ \"#\" fragment ]\n"
                                           "relative-ref = relative-URI [ \"#\" fragment ]\n";

// The 2003 draft leaves some texts several derivations.
// - 4.3 and Appendix B: what begins with "//" has an authority, so abs-path comes second.
// - 3.2: authority = server / reg-name. The server is preferred ("first-match-wins"): reg-name has what is no server.
// - Appendix B: the first "?" ends the path, also that of an opaque-part, whose production has "?" as a character.
// The path, which the productions leave out where it is empty, gets a name in each place.
constexpr std::string_view precedence_of_2003 =
    "hier-part = ( net-path / first-path / no-path ) [ \"?\" query ]\n"
    "net-path = \"//\" authority path-after\n"
    "path-after = [ abs-path ]\n"
    "no-path = \"\"\n"
    "first-path = { abs-path - net-path }\n"
    "opaque-part = opaque-path [ \"?\" opaque-query ] / no-path \"?\" opaque-query\n"
    "opaque-path = no-question *( no-question / \"/\" )\n"
    "no-question = unreserved / escaped / \"[\" / \"]\" / \";\" / \":\" / \"@\" / \"&\" / \"=\" / \"+\" / \"$\" / "
    "\",\"\n"
    "opaque-query = *uric\n"
    "relative-URI = ( net-path / first-path / rel-path / no-path ) [ \"?\" query ]\n"
    "authority = server / { reg-name - server }\n";

// RFC 2396 C.1 resolves "?y", and 4.2 speaks of a reference that is empty or only a fragment, yet its relativeURI has
// no empty path, and "http:" is no absoluteURI; the 2003 draft corrects both. The library reads what the draft reads
// here (docs/decisions/0005-older-editions.md), so the language differs from the printed one in these texts.
constexpr std::string_view corrected_1998 = "hier_part = [ net_path | abs_path ] [ \"?\" query ]\n"
                                            "absolute-URI = scheme \":\" [ hier_part | opaque_part ]\n"
                                            "relative-URI = [ net_path | abs_path | rel_path ] [ \"?\" query ]\n"
                                            "relative-ref = relative-URI [ \"#\" fragment ]\n"
                                            "URI = absolute-URI [ \"#\" fragment ]\n"
                                            "URI-reference = [ absolute-URI | relative-URI ] [ \"#\" fragment ]\n";

// The same precedence in RFC 2396: 4.3, 3.2 and Appendix B.
constexpr std::string_view precedence_of_1998 =
    "absolute-URI = scheme \":\" ( hier_part / opaque_part )\n"
    "hier_part = ( net_path / first_path / no_path ) [ \"?\" query ]\n"
    "net_path = \"//\" authority path_after\n"
    "path_after = [ abs_path ]\n"
    "no_path = \"\"\n"
    "first_path = { abs_path - net_path }\n"
    "opaque_part = opaque_path [ \"?\" opaque_query ] / no_path \"?\" opaque_query\n"
    "opaque_path = no_question *( no_question / \"/\" )\n"
    "no_question = unreserved / escaped / \";\" / \":\" / \"@\" / \"&\" / \"=\" / \"+\" / \"$\" / \",\"\n"
    "opaque_query = *uric\n"
    "relative-URI = ( net_path / first_path / rel_path / no_path ) [ \"?\" query ]\n"
    "authority = server / { reg_name - server }\n";

// RFC 6570 2.2, 3: op-reserve is reserved for extensions, and a template that has it is an error.
constexpr std::string_view operators_of_6570 = "operator = op-level2 / op-level3\n";

// Draft -14 3.3.1: the q-component ends at "??". Its text gets a name where urnbis_14_prose.abnf has it in parts.
constexpr std::string_view precedence_of_draft_14 = "qr-components = \"??\" r-component\n"
                                                    "              / \"?\" q-alone\n"
                                                    "              / \"?\" q-before-r \"??\" r-component\n"
                                                    "q-alone = q-without [ \"?\" ]\n"
                                                    "q-before-r = q-without *\"?\"\n";

// RFC 3986 3.2.2: "the "first-match-wins" algorithm is used to disambiguate": a host that is an IPv4address is no
// reg-name.
constexpr std::string_view types_of_host = "x-ipv6 = \"[\" IPv6address \"]\"\n"
                                           "x-ipvfuture = \"[\" IPvFuture \"]\"\n"
                                           "x-reg-name = { reg-name - IPv4address }\n"
                                           "x-ireg-name = { ireg-name - IPv4address }\n";
constexpr std::string_view types_of_older_host = "x-hostname = { hostname - IPv4address }\n";

std::vector<component_rules> components_of_2005(const std::string &i) {
    return {{at(component::scheme), "scheme", {"scheme"}},
            {at(component::authority), "authority", {i + "authority"}},
            {at(component::userinfo), "userinfo", {i + "userinfo"}},
            {at(component::host), "host", {i + "host"}},
            {at(component::port), "port", {"port"}},
            {at(component::path),
             "path",
             {i + "path-abempty", i + "path-absolute", i + "path-noscheme", i + "path-rootless", i + "path-empty"}},
            {at(component::query), "query", {i + "query"}},
            {at(component::fragment), "fragment", {i + "fragment"}}};
}

// With "-" or "_" between the words of a rule's name.
std::vector<component_rules> components_of_older(const std::string &dash) {
    return {{at(component::scheme), "scheme", {"scheme"}},
            {at(component::authority), "authority", {"authority"}},
            {at(component::userinfo), "userinfo", {"userinfo"}},
            {at(component::host), "host", {"host"}},
            {at(component::port), "port", {"port"}},
            {at(component::path),
             "path",
             {"path" + dash + "after", "no" + dash + "path", "first" + dash + "path", "opaque" + dash + "path",
              "rel" + dash + "path"}},
            {at(component::query), "query", {"query", "opaque" + dash + "query"}},
            {at(component::fragment), "fragment", {"fragment"}}};
}

const std::vector<component_rules> components_of_urn{
    {at(urn_component::nid), "NID", {"nid"}},
    {at(urn_component::nss), "NSS", {"nss"}},
    {at(urn_component::r_component), "r-component", {"r-component", "r-without"}},
    {at(urn_component::q_component), "q-component", {"q-component", "q-without"}},
    {at(urn_component::f_component), "f-component", {"f-component"}}};

const std::vector<component_rules> components_of_draft_14{
    {at(urn_component::nid), "NID", {"nid"}},
    {at(urn_component::nss), "NSS", {"nss"}},
    {at(urn_component::r_component), "r-component", {"r-component"}},
    {at(urn_component::q_component), "q-component", {"q-alone", "q-before-r"}},
    {at(urn_component::f_component), "f-component", {"f-component"}}};

const std::vector<component_rules> components_of_2141{{at(urn_component::nid), "NID", {"nid"}},
                                                      {at(urn_component::nss), "NSS", {"nss"}}};

production_case reference(std::string name, rule r, edition e, bool zone_ids = false) {
    return {std::move(name), {.is = kind::reference, .edition = e, .rule = r, .zone_ids = zone_ids}};
}

std::vector<production_case> productions_of(edition e, bool zone_ids = false) {
    return {reference("URI-reference", rule::uri_reference, e, zone_ids), reference("URI", rule::uri, e, zone_ids),
            reference("absolute-URI", rule::absolute_uri, e, zone_ids),
            reference("relative-ref", rule::relative_ref, e, zone_ids)};
}

std::vector<production_case> older_productions_of(edition e) {
    std::vector<production_case> all = productions_of(e);
    all.push_back(reference("relative-URI", rule::relative_uri, e));
    return all;
}

// RFC 2141 is older than RFC 3986, so that no URI is read before.
std::vector<production_case> urns_of(edition e, std::string name) {
    std::vector<production_case> all{{name, {.is = kind::urn, .edition = e}}};
    all.push_back({std::move(name), {.is = kind::uri_as_urn, .edition = e}});
    return all;
}

// RFC 2396 has "_" for "-", and the 2003 draft h4 for h16.
rule rule_named(std::string name) {
    std::ranges::replace(name, '_', '-');
    return name == "h4" ? rule::h16 : uniform::rule_from_string(name);
}

std::vector<std::string> texts(std::initializer_list<const char *> files, std::string_view more = {}) {
    std::vector<std::string> all;
    for (const char *file : files) all.push_back(grammar::text_of(file));
    all.emplace_back(more);
    return all;
}

} // namespace

grammar edition_case::as_printed() const { return grammar(printed); }

grammar edition_case::with_precedence() const {
    std::vector<std::string> all = printed;
    all.push_back(precedence);
    return grammar(all);
}

const std::vector<edition_case> &edition_cases() {
    using enum edition;
    static const std::vector<edition_case> all{
        {"RFC 3986", texts({"rfc3986.abnf"}), "", productions_of(rfc3986), components_of_2005("")},
        {"RFC 3986 with RFC 6874",
         texts({"rfc3986.abnf", "rfc6874.abnf"}),
         "",
         {reference("URI-reference", rule::uri_reference, rfc3986, true)},
         components_of_2005("")},
        {"RFC 3987",
         texts({"rfc3987.abnf"}),
         "",
         {reference("IRI-reference", rule::uri_reference, rfc3987), reference("IRI", rule::uri, rfc3987),
          reference("absolute-IRI", rule::absolute_uri, rfc3987),
          reference("irelative-ref", rule::relative_ref, rfc3987)},
         components_of_2005("i")},
        {"2003 draft", texts({"rfc2396bis_01.abnf"}, names_of_2003), std::string(precedence_of_2003),
         older_productions_of(rfc2396bis_01), components_of_older("-")},
        {"RFC 2396", texts({"rfc2396.abnf"}, corrected_1998), std::string(precedence_of_1998),
         older_productions_of(rfc2396), components_of_older("_")},
        {"RFC 8141", texts({"rfc3986.abnf", "rfc8141.abnf", "rfc8141_prose.abnf"}), "", urns_of(rfc8141, "namestring"),
         components_of_urn},
        {"Draft -16", texts({"rfc3986.abnf", "urnbis_16.abnf", "urnbis_16_prose.abnf"}), "",
         urns_of(urnbis_16, "namestring"), components_of_urn},
        {"Draft -14", texts({"rfc3986.abnf", "urnbis_14.abnf", "urnbis_14_prose.abnf"}),
         std::string(precedence_of_draft_14), urns_of(urnbis_14, "namestring"), components_of_draft_14},
        {"RFC 2141",
         texts({"rfc2141.abnf", "rfc2141_prose.abnf"}),
         "",
         {{"URN", {.is = kind::urn, .edition = rfc2141}}},
         components_of_2141},
        {"RFC 6570",
         texts({"rfc6570.abnf"}, operators_of_6570),
         "",
         {{"URI-Template", {.is = kind::uri_template}}},
         {}},
    };
    return all;
}

const std::vector<edition_case> &host_cases() {
    using enum edition;
    using uniform::host_type;
    const auto type = [](const char *name, edition e, host_type t) {
        return production_case{name, {.is = kind::host_of_type, .edition = e, .type = t}};
    };
    static const std::vector<edition_case> all{
        {"RFC 3986",
         texts({"rfc3986.abnf"}, types_of_host),
         "",
         {type("x-ipv6", rfc3986, host_type::ipv6), type("x-ipvfuture", rfc3986, host_type::ipvfuture),
          type("IPv4address", rfc3986, host_type::ipv4), type("x-reg-name", rfc3986, host_type::reg_name)},
         {}},
        {"RFC 3987",
         texts({"rfc3987.abnf"}, types_of_host),
         "",
         {type("x-ipv6", rfc3987, host_type::ipv6), type("x-ipvfuture", rfc3987, host_type::ipvfuture),
          type("IPv4address", rfc3987, host_type::ipv4), type("x-ireg-name", rfc3987, host_type::reg_name)},
         {}},
        {"2003 draft",
         texts({"rfc2396bis_01.abnf"}, types_of_older_host),
         "",
         {type("IPv6reference", rfc2396bis_01, host_type::ipv6), type("IPv4address", rfc2396bis_01, host_type::ipv4),
          type("x-hostname", rfc2396bis_01, host_type::hostname)},
         {}},
        {"RFC 2396",
         texts({"rfc2396.abnf"}, types_of_older_host),
         "",
         {type("IPv4address", rfc2396, host_type::ipv4), type("x-hostname", rfc2396, host_type::hostname)},
         {}},
    };
    return all;
}

const std::vector<edition_case> &rule_cases() {
    static const std::vector<edition_case> all = [] {
        std::vector<edition_case> cases;
        for (const edition_case &c : edition_cases()) {
            edition_case rules{c.name, c.printed, "", {}, {}};
            const recognizer first = c.productions.front().by;
            if (first.is == kind::uri_template) continue; // its rules are no enumerators
            const bool is_urn = first.is == kind::urn;
            for (const std::string &name : grammar(c.printed).names()) {
                const rule r = rule_named(name);
                if (r == rule::none) continue;
                // The documents about URNs are read with rfc3986.abnf, whose rules have had their turn. RFC 2141 calls
                // other characters reserved, a rule of the generic syntax.
                if (is_urn && (r < rule::namestring || r > rule::number)) continue;
                rules.productions.push_back(
                    {name, {.is = kind::production, .edition = first.edition, .rule = r, .zone_ids = first.zone_ids}});
            }
            cases.push_back(std::move(rules));
        }
        return cases;
    }();
    return all;
}

} // namespace proof

// All parts that compare URNs agree: the procedure of RFC 8141 3.1, the rules of namespaces, normal forms, hashes and
// the keys by which a service finds names. And two names have two URLs.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/locator_template.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/url/access_plan.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "agreement/laws.hpp"

namespace agreement {

using namespace uniform; // NOLINT(google-global-namespace-in-headers): tests and fuzz targets alone include this

// RFC 8141 3.1: equal assigned-names after case normalization; a namespace adds equivalences and takes none away; r-,
// q- and f-component do not matter.
inline void comparisons_agree(findings &f, const urn_view &a, const urn_view &b) {
    constexpr std::string_view lexical = "URN-equivalence is equality of normal forms, and as URIs it is at most that";
    constexpr std::string_view keys = "names are equivalent by their namespace as their keys are equal";
    const std::string both = std::string{a.text()} + "' and '" + std::string{b.text()};
    const bool same = urn_equivalent(a, b);
    f.asked(lexical);
    if (same != (normalized_assigned_name(a) == normalized_assigned_name(b))) f.broken(lexical, both, "normal form");
    if (same && urn_hash(a) != urn_hash(b)) f.broken(lexical, both, "hash");
    if (same != urn_equivalent(b, a)) f.broken(lexical, both, "not symmetric");
    // RFC 8141 3.1: two URNs that are equal as URIs, when only their case is normalized (RFC 3986 6.2.2.1), are equal
    // as URNs. The converse does not hold.
    const auto u = parse_uri(a.assigned_name()).value();
    const auto v = parse_uri(b.assigned_name()).value();
    if (equivalent(u, v, {.level = comparison_level::letter_case}) && !same) f.broken(lexical, both, "as URIs");

    const auto one = resolver::key_of(a);
    const auto other = resolver::key_of(b);
    if (!one || !other) return; // longer than a name is kept
    f.asked(keys);
    const bool here = namespace_equivalent(a, b);
    if (same && !here) f.broken(keys, both, "a namespace takes an equivalence away");
    if (here != (*one == *other)) f.broken(keys, both, *one + ", " + *other);
    if (here != (namespace_normalized(a) == namespace_normalized(b))) f.broken(keys, both, "normal form");
    if (here && namespace_hash(a) != namespace_hash(b)) f.broken(keys, both, "hash");
    if (resolver::urn_of(*one) != namespace_normalized(a)) f.broken(keys, a.text(), *one);
    if (resolver::key_of(resolver::urn_of(*one)).value_or("none") != *one)
        f.broken(keys, a.text(), *one + " has another key");
    if (resolver::key_of(a.assigned_name()).value_or("none") != *one)
        f.broken(keys, a.text(), "components have a part in it");
}

// The request that a client sends for a URL, or the URL's text.
inline std::string sent(const std::string &url) {
    const auto plan = plan_access(url, {.insist = true});
    if (!plan) return url;
    std::string all = plan->host.value_or("");
    for (const access_step &step : plan->steps) all += ' ' + step.argument.value_or("");
    return all;
}

// RFC 8141 2.3.1, 5: what a resolver is asked for is the name.
inline void names_have_urls_of_their_own(findings &f, const urn_view &a, const urn_view &b) {
    constexpr std::string_view law = "two names have two URLs at another resolver, and two requests";
    constexpr std::string_view resolvers[]{"https://r.example/", "https://r.example/p/{urn}/view",
                                           "https://r.example/r?n={urn}&x", "https://r.example/?"};
    if (urn_equivalent(a, b)) return;
    const std::string both = std::string{a.text()} + "' and '" + std::string{b.text()};
    for (const std::string_view r : resolvers) {
        f.asked(law);
        const std::string one = resolver::delegated_url(r, a.assigned_name());
        const std::string other = resolver::delegated_url(r, b.assigned_name());
        if (one == other)
            f.broken(law, both, one);
        else if (sent(one) == sent(other))
            f.broken(law, both, sent(one) + " is sent for " + one + " and " + other);
    }
}

// The same at the public resolvers that IANA's entry of the namespace names. Limit: names that the namespace has, as an
// address may be made of a part of the name that tells all of them apart.
inline void names_have_public_addresses_of_their_own(findings &f, const urn_view &a, const urn_view &b) {
    constexpr std::string_view law = "two names of a namespace have two addresses at each public resolver";
    if (namespace_equivalent(a, b) || !validate(a) || !validate(b)) return;
    const std::string both = std::string{a.text()} + "' and '" + std::string{b.text()};
    const auto others = resolver_addresses(parse_urn(b.assigned_name()).value());
    for (const std::string &one : resolver_addresses(parse_urn(a.assigned_name()).value())) {
        f.asked(law);
        for (const std::string &other : others) {
            if (one == other || sent(one) == sent(other)) f.broken(law, both, one + ", " + other);
        }
    }
}

// A locator that a namespace's template makes.
inline void names_have_locators_of_their_own(findings &f, const urn_view &a, const urn_view &b) {
    constexpr std::string_view law = "two names have two locators by a template";
    constexpr std::string_view templates[]{"https://l.example/{nid}/{nss}", "https://l.example/{+nid}/{+nss}",
                                           "https://l.example/?n={urn}"};
    const auto one = resolver::key_of(a);
    const auto other = resolver::key_of(b);
    if (!one || !other || *one == *other) return;
    const std::string both = std::string{a.text()} + "' and '" + std::string{b.text()};
    for (const std::string_view t : templates) {
        const auto x = resolver::locator_of_template(t, resolver::urn_of(*one), "");
        const auto y = resolver::locator_of_template(t, resolver::urn_of(*other), "");
        if (!x || !y) continue;
        f.asked(law);
        if (*x == *y || sent(*x) == sent(*y)) f.broken(law, both, *x + ", " + *y);
    }
}

} // namespace agreement

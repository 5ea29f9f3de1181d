// Encoding and decoding are inverse, for each component and both ways: what is encoded decodes to the same data, and
// what is decoded is encoded to text that decodes to the same data. The second text may be another one: "%41" is "A"
// (RFC 3986 6.2.2.2), and in a path and a query, whose delimiters encode() keeps, "%2F" becomes "/" (2.2: they differ,
// so split the component before decoding it, 2.4).
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace {

using namespace uniform;

// The productions in which percent-encodings have a place, by the productions of RFC 3986, of its predecessors, of RFC
// 6874 and of RFC 8141.
constexpr std::array components{rule::userinfo,      rule::reg_name,   rule::host,  rule::segment,
                                rule::segment_nz_nc, rule::path,       rule::query, rule::fragment,
                                rule::opaque_part,   rule::zone_id,    rule::nss,   rule::r_component,
                                rule::q_component,   rule::f_component};

// The characters of hosts, paths, queries and encodings, and any octets.
rc::Gen<std::string> data() {
    return rc::gen::oneOf(
        rc::gen::element<std::string>("", ".", "..", "a:b", "//x", "/..", "::1", "[::1]", "fe80::1%eth0",
                                      "fe80::1%25eth0", "[fe80::1%25eth0]", "fe80::1%", "[v1.a]", "v1.a", "[x]",
                                      "1.2.3.4", "%31", "%", "%4", "a=1&b", "&a=b", "=", "a+b", "b\xC3\xBC", "\xFF",
                                      "?=", "?+", "a b;c"),
        rc::gen::container<std::string>(rc::gen::element(':', '1', 'f', '[', ']', '%', '.', 'v', '2', '5')),
        rc::gen::container<std::string>(rc::gen::element('a', '&', '=', ';', '+', ',', ' ', '/', '?', '#', '.', '%',
                                                         '2', '6', '\xC3', '\xBC', '\0')),
        rc::gen::string<std::string>());
}

// Text of a component: its characters and octets that are percent-encoded, in both cases of the digits.
rc::Gen<std::string> text_of(char_set characters) {
    std::vector<std::string> pieces;
    for (int c = 0; c < 128; ++c) {
        if (c != '%' && characters.contains(static_cast<char>(c))) pieces.emplace_back(1, static_cast<char>(c));
    }
    for (const char *encoded : {"%00", "%20", "%25", "%26", "%2B", "%2E", "%2e", "%2F", "%31",    "%3A",
                                "%3a", "%3D", "%3f", "%41", "%5B", "%5d", "%C3", "%BC", "%C3%BC", "%FF"}) {
        pieces.insert(pieces.end(), 4, encoded);
    }
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                        [](const std::vector<std::string> &all) {
                            std::string text;
                            for (const std::string &piece : all) text += piece;
                            return text;
                        });
}

edition any_edition() { return *rc::gen::elementOf(std::vector<edition>{editions.begin(), editions.end()}); }

query_options any_reading() {
    return {.semicolon = *rc::gen::arbitrary<bool>(),
            .plus = *rc::gen::element(plus::as_written, plus::as_space),
            .separator = *rc::gen::element('&', '&', '&', ',', ';', '+', '/', '?', '$')};
}

// RFC 3986 2.1, 2.4
RC_GTEST_PROP(encode_properties, text_of_a_component_decodes_to_the_data, ()) {
    const std::string given = *data();
    const edition e = any_edition();
    for (const rule component : components) {
        const std::string text = encode(given, component, e);
        RC_ASSERT((decode(text) == given));
        RC_ASSERT(std::ranges::all_of(text, [&](char c) { return c == '%' || allowed(component, e).contains(c); }));
        RC_ASSERT((encode(*decode(text), component, e) == text));
    }
    for (const plus spaces : {plus::as_written, plus::as_space}) {
        RC_ASSERT((decode(encode_query(given, spaces, e), spaces) == given));
        RC_ASSERT((decode(encode_query_data(given, spaces, e), spaces) == given));
    }
}

RC_GTEST_PROP(encode_properties, data_of_a_component_is_encoded_to_text_that_decodes_to_it, ()) {
    const edition e = any_edition();
    const rule component = *rc::gen::elementOf(std::vector<rule>{components.begin(), components.end()});
    const std::string text = *text_of(allowed(component, e));
    const auto found = decode(text);
    RC_ASSERT(found.has_value());
    RC_ASSERT((decode(encode(*found, component, e)) == *found));
}

RC_GTEST_PROP(encode_properties, data_of_a_query_is_encoded_to_text_that_decodes_to_it, ()) {
    const edition e = any_edition();
    const plus spaces = *rc::gen::element(plus::as_written, plus::as_space);
    const auto found = decode(*text_of(allowed(rule::query, e)), spaces);
    RC_ASSERT(found.has_value());
    RC_ASSERT((decode(encode_query(*found, spaces, e), spaces) == *found));
    RC_ASSERT((decode(encode_query_data(*found, spaces, e), spaces) == *found));
}

// RFC 3986 3.2.2, RFC 6874 2
RC_GTEST_PROP(encode_properties, text_of_a_host_decodes_to_the_data, ()) {
    const std::string given = *data();
    const auto text = encode_host(given);
    const bool is_text = given.starts_with('[') && parse_host(given, {.zone_ids = true}) == host_type::ipv6;
    RC_ASSERT((text.has_value() == (is_utf8(given) && !is_text)));
    if (!text) return;
    RC_ASSERT(parse_host(*text, {.zone_ids = true}).has_value());
    RC_ASSERT((decode_host(*text) == given));
}

RC_GTEST_PROP(encode_properties, data_of_a_host_is_encoded_to_the_same_host, ()) {
    const std::string text = *rc::gen::oneOf(
        text_of(allowed(rule::reg_name)),
        rc::gen::element<std::string>("[::1]", "[fe80::1%25e%2F]", "[fe80::1%25%FF]", "[v1.a:]", "%3A%3A1",
                                      "%5b%3A%3a1%5D", "fe80%3A%3A1%25e", "%31.2.3.4", "%5Bv1.a%5D", "::1", "[x]", ""));
    const auto found = decode_host(text);
    if (!found) return;
    const auto again = encode_host(*found);
    RC_ASSERT(again.has_value());
    RC_ASSERT((decode_host(*again) == *found));
    // 6.2.2.2: an unreserved character is the same when it is percent-encoded, so "%31.2.3.4" is the address.
    const auto was = parse_host(text, {.zone_ids = true});
    const auto is = parse_host(*again, {.zone_ids = true});
    RC_ASSERT((is == was || (was == host_type::reg_name && is == host_type::ipv4)));
}

// RFC 3986 3.4; URL Standard 5.1
RC_GTEST_PROP(encode_properties, a_query_has_the_pairs_that_were_encoded, ()) {
    const query_options o = any_reading();
    std::vector<decoded_parameter> pairs;
    for (const auto &[key, has_value, value] :
         *rc::gen::resize(6, rc::gen::container<std::vector<std::tuple<std::string, bool, std::string>>>(
                                 rc::gen::tuple(data(), rc::gen::arbitrary<bool>(), data())))) {
        pairs.push_back({key, has_value ? std::optional{value} : std::nullopt});
    }
    const auto is_lost = [](const decoded_parameter &p) { return p.key.empty() && !p.value; };
    const auto lost = static_cast<std::size_t>(std::ranges::count_if(pairs, is_lost));
    const auto query = encode_parameters(pairs, o, any_edition());
    RC_ASSERT((query.has_value() == (lost == 0 || (!o.is_form() && pairs.size() > 1))));
    if (query) RC_ASSERT((decoded_parameters(*query, o) == pairs));
}

RC_GTEST_PROP(encode_properties, the_pairs_of_a_query_are_encoded_to_a_query_that_has_them, ()) {
    const query_options o = any_reading();
    const auto pairs = decoded_parameters(*text_of(allowed(rule::query)), o);
    RC_ASSERT(pairs.has_value());
    const auto query = encode_parameters(*pairs, o);
    RC_ASSERT(query.has_value());
    RC_ASSERT((decoded_parameters(*query, o) == *pairs));
}

} // namespace

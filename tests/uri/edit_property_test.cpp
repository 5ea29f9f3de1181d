// Properties of edits, percent-encoding, paths and queries over random references and arguments.
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/uri.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "uri/edit_model.hpp"

namespace {

using namespace uniform;

using strings = std::vector<std::string>;

// Mostly what the grammar is about, sometimes what it does not admit at all.
rc::Gen<std::string> snippet() {
    return rc::gen::oneOf(
        rc::gen::element<std::string>("", "a", "b:c", "//x", "/", "/a/b", "..", ".", "%2F", "%2f%41", "a=b", "a&b",
                                      "utm_*", "*", "?", "[::1]", "[v1.a]", "a_b", "80", "u:p", "u@h:1", "example.com",
                                      "%"),
        rc::gen::container<std::string>(rc::gen::element('a', 'Z', '1', ':', '/', '?', '#', '[', ']', '@', '%', '2',
                                                         'F', '&', '=', ';', '+', '.', '*', '_', ' ')),
        rc::gen::container<std::string>(rc::gen::element('a', 'b', '.', '/')), rc::gen::string<std::string>());
}

rc::Gen<std::string> reference_text() {
    return rc::gen::map(
        rc::gen::tuple(
            rc::gen::element<std::string>("", "", "http:", "s:", "mailto:"),
            rc::gen::element<std::string>("", "", "//", "//h", "//u@h", "//u:p@h:8", "//[::1]:", "//a_b", "//1.2.3.4"),
            rc::gen::container<std::string>(rc::gen::element('a', 'b', '/', '.', ':', '@', ';')),
            rc::gen::element<std::string>("", "", "?", "?a=1&b=2&a=3", "?&&", "?a;b;a=1&b", "?%61=1&a+b", "?b&a&=&"),
            rc::gen::element<std::string>("", "", "#", "#f", "#a?b/c")),
        [](const auto &t) {
            return std::get<0>(t) + std::get<1>(t) + std::get<2>(t) + std::get<3>(t) + std::get<4>(t);
        });
}

parse_options any_options() {
    return {.edition = *rc::gen::element(edition::rfc3986, edition::rfc3986, edition::rfc2396bis_01, edition::rfc2396),
            .max_length = *rc::gen::element<std::uint32_t>(0xFFFFFFFE, 0xFFFFFFFE, 40),
            .zone_ids = *rc::gen::arbitrary<bool>()};
}

reference any_reference() {
    auto r = reference::parse(*reference_text(), any_options());
    RC_PRE(r.has_value());
    return *std::move(r);
}

RC_GTEST_PROP(edit_properties, does_what_it_says_or_nothing, ()) {
    reference r = any_reference();
    const auto steps = *rc::gen::inRange(1, 6);
    for (int i = 0; i < steps; ++i) {
        const auto &edit = (*rc::gen::elementOf(model::edits()));
        const model::arguments x{
            *snippet(),
            *snippet(),
            *rc::gen::inRange<std::size_t>(0, 5),
            {.semicolon = *rc::gen::arbitrary<bool>(), .plus = *rc::gen::element(plus::as_written, plus::as_space)}};
        RC_ASSERT(model::carry_out(r, edit, x) == "");
    }
}

// The edits do succeed often enough for the property above to mean something.
TEST(edit, every_edit_succeeds_somewhere) {
    for (const auto &edit : model::edits()) {
        bool any = false;
        for (const char *text : {"s://u:p@h:1/a/b?a=1&a#f", "/a/b?b&a", "s:a"}) {
            for (const char *argument : {"a", "1"}) {
                reference r = reference::parse(text).value();
                const model::arguments x{argument, "b", 1, {}};
                any = any || edit.apply(r, x).has_value();
            }
        }
        EXPECT_TRUE(any) << edit.name;
    }
}

RC_GTEST_PROP(edit_properties, components_build_the_same_text, ()) {
    const reference r = any_reference();
    const auto again = build(components_of(r), r.options());
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->text() == r.text());
}

RC_GTEST_PROP(edit_properties, build_gives_the_components_or_fails, ()) {
    const auto maybe = [] { return *rc::gen::element(true, false) ? std::optional{*snippet()} : std::nullopt; };
    const auto scheme = maybe(), userinfo = maybe(), host = maybe(), port = maybe(), query = maybe(),
               fragment = maybe();
    const std::string path = *snippet();
    const components c{scheme, userinfo, host, port, path, query, fragment, {}};
    const auto r = build(c, any_options());
    if (!r) return;
    RC_ASSERT((r->scheme() == scheme));
    RC_ASSERT((r->userinfo() == userinfo));
    RC_ASSERT((r->host() == host));
    RC_ASSERT((r->port() == port));
    RC_ASSERT((r->path() == path));
    RC_ASSERT((r->query() == query));
    RC_ASSERT((r->fragment() == fragment));
}

RC_GTEST_PROP(edit_properties, a_redacted_reference_keeps_its_other_components, ()) {
    const reference r = any_reference();
    const auto shown = reference::parse(redacted(r), {.edition = r.edition(), .zone_ids = true});
    RC_ASSERT(shown.has_value());
    RC_ASSERT(shown->scheme() == r.scheme() && shown->user() == r.user() && shown->host() == r.host());
    RC_ASSERT(shown->port() == r.port() && shown->path() == r.path());
    RC_ASSERT(shown->query() == r.query() && shown->fragment() == r.fragment());
    if (!r.password().value_or("").empty()) RC_ASSERT(shown->password() == "***");
}

RC_GTEST_PROP(percent_properties, decoding_what_was_encoded_gives_the_data, ()) {
    const auto data = *rc::gen::string<std::string>();
    const auto e = *rc::gen::elementOf(std::vector<edition>{editions.begin(), editions.end()});
    for (const rule r : {rule::userinfo, rule::reg_name, rule::segment, rule::path, rule::query, rule::fragment}) {
        RC_ASSERT((decode(encode(data, r, e)) == data));
    }
    for (const plus spaces : {plus::as_written, plus::as_space}) {
        const std::string text = encode_query_data(data, spaces, e);
        RC_ASSERT((decode(text, spaces) == data));
        RC_ASSERT(decodes_to(text, data, spaces));
    }
}

RC_GTEST_PROP(percent_properties, the_ways_of_decoding_agree, ()) {
    std::string text = *snippet();
    const plus spaces = *rc::gen::element(plus::as_written, plus::as_space);
    const auto data = decode(text, spaces);
    RC_ASSERT(data.has_value() == decoded_size(text).has_value());
    if (data) {
        RC_ASSERT((data->size() == decoded_size(text)));
        RC_ASSERT(decodes_to(text, *data, spaces));
        RC_ASSERT(!decodes_to(text, *data + "x", spaces));
        RC_ASSERT((decode_to(text, text, spaces) == *data)); // in place
    }
}

RC_GTEST_PROP(path_properties, segments_join_back, ()) {
    const std::string path = *rc::gen::container<std::string>(rc::gen::element('a', '/', '%', '.'));
    const path_segments all{path};
    std::string joined = all.is_absolute() ? "/" : "";
    std::size_t count = 0;
    for (const std::string_view s : all) {
        if (count++ > 0) joined += '/';
        joined += s;
    }
    RC_ASSERT(joined == path);
    RC_ASSERT(count == all.count());
}

RC_GTEST_PROP(query_properties, pairs_and_separators_join_back, ()) {
    const std::string query = *rc::gen::container<std::string>(rc::gen::element('a', '&', '=', ';', '+'));
    const query_parameters all{query, {.semicolon = *rc::gen::arbitrary<bool>()}};
    std::string joined;
    for (const parameter p : all) {
        if (p.text().data() != query.data()) joined += *(p.text().data() - 1);
        joined += p.text();
    }
    RC_ASSERT(joined == query);
}

// The pattern by its definition, without any cleverness.
bool matches_slowly(std::string_view key, std::string_view pattern) {
    if (pattern.empty()) return key.empty();
    if (pattern.starts_with("\\*") || pattern.starts_with("\\?") || pattern.starts_with("\\\\")) {
        return key.starts_with(pattern[1]) && matches_slowly(key.substr(1), pattern.substr(2));
    }
    if (pattern[0] == '*') {
        return matches_slowly(key, pattern.substr(1)) || (!key.empty() && matches_slowly(key.substr(1), pattern));
    }
    return !key.empty() && (pattern[0] == '?' || pattern[0] == key[0]) &&
           matches_slowly(key.substr(1), pattern.substr(1));
}

RC_GTEST_PROP(query_properties, patterns_mean_what_their_definition_says, ()) {
    const auto key = *rc::gen::resize(12, rc::gen::container<std::string>(rc::gen::element('a', 'b', '*', '\\')));
    const auto pattern =
        *rc::gen::resize(8, rc::gen::container<std::string>(rc::gen::element('a', 'b', '*', '?', '\\')));
    RC_ASSERT(matches_pattern(key, pattern) == matches_slowly(key, pattern));
}

} // namespace

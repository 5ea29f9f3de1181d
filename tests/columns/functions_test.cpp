// The results of each function for texts.

#include <uniform/columns/columns.hpp>

#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "arrays.hpp"

namespace {

using namespace uniform::columns;
using namespace uniform::columns::test;

// A function, its options as "name=value;name=value", a text, and the row of the result; "null" for null.
struct fact {
    std::string_view function;
    std::string_view options;
    std::string_view text;
    std::string_view result;
};
std::ostream &operator<<(std::ostream &out, const fact &f) {
    return out << f.function << '(' << f.options << ") " << f.text;
}

std::vector<option> options_of(std::string_view text) {
    std::vector<option> out;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        out.push_back({one.substr(0, one.find('=')), one.substr(one.find('=') + 1)});
    }
    return out;
}

class column_functions : public testing::TestWithParam<fact> {};

TEST_P(column_functions, make) {
    const fact &f = GetParam();
    const auto does = function::make(f.function, options_of(f.options));
    ASSERT_TRUE(does) << does.error().says;
    const array texts{layout::utf8, {std::string{f.text}, std::nullopt}};
    result out;
    ASSERT_TRUE(does->run(texts.type, texts.data, out.type, out.data));
    const rows found = out.read();
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].value_or("null"), f.result);
    EXPECT_EQ(found[1], std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    rfc3986, column_functions,
    testing::Values(
        // 3: the components as written
        fact{"scheme", "", "HTTP://A/", "HTTP"}, fact{"scheme", "", "//a/", "null"}, fact{"scheme", "", "a b", "null"},
        fact{"authority", "", "http://u@h:1/p", "u@h:1"}, fact{"authority", "", "file:///p", ""},
        fact{"userinfo", "", "http://u:p@h/", "u:p"}, fact{"userinfo", "", "http://h/", "null"},
        fact{"host", "", "http://[::1]:80/", "[::1]"}, fact{"host", "", "mailto:a@b", "null"},
        fact{"host", "", "file:///p", ""}, fact{"host", "", "http://m\u00FCnchen.example/", "m\u00FCnchen.example"},
        fact{"host", "edition=rfc3986", "http://m\u00FCnchen.example/", "null"},
        fact{"host_type", "", "http://127.0.0.1/", "ipv4"}, fact{"host_type", "", "http://[::1]/", "ipv6"},
        fact{"host_type", "", "http://a/", "reg-name"}, fact{"host_type", "", "a", "null"},
        fact{"port", "", "http://h:8080/", "8080"}, fact{"port", "", "http://h:/", "null"},
        fact{"port", "", "http://h:65536/", "null"}, fact{"path", "", "http://h", ""}, fact{"path", "", "a/b?c", "a/b"},
        fact{"path", "", "%", "null"}, fact{"query", "", "/?", ""}, fact{"query", "", "/", "null"},
        fact{"fragment", "", "#a", "a"},
        // 3.4: parameters
        fact{"query_parameter", "key=q", "/?a=1&q=%26+x&q=2", "&+x"},
        fact{"query_parameter", "key=q;plus=true", "/?q=%26+x", "& x"}, fact{"query_parameter", "key=q", "/?q", ""},
        fact{"query_parameter", "key=q", "/?r=1", "null"}, fact{"query_parameter", "key=q", "/?q=%FF", "null"},
        fact{"decode", "", "a%2Fb", "a/b"}, fact{"decode", "", "%", "null"}, fact{"decode", "", "%FF", "null"},
        // 4
        fact{"valid", "", "http://a/", "true"}, fact{"valid", "", "http://a b/", "false"},
        fact{"valid", "production=uri", "//a/", "false"}, fact{"valid", "production=absolute-uri", "a:b#c", "false"},
        fact{"valid", "edition=rfc3987", "/\u00E9", "true"}, fact{"valid", "edition=rfc8141", "urn:a1:x", "true"},
        fact{"valid", "edition=rfc8141", "urn:a:x", "false"}, fact{"valid", "edition=rfc1738", "http://h/", "true"},
        fact{"valid", "edition=rfc9110", "http://h:x/", "false"}, fact{"valid", "", "\xFF", "false"},
        fact{"error", "", "http://a/", "null"},
        fact{"error", "", "http://a b/", "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)"},
        // 5
        fact{"resolve", "base=http://a/b/c/d", "../g", "http://a/b/g"},
        fact{"resolve", "base=http://a/b/c/d", "g h", "null"},
        fact{"relativize", "base=http://a/b/c/d", "http://a/b/g", "/b/g"},
        fact{"relativize", "base=http://a/b/c/d", "g", "null"},
        // 6
        fact{"normalize", "", "HTTP://A.example:80/%7e/../b", "http://a.example:80/b"},
        fact{"normalize", "level=scheme", "HTTP://A.example:80", "http://a.example/"},
        fact{"normalize", "level=case", "HTTP://A/%7e/..", "http://a/%7E/.."},
        fact{"normalize", "ignore_fragment=true", "http://a/#b", "http://a/"}, fact{"normalize", "", "a b", "null"},
        fact{"normalize", "edition=rfc3987", "http://a/%C3%A9", "http://a/\u00E9"},
        // RFC 8141 3.1 among URIs
        fact{"normalize", "", "URN:Example:%7e/../b", "urn:Example:%7E/../b"},
        fact{"normalize", "level=scheme", "URN:Example:%7e", "urn:example:%7E"},
        fact{"normalize", "level=percent", "URN:Example:%7e", "URN:Example:%7e"},
        // 7.5
        fact{"redact", "", "ftp://u:secret@h/", "ftp://u:***@h/"}));

INSTANTIATE_TEST_SUITE_P(rfc3987, column_functions,
                         testing::Values(fact{"iri_to_uri", "", "/\u00E9", "/%C3%A9"},
                                         fact{"iri_to_uri", "", "/ ", "null"},
                                         fact{"uri_to_iri", "", "/%C3%A9%20", "/\u00E9%20"},
                                         fact{"uri_to_iri", "", "/\u00E9", "null"}));

INSTANTIATE_TEST_SUITE_P(
    hosts, column_functions,
    testing::Values(fact{"registrable_domain", "", "http://www.example.co.uk/", "example.co.uk"},
                    fact{"registrable_domain", "", "http://co.uk/", "null"},
                    fact{"registrable_domain", "", "http://127.0.0.1/", "null"},
                    fact{"registrable_domain", "", "/a", "null"},
                    fact{"registrable_domain", "", "http://WWW.M\u00DCNCHEN.de/", "xn--mnchen-3ya.de"},
                    fact{"registrable_domain", "", "http://www.%65xample.com/", "example.com"},
                    fact{"public_suffix", "", "http://www.example.co.uk/", "co.uk"},
                    fact{"to_ascii_host", "", "http://M\u00FCnchen.example/", "xn--mnchen-3ya.example"},
                    fact{"to_ascii_host", "rules=idna2008", "http://M\u00FCnchen.example/", "null"},
                    fact{"to_ascii_host", "", "http://WWW.Example.com/", "www.example.com"},
                    fact{"to_ascii_host", "", "http://xn--a/", "null"},
                    fact{"to_ascii_host", "", "http://-a.com/", "null"},
                    fact{"to_ascii_host", "", "http://a..b/", "null"}, fact{"to_ascii_host", "", "http://a_b/", "null"},
                    fact{"to_ascii_host", "rules=browser", "http://A_b/", "a_b"},
                    fact{"to_ascii_host", "", "http://[::1]/", "[::1]"}, fact{"to_ascii_host", "", "mailto:a", "null"},
                    fact{"display_host", "", "http://xn--mnchen-3ya.example/", "m\u00FCnchen.example"},
                    fact{"display_host", "", "http://xn--pple-43d.example/", "xn--pple-43d.example"}));

INSTANTIATE_TEST_SUITE_P(
    rfc8141, column_functions,
    testing::Values(fact{"urn_nid", "", "urn:ISBN:9789510184356", "ISBN"}, fact{"urn_nid", "", "http://a/", "null"},
                    fact{"urn_nss", "", "urn:example:a/b?=q#f", "a/b"},
                    fact{"urn_assigned_name", "", "urn:example:a?+r?=q#f", "urn:example:a"},
                    fact{"urn_assigned_name", "edition=rfc2141", "urn:example:a?=q", "null"},
                    fact{"urn_normalize", "", "URN:ISBN:951-0-18435-7", "urn:isbn:9789510184356"},
                    fact{"urn_normalize", "rules=lexical", "URN:ISBN:951-0-18435-7#a", "urn:isbn:951-0-18435-7"},
                    fact{"urn_valid", "", "urn:isbn:978-951-0-18435-6", "true"},
                    fact{"urn_valid", "", "urn:isbn:1", "false"},
                    fact{"urn_valid", "", "urn:not-registered:1", "false"}, fact{"urn_valid", "", "", "false"}));

INSTANTIATE_TEST_SUITE_P(
    readings, column_functions,
    testing::Values(fact{"repair", "", "http://a.example/caf\u00E9 1", "http://a.example/caf%C3%A9%201"},
                    fact{"repair", "like=whatwg", "http:\\\\a.example\\b", "http://a.example/b"},
                    fact{"repair", "like=typed;production=uri", " www.a.example ", "http://www.a.example"},
                    fact{"repair", "like=typed;production=uri", " www.a.example, ", "http://www.a.example"},
                    fact{"repair", "", "a b://c", "null"},
                    fact{"whatwg_href", "", "HTTP://0x7F.1:80/../a b", "http://127.0.0.1/a%20b"},
                    fact{"whatwg_href", "", "/a", "null"},
                    fact{"whatwg_host", "", "http://a.example\\@b.example/", "a.example"},
                    fact{"whatwg_origin", "", "https://a.example:443/b", "https://a.example"},
                    fact{"lint", "", "http://a.example/", ""},
                    fact{"lint", "severity=warning", "http://u:p@127.1/",
                         "userinfo password rare-ipv4 loopback-address"},
                    fact{"lint", "", "a b", "white-space"}));

// Every row of the table has facts above, options that are named once, and a chapter in the guide.
TEST(column_functions_table, is_complete) {
    std::stringstream guide;
    for (const char *path : {UNIFORM_COLUMNS_GUIDE, UNIFORM_FUNCTIONS_PAGE}) guide << std::ifstream{path}.rdbuf();
    std::string_view last;
    for (const function_info &f : functions()) {
        EXPECT_LT(last, f.name);
        last = f.name;
        EXPECT_FALSE(f.says.empty());
        EXPECT_FALSE(f.document.empty());
        const std::string name{f.name};
        EXPECT_TRUE(guide.str().find('`' + name + '`') != std::string::npos ||
                    guide.str().find('`' + name + "(column") != std::string::npos)
            << name;
        for (const option_info &o : f.options) {
            EXPECT_FALSE(o.values.empty());
            // A text that is no value of an option is refused; any text is a key.
            if (o.name == "key") continue;
            std::vector<option> given{{o.name, "//"}};
            const auto made = function::make(f.name, given);
            ASSERT_FALSE(made) << f.name << ' ' << o.name;
            EXPECT_TRUE(made.error().kind == failure_kind::invalid_option ||
                        made.error().kind == failure_kind::missing_option);
        }
    }
}

// The operations that cannot be made, and the reasons.
struct refusal {
    std::string_view function;
    std::string_view options;
    failure_kind kind;
    std::string_view says;
};
std::ostream &operator<<(std::ostream &out, const refusal &r) { return out << r.function << '(' << r.options << ')'; }
class column_function_refusals : public testing::TestWithParam<refusal> {};

TEST_P(column_function_refusals, say_why) {
    const refusal &r = GetParam();
    const auto made = function::make(r.function, options_of(r.options));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, r.kind);
    EXPECT_EQ(made.error().says, r.says);
}

INSTANTIATE_TEST_SUITE_P(
    rows, column_function_refusals,
    testing::Values(
        refusal{"hots", "", failure_kind::unknown_function, "no function of columns has the name \"hots\""},
        refusal{"host", "level=syntax", failure_kind::unknown_option, "host has no option \"level\"; it has edition"},
        refusal{"iri_to_uri", "a=b", failure_kind::unknown_option,
                "iri_to_uri has no option \"a\"; it has hosts_by_idna"},
        refusal{"whatwg_href", "a=b", failure_kind::unknown_option, "whatwg_href has no option \"a\""},
        refusal{"resolve", "", failure_kind::missing_option, "resolve needs the option \"base\": an absolute URI"},
        refusal{"resolve", "base=/a", failure_kind::invalid_option,
                "the option \"base\" of resolve cannot be \"/a\": an absolute URI; the scheme is missing (a name and "
                "\":\"): URI, RFC 3986 section 3 (offset 0)"},
        refusal{
            "normalize", "level=protocol", failure_kind::invalid_option,
            "the option \"level\" of normalize cannot be \"protocol\": simple, case, percent, path, syntax, scheme"},
        refusal{"host", "edition=rfc8141", failure_kind::invalid_option,
                "the option \"edition\" of host cannot be \"rfc8141\": rfc3987, rfc3986, rfc2396bis-01, rfc2396"}));

} // namespace

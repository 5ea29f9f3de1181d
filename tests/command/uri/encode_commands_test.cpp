// uniform encode and decode are inverse, for each component and its options.

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using nlohmann::json;

const row rows[]{
    // RFC 3986 3.2.2: an IPv6address has no brackets, the IP-literal has them
    {"encode_host_adds_brackets", {"encode", "host", "::1"}, "", "[::1]\n", ""},
    {"decode_host_removes_brackets", {"decode", "host", "[::1]"}, "", "::1\n", ""},
    {"encode_host_refuses_brackets",
     {"encode", "host", "[::1]", "[v1.a]", "[x]"},
     "",
     "[v1.a]\n%5Bx%5D\n",
     "<argument>:2:1: the data of an IPv6 address has no brackets: encoding adds them (IPv6address, RFC 3986 section "
     "3.2.2)\n",
     1},
    {"decode_host_refuses_a_name_that_would_become_an_address",
     {"decode", "host", "%3A%3A1", "a%5B%3A%3A1%5D", "%5B%3A%3A1%5D"},
     "",
     "a[::1]\n",
     "<argument>:2:1: a name that decodes to an IP address is another host (reg-name, RFC 3986 section 3.2.2)\n"
     "<argument>:4:1: a name that decodes to an IP address is another host (reg-name, RFC 3986 section 3.2.2)\n",
     1},
    {"decode_host_refuses_what_is_not_utf8", // RFC 3986 3.2.2
     {"decode", "host", "a%FF", "%C3%BC"},
     "",
     "\u00FC\n",
     "<argument>:2:2: these bytes are not UTF-8 (reg-name, RFC 3986 section 3.2.2)\n",
     1},
    // docs/decisions/0009: percent-encoding never creates another host
    {"parse_decodes_hosts_alike",
     {"parse", "-g", "{host:decoded} {host}", "//[::1]", "//%5B%3A%3A1%5D", "//%41"},
     "",
     "::1 [::1]\n%5B%3A%3A1%5D %5B%3A%3A1%5D\nA %41\n",
     ""},
    // RFC 3986 3.3: a path is not yet a reference
    {"encode_path_with_a_colon", {"encode", "path", "a:b"}, "", "a:b\n", ""},
    {"decode_path_with_a_colon", {"decode", "path", "a:b"}, "", "a:b\n", ""},
    {"encode_segment_with_a_colon", {"encode", "segment", "a:b"}, "", "a:b\n", ""},
    {"decode_segment_with_a_colon", {"decode", "segment", "a:b", "a%3ab"}, "", "a:b\na:b\n", ""},
    // RFC 3986 3.3, 6.2.2.2: "." and ".." have no encoding
    {"decode_refuses_dot_segments",
     {"decode", "segment", "..", "%2E", "...", ".%2e"},
     "",
     "...\n",
     "<argument>:2:1: \".\" and \"..\" are no data: they say where a path leads (segment, RFC 3986 section 3.3)\n"
     "<argument>:3:1: \".\" and \"..\" are no data: they say where a path leads (segment, RFC 3986 section 3.3)\n"
     "<argument>:5:1: \".\" and \"..\" are no data: they say where a path leads (segment, RFC 3986 section 3.3)\n",
     1},
    // URL Standard 5.1
    {"encode_query_of_a_form", {"encode", "query", "--form", "a=1+2 &=b"}, "", "a=1%2B2+&=b\n", ""},
    {"decode_query_of_a_form", {"decode", "query", "--form", "a=1%2B2+&=b"}, "", "a=1+2 &=b\n", ""},
    {"set_params_of_a_form",
     {"edit", "--form", "--set-params", R"([{"key": "a", "value": "b"}, {"key": "", "value": null}])", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot set the parameters: number 2 has an empty key and no value, which form data cannot have "
     "(URL Standard section 5.1)\n",
     1},
    {"set_params_otherwise",
     {"edit", "--set-params", R"([{"key": "a", "value": "b"}, {"key": "", "value": null}])", "http://h/"},
     "",
     "http://h/?a=b&\n",
     ""},
    {"set_params_with_nothing_to_write",
     {"edit", "--set-params", R"([{"key": "", "value": null}])", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot set the parameters: no query stands for a single one with an empty key and no value "
     "(query, RFC 3986 section 3.4)\n",
     1},
    {"edits_of_a_form_drop_empty_sequences",
     {"edit", "--form", "--set", "query.a=c", "http://h/?&a=b&&d"},
     "",
     "http://h/?a=c&d\n",
     ""},
};

class encode_commands : public testing::TestWithParam<row> {};
TEST_P(encode_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, encode_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

// The URL Standard 5.1 skips empty sequences. RFC 3986 3.4 has no parameters, so nothing is lost.
TEST(encode_commands_of_forms, form_data_skip_empty_sequences) {
    const auto params = [](words options) {
        words line{"parse", "--json", "--params"};
        line.insert(line.end(), options.begin(), options.end());
        const json pairs = json::parse(run(line).out).at("params");
        return pairs.dump();
    };
    EXPECT_EQ(params({"--form", "?&a=b&&c&"}), R"([{"key":"a","value":"b"},{"key":"c","value":null}])");
    EXPECT_EQ(params({"--form", "?&"}), "[]");
    EXPECT_EQ(params({"--form", "--query-separator", ";", "?;a=b&;"}), R"([{"key":"a","value":"b"}])");
    EXPECT_EQ(params({"?&a=b"}), R"([{"key":"","value":null},{"key":"a","value":"b"}])");
}

TEST(encode_commands_of_hosts, parse_decodes_as_decode_does) {
    for (const char *host : {"[::1]", "%5B%3A%3A1%5D", "%FF", "a%20b"}) {
        const json parsed = json::parse(run({"parse", "--json", "--params", std::string{"//"} + host}).out);
        const json decoded = json::parse(run({"decode", "--json", "host", host}).out);
        EXPECT_EQ(parsed.at("decoded").at("host"), decoded.at("valid") ? decoded.at("decoded") : json(host)) << host;
    }
}

struct coding {
    const char *name;
    words options; // the component and its options
};
const coding codings[]{
    {"user", {"user"}},
    {"password", {"password"}},
    {"host", {"host"}},
    {"host_with_zones", {"host", "--zone-ids"}},
    {"path", {"path"}},
    {"segment", {"segment"}},
    {"query", {"query"}},
    {"query_of_a_form", {"query", "--form"}},
    {"parameter", {"parameter"}},
    {"parameter_of_a_form", {"parameter", "--form"}},
    {"parameter_after_commas", {"parameter", "--query-separator", ","}},
    {"parameter_after_semicolons", {"parameter", "--form", "--query-separator", ";"}},
    {"parameter_after_plus", {"parameter", "--form", "--query-separator", "+"}},
    {"fragment", {"fragment"}},
};

// Data and texts of components: what they are made of, and any octets but NUL, which ends an input.
std::vector<std::string> generated_texts() {
    constexpr std::string_view pieces[]{"a",   "b:",  "/",   "//",   ".",        "..",     "%41", "%2F", "%2e",
                                        "%3A", "%5B", "%5D", "%25",  "%",        "&",      "=",   "+",   ";",
                                        ",",   " ",   "@",   "?",    "#",        "[",      "]",   ":",   "1",
                                        "::",  "[::", "v1.", "fe80", "\xC3\xBC", "%C3%BC", "%FF", "\xFF"};
    std::vector<std::string> all{"::1",
                                 "[::1]",
                                 "a:b",
                                 "//x",
                                 ".",
                                 "..",
                                 "%2E",
                                 "[v1.a]",
                                 "%3A%3A1",
                                 "%5b%3A%3A1%5d",
                                 "fe80::1%eth0",
                                 "[fe80::1%25eth0]",
                                 "[fe80::1%25%FF]",
                                 "fe80%3A%3A1%25e",
                                 "&a=b"};
    std::mt19937 random{30};
    for (int i = 0; i < 3000; ++i) {
        std::string text;
        for (auto n = random() % 7; n > 0; --n) text += pieces[random() % std::size(pieces)];
        if (!text.empty()) all.push_back(std::move(text));
    }
    return all;
}

// The result of the command for each text: the member of that name; nothing for what it refuses.
std::vector<std::optional<std::string>> answers(const char *verb, const coding &c,
                                                const std::vector<std::string> &texts, const char *member) {
    words line{verb};
    line.insert(line.end(), c.options.begin(), c.options.end());
    line.insert(line.end(), {"--json", "-0"});
    std::string in;
    for (const std::string &text : texts) in.append(text).push_back('\0');
    const result r = run(line, in);
    std::vector<std::optional<std::string>> out;
    for (std::size_t at = 0; at < r.out.size();) {
        const std::size_t end = r.out.find('\0', at);
        const json object = json::parse(r.out.substr(at, end - at));
        at = end + 1;
        out.emplace_back();
        if (!object.at("valid")) continue;
        const auto text = object.at(member).get<std::string>();
        if (!object.contains("bytes")) {
            out.back() = text;
            continue;
        }
        out.back() = ""; // each character is an octet
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto lead = static_cast<unsigned char>(text[i]);
            if (lead < 0x80) {
                *out.back() += text[i];
                continue;
            }
            const auto trail = static_cast<unsigned char>(text[++i]);
            *out.back() += static_cast<char>((lead & 3U) << 6U | (trail & 0x3FU));
        }
    }
    EXPECT_EQ(out.size(), texts.size()) << r.err;
    out.resize(texts.size());
    return out;
}

std::vector<std::string> those_of(const std::vector<std::optional<std::string>> &some) {
    std::vector<std::string> all;
    for (const auto &text : some) {
        if (text) all.push_back(*text);
    }
    return all;
}

class encode_commands_properties : public testing::TestWithParam<coding> {};

// RFC 3986 2.4
TEST_P(encode_commands_properties, what_is_encoded_decodes_to_the_data) {
    const auto data = generated_texts();
    const auto encoded = answers("encode", GetParam(), data, "encoded");
    const auto decoded = answers("decode", GetParam(), those_of(encoded), "decoded");
    std::size_t n = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (!encoded[i]) continue;
        EXPECT_EQ(decoded[n++], data[i]) << *encoded[i];
    }
    EXPECT_GT(n, 1000U);
}

TEST_P(encode_commands_properties, what_is_decoded_is_encoded_to_what_decodes_to_it) {
    const auto decoded = those_of(answers("decode", GetParam(), generated_texts(), "decoded"));
    std::vector<std::string> data;
    for (const std::string &d : decoded) {
        if (!d.contains('\0') && !d.empty()) data.push_back(d);
    }
    const auto encoded = answers("encode", GetParam(), data, "encoded");
    for (std::size_t i = 0; i < data.size(); ++i) EXPECT_TRUE(encoded[i]) << data[i];
    const auto again = answers("decode", GetParam(), those_of(encoded), "decoded");
    for (std::size_t i = 0; i < std::min(data.size(), again.size()); ++i) EXPECT_EQ(again[i], data[i]);
    EXPECT_GT(data.size(), 150U);
}

INSTANTIATE_TEST_SUITE_P(components, encode_commands_properties, testing::ValuesIn(codings),
                         [](const auto &tested) { return std::string{tested.param.name}; });

} // namespace
} // namespace uniform::test

// Every production of RFC 6570: the library's word against the grammar of the document. The library reads whole
// templates, so a part is put into one.

#include <uniform/uri/parse.hpp>
#include <uniform/uri/uri_template.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "productions/rows.hpp"

namespace {

using namespace uniform;
using productions::check;
using productions::check_complete;
using productions::row;
using productions::text;

bool is_template(std::string_view t) { return uri_template::parse(t).has_value(); }

bool has_brace(text t) { return t.find_first_of("{}") != text::npos; }

bool is_expression(text t) {
    return t.size() > 2 && t.starts_with('{') && t.ends_with('}') && !has_brace(t.substr(1, t.size() - 2)) &&
           is_template(t);
}

// Whether the text may stand in "{?" "}".
bool is_variable_list(text t) { return !has_brace(t) && is_template("{?" + std::string{t} + "}"); }
bool is_varspec(text t) { return !t.contains(',') && is_variable_list(t); }
bool is_varname(text t) { return !t.contains(':') && !t.contains('*') && is_varspec(t); }
bool is_varchar(text t) { return (t.size() == 1 || (t.size() == 3 && t.starts_with('%'))) && is_varname(t); }
bool is_modifier(text t) { return (t.starts_with(':') || t.starts_with('*')) && is_varspec("a" + std::string{t}); }
bool is_prefix(text t) { return t.starts_with(':') && is_modifier(t); }
bool is_explode(text t) { return t.starts_with('*') && is_modifier(t); }
bool is_max_length(text t) { return is_prefix(":" + std::string{t}); }

// The level of the template with this operator; 0 if it is none.
int level_with(text op) {
    if (op.size() != 1 || is_varchar(op)) return 0;
    const auto t = uri_template::parse("{" + std::string{op} + "a}");
    return t ? static_cast<int>(t->needs()) : 0;
}
bool is_operator(text t) { return level_with(t) != 0; }
bool is_op_level2(text t) { return level_with(t) == 2; }
bool is_op_level3(text t) { return level_with(t) == 3; }

// 2.2: "reserved for possible future extensions". Its grammar has them, but such a template is an error (3).
bool is_op_reserve(text t) {
    const auto read = uri_template::parse("{" + std::string{t} + "a}");
    return t.size() == 1 && !read && read.error().production == "op-reserve";
}

// One character, or one pct-encoded.
bool is_literal(text t) {
    if (t.empty() || has_brace(t) || !is_template(t)) return false;
    const auto first = static_cast<unsigned char>(t.front());
    const std::size_t size = first == '%' ? 3 : first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return t.size() == size;
}
bool is_pct_encoded(text t) { return t.starts_with('%') && is_literal(t); }

template <rule R>
bool is_literal_of(text t) {
    return is_literal(t) && matches(R, t, {.edition = edition::rfc3987});
}

// 3.2.1: what an expansion leaves as it is.
bool stays(text t, std::string_view expression) {
    return t.size() == 1 && uri_template::parse(expression)->expand({{"a", std::string{t}}}).value() == t;
}
bool is_unreserved(text t) { return stays(t, "{a}"); }
bool is_reserved(text t) { return stays(t, "{+a}") && !is_unreserved(t); }

const row rows[] = {
    {"RFC 6570 1.5: pct-encoded", is_pct_encoded, "%7e", "%7", "%"},
    {"RFC 6570 1.5: unreserved", is_unreserved, "~", "!"},
    {"RFC 6570 1.5: reserved", is_reserved, "!", "%"},
    {"RFC 6570 1.5: gen-delims", [](text t) { return matches(rule::gen_delims, t) && is_reserved(t); }, "@", "!"},
    {"RFC 6570 1.5: sub-delims", [](text t) { return matches(rule::sub_delims, t) && is_reserved(t); }, "'", "@"},
    {"RFC 6570 1.5: ucschar", is_literal_of<rule::ucschar>, "\xf3\xa1\x80\x80", "\xf3\xa0\x80\x80"},
    {"RFC 6570 1.5: iprivate", is_literal_of<rule::iprivate>, "\xf4\x8f\xbf\xbd", "\xf4\x8f\xbf\xbf"},
    {"RFC 6570 2: URI-Template", is_template, "/a{?b*,c:3}%7e\xc3\xa9{+d}", "{a", "{a}"},
    {"RFC 6570 2.1: literals", is_literal, "'", "\""},
    {"RFC 6570 2.2: expression", is_expression, "{;a.b,c*}", "{a,}", "{"},
    {"RFC 6570 2.2: operator", is_operator, "&", "a"},
    {"RFC 6570 2.2: op-level2", is_op_level2, "#", "."},
    {"RFC 6570 2.2: op-level3", is_op_level3, ".", "+"},
    {"RFC 6570 2.2: op-reserve", is_op_reserve, "|", "+"},
    {"RFC 6570 2.3: variable-list", is_variable_list, "a,b:3,c*", "a,,b", "a,"},
    {"RFC 6570 2.3: varspec", is_varspec, "a.b:9999", "a:3*", "a"},
    {"RFC 6570 2.3: varname", is_varname, "a.%41_", "a..b", "a"},
    {"RFC 6570 2.3: varchar", is_varchar, "%41", "-"},
    {"RFC 6570 2.4: modifier-level4", is_modifier, "*", ":0", ":"},
    {"RFC 6570 2.4.1: prefix", is_prefix, ":1", ":", ":"},
    {"RFC 6570 2.4.1: max-length", is_max_length, "9999", "10000"},
    {"RFC 6570 2.4.2: explode", is_explode, "*", "**"},
};

// The rule `operator` without op-reserve, which is an error of its own.
oracle::grammar grammar_of_templates() {
    std::ifstream file{UNIFORM_ORACLE_GRAMMARS "/rfc6570.abnf"};
    std::ostringstream all;
    all << file.rdbuf();
    return oracle::grammar{all.str(), "operator = op-level2 / op-level3\n"};
}

TEST(productions, rfc6570) {
    const oracle::grammar g = grammar_of_templates();
    // The bytes of characters at the borders of ucschar and iprivate, too.
    constexpr text alphabet =
        "aF0129{}{}{}:,.*%+#/;?&=!@|'\"<>\\^`_~-[]() \x7f\xff"
        "\xc2\xc3\x80\x9f\xa0\xbf\xe0\xe3\xed\xee\xef\xa3\xa4\xb7\x8f\x90\xaf\xb0\xf0\xf3\xf4\xbd\xbe";
    check(rows, g, alphabet);
    check_complete(rows, g);
}

} // namespace

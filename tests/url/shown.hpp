// The parts of a URL on one line, so that a fact is a row of a table.
#pragma once

#include <uniform/url/url.hpp>

#include <rapidcheck.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace uniform::test {

inline std::string shown(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto u = static_cast<unsigned char>(c);
        char hex[5];
        std::snprintf(hex, sizeof hex, "\\x%02X", unsigned{u});
        u < 0x20 || u >= 0x7F ? out += hex : out += c;
    }
    return out;
}

// "host=h.x port=70 cwd=[a|b] fields=[n=v]"; absent parts, empty lists and answers "no" are left out.
inline std::string shown(const std::vector<url_field> &fields) {
    std::string out;
    for (const url_field &f : fields) {
        std::string value;
        switch (f.what) {
        case url_field::kind::absent:
            continue;
        case url_field::kind::text:
            value = shown(f.text);
            break;
        case url_field::kind::number:
            value = std::to_string(f.number);
            break;
        case url_field::kind::boolean:
            if (f.number == 0) continue;
            value = "yes";
            break;
        case url_field::kind::list:
            for (const auto &item : f.list) {
                value += value.empty() ? '[' : '|';
                value += shown(item);
            }
            if (value.empty()) continue;
            value += ']';
            break;
        case url_field::kind::pair_list:
            for (const auto &[name, item] : f.pair_list) {
                value += value.empty() ? '[' : '|';
                value += shown(name);
                value += '=';
                value += shown(item);
            }
            if (value.empty()) continue;
            value += ']';
        }
        out += (out.empty() ? "" : " ") + f.name + '=' + value;
    }
    return out;
}

// "code at OFFSET, rule": what a refused text gets.
inline std::string shown(const error &e) {
    return std::string{to_string(e.code)} + " at " + std::to_string(e.offset) + ", " +
           std::string{to_string(e.rule, e.edition)};
}

// The parts that this edition reads, or why it refuses.
inline std::string reading(std::string_view text, std::optional<edition> e = {}) {
    const auto url = parse_url(text, {.edition = e});
    return url ? shown(fields_of(*url)) : shown(url.error());
}

struct row {
    std::string_view source; // document and section
    std::optional<edition> by;
    std::string_view text;
    std::string_view reading;
};

// Bytes of every kind, those with a meaning somewhere among them oftener.
inline std::string any_bytes() {
    return *rc::gen::container<std::string>(rc::gen::oneOf(
        rc::gen::arbitrary<char>(), rc::gen::elementOf(std::string{"ab1/?#[]@:;=&%,+.-_~!$'()*\"\\ {}|^`<>\r\n"})));
}
// A name of letters, digits and ".-", beginning with a letter and ending with one.
inline std::string any_name() {
    return "a" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"abcxyz019-"})) + "z";
}

} // namespace uniform::test

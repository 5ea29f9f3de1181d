// Generators of references for property tests: mostly valid ones, rich in what parsers stumble over.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace testing_references {

inline rc::Gen<std::string> piece(std::vector<std::string> alphabet, int most) {
    return rc::gen::map(
        rc::gen::resize(most, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::move(alphabet)))),
        [](const std::vector<std::string> &parts) {
            std::string out;
            for (const std::string &p : parts) out += p;
            return out;
        });
}

inline rc::Gen<std::string> path() {
    return piece({"/", "/",   "a",   "B",   ".",   "..",  "/..",    "/.",   "./", "../", "//", ":",
                  "@", "%2e", "%2E", "%2f", "%41", "%7e", "%c3%a9", ";x=1", "-",  "~",   "g"},
                 10);
}

inline rc::Gen<std::string> query() {
    return piece({"a", "=", "&", "%20", "%7E", "%7e", "+", "?", "/", ":", "Q", "%3d"}, 8);
}

inline rc::Gen<std::string> authority() {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::elementOf(std::vector<std::string>{"", "", "", "u@", "u:p@", "@", "%41:@"}),
                       rc::gen::elementOf(std::vector<std::string>{"h", "EXAMPLE.com", "", "[::1]", "[2001:DB8:0:0::A]",
                                                                   "[v1.A:b]", "10.0.0.1", "256.1.1.1", "h%4C%c3",
                                                                   "a_b", "xn--e1afmkfd.example"}),
                       rc::gen::elementOf(std::vector<std::string>{"", "", "", ":", ":80", ":443", ":0080", ":8042"})),
        [](const std::tuple<std::string, std::string, std::string> &t) {
            return std::get<0>(t) + std::get<1>(t) + std::get<2>(t);
        });
}

// Any reference, now and then not a valid one.
inline rc::Gen<std::string> any_reference() {
    return rc::gen::exec([] {
        std::string out = *rc::gen::elementOf(
            std::vector<std::string>{"", "", "http:", "HTTP:", "https:", "a:", "X-y.z+1:", "urn:", "file:"});
        if (*rc::gen::arbitrary<bool>()) out += "//" + *authority();
        out += *path();
        if (*rc::gen::inRange(0, 3) == 0) out += "?" + *query();
        if (*rc::gen::inRange(0, 3) == 0) out += "#" + *query();
        return out;
    });
}

} // namespace testing_references

// The common part of the tests of URL schemes: results as short texts, and parts at random.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <rapidcheck.h>

#include <uniform/syntax/error.hpp>
#include <uniform/url/login.hpp>

namespace samples {

using namespace uniform;

// "invalid_character@12 fpath"; "" of what did not fail.
template <class T>
std::string why(const std::expected<T, error> &result) {
    if (result) return "";
    const error &e = result.error();
    return std::string{to_string(e.code)} + '@' + std::to_string(e.offset) + ' ' +
           std::string{to_string(e.rule, e.edition)};
}

// A part that may be absent: "-"; "''" for one that is empty.
inline std::string shown(const std::optional<std::string> &part) {
    if (!part) return "-";
    return part->empty() ? "''" : *part;
}
inline std::string shown(const std::optional<std::string_view> &part) {
    return part ? shown(std::optional<std::string>{*part}) : "-";
}

// Any bytes at all, mostly few; often those that delimit something.
inline rc::Gen<std::string> bytes() {
    return rc::gen::oneOf(
        rc::gen::string<std::string>(),
        rc::gen::container<std::string>(rc::gen::element('a', '/', ';', '=', '?', '#', ':', '@', '%', '&', '\t', '\r',
                                                         '\n', '\0', '~', '.', '9', '0', '[', '|', '\\', ' ', '+')));
}

inline rc::Gen<std::string> hosts() { return rc::gen::element<std::string>("h", "host.dom", "a-b.c", "1.2.3.4"); }

inline rc::Gen<std::optional<std::uint16_t>> ports() {
    return rc::gen::map(rc::gen::inRange(-9999, 65536), [](int n) {
        return n < 0 ? std::optional<std::uint16_t>{} : std::optional{static_cast<std::uint16_t>(n)};
    });
}

} // namespace samples

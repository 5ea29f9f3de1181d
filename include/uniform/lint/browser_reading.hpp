// The interface to what browsers make of a text: the linter asks where they read another URL than RFC 3986. The command
// implements it with uniform::whatwg.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/lint/check.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// Answers where a browser reads a text differently.
class browser_reading {
public:
    /// One difference, which becomes a finding.
    struct difference {
        lint_check check{};     ///< one of those that begin with "browser"
        range where{};          ///< the bytes that cause it
        std::string by_rfc3986; ///< the component, or the host of what browsers reject; "" for none
        std::string by_browser; ///< the component, "" for none; why browsers reject the text
    };

    browser_reading() = default;
    browser_reading(const browser_reading &) = delete;
    browser_reading &operator=(const browser_reading &) = delete;
    virtual ~browser_reading() = default;

    /// Linear in the text. Thread-safe.
    [[nodiscard]] virtual std::vector<difference> differences_of(std::string_view text) const = 0;
};

} // namespace uniform

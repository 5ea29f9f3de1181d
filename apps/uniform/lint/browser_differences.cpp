#include "lint/browser_differences.hpp"

#include <algorithm>
#include <array>

#include <uniform/whatwg/readings.hpp>

#include "print/words.hpp"

namespace uniform::cli {

namespace {

// In the order of whatwg::reading_part.
constexpr std::array<lint_check, whatwg::reading_parts> browser_checks{
    lint_check::browser_scheme, lint_check::browser_host, lint_check::browser_path, lint_check::browser_query,
    lint_check::browser_rejects};

std::string shortened(std::string_view text) {
    constexpr std::size_t most = 100;
    if (text.empty()) return "none";
    return text.size() <= most ? in_quotes(text) : in_quotes(text.substr(0, most)) + "...";
}

std::string explanation_of(const whatwg::reading_difference &d) {
    const std::string part{name(d.part)};
    switch (d.part) {
    case whatwg::reading_part::rejected:
        if (d.by_rfc3986.empty())
            return "browsers reject it (" + d.by_browser + "), and the host is absent or empty by RFC 3986";
        return "browsers reject it (" + d.by_browser + "), and RFC 3986 finds the host " + shortened(d.by_rfc3986);
    case whatwg::reading_part::query: // which may have secrets
        return "browsers read another query than RFC 3986";
    default:
        return "the " + part + " is " + shortened(d.by_rfc3986) + " by RFC 3986 and " + shortened(d.by_browser) +
               " for browsers";
    }
}

class whatwg_reading final : public browser_reading {
public:
    [[nodiscard]] std::vector<difference> differences_of(std::string_view text) const override {
        std::vector<difference> all;
        for (const auto &d : whatwg::reading_differences(text)) {
            const auto begin = static_cast<std::uint32_t>(d.offset);
            all.push_back({browser_checks.at(static_cast<std::size_t>(d.part)),
                           {begin, begin + static_cast<std::uint32_t>(d.size)},
                           explanation_of(d)});
        }
        return all;
    }
};

} // namespace

const browser_reading &browser_differences() {
    static const whatwg_reading reading;
    return reading;
}

} // namespace uniform::cli

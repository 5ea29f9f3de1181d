#include "lint/browser_differences.hpp"

#include <array>
#include <utility>

#include <uniform/whatwg/readings.hpp>

namespace uniform::cli {

namespace {

// In the order of whatwg::reading_part.
constexpr auto browser_checks =
    std::to_array({lint_check::browser_scheme, lint_check::browser_host, lint_check::browser_path,
                   lint_check::browser_query, lint_check::browser_rejects});
static_assert(browser_checks.size() == whatwg::reading_parts);

class whatwg_reading final : public browser_reading {
public:
    [[nodiscard]] std::vector<difference> differences_of(std::string_view text) const override {
        std::vector<difference> all;
        for (auto &d : whatwg::reading_differences(text)) {
            const auto begin = static_cast<std::uint32_t>(d.offset);
            all.push_back({browser_checks.at(static_cast<std::size_t>(d.part)),
                           {begin, begin + static_cast<std::uint32_t>(d.size)},
                           std::move(d.by_rfc3986),
                           std::move(d.by_browser)});
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

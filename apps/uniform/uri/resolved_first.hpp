// Inputs of comparisons that decide about network actions (RFC 3986 6.1): relative references are resolved first.
#pragma once

#include <algorithm>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

#include "uri/options.hpp"

namespace uniform::cli {

struct network_action_options {
    bool ignore_fragment = false;
    std::string resolve_base;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&network_action_options::ignore_fragment>(
                {rules, 0, "ignore-fragment", "",
                 "Leave fragments out of the comparison, as for a network action (RFC 3986 section 6.1)."}),
            option<&network_action_options::resolve_base>(
                {rules, 0, "resolve-base", "URI",
                 "Resolve relative references against URI before they are compared (RFC 3986 section 6.1)."}),
        };
    }
};

// Reads inputs. The texts of the options outlive it.
class resolved_first {
public:
    resolved_first(rule as, const parse_options &how) : as_{as}, how_{how} {}

    // Reads --resolve-base. Returns exit_good; a mistake is reported, and its exit code returned.
    [[nodiscard]] int read(const network_action_options &o, when colour);

    // The view of `text`, or of its target in `buffer` if it is a relative reference.
    [[nodiscard]] std::expected<reference_view, error> parse(std::string_view text, std::vector<char> &buffer) const {
        auto parsed = parse_as(as_, text, how_);
        if (!base_ || !parsed || parsed->has_scheme()) [[likely]]
            return parsed;
        return target(*parsed, buffer);
    }

private:
    [[nodiscard]] std::expected<reference_view, error> target(const reference_view &r, std::vector<char> &buffer) const;

    rule as_;
    parse_options how_;
    std::optional<uri_view> base_;
};

} // namespace uniform::cli

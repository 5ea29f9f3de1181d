// `--edition url-06` and `--edition rfc1738` of the commands for URIs: URLs by the two documents of 1994.
#pragma once

#include <expected>
#include <optional>
#include <string_view>

#include <uniform/uri/parse.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/url/compare_urls.hpp>

#include "uri/options.hpp"
#include "uri/whatwg_options.hpp"

namespace uniform::cli {

// The reference by `how`; by an edition of 1994 only whether the text is a URL, and a view of nothing.
[[nodiscard]] std::expected<reference_view, error> parsed_as(rule as, std::string_view text, const parse_options &how,
                                                             edition e);
// The same of a base, which is a URI.
[[nodiscard]] std::expected<uri_view, error> parsed_base(std::string_view text, const parse_options &how, edition e);

// The exit code of a usage error, if an option is given that means nothing to an edition of 1994, which is the edition.
[[nodiscard]] std::optional<int> refuse_with_urls(const uri_options &o);
[[nodiscard]] std::optional<int> refuse_with_urls(const uri_options &o, const level_options &level);

// `uniform normalize` by such an edition.
[[nodiscard]] int normalize_as_urls(const uri_options &o, const level_options &level);

// For compare_with().
class url_comparator {
public:
    struct view {
        std::string_view input;
        url_view url;
        [[nodiscard]] std::string_view text() const { return input; }
    };
    url_comparator(const uri_options &o, comparison_level level) noexcept
        : how_{o.edition, o.max_length}, level_{level} {}

    [[nodiscard]] std::expected<view, error> parse(std::string_view text) const;
    [[nodiscard]] std::string_view level() const { return to_string(level_); }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const {
        return equivalent_urls(a.url, b.url, {.level = level_});
    }
    [[nodiscard]] std::string_view lowest_level(const view &a, const view &b) const {
        const auto lowest = lowest_level_of_urls(a.url, b.url);
        return lowest ? to_string(*lowest) : std::string_view{};
    }

private:
    url_options how_;
    comparison_level level_;
};

} // namespace uniform::cli

// The options that a function was given.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/columns/columns.hpp>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/uri/detail/production_words.hpp>
#include <uniform/uri/uri.hpp>

namespace uniform::columns::detail {

class arguments {
public:
    // Every option that is given is one of `info`, and those it requires are given.
    [[nodiscard]] static std::expected<arguments, failure> of(const function_info &info, std::span<const option> given);

    // The value, or the fallback.
    [[nodiscard]] std::string_view text(std::string_view name) const noexcept UNIFORM_LIFETIMEBOUND;

    // The value by a function that has no result for other values.
    template <class F>
    [[nodiscard]] auto read(std::string_view name, F from_string) const
        -> std::expected<typename decltype(from_string(std::string_view{}))::value_type, failure> {
        if (auto value = from_string(text(name))) return *std::move(value);
        return std::unexpected{invalid(name)};
    }
    [[nodiscard]] std::expected<bool, failure> flag(std::string_view name) const;
    // The edition of the option "edition", by which the function works.
    template <edition_use use>
    [[nodiscard]] std::expected<edition, failure> edition_for() const {
        return read("edition", &edition_of_use<use>);
    }
    [[nodiscard]] std::expected<edition, failure> generic_edition() const { return edition_for<edition_use::parse>(); }
    [[nodiscard]] std::expected<rule, failure> production() const;
    [[nodiscard]] std::expected<uri, failure> base() const;

    // The failure for a value that the option cannot have.
    [[nodiscard]] failure invalid(std::string_view name) const;

private:
    arguments(const function_info &info, std::span<const option> given) noexcept : info_{&info}, given_{given} {}

    const function_info *info_;
    std::span<const option> given_;
};

// The option "edition" of functions that read URIs and IRIs. What takes a text apart reads IRIs too, so that a host is
// never null where its domain is not; `valid` and what compares or resolves go by RFC 3986.
inline constexpr option_info edition_option{"edition", "rfc3986", editions_listed<edition_use::normalize>};
inline constexpr option_info iri_edition_option{"edition", "rfc3987", "rfc3987, rfc3986, rfc2396bis-01, rfc2396"};
inline constexpr option_info production_option{"production", uniform::detail::production_words[0].word,
                                               uniform::detail::production_words_listed};
inline constexpr option_info base_option{"base", "", "an absolute URI"};

} // namespace uniform::columns::detail

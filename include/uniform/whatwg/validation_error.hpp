// The validation errors of the URL Standard ("Writing"), by the names that it gives them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

/// A mismatch between a text and a valid one. Some of them make the parser fail, most do not; `is_fatal` tells.
enum class error_kind : std::uint8_t {
    domain_to_ascii,
    domain_percent_encoded,
    host_invalid_code_point,
    ipv4_empty_part,
    ipv4_too_few_parts,
    ipv4_too_many_parts,
    ipv4_non_numeric_part,
    ipv4_non_decimal_part,
    ipv4_out_of_range_part,
    ipv6_unclosed,
    ipv6_invalid_compression,
    ipv6_too_many_pieces,
    ipv6_multiple_compression,
    ipv6_invalid_code_point,
    ipv6_too_few_pieces,
    ipv6_piece_leading_zero,
    ipv4_in_ipv6_too_many_pieces,
    ipv4_in_ipv6_invalid_code_point,
    ipv4_in_ipv6_out_of_range_part,
    ipv4_in_ipv6_too_few_parts,
    invalid_url_unit,
    special_scheme_missing_following_solidus,
    missing_scheme_non_relative_url,
    invalid_reverse_solidus,
    invalid_credentials,
    host_missing,
    port_out_of_range,
    port_invalid,
    file_invalid_windows_drive_letter,
    file_invalid_windows_drive_letter_host,
    too_long, ///< not of the standard: the serialized URL would have 4 GiB or more
};
/// The number of kinds.
inline constexpr std::size_t error_kinds = static_cast<std::size_t>(error_kind::too_long) + 1;

/// The name in the standard, for example "IPv4-too-few-parts".
[[nodiscard]] std::string_view name(error_kind kind) noexcept;
/// The description of an error, for example "an IPv4 address has fewer than 4 parts".
[[nodiscard]] std::string_view message(error_kind kind) noexcept;

/// One validation error.
struct validation_error {
    error_kind kind{};
    /// In the text as it was given, in octets: of the code point that the parser was at; for a host, often its
    /// beginning.
    std::size_t offset = 0;
    friend bool operator==(const validation_error &, const validation_error &) = default;
};

/// Why a text is no URL: the last validation error.
struct failure : validation_error {
    bool in_base = false; ///< the base URL is no URL, and `offset` is in its text
    friend bool operator==(const failure &, const failure &) = default;
};

/// The list to which the functions that parse add the validation errors, in the order of the standard's steps; pass
/// nullptr when the errors are not wanted, which is faster. A text may have as many as it has octets: with a limit, the
/// first ones are kept and the others counted. `validation_errors errors{20}; parse(text, nullptr, &errors);`
class validation_errors {
public:
    using const_iterator = std::vector<validation_error>::const_iterator;
    using value_type = validation_error;

    /// Keeps all of them.
    validation_errors() = default;
    /// Keeps the first `most`.
    explicit validation_errors(std::size_t most) noexcept : most_{most} {}

    /// Keeps the error, or counts it.
    void push_back(const validation_error &e) { kept_.size() < most_ ? kept_.push_back(e) : void(++more_); }
    /// Forgets all errors, but not the limit.
    void clear() noexcept {
        kept_.clear();
        more_ = 0;
    }

    /// The number of errors after those that were kept.
    [[nodiscard]] std::size_t more() const noexcept { return more_; }
    /// Whether there was no error.
    [[nodiscard]] bool empty() const noexcept { return kept_.empty() && more_ == 0; }
    /// The number of errors that were kept.
    [[nodiscard]] std::size_t size() const noexcept { return kept_.size(); }
    /// The error `i` of those that were kept.
    [[nodiscard]] const validation_error &operator[](std::size_t i) const & noexcept UNIFORM_LIFETIMEBOUND {
        return kept_[i];
    }
    const validation_error &operator[](std::size_t i) const && = delete;
    /// The first one that was kept.
    [[nodiscard]] const validation_error &front() const & noexcept UNIFORM_LIFETIMEBOUND { return kept_.front(); }
    const validation_error &front() const && = delete;
    /// The last one that was kept.
    [[nodiscard]] const validation_error &back() const & noexcept UNIFORM_LIFETIMEBOUND { return kept_.back(); }
    const validation_error &back() const && = delete;
    /// Those that were kept.
    [[nodiscard]] const_iterator begin() const noexcept UNIFORM_LIFETIMEBOUND { return kept_.begin(); }
    /// Their end.
    [[nodiscard]] const_iterator end() const noexcept UNIFORM_LIFETIMEBOUND { return kept_.end(); }

private:
    std::vector<validation_error> kept_;
    std::size_t most_ = static_cast<std::size_t>(-1);
    std::size_t more_ = 0;
};

} // namespace whatwg
} // namespace uniform

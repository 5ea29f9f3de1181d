// Regular expressions for NSSs: the subset that the registry entries use, matched in linear time.
//
//     (?:...) and (...)   groups           [a-z] [^a-z] .   a byte out of a set; "." is any byte
//     a|b                 either           * + ? {m} {m,} {m,n}   repetition; a "?" after it changes nothing
//     \- \. ...           an escaped character that is no letter or digit stands for itself
//     ^ and $             at the ends only; a pattern describes the whole text with or without them
//
// The pattern becomes a nondeterministic automaton (Thompson), and that one a table with a row for each set of states
// that can be reached and a column for each class of bytes that no part of the pattern tells apart. Nearly every
// pattern has a small table: it is built when the pattern is compiled, never changes, and is read without locks. For
// the others rows are made when a text needs them, under a lock, and discarded when there are too many. Nothing
// backtracks and nothing recurses over the text.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace detail {

class pattern {
public:
    /// Errors: invalid_pattern with the offset at which the pattern cannot be read, or of the repetition that makes it
    /// too big.
    [[nodiscard]] static std::expected<pattern, error> compile(std::string_view text, bool ignore_case = false);

    static constexpr std::size_t matched = static_cast<std::size_t>(-1);

    /// `matched`, or the offset of the first byte with which no text of the pattern goes on; the size of the text when
    /// more was to come.
    [[nodiscard]] std::size_t mismatch(std::string_view text) const {
        if (!rows_.empty()) [[likely]] {
            // rows and cells are multiplied out: a cell holds where the next row begins; row 0 is the dead end
            std::size_t row = start_;
            for (std::size_t i = 0; i < text.size(); ++i) {
                row = rows_[row + class_of_[static_cast<unsigned char>(text[i])]];
                if (row == 0) return i;
            }
            return accepts_[row / classes_] != 0 ? matched : text.size();
        }
        return mismatch_lazily(text);
    }
    [[nodiscard]] bool matches(std::string_view text) const { return mismatch(text) == matched; }

    /// Whether the table was built at once.
    [[nodiscard]] bool is_small() const noexcept { return !rows_.empty(); }

    pattern(pattern &&) noexcept;
    pattern &operator=(pattern &&) noexcept;
    ~pattern();

private:
    pattern();
    struct lazy_rows;
    [[nodiscard]] std::size_t mismatch_lazily(std::string_view text) const;

    std::array<std::uint8_t, 256> class_of_{};
    std::size_t classes_ = 1;
    std::size_t start_ = 0;
    std::vector<std::uint16_t> rows_;
    std::vector<std::uint8_t> accepts_; // a row each
    std::unique_ptr<lazy_rows> lazy_;
};

} // namespace detail
} // namespace uniform

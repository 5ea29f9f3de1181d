// The segments of a path, as written (RFC 3986 3.3).
//
//     for (std::string_view segment : uniform::path_segments{"/a//b%2Fc/"})   -> "a", "", "b%2Fc", ""
//
// Segments are the parts between the slashes; none is lost, and "%2F" differs from "/":
//
//     ""  has none      "/"  has one, empty      "a/b"  has "a" "b"      "/a//b/"  has "a" "" "b" ""
//
// A leading "/" is not a segment: is_absolute() returns it. That and the segments, joined by "/", give back the path.
#pragma once

#include <cstddef>
#include <expected>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// A bidirectional range over the segments of a path that the caller keeps alive. Copying it and each step cost no
/// allocation; iterating over all is linear. Any text can be split, even if it is not a path.
class path_segments : public std::ranges::view_interface<path_segments> {
public:
    class iterator;

    constexpr path_segments() noexcept = default;
    constexpr explicit path_segments(std::string_view path UNIFORM_LIFETIMEBOUND) noexcept : path_{path} {}
    explicit path_segments(temporary_owner auto &&) = delete;

    [[nodiscard]] constexpr iterator begin() const noexcept;
    [[nodiscard]] constexpr iterator end() const noexcept;

    /// The path as written.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return path_; }
    /// Whether the path begins with "/".
    [[nodiscard]] constexpr bool is_absolute() const noexcept { return path_.starts_with('/'); }
    /// The number of segments. Linear.
    [[nodiscard]] constexpr std::size_t count() const noexcept {
        if (path_.empty()) return 0;
        std::size_t slashes = is_absolute() ? 0 : 1;
        for (const char c : path_) slashes += static_cast<std::size_t>(c == '/');
        return slashes;
    }
    /// The segment at `index`, counted from 0; std::nullopt if there are fewer. Linear.
    [[nodiscard]] constexpr std::optional<std::string_view> at(std::size_t index) const noexcept;

private:
    std::string_view path_;
};

/// A forward iterator over the segments, as written.
class path_segments::iterator {
public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::bidirectional_iterator_tag;
    using iterator_category = std::input_iterator_tag; // it returns values

    constexpr iterator() noexcept = default;

    [[nodiscard]] constexpr std::string_view operator*() const noexcept { return path_.substr(begin_, end_ - begin_); }
    constexpr iterator &operator++() noexcept {
        begin_ = end_ + 1;
        find_end();
        return *this;
    }
    constexpr iterator operator++(int) noexcept {
        iterator old = *this;
        ++*this;
        return old;
    }
    constexpr iterator &operator--() noexcept {
        end_ = begin_ - 1;
        const auto slash = path_.substr(0, end_).rfind('/');
        begin_ = slash == std::string_view::npos ? 0 : slash + 1;
        return *this;
    }
    constexpr iterator operator--(int) noexcept {
        iterator old = *this;
        --*this;
        return old;
    }
    friend constexpr bool operator==(const iterator &a, const iterator &b) noexcept { return a.begin_ == b.begin_; }

private:
    friend class path_segments;
    constexpr iterator(std::string_view path, std::size_t begin) noexcept : path_{path}, begin_{begin} { find_end(); }
    constexpr void find_end() noexcept {
        if (begin_ > path_.size()) return; // the end of the range is one past the end of the text
        const auto slash = path_.find('/', begin_);
        end_ = slash == std::string_view::npos ? path_.size() : slash;
    }

    std::string_view path_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

constexpr path_segments::iterator path_segments::begin() const noexcept {
    return path_.empty() ? end() : iterator{path_, is_absolute() ? std::size_t{1} : std::size_t{0}};
}

constexpr path_segments::iterator path_segments::end() const noexcept { return {path_, path_.size() + 1}; }

constexpr std::optional<std::string_view> path_segments::at(std::size_t index) const noexcept {
    for (const std::string_view segment : *this) {
        if (index-- == 0) return segment;
    }
    return std::nullopt;
}

/// The segments of `path`, each decoded by itself: a "%2F" becomes a "/" within its segment. The error is that of
/// decode(), its offset counted in `path`. Allocates the result; linear.
[[nodiscard]] std::expected<std::vector<std::string>, error> decoded_segments(std::string_view path);

} // namespace uniform

template <>
inline constexpr bool std::ranges::enable_borrowed_range<uniform::path_segments> = true;

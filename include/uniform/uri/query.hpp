// The parameters of a query, as written.
//
//     for (auto p : uniform::query_parameters{"a=1&b&a=%26&=x"})   -> a = "1", b without a value, a = "%26", "" = "x"
//
// RFC 3986 3.4 leaves a query's structure to its scheme; most of the web uses key=value pairs. Nothing is lost:
// repeated keys, keys without a value, empty keys and empty pairs are all there, in order. "" has no pairs,
// "&" has two empty ones; the pairs and the separators between them give back the query.
//
// Form data (query_options::is_form()) have a document, the URL Standard. By its section 5.1, "+" is a space, and an
// empty sequence between separators is skipped: "&" has no pairs, "&a=1" has one.
//
// decoded_parameters() and encode_parameters() convert between a query and the list of its pairs as data.
#pragma once

#include <cstddef>
#include <expected>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform UNIFORM_API {

/// The options by which a query is read.
struct query_options {
    bool semicolon = false;                         ///< ";" separates pairs too (HTML 4.01 B.2.2)
    uniform::plus plus = uniform::plus::as_written; ///< plus::as_space: the query is form data
    char separator = '&'; ///< the separator of pairs: a character for which is_parameter_separator() holds

    /// Whether `c` separates pairs.
    [[nodiscard]] constexpr bool separates(char c) const noexcept { return c == separator || (semicolon && c == ';'); }
    /// Whether the query is read as form data (URL Standard 5.1): "+" is a space, and empty sequences are no pairs.
    [[nodiscard]] constexpr bool is_form() const noexcept { return plus == uniform::plus::as_space; }
};

/// Whether pairs can be separated by `c`: the reserved characters that a query may contain (RFC 3986 2.2, 3.4), except
/// "=", which is between key and value. An unreserved character cannot separate anything, because it means the same as
/// its percent-encoding (RFC 3986 2.3), which is how data would contain it.
///
///     is_parameter_separator(',');  // true
///     is_parameter_separator('a');  // false
[[nodiscard]] constexpr bool is_parameter_separator(char c) noexcept {
    constexpr char_set separators{"!$&'()*+,;:@/?"};
    return separators.contains(c);
}

/// One key with its value, as written. "a" has no value, "a=" an empty one; only the first "=" counts.
struct parameter {
    std::string_view key;
    std::optional<std::string_view> value;

    /// The whole pair as written, with its "=".
    [[nodiscard]] constexpr std::string_view text() const noexcept {
        return value ? std::string_view{key.data(), key.size() + 1 + value->size()} : key;
    }
    /// The bytes of the key. Errors as decode().
    [[nodiscard]] std::expected<std::string, error> decoded_key(plus spaces = plus::as_written) const {
        return decode(key, spaces);
    }
    /// The bytes of the value; std::nullopt if there is none. Errors as decode().
    [[nodiscard]] std::expected<std::optional<std::string>, error> decoded_value(plus spaces = plus::as_written) const {
        if (!value) return std::optional<std::string>{};
        auto data = decode(*value, spaces);
        if (!data) return std::unexpected{data.error()};
        return std::optional<std::string>{*std::move(data)};
    }
    friend constexpr bool operator==(const parameter &, const parameter &) = default;
};

/// A forward range over the pairs of a query that the caller keeps alive. No allocation; iterating over all is linear.
class query_parameters : public std::ranges::view_interface<query_parameters> {
public:
    class iterator;

    constexpr query_parameters() noexcept = default;
    constexpr explicit query_parameters(std::string_view query UNIFORM_LIFETIMEBOUND,
                                        query_options options = {}) noexcept
        : query_{query}, options_{options} {}
    explicit query_parameters(temporary_owner auto &&, query_options = {}) = delete;

    [[nodiscard]] constexpr iterator begin() const noexcept;
    [[nodiscard]] constexpr iterator end() const noexcept;

    /// The query as written.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return query_; }
    [[nodiscard]] constexpr query_options options() const noexcept { return options_; }
    /// The number of pairs. Linear.
    [[nodiscard]] constexpr std::size_t count() const noexcept;
    /// The first pair whose key decodes to `key`; std::nullopt if there is none. Linear.
    [[nodiscard]] constexpr std::optional<parameter> find(decoded key) const noexcept;
    /// Every pair whose key decodes to `key`, in order, as a lazy range; `key.data` must outlive it.
    [[nodiscard]] constexpr auto find_all(decoded key) const;

private:
    std::string_view query_;
    query_options options_;
};

/// A forward iterator over the parameters, as written.
class query_parameters::iterator {
public:
    using value_type = parameter;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag; // it returns values

    constexpr iterator() noexcept = default;

    [[nodiscard]] constexpr parameter operator*() const noexcept {
        const std::string_view pair = query_.substr(begin_, end_ - begin_);
        const auto equals = pair.find('=');
        if (equals == std::string_view::npos) return {pair, std::nullopt};
        return {pair.substr(0, equals), pair.substr(equals + 1)};
    }
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
    friend constexpr bool operator==(const iterator &a, const iterator &b) noexcept { return a.begin_ == b.begin_; }

private:
    friend class query_parameters;
    constexpr iterator(std::string_view query, query_options o, std::size_t begin) noexcept
        : query_{query}, begin_{begin}, separator_{o.separator}, semicolon_{o.semicolon}, form_{o.is_form()} {
        find_end();
    }
    [[nodiscard]] constexpr bool at_separator() const noexcept {
        return query_[end_] == separator_ || (semicolon_ && query_[end_] == ';');
    }
    constexpr void find_end() noexcept {
        while (begin_ <= query_.size()) { // the end of the range is one past the end of the text
            end_ = begin_;
            while (end_ < query_.size() && !at_separator()) ++end_;
            // URL Standard 5.1, the parser: "If bytes is the empty byte sequence, then continue."
            if (!form_ || end_ != begin_) return;
            ++begin_;
        }
    }

    std::string_view query_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    char separator_ = '&';
    bool semicolon_ = false;
    bool form_ = false;
};

constexpr query_parameters::iterator query_parameters::begin() const noexcept {
    return query_.empty() ? end() : iterator{query_, options_, 0};
}

constexpr query_parameters::iterator query_parameters::end() const noexcept {
    return {query_, options_, query_.size() + 1};
}

constexpr std::size_t query_parameters::count() const noexcept {
    std::size_t n = 0;
    for (iterator i = begin(); i != end(); ++i) ++n;
    return n;
}

constexpr std::optional<parameter> query_parameters::find(decoded key) const noexcept {
    for (const parameter p : *this) {
        if (decodes_to(p.key, key.data, options_.plus)) return p;
    }
    return std::nullopt;
}

constexpr auto query_parameters::find_all(decoded key) const {
    return std::views::filter(
        *this, [key, spaces = options_.plus](const parameter &p) { return decodes_to(p.key, key.data, spaces); });
}

/// One key with its value, as data; a key without "=" has no value.
struct decoded_parameter {
    std::string key;                  ///< the bytes that the key stands for
    std::optional<std::string> value; ///< the bytes of the value; std::nullopt if there is none

    /// Whether keys and values are the same bytes.
    friend bool operator==(const decoded_parameter &, const decoded_parameter &) = default;
};

/// The pairs of `query` as data, in order, repeated keys included, and empty pairs unless it is form data. The error is
/// that of decode(), its offset counted in `query`. Allocates the result; linear.
///
///     decoded_parameters("a=1&b&a=%26");                     // {"a", "1"}, {"b", std::nullopt}, {"a", "&"}
///     decoded_parameters("&a=1+2", {.plus = plus::as_space}); // {"a", "1 2"}
[[nodiscard]] std::expected<std::vector<decoded_parameter>, error> decoded_parameters(std::string_view query,
                                                                                      query_options o = {});

/// The query that has these pairs: decoded_parameters() of it, with the same options, gives them back. They are joined
/// by `o.separator`; with plus::as_space a space is written "+". A pair with an empty key and without a value is
/// lost_parameter, in form data always, else if it is the only one: the text for it is empty, and the reader has no
/// such pair. The error's offset is that of the pair in the query which would be written. Linear.
///
///     encode_parameters(std::vector<decoded_parameter>{{"a", "1&2"}, {"b", std::nullopt}});  // "a=1%262&b"
[[nodiscard]] std::expected<std::string, error> encode_parameters(std::span<const decoded_parameter> pairs,
                                                                  query_options o = {}, edition e = edition::rfc3986);

/// One key or value of a query with these options as text: the characters that separate are encoded, too. Linear.
///
///     encode_parameter_data("a,b c", {.separator = ','});  // "a%2Cb%20c"
[[nodiscard]] std::string encode_parameter_data(std::string_view data, query_options o = {},
                                                edition e = edition::rfc3986);

/// Whether the whole of `key` matches `pattern`, in which "*" stands for any bytes and "?" for one; "\*", "\?" and
/// "\\" stand for "*", "?" and "\", and everything else for itself, letters in their case. At most
/// key.size() * pattern.size() steps, linear for one "*"; no allocation.
///
///     matches_pattern("utm_source", "utm_*");  // true
///     matches_pattern("a*", R"(a\*)");         // true
///     matches_pattern("ab", R"(a\*)");         // false
[[nodiscard]] constexpr bool matches_pattern(std::string_view key, std::string_view pattern) noexcept {
    constexpr auto none = std::string_view::npos;
    std::size_t k = 0;
    std::size_t p = 0;
    std::size_t star = none; // after the last "*" met
    std::size_t retry = 0;   // where what follows it was tried last
    // "\" before one of the three that mean something else, or would be taken for that.
    const auto is_escape = [&](std::size_t at) {
        return pattern[at] == '\\' && at + 1 < pattern.size() &&
               (pattern[at + 1] == '*' || pattern[at + 1] == '?' || pattern[at + 1] == '\\');
    };
    while (k < key.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = ++p;
            retry = k;
        } else if (p < pattern.size() && is_escape(p) && pattern[p + 1] == key[k]) {
            p += 2;
            ++k;
        } else if (p < pattern.size() && !is_escape(p) && (pattern[p] == '?' || pattern[p] == key[k])) {
            ++p;
            ++k;
        } else if (star != none) {
            // The shortest stretch for an earlier "*" is as good as any longer one, so only the last "*" is
            // reconsidered.
            p = star;
            k = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

} // namespace uniform

template <>
inline constexpr bool std::ranges::enable_borrowed_range<uniform::query_parameters> = true;

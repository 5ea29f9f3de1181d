// Views: the text of a reference and the positions of its components. Trivially copyable; they own nothing.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <uniform/base/api.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/detail/offsets.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/host.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct access;
} // namespace detail

/// Half-open byte range of a component in the text of its reference.
struct range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    friend constexpr bool operator==(const range &, const range &) = default;
};

/// The port as a number (RFC 3986 3.2.3): nothing when `port` is empty; port_overflow above 65535, with the offset into
/// `port`. Anything but digits is invalid_port.
[[nodiscard]] constexpr std::expected<std::optional<std::uint16_t>, error> parse_port_number(std::string_view port) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < port.size(); ++i) {
        if (!detail::is_digit(port[i])) return std::unexpected{error{i, error_code::invalid_port, rule::port}};
        value = value * 10 + static_cast<std::uint32_t>(port[i] - '0');
        if (value > 65535) return std::unexpected{error{i, error_code::port_overflow, rule::port}};
    }
    if (port.empty()) return std::optional<std::uint16_t>{};
    return std::optional<std::uint16_t>{static_cast<std::uint16_t>(value)};
}

/// A valid URI-reference (RFC 3986 4.1) seen in a text that the caller keeps alive: a URI or a relative reference.
/// Made by the functions of parse.hpp. Every accessor returns the component exactly as written, in constant time and
/// without allocation; an absent component is nullopt, an empty one is "".
class reference_view {
public:
    /// The empty reference (RFC 3986 4.4: a same-document reference).
    constexpr reference_view() noexcept = default;

    /// The whole text.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return {data_, size_}; }
    /// The edition by whose rules the text was parsed.
    [[nodiscard]] constexpr uniform::edition edition() const noexcept { return edition_; }

    [[nodiscard]] constexpr bool has_scheme() const noexcept { return at_.scheme_end != 0; }
    [[nodiscard]] constexpr bool has_authority() const noexcept { return at_.has_authority(); }

    /// RFC 3986 3.1, without ":".
    [[nodiscard]] constexpr std::optional<std::string_view> scheme() const noexcept {
        return maybe(has_scheme(), 0, at_.scheme_end);
    }
    /// RFC 3986 3.2, without "//".
    [[nodiscard]] constexpr std::optional<std::string_view> authority() const noexcept {
        return maybe(has_authority(), at_.after_scheme() + 2, at_.path_begin);
    }
    /// RFC 3986 3.2.1, without "@".
    [[nodiscard]] constexpr std::optional<std::string_view> userinfo() const noexcept {
        return maybe(has_userinfo(), at_.after_scheme() + 2, at_.host_begin - 1);
    }
    /// The userinfo up to its first ":".
    [[nodiscard]] constexpr std::optional<std::string_view> user() const noexcept {
        const auto info = userinfo();
        if (!info) return std::nullopt;
        return info->substr(0, info->find(':'));
    }
    /// The userinfo after its first ":"; RFC 3986 3.2.1 deprecates it.
    [[nodiscard]] constexpr std::optional<std::string_view> password() const noexcept {
        const auto info = userinfo();
        if (!info) return std::nullopt;
        const auto colon = info->find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        return info->substr(colon + 1);
    }
    /// RFC 3986 3.2.2, an IP-literal with its brackets. Absent without an authority; in the older editions also when
    /// the authority is empty or a registry-based one (2003 draft 3.2.1).
    [[nodiscard]] constexpr std::optional<std::string_view> host() const noexcept {
        return maybe(has_host(), at_.host_begin, at_.host_end);
    }
    /// The alternative of host that matches. Costs a few nanoseconds if the host begins with a digit.
    [[nodiscard]] constexpr std::optional<uniform::host_type> host_type() const noexcept {
        if (!has_authority()) return std::nullopt;
        if (!has_host()) return at_.path_begin == at_.host_begin ? std::nullopt : std::optional{host_type::reg_name};
        return host_type_of(*host(), edition_);
    }
    /// The host's IP address as bytes, when it is one.
    [[nodiscard]] constexpr std::optional<ip_address> address() const noexcept {
        return has_host() ? host_address(*host()) : std::nullopt;
    }
    /// RFC 3986 3.2.3, without ":"; any number of digits, also none.
    [[nodiscard]] constexpr std::optional<std::string_view> port() const noexcept {
        return maybe(has_port(), at_.host_end + 1, at_.path_begin);
    }
    /// The port as a number: nothing when it is absent or empty; port_overflow, with its offset in text(), above 65535.
    [[nodiscard]] constexpr std::expected<std::optional<std::uint16_t>, error> port_number() const {
        auto number = parse_port_number(port().value_or(std::string_view{}));
        if (!number) number.error().offset += at_.host_end + 1;
        return number;
    }
    /// RFC 3986 3.3: never absent, maybe empty.
    [[nodiscard]] constexpr std::string_view path() const noexcept {
        return {data_ + at_.path_begin, at_.path_end - at_.path_begin};
    }
    /// RFC 3986 3.4, without "?".
    [[nodiscard]] constexpr std::optional<std::string_view> query() const noexcept {
        return maybe(at_.path_end < at_.query_end, at_.path_end + 1, at_.query_end);
    }
    /// RFC 3986 3.5, without "#".
    [[nodiscard]] constexpr std::optional<std::string_view> fragment() const noexcept {
        return maybe(at_.query_end < size_, at_.query_end + 1, size_);
    }
    /// The text up to the fragment.
    [[nodiscard]] constexpr std::string_view without_fragment() const noexcept { return {data_, at_.query_end}; }

    /// The position of the component `r`: scheme, authority, userinfo, host, port, path, query, fragment.
    [[nodiscard]] constexpr std::optional<range> where(rule r) const noexcept {
        switch (r) {
        case rule::scheme:
            return range_if(scheme());
        case rule::authority:
            return range_if(authority());
        case rule::userinfo:
            return range_if(userinfo());
        case rule::host:
            return range_if(host());
        case rule::port:
            return range_if(port());
        case rule::path:
            return range_if(path());
        case rule::query:
            return range_if(query());
        case rule::fragment:
            return range_if(fragment());
        default:
            return std::nullopt;
        }
    }

    /// 2003 draft 3, RFC 2396 3: the URI's scheme is followed by an opaque-part; always false in RFC 3986. Without a
    /// path it is one where no hier-part is: with a query in RFC 2396 ("x:?y"), in the draft with a query that has "["
    /// or "]" ("x:?a[b]"), which 3.4 does not allow. Linear in such a query.
    [[nodiscard]] constexpr bool is_opaque() const noexcept {
        if (!is_older_edition(edition_) || !has_scheme() || has_authority()) return false;
        if (!path().empty()) return path().front() != '/';
        const auto q = query();
        return q && (edition_ == edition::rfc2396 || q->find_first_of("[]") != std::string_view::npos);
    }

    /// Same characters (RFC 3986 6.2.1).
    friend constexpr bool operator==(const reference_view &a, const reference_view &b) noexcept {
        return a.text() == b.text();
    }

protected:
    friend struct detail::access;
    constexpr reference_view(const char *data, std::uint32_t size, const detail::offsets &at,
                             uniform::edition e) noexcept
        : data_{data}, size_{size}, at_{at}, edition_{e} {
        UNIFORM_ASSERT(at.are_within(size));
    }

private:
    [[nodiscard]] constexpr bool has_host() const noexcept { return has_authority() && at_.host_begin <= at_.host_end; }
    [[nodiscard]] constexpr bool has_userinfo() const noexcept {
        return has_host() && at_.host_begin > at_.after_scheme() + 2;
    }
    [[nodiscard]] constexpr bool has_port() const noexcept { return has_host() && at_.host_end < at_.path_begin; }
    [[nodiscard]] constexpr std::optional<std::string_view> maybe(bool present, std::uint32_t begin,
                                                                  std::uint32_t end) const noexcept {
        if (!present) return std::nullopt;
        return std::string_view{data_ + begin, end - begin};
    }
    [[nodiscard]] constexpr std::optional<range> range_if(std::optional<std::string_view> c) const noexcept {
        if (!c) return std::nullopt;
        const auto begin = static_cast<std::uint32_t>(c->data() - data_);
        return range{begin, begin + static_cast<std::uint32_t>(c->size())};
    }

    const char *data_ = "";
    std::uint32_t size_ = 0;
    detail::offsets at_{};
    uniform::edition edition_ = uniform::edition::rfc3986;
};

/// A valid URI (RFC 3986 3): a reference that has a scheme.
class uri_view : public reference_view {
public:
    /// RFC 3986 3.1, without ":". Never empty.
    [[nodiscard]] constexpr std::string_view scheme() const noexcept {
        UNIFORM_ASSERT(has_scheme());
        return *reference_view::scheme();
    }

    /// The reference as a URI when it has a scheme.
    [[nodiscard]] static constexpr std::optional<uri_view> from(const reference_view &r) noexcept {
        if (!r.has_scheme()) return std::nullopt;
        return uri_view{r};
    }
    static void from(temporary_owner<reference_view> auto &&) = delete;

private:
    friend struct detail::access;
    constexpr explicit uri_view(const reference_view &r) noexcept : reference_view{r} {}
};

namespace detail {

// The only way to make views from offsets.
struct access {
    static constexpr reference_view make(std::string_view text, const offsets &at, edition e) noexcept {
        return {text.data(), static_cast<std::uint32_t>(text.size()), at, e};
    }
    static constexpr uri_view make_uri(std::string_view text, const offsets &at, edition e) noexcept {
        return uri_view{make(text, at, e)};
    }
    template <class View>
    static constexpr View make_as(std::string_view text, const offsets &at, edition e) noexcept {
        if constexpr (std::is_same_v<View, uri_view>) {
            return make_uri(text, at, e);
        } else {
            return make(text, at, e);
        }
    }
    static constexpr const offsets &where(const reference_view &r) noexcept { return r.at_; }
    static constexpr offsets &where(reference_view &r) noexcept { return r.at_; }
};

} // namespace detail

/// The text with the password replaced: "http://u:***@h/" (RFC 3986 7.5). The result is a valid reference with the same
/// other components. Allocates the result.
[[nodiscard]] std::string redacted(const reference_view &r);

} // namespace uniform

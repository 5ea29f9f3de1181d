// URLs of the URL Standard (WHATWG), as browsers read them: `url` owns its text, `url_view` sees one that somebody
// keeps.
//
//     const auto u = uniform::whatwg::parse("HTTPS://Example.com:443/a/../b c?q=%7e#Top");
//     u->href() == "https://example.com/b%20c?q=%7e#Top"
//
// Both hold one text, the serialized URL, and the offsets of its components, so the members of the API are parts of it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/whatwg/search_params.hpp>
#include <uniform/whatwg/url_offsets.hpp>
#include <uniform/whatwg/validation_error.hpp>
#include <uniform/whatwg/web_host.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

class url;

/// "A special scheme is ... listed in the first column": ftp, file, http, https, ws or wss; in lower case.
[[nodiscard]] bool is_special_scheme(std::string_view scheme) noexcept;
/// The default port of a special scheme; nullopt for "file" and every other scheme.
[[nodiscard]] std::optional<std::uint16_t> default_port(std::string_view scheme) noexcept;

/// A serialized URL in a text that the caller keeps. Every member but `origin` is a part of the text, in constant time.
class url_view {
public:
    /// The serialized URL: what the `href` getter of the API returns.
    [[nodiscard]] std::string_view href() const noexcept { return href_; }
    /// The scheme and ":".
    [[nodiscard]] std::string_view protocol() const noexcept { return part(0, at_.scheme_end + 1); }
    [[nodiscard]] std::string_view username() const noexcept {
        return has_host() ? part(at_.scheme_end + 3, at_.username_end) : std::string_view{};
    }
    [[nodiscard]] std::string_view password() const noexcept {
        return at_.host_begin > at_.username_end + 1 ? part(at_.username_end + 1, at_.host_begin - 1)
                                                     : std::string_view{};
    }
    /// The host and, when there is one, ":" and the port.
    [[nodiscard]] std::string_view host() const noexcept {
        return has_host() ? part(at_.host_begin, at_.path_begin) : std::string_view{};
    }
    [[nodiscard]] std::string_view hostname() const noexcept { return part(at_.host_begin, at_.host_end); }
    [[nodiscard]] std::string_view port() const noexcept {
        return has_port() ? part(at_.host_end + 1, at_.path_begin) : std::string_view{};
    }
    [[nodiscard]] std::string_view pathname() const noexcept { return part(at_.path_begin, at_.path_end); }
    /// "?" and the query; "" when there is none or it is empty.
    [[nodiscard]] std::string_view search() const noexcept {
        return at_.query_end > at_.path_end + 1 ? part(at_.path_end, at_.query_end) : std::string_view{};
    }
    /// "#" and the fragment; "" when there is none or it is empty.
    [[nodiscard]] std::string_view hash() const noexcept {
        return href_.size() > at_.query_end + std::size_t{1} ? href_.substr(at_.query_end) : std::string_view{};
    }
    /// The serialization of the origin: "null" for an opaque one, as that of a file URL. Makes a string; the path of a
    /// blob URL is parsed.
    [[nodiscard]] std::string origin() const;
    /// The query as a list of decoded names and values. Linear in the query.
    [[nodiscard]] whatwg::search_params search_params() const;

    /// The scheme, without ":".
    [[nodiscard]] std::string_view scheme() const noexcept { return part(0, at_.scheme_end); }
    /// "A URL is special if its scheme is a special scheme."
    [[nodiscard]] bool is_special() const noexcept { return is_special_scheme(scheme()); }
    /// The kind of the URL's host; host_kind::none when the host is null.
    [[nodiscard]] whatwg::host_kind host_kind() const noexcept { return at_.host; }
    [[nodiscard]] bool has_host() const noexcept { return at_.host != whatwg::host_kind::none; }
    [[nodiscard]] bool has_port() const noexcept { return has_host() && at_.host_end < at_.path_begin; }
    /// "A URL includes credentials if its username or password is not the empty string."
    [[nodiscard]] bool includes_credentials() const noexcept { return at_.host_begin > at_.username_end; }
    /// The text between "//" and the path: credentials, host and port. Not a member of the API.
    [[nodiscard]] std::string_view authority() const noexcept {
        return has_host() ? part(at_.scheme_end + 3, at_.path_begin) : std::string_view{};
    }
    /// The username and, after ":", the password, without "@". Not a member of the API.
    [[nodiscard]] std::string_view userinfo() const noexcept {
        return includes_credentials() ? part(at_.scheme_end + 3, at_.host_begin - 1) : std::string_view{};
    }
    /// "A URL has an opaque path if its path is a URL path segment", as that of "mailto:a@b".
    [[nodiscard]] bool has_opaque_path() const noexcept { return !has_host() && !pathname().starts_with('/'); }
    /// The query; nullopt for null, which the API does not distinguish from "".
    [[nodiscard]] std::optional<std::string_view> query() const noexcept {
        if (at_.path_end == at_.query_end) return std::nullopt;
        return part(at_.path_end + 1, at_.query_end);
    }
    /// The fragment; nullopt for null.
    [[nodiscard]] std::optional<std::string_view> fragment() const noexcept {
        if (at_.query_end == href_.size()) return std::nullopt;
        return href_.substr(at_.query_end + std::size_t{1});
    }
    /// "URL serializer" with exclude fragment set to true.
    [[nodiscard]] std::string_view href_without_fragment() const noexcept { return part(0, at_.query_end); }
    /// The offsets of the components.
    [[nodiscard]] url_offsets offsets() const noexcept { return at_; }

    /// "URL equivalence": the serialized URLs are the same, without their fragments if so asked. Linear.
    [[nodiscard]] bool equals(const url_view &other, bool exclude_fragments = false) const noexcept {
        return exclude_fragments ? href_without_fragment() == other.href_without_fragment() : href_ == other.href_;
    }
    friend bool operator==(const url_view &a, const url_view &b) noexcept { return a.href_ == b.href_; }

private:
    friend class url;
    friend std::optional<url_view> view_of(std::string_view text UNIFORM_LIFETIMEBOUND) noexcept;

    url_view(std::string_view href, const url_offsets &at) noexcept : href_{href}, at_{at} {
        UNIFORM_ASSERT(href.empty() || are_of(at, href));
    }
    // For assertions: no component ends before it begins, or behind the text.
    [[nodiscard]] static bool are_of(const url_offsets &at, std::string_view href) noexcept {
        return at.scheme_end < at.username_end && at.username_end <= at.host_begin && at.host_begin <= at.host_end &&
               at.host_end <= at.path_begin && at.path_begin <= at.path_end && at.path_end <= at.query_end &&
               at.query_end <= href.size() && href[at.scheme_end] == ':';
    }
    [[nodiscard]] std::string_view part(std::uint32_t begin, std::uint32_t end) const noexcept {
        return href_.substr(begin, end - begin);
    }

    std::string_view href_;
    url_offsets at_;
};

/// A view of a text that is a serialized URL already: parsing it would change nothing. Nullopt when it is not, and in
/// rare cases where that takes more than one look at each octet (an IPv6 address, credentials): `parse` decides those.
/// One pass, no allocation. `view_of("https://example.com/")->hostname() == "example.com"`; there is none of
/// "https://example.com".
[[nodiscard]] std::optional<url_view> view_of(std::string_view text UNIFORM_LIFETIMEBOUND) noexcept;
void view_of(temporary_owner auto &&) = delete;

/// A URL that owns its text. It has all members of url_view, and the API's setters.
///
/// A setter takes text in UTF-8; what it cannot use changes nothing, as in a browser, and it returns whether it used
/// the whole value: `u.set_port("80x")` sets the port to 80, which browsers do as well, and returns true. Setters are
/// linear in the URL and the value, and give the strong exception guarantee.
class url {
    // The key that only the parser has.
    class key {
        friend class url_maker;
        key() = default;
    };

public:
    /// Made by `parse`.
    url(key /*parser*/, std::string href, const url_offsets &at) noexcept : href_{std::move(href)}, at_{at} {}

    /// The serialized URL.
    [[nodiscard]] const std::string &href() const & noexcept UNIFORM_LIFETIMEBOUND { return href_; }
    [[nodiscard]] std::string href() && noexcept {
        at_ = {};
        return std::exchange(href_, {});
    }
    /// All components. The view is valid until the URL is changed or destroyed.
    [[nodiscard]] url_view view() const & noexcept UNIFORM_LIFETIMEBOUND { return {href_, at_}; }
    url_view view() const && = delete;
    /// The offsets of the components in href().
    [[nodiscard]] url_offsets offsets() const noexcept { return at_; }

    [[nodiscard]] std::string origin() const { return view().origin(); }
    [[nodiscard]] std::string_view protocol() const noexcept UNIFORM_LIFETIMEBOUND { return view().protocol(); }
    [[nodiscard]] std::string_view username() const noexcept UNIFORM_LIFETIMEBOUND { return view().username(); }
    [[nodiscard]] std::string_view password() const noexcept UNIFORM_LIFETIMEBOUND { return view().password(); }
    [[nodiscard]] std::string_view host() const noexcept UNIFORM_LIFETIMEBOUND { return view().host(); }
    [[nodiscard]] std::string_view hostname() const noexcept UNIFORM_LIFETIMEBOUND { return view().hostname(); }
    [[nodiscard]] std::string_view port() const noexcept UNIFORM_LIFETIMEBOUND { return view().port(); }
    [[nodiscard]] std::string_view pathname() const noexcept UNIFORM_LIFETIMEBOUND { return view().pathname(); }
    [[nodiscard]] std::string_view search() const noexcept UNIFORM_LIFETIMEBOUND { return view().search(); }
    [[nodiscard]] std::string_view hash() const noexcept UNIFORM_LIFETIMEBOUND { return view().hash(); }
    [[nodiscard]] whatwg::search_params search_params() const { return view().search_params(); }

    /// Another URL; false, and no change, when the value is none.
    bool set_href(std::string_view value);
    /// Another scheme, up to the first ":"; not from a special one to one that is not, nor the reverse.
    bool set_protocol(std::string_view value);
    bool set_username(std::string_view value);
    bool set_password(std::string_view value);
    /// Another host and, when the value has one, port.
    bool set_host(std::string_view value);
    bool set_hostname(std::string_view value);
    /// Another port, of which only leading digits count; "" for none.
    bool set_port(std::string_view value);
    bool set_pathname(std::string_view value);
    /// Another query, with or without "?"; "" for none.
    bool set_search(std::string_view value);
    /// Another fragment, with or without "#"; "" for none.
    bool set_hash(std::string_view value);
    /// The query that the list becomes; none when it is empty ("To update a URLSearchParams object").
    bool set_search_params(const whatwg::search_params &params);

    friend bool operator==(const url &a, const url &b) noexcept { return a.href_ == b.href_; }

private:
    friend class url_maker;
    std::string href_;
    url_offsets at_;
};

/// "URL parser": `text`, which may be relative when there is a base. Octets that are not UTF-8 are taken as U+FFFD. A
/// text that is serialized already is recognized in one pass and copied; otherwise linear. The errors are collected in
/// `errors`, if given, also when there is a URL. `parse("../b", &base)`
[[nodiscard]] std::expected<url, failure> parse(std::string_view text, const url *base = nullptr,
                                                validation_errors *errors = nullptr);
/// "API URL parser": the base is parsed first, without any base.
/// `parse("?q", "https://example.com/a")->href() == "https://example.com/a?q"`
[[nodiscard]] std::expected<url, failure> parse(std::string_view text, std::string_view base,
                                                validation_errors *errors = nullptr);
/// "URL parser" with the encoding of a document in HTML: the query of a special URL other than ws and wss is encoded in
/// it; see percent_encode_after_encoding(). An unknown encoding is taken as UTF-8. Linear.
/// `parse_in_encoding("http://h/?\u00E9", "windows-1252")->href() == "http://h/?%E9"`
[[nodiscard]] std::expected<url, failure> parse_in_encoding(std::string_view text, std::string_view encoding,
                                                            const url *base = nullptr,
                                                            validation_errors *errors = nullptr);
/// The `canParse` method of the API. As `parse`, without an allocation for a URL that is serialized already.
[[nodiscard]] bool can_parse(std::string_view text);
/// The `canParse` method of the API, with a base.
[[nodiscard]] bool can_parse(std::string_view text, std::string_view base);

} // namespace whatwg
} // namespace uniform

// References that own their text and can be edited.
//
//     auto u = uniform::uri::parse("http://example.com/a?utm_source=x#top").value();
//     u.set_port(8080);
//     u.append_segment(uniform::decoded{"b/c"});
//     u.remove_parameters_matching("utm_*");
//     u.text()                                          -> "http://example.com:8080/a/b%2Fc#top"
//
// An edit is all or nothing: it either leaves a valid reference whose other components are byte for byte as
// before, or returns an error and leaves the text alone. It writes the candidate, parses it by the same options, and
// compares all components. So "//x" cannot become the path of a reference without an authority: it would read as one.
//
// Text and data: a plain string is text as written; decoded{...} is data, which the edit encodes, once, for the place
// where it goes (percent.hpp). Arguments may be parts of the reference's own text.
#pragma once

#include <concepts>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// The components of a reference, as written; an absent one is nullopt.
struct components {
    std::optional<std::string_view> scheme{};
    std::optional<std::string_view> userinfo{};
    std::optional<std::string_view> host{};
    std::optional<std::string_view> port{};
    std::string_view path{};
    std::optional<std::string_view> query{};
    std::optional<std::string_view> fragment{};
    /// A whole authority, in place of userinfo, host and port; the only way to write the reg-name of the older
    /// editions.
    std::optional<std::string_view> authority{};
};

/// The components of `r`; `authority` is set only where it is not made of userinfo, host and port.
[[nodiscard]] components components_of(const reference_view &r) noexcept;
void components_of(temporary_owner<reference_view> auto &&) = delete;

namespace detail {
struct argument;
} // namespace detail
class reference;
class uri;

/// The base of reference and uri: the text, its components and the edits. Each edit is linear in the text and allocates
/// the new one. Its errors are those of the argument's production, with the offset into the argument (as encoded, for
/// data); changes_components, with the component it would have changed; not_found; too_long. Removing a component that
/// is absent succeeds and changes nothing.
class editable {
public:
    [[nodiscard]] const std::string &text() const & noexcept UNIFORM_LIFETIMEBOUND { return text_; }
    /// The text of a temporary, moved out of it.
    [[nodiscard]] std::string text() && noexcept { return take(); }
    [[nodiscard]] uniform::edition edition() const noexcept { return options_.edition; }
    /// The options by which the text was parsed; edits use them, including max_length.
    [[nodiscard]] parse_options options() const noexcept { return options_; }

    // The components as written, as reference_view has them; they last until the next edit.
    [[nodiscard]] std::optional<std::string_view> authority() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().authority();
    }
    [[nodiscard]] std::optional<std::string_view> userinfo() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().userinfo();
    }
    [[nodiscard]] std::optional<std::string_view> user() const noexcept UNIFORM_LIFETIMEBOUND { return seen().user(); }
    [[nodiscard]] std::optional<std::string_view> password() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().password();
    }
    [[nodiscard]] std::optional<std::string_view> host() const noexcept UNIFORM_LIFETIMEBOUND { return seen().host(); }
    [[nodiscard]] std::optional<std::string_view> port() const noexcept UNIFORM_LIFETIMEBOUND { return seen().port(); }
    [[nodiscard]] std::string_view path() const noexcept UNIFORM_LIFETIMEBOUND { return seen().path(); }
    [[nodiscard]] std::optional<std::string_view> query() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().query();
    }
    [[nodiscard]] std::optional<std::string_view> fragment() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().fragment();
    }

    /// RFC 3986 3.1. A relative reference becomes a URI.
    std::expected<void, error> set_scheme(std::string_view scheme);

    /// RFC 3986 3.2, without "//". Made if absent, for which the path must be empty or begin with "/".
    std::expected<void, error> set_authority(std::string_view authority);
    std::expected<void, error> remove_authority();

    // RFC 3986 3.2.1. These need a host, else not_found. The user ends at the first ":"; without a userinfo
    // set_password makes one with an empty user. In data for user ":" is encoded; in userinfo and password it stays.
    std::expected<void, error> set_userinfo(std::string_view userinfo);
    std::expected<void, error> set_userinfo(decoded userinfo);
    std::expected<void, error> remove_userinfo();
    std::expected<void, error> set_user(std::string_view user);
    std::expected<void, error> set_user(decoded user);
    std::expected<void, error> set_password(std::string_view password);
    std::expected<void, error> set_password(decoded password);
    std::expected<void, error> remove_password();

    /// RFC 3986 3.2.2, an IP-literal with its brackets, in data too. Makes an authority where there is none, and takes
    /// the place of an authority that has no host (older editions).
    std::expected<void, error> set_host(std::string_view host);
    std::expected<void, error> set_host(decoded host);

    /// RFC 3986 3.2.3, digits or none. Needs a host, else not_found.
    std::expected<void, error> set_port(std::string_view port);
    std::expected<void, error> set_port(std::uint16_t port);
    std::expected<void, error> remove_port();

    /// RFC 3986 3.3. Data keeps its "/" as separators; a ":" that would end a scheme is encoded.
    std::expected<void, error> set_path(std::string_view path);
    std::expected<void, error> set_path(decoded path);

    // Single segments, counted from 0 as path_segments counts them; not_found when there is no such segment. Text has
    // no
    // "/"; data may, and it is encoded, but "." and ".." cannot be data (RFC 3986 3.3). An absolute path stays
    // absolute: without its only segment it is "/". A relative one never becomes absolute: that is changes_components.

    /// After the last segment; in its place when it is empty: "/a" and "/a/" both become "/a/b". Where the path is
    /// empty it becomes "/b" after an authority, else "b".
    std::expected<void, error> append_segment(std::string_view segment);
    std::expected<void, error> append_segment(decoded segment);
    /// Before the segment at `index`, or after the last one when `index` is their count.
    std::expected<void, error> insert_segment(std::size_t index, std::string_view segment);
    std::expected<void, error> insert_segment(std::size_t index, decoded segment);
    std::expected<void, error> replace_segment(std::size_t index, std::string_view segment);
    std::expected<void, error> replace_segment(std::size_t index, decoded segment);
    std::expected<void, error> erase_segment(std::size_t index);
    /// Erases the last segment: "/a/b" becomes "/a", "/a/" becomes "/a".
    std::expected<void, error> pop_segment();

    /// RFC 3986 3.4. Data keeps "&", "=" and "+" as they are: for single values use the parameters below.
    std::expected<void, error> set_query(std::string_view query);
    std::expected<void, error> set_query(decoded query);
    std::expected<void, error> remove_query();

    // Parameters, read as query_parameters reads them by the same options. Keys are compared decoded. A key or value
    // given as text has no separator of pairs, a key no "=". Pairs that are not concerned keep their bytes and
    // separators; form data (plus::as_space) that are changed lose their empty sequences, which are no pairs. New pairs
    // are joined by the last separator in use, or "&". When removing leaves no text, the query is removed. A pair that
    // would not be read back is lost_parameter, as for encode_parameters().

    /// After the last pair.
    std::expected<void, error> append_parameter(std::string_view key, std::optional<std::string_view> value = {},
                                                query_options o = {});
    std::expected<void, error> append_parameter(decoded key, std::optional<decoded> value = {}, query_options o = {});
    /// The first pair with that key gets the value and keeps its key as written, further ones are removed; without any
    /// the pair is appended.
    std::expected<void, error> set_parameter(std::string_view key, std::optional<std::string_view> value = {},
                                             query_options o = {});
    std::expected<void, error> set_parameter(decoded key, std::optional<decoded> value = {}, query_options o = {});
    /// As set_parameter, but not_found when there is no pair with that key.
    std::expected<void, error> replace_parameter(std::string_view key, std::optional<std::string_view> value = {},
                                                 query_options o = {});
    std::expected<void, error> replace_parameter(decoded key, std::optional<decoded> value = {}, query_options o = {});
    /// Every pair with that key.
    std::expected<void, error> remove_parameter(std::string_view key, query_options o = {});
    std::expected<void, error> remove_parameter(decoded key, query_options o = {});
    /// Every pair whose decoded key matches, or does not match, the pattern (matches_pattern: "utm_*").
    std::expected<void, error> remove_parameters_matching(std::string_view pattern, query_options o = {});
    std::expected<void, error> keep_parameters_matching(std::string_view pattern, query_options o = {});
    /// Every pair for which `predicate(parameter)` holds.
    template <std::predicate<const parameter &> Predicate>
    std::expected<void, error> remove_parameters_if(Predicate predicate, query_options o = {}) {
        return remove_pairs(
            &predicate, [](void *p, const parameter &pair) -> bool { return (*static_cast<Predicate *>(p))(pair); }, o);
    }
    /// Every key of `query`, a query as text, has the values there, and no others, in their order: they take the places
    /// of the pairs that have that key, which keep it as written; pairs without a place follow the last one. Keys that
    /// `query` does not have keep their pairs. Merging the same query again changes nothing. Linear on average.
    ///
    ///     reference::parse("/?a=1&b=2").value().merge_parameters("b=3&c=4");  // "/?a=1&b=3&c=4"
    std::expected<void, error> merge_parameters(std::string_view query, query_options o = {});
    /// By key as written, byte by byte; pairs of the same key keep their order. n log n.
    std::expected<void, error> sort_parameters(query_options o = {});

    /// RFC 3986 3.5.
    std::expected<void, error> set_fragment(std::string_view fragment);
    std::expected<void, error> set_fragment(decoded fragment);
    std::expected<void, error> remove_fragment();

    /// Same characters (RFC 3986 6.2.1).
    friend bool operator==(const editable &a, const editable &b) noexcept { return a.text_ == b.text_; }

protected:
    editable() = default;
    editable(std::string text, const detail::offsets &at, const parse_options &o) noexcept
        : text_{std::move(text)}, at_{at}, options_{o} {}
    explicit editable(const reference_view &r);
    editable(const editable &) = default;
    editable(editable &&o) noexcept
        : text_{std::exchange(o.text_, {})}, at_{std::exchange(o.at_, {})}, options_{o.options_} {}
    editable &operator=(const editable &) = default;
    editable &operator=(editable &&o) noexcept {
        text_ = std::exchange(o.text_, {});
        at_ = std::exchange(o.at_, {});
        options_ = o.options_;
        return *this;
    }
    ~editable() = default;

    [[nodiscard]] reference_view seen() const noexcept UNIFORM_LIFETIMEBOUND {
        return detail::access::make(text_, at_, options_.edition);
    }
    [[nodiscard]] std::string take() noexcept {
        at_ = {};
        return std::exchange(text_, {});
    }
    std::expected<void, error> apply(const components &wanted, const detail::argument &given);

private:
    using pair_predicate = bool (*)(void *, const parameter &);
    std::expected<void, error> remove_pairs(void *data, pair_predicate predicate, query_options o);
    std::expected<void, error> put_pair(std::string_view key_data, std::string_view key,
                                        std::optional<std::string_view> value, query_options o, bool append);
    std::expected<void, error> write_segment(std::size_t index, std::string_view segment, bool insert);
    [[nodiscard]] std::expected<std::string, error> encoded_segment(std::size_t index, decoded segment) const;
    [[nodiscard]] std::size_t index_to_append() const noexcept;
    [[nodiscard]] error not_found(rule r) const noexcept { return {0, error_code::not_found, r, options_.edition}; }

    std::string text_;
    detail::offsets at_{};
    parse_options options_{};

    friend class reference;
    friend class uri;
};

/// A URI-reference (RFC 3986 4.1) that owns its text. Moving is cheap and leaves the empty reference behind.
class reference : public editable {
public:
    /// The empty reference.
    reference() = default;
    /// Copies the text; nothing is parsed again.
    explicit reference(const reference_view &r) : editable{r} {}
    /// Every URI is a URI-reference.
    reference(uri u) noexcept;

    /// As parse_uri_reference, and keeps the text. No allocation beyond the argument's.
    [[nodiscard]] static std::expected<reference, error> parse(std::string text, parse_options o = {});

    /// The view lasts until the next edit, move or end of this reference.
    [[nodiscard]] reference_view view() const & noexcept UNIFORM_LIFETIMEBOUND { return seen(); }
    reference_view view() const && = delete;
    operator reference_view() const noexcept UNIFORM_LIFETIMEBOUND { return seen(); }

    [[nodiscard]] std::optional<std::string_view> scheme() const noexcept UNIFORM_LIFETIMEBOUND {
        return seen().scheme();
    }
    /// The text, handed over; the empty reference stays.
    [[nodiscard]] std::string release() && noexcept { return take(); }

    /// The URI becomes a relative reference; changes_components when its first segment would then be a scheme.
    std::expected<void, error> remove_scheme();

private:
    reference(std::string text, const detail::offsets &at, const parse_options &o) noexcept
        : editable{std::move(text), at, o} {}
    friend std::expected<reference, error> build(const components &, parse_options);
};

/// A URI (RFC 3986 3) that owns its text: it keeps a scheme. Moving is cheap; a moved-from URI has no text and may
/// only be assigned to or destroyed.
class uri : public editable {
public:
    /// Copies the text; nothing is parsed again.
    explicit uri(const uri_view &u) : editable{u} {}

    /// As parse_uri, and keeps the text. No allocation beyond the argument's.
    [[nodiscard]] static std::expected<uri, error> parse(std::string text, parse_options o = {});
    /// The reference as a URI when it has a scheme.
    [[nodiscard]] static std::optional<uri> from(reference r) noexcept;

    /// The view lasts until the next edit, move or end of this URI.
    [[nodiscard]] uri_view view() const & noexcept UNIFORM_LIFETIMEBOUND {
        return detail::access::make_uri(text_, at_, options_.edition);
    }
    uri_view view() const && = delete;
    operator uri_view() const noexcept UNIFORM_LIFETIMEBOUND { return view(); }

    [[nodiscard]] std::string_view scheme() const noexcept UNIFORM_LIFETIMEBOUND { return view().scheme(); }
    /// The text, handed over.
    [[nodiscard]] std::string release() && noexcept { return take(); }

private:
    uri(std::string text, const detail::offsets &at, const parse_options &o) noexcept
        : editable{std::move(text), at, o} {}
    friend std::expected<uri, error> build_uri(const components &, parse_options);
};

inline reference::reference(uri u) noexcept : editable{std::move(static_cast<editable &>(u))} {}

/// RFC 3986 5.3: the components put together; refused unless the result parses back to exactly these components. The
/// error's offset is into the component that its rule names. Linear; one allocation.
[[nodiscard]] std::expected<reference, error> build(const components &c, parse_options o = {});

/// As build(), with missing_scheme when there is none.
[[nodiscard]] std::expected<uri, error> build_uri(const components &c, parse_options o = {});

} // namespace uniform

// Uniform Resource Names: RFC 8141, its drafts -16 and -14, and RFC 2141.
//
//     constexpr auto u = "urn:example:weather?=op=map#here"_urn;    checked by the compiler
//     u.nid()           -> "example"
//     u.assigned_name() -> "urn:example:weather"
//     *u.q_component()  -> "op=map"
//
// A parser of URIs calls as_urn() to read its view as a URN: the text is not parsed again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/detail/kernel.hpp>
#include <uniform/syntax/detail/parse_urn.hpp>
#include <uniform/syntax/detail/refused_literal.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct urn_access;
} // namespace detail

/// A valid namestring (RFC 8141 2) seen in a text that the caller keeps alive. Every accessor returns what is
/// written, in constant time and without allocation. Separate functions check whether the NID is registered and the NSS
/// matches its namespace: nid.hpp and namespace.hpp.
class urn_view {
public:
    /// The whole text.
    [[nodiscard]] constexpr std::string_view text() const noexcept { return {data_, size_}; }
    /// The edition by whose rules the text was parsed.
    [[nodiscard]] constexpr uniform::edition edition() const noexcept { return edition_; }

    /// "urn", in the case in which it is written.
    [[nodiscard]] constexpr std::string_view scheme() const noexcept { return {data_, 3}; }
    /// RFC 8141 2.1, in the case in which it is written.
    [[nodiscard]] constexpr std::string_view nid() const noexcept { return part(detail::nid_begin, at_.nid_end); }
    /// RFC 8141 2.2. Never empty.
    [[nodiscard]] constexpr std::string_view nss() const noexcept { return part(at_.nid_end + 1, at_.nss_end); }
    /// RFC 8141 2: "urn" ":" NID ":" NSS.
    [[nodiscard]] constexpr std::string_view assigned_name() const noexcept { return {data_, at_.nss_end}; }
    /// RFC 8141 2.3.1, without its delimiter. Never empty.
    [[nodiscard]] constexpr std::optional<std::string_view> r_component() const noexcept {
        return maybe(at_.r_begin, at_.r_end);
    }
    /// RFC 8141 2.3.2, without its delimiter. Never empty.
    [[nodiscard]] constexpr std::optional<std::string_view> q_component() const noexcept {
        return maybe(at_.q_begin, at_.q_end);
    }
    /// RFC 8141 2.3.3, without "#". May be empty.
    [[nodiscard]] constexpr std::optional<std::string_view> f_component() const noexcept {
        return maybe(at_.f_begin, size_);
    }

    /// The position of the component `r`: scheme, assigned_name, nid, nss, r_component, q_component, f_component.
    [[nodiscard]] constexpr std::optional<range> where(rule r) const noexcept {
        const auto of = [](std::uint32_t begin, std::uint32_t end) {
            return begin == 0 ? std::nullopt : std::optional{range{begin, end}};
        };
        switch (r) {
        case rule::scheme:
            return range{0, 3};
        case rule::assigned_name:
            return range{0, at_.nss_end};
        case rule::nid:
            return range{detail::nid_begin, at_.nid_end};
        case rule::nss:
            return range{at_.nid_end + 1, at_.nss_end};
        case rule::r_component:
            return of(at_.r_begin, at_.r_end);
        case rule::q_component:
            return of(at_.q_begin, at_.q_end);
        case rule::f_component:
            return of(at_.f_begin, size_);
        default:
            return std::nullopt;
        }
    }

    /// The same text as a URI of RFC 3986, which every URN is (RFC 8141 4.1): its path is NID ":" NSS. Not parsed
    /// again.
    [[nodiscard]] constexpr uri_view uri() const noexcept {
        const std::uint32_t query_end = at_.f_begin == 0 ? size_ : at_.f_begin - 1;
        return detail::access::make_uri(
            text(), {3, detail::nid_begin, detail::nid_begin, detail::nid_begin, at_.nss_end, query_end},
            edition::rfc3986);
    }

    /// Same characters. For URN-equivalence see urn/equivalence.hpp.
    friend constexpr bool operator==(const urn_view &a, const urn_view &b) noexcept { return a.text() == b.text(); }

private:
    friend struct detail::urn_access;
    constexpr urn_view(std::string_view text, uniform::edition e) noexcept
        : data_{text.data()}, size_{static_cast<std::uint32_t>(text.size())}, edition_{e} {}
    [[nodiscard]] constexpr std::string_view part(std::uint32_t begin, std::uint32_t end) const noexcept {
        return {data_ + begin, end - begin};
    }
    [[nodiscard]] constexpr std::optional<std::string_view> maybe(std::uint32_t begin,
                                                                  std::uint32_t end) const noexcept {
        if (begin == 0) return std::nullopt;
        return part(begin, end);
    }

    const char *data_;
    std::uint32_t size_;
    detail::urn_offsets at_{};
    uniform::edition edition_;
};

namespace detail {

// The only way to make URN views.
struct urn_access {
    static constexpr urn_view make(std::string_view text, edition e) noexcept { return {text, e}; }
    static constexpr urn_view make(std::string_view text, const urn_offsets &at, edition e) noexcept {
        UNIFORM_ASSERT(at.are_of(text));
        urn_view u{text, e};
        u.at_ = at;
        return u;
    }
    static constexpr urn_offsets &where(urn_view &u) noexcept { return u.at_; }
    static constexpr const urn_offsets &where(const urn_view &u) noexcept { return u.at_; }
};

} // namespace detail

/// The options of parsing a URN.
struct urn_options {
    uniform::edition edition = uniform::edition::rfc8141; ///< of the generic syntax: read as rfc8141
    std::uint32_t max_length = 0xFFFFFFFE;                ///< longer texts are refused with error_code::too_long
};

/// RFC 8141 2: namestring = assigned-name [ rq-components ] [ "#" f-component ], with the restrictions of the prose: a
/// "?" opens a component, r- and q-component are not empty and end where 2.3 says. The drafts have other delimiters
/// (-16: "?=" and "?+" in either order; -14: "?" q, "??" r). RFC 2141 has none of the three, and an NSS with "/", "?"
/// or
/// "#" is refused (2.3.2 reserves them). Accepts the whole text or nothing, reads it once, allocates nothing.
[[nodiscard]] constexpr std::expected<urn_view, error> parse_urn(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                 urn_options o = {}) noexcept {
    const edition e = is_urn_edition(o.edition) ? o.edition : edition::rfc8141;
    std::expected<urn_view, error> result{detail::urn_access::make(text, e)};
    detail::urn_offsets &at = detail::urn_access::where(*result);
    if (text.size() > o.max_length || text.size() > 0xFFFFFFFE) {
        result = std::unexpected{error{o.max_length, error_code::too_long, rule::none, e}};
        return result;
    }
    if (!std::is_constant_evaluated()) {
        const detail::urn_kernel kernel = detail::active_urn_kernel.load(std::memory_order_relaxed);
        const auto size = static_cast<std::uint32_t>(text.size());
        if (kernel(text.data(), size, detail::urn_syntax_of(e), at) && detail::finish_urn(text.data(), size, e, at))
            [[likely]] {
            UNIFORM_ASSERT(at.are_of(text));
            return result;
        }
        at = {};
    }
    error why{};
    if (!detail::parse_namestring(text, e, at, why)) {
        result = std::unexpected{why};
    } else {
        UNIFORM_ASSERT(at.are_of(text));
    }
    return result;
}
void parse_urn(temporary_owner auto &&, urn_options = {}) = delete;

/// Whether the scheme of `r` is "urn", in upper or lower case.
[[nodiscard]] constexpr bool has_urn_scheme(const reference_view &r) noexcept {
    const auto s = r.scheme();
    return s && s->size() == 3 && ((*s)[0] | 0x20) == 'u' && ((*s)[1] | 0x20) == 'r' && ((*s)[2] | 0x20) == 'n';
}

/// `r` as a URN, or the reason why it is not one. Looks at the NID and at the delimiters of the components only: the
/// characters were checked when `r` was parsed. (In RFC 2141, and for references of older editions, the text is
/// parsed.)
[[nodiscard]] constexpr std::expected<urn_view, error> as_urn(const reference_view &r,
                                                              edition e = edition::rfc8141) noexcept {
    if (!is_urn_edition(e)) e = edition::rfc8141;
    // one variable for every way out, written where it stays: see parse_production
    std::expected<urn_view, error> result{detail::urn_access::make(r.text(), e)};
    detail::urn_offsets &at = detail::urn_access::where(*result);
    const detail::offsets &o = detail::access::where(r);
    if (e != edition::rfc2141 && r.edition() == edition::rfc3986 && o.scheme_end == 3 && o.path_begin == 4) {
        const auto size = static_cast<std::uint32_t>(r.text().size());
        if (detail::split_uri(r.text().data(), size, o.path_end, o.query_end, e, at)) [[likely]] {
            UNIFORM_ASSERT(at.are_of(r.text()));
            return result;
        }
        at = {};
    }
    error why{};
    if (!detail::parse_namestring(r.text(), e, at, why)) {
        result = std::unexpected{why};
    } else {
        UNIFORM_ASSERT(at.are_of(r.text()));
    }
    return result;
}
void as_urn(temporary_owner<reference_view> auto &&, edition = edition::rfc8141) = delete;

/// The components of a URN to write; an absent one is nullopt.
struct urn_components {
    std::string_view nid{};
    std::string_view nss{}; ///< encoded: as written in the URN
    std::optional<std::string_view> r_component{};
    std::optional<std::string_view> q_component{};
    std::optional<std::string_view> f_component{};
};

/// The components of `u`.
[[nodiscard]] constexpr urn_components components_of(const urn_view &u) noexcept {
    return {u.nid(), u.nss(), u.r_component(), u.q_component(), u.f_component()};
}
void components_of(temporary_owner<urn_view> auto &&) = delete;

/// A URN that owns its text and can be edited. An edit is all or nothing: it leaves a URN of the same
/// edition whose other components are byte for byte as before, or returns an error and leaves the text alone. Texts are
/// as written (encoded); to make an NSS from a name of another identifier system see urn/name.hpp. Each edit is linear
/// and allocates the new text. Errors: those of parse_urn, with the offset into the argument; unsupported_component in
/// RFC 2141; not_convertible when the components would be read differently.
class urn {
public:
    /// Parses and copies.
    [[nodiscard]] static std::expected<urn, error> parse(std::string_view text, urn_options o = {});
    /// Writes the components in the order and with the delimiters of the edition (draft -16: the r-component first).
    /// The NSS is taken as encoded already: RFC 8141 2.2.
    [[nodiscard]] static std::expected<urn, error> build(const urn_components &c, urn_options o = {});
    /// A copy of what `u` sees.
    explicit urn(const urn_view &u);

    [[nodiscard]] const std::string &text() const & noexcept UNIFORM_LIFETIMEBOUND { return text_; }
    /// The text of a temporary, moved out of it.
    [[nodiscard]] std::string text() && noexcept {
        at_ = {};
        return std::exchange(text_, {});
    }
    [[nodiscard]] uniform::edition edition() const noexcept { return edition_; }
    /// Lasts until the next edit.
    [[nodiscard]] urn_view view() const & noexcept UNIFORM_LIFETIMEBOUND {
        return detail::urn_access::make(text_, at_, edition_);
    }
    urn_view view() const && = delete;
    operator urn_view() const noexcept UNIFORM_LIFETIMEBOUND { return view(); } // NOLINT(google-explicit-constructor)

    [[nodiscard]] std::string_view nid() const noexcept UNIFORM_LIFETIMEBOUND { return view().nid(); }
    [[nodiscard]] std::string_view nss() const noexcept UNIFORM_LIFETIMEBOUND { return view().nss(); }
    [[nodiscard]] std::string_view assigned_name() const noexcept UNIFORM_LIFETIMEBOUND {
        return view().assigned_name();
    }
    [[nodiscard]] std::optional<std::string_view> r_component() const noexcept UNIFORM_LIFETIMEBOUND {
        return view().r_component();
    }
    [[nodiscard]] std::optional<std::string_view> q_component() const noexcept UNIFORM_LIFETIMEBOUND {
        return view().q_component();
    }
    [[nodiscard]] std::optional<std::string_view> f_component() const noexcept UNIFORM_LIFETIMEBOUND {
        return view().f_component();
    }

    std::expected<void, error> set_nid(std::string_view nid);
    std::expected<void, error> set_nss(std::string_view nss);
    /// nullopt removes it.
    std::expected<void, error> set_r_component(std::optional<std::string_view> r);
    std::expected<void, error> set_q_component(std::optional<std::string_view> q);
    std::expected<void, error> set_f_component(std::optional<std::string_view> f);

    friend bool operator==(const urn &a, const urn &b) noexcept { return a.text_ == b.text_; }

private:
    urn() = default;
    std::expected<void, error> replace(rule component, const urn_components &wanted);

    std::string text_;
    detail::urn_offsets at_{};
    uniform::edition edition_ = uniform::edition::rfc8141;
};

/// The same name, with the same components, in another edition's syntax: "urn:example:a?q??r" of draft -14 is
/// "urn:example:a?+r?=q" of RFC 8141. The bytes stay when the other edition reads them the same way. Refused, with the
/// component and its offset in the text: unsupported_component (RFC 2141 has none of them), not_convertible (the other
/// edition would end the component elsewhere, as RFC 8141 does with "?=" in an r-component), and what the other edition
/// does not allow: characters of the NSS, the NID "urn" in RFC 2141, one-character and "-"-ended NIDs of RFC 2141 in
/// the others. Linear; allocates the result.
[[nodiscard]] std::expected<urn, error> convert(const urn_view &u, edition to);

/// RFC 8141 4.3: what `reference` refers to in a document named by the URN `base`. Under RFC 8141 and RFC 2141 the
/// generic algorithm (RFC 3986 5.2) applies unchanged; the result may not be a URN. Under the drafts (-14 5.3, -16 4.3)
/// a relative reference is evaluated against `other_base`: a base URI that the resource declares, that its resolution
/// gave, or its locator; without one it is error_code::urn_base, and a URN as other base is not a base. A reference
/// that is a URI is its own target. The empty reference and "#f" are no exception. An other base is used in every
/// edition. Linear; allocates.
[[nodiscard]] std::expected<std::string, error> resolve(const urn_view &base, const reference_view &reference,
                                                        std::optional<uri_view> other_base = std::nullopt);

namespace literals {

/// A URN of RFC 8141 checked by the compiler: "urn:isbn:978-951-0-18435-6"_urn. Anything else does not compile; the
/// compiler's message names the document and the rule.
[[nodiscard]] consteval urn_view operator""_urn(const char *text, std::size_t size) {
    const auto parsed = parse_urn({text, size});
    if (!parsed) detail::refuse_literal<edition::rfc8141>(parsed.error());
    return *parsed;
}

} // namespace literals

} // namespace uniform

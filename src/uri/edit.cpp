// Components put together, with verification: what all edits do, and build().
#include "uri/edit.hpp"

#include <array>
#include <utility>

namespace uniform {

namespace {

std::string recompose(const components &c) {
    const auto length = [](const std::optional<std::string_view> &part, std::size_t delimiters) {
        return part ? part->size() + delimiters : 0;
    };
    std::string s;
    s.reserve(length(c.scheme, 1) + length(c.authority, 2) + length(c.userinfo, 1) + length(c.host, 2) +
              length(c.port, 1) + c.path.size() + length(c.query, 1) + length(c.fragment, 1));
    if (c.scheme) s.append(*c.scheme).push_back(':');
    if (c.authority) {
        s.append("//").append(*c.authority);
    } else if (c.host) {
        s.append("//");
        if (c.userinfo) s.append(*c.userinfo).push_back('@');
        s.append(*c.host);
        if (c.port) (s += ':').append(*c.port);
    }
    s.append(c.path);
    if (c.query) (s += '?').append(*c.query);
    if (c.fragment) (s += '#').append(*c.fragment);
    return s;
}

// The first component of `r` that differs from the requested one; rule::none if all match.
rule first_difference(const reference_view &r, const components &wanted) noexcept {
    if (r.scheme() != wanted.scheme) return rule::scheme;
    if (wanted.authority) {
        if (r.authority() != wanted.authority) return rule::authority;
    } else {
        if (r.has_authority() != wanted.host.has_value()) return rule::authority;
        if (r.userinfo() != wanted.userinfo) return rule::userinfo;
        if (r.host() != wanted.host) return rule::host;
        if (r.port() != wanted.port) return rule::port;
    }
    if (r.path() != wanted.path) return rule::path;
    if (r.query() != wanted.query) return rule::query;
    if (r.fragment() != wanted.fragment) return rule::fragment;
    return rule::none;
}

std::optional<error> scheme_misfit(std::string_view text, edition e) noexcept {
    if (text.empty()) return error{0, error_code::empty_component, rule::scheme, e};
    if (!characters::alpha.contains(text.front())) return error{0, error_code::invalid_scheme, rule::scheme, e};
    const char_set allowed_here = allowed(rule::scheme, e);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!allowed_here.contains(text[i])) return error{i, error_code::invalid_scheme, rule::scheme, e};
    }
    return std::nullopt;
}

std::optional<error> argument_misfit(const detail::argument &given, const components &wanted, const parse_options &o) {
    const edition e = generic(o.edition);
    switch (given.component) {
    case rule::scheme:
        return scheme_misfit(given.text, e);
    case rule::authority:
        if (const auto parsed = parse_authority(given.text, o); !parsed) return parsed.error();
        return std::nullopt;
    case rule::host:
        if (const auto parsed = parse_host(given.text, o); !parsed) return parsed.error();
        return std::nullopt;
    case rule::port: {
        const auto at = given.text.find_first_not_of("0123456789");
        if (at == std::string_view::npos) return std::nullopt;
        return error{at, error_code::invalid_port, rule::port, e};
    }
    case rule::path: {
        // 2003 draft 3: where a scheme is followed by neither authority nor "/", the path is an opaque-part.
        const bool opaque =
            is_older_edition(e) && wanted.scheme && !wanted.authority && !wanted.host && !wanted.path.starts_with('/');
        return detail::find_misfit(given.text, rule::path, allowed(opaque ? rule::opaque_part : rule::path, e), e);
    }
    case rule::none:
        return std::nullopt;
    default:
        return detail::find_misfit(given.text, given.component, allowed(given.component, e), e);
    }
}

// The error of the candidate: an invalid argument takes precedence over its position.
error why_not(const components &wanted, const parse_options &o, const detail::argument &given, error found) {
    if (found.code == error_code::too_long) return found;
    if (const auto misfit = argument_misfit(given, wanted, o)) return *misfit;
    if (found.code != error_code::changes_components && given.component != rule::none) {
        // the argument is well-formed by itself, but not at its position
        return {0, error_code::changes_components, given.component, o.edition};
    }
    found.offset = 0;
    return found;
}

// The same for several components at once, any of which may be invalid.
error why_not_build(const components &c, const parse_options &o, error found) {
    const std::array<std::pair<std::optional<std::string_view>, rule>, 8> parts{
        {{c.scheme, rule::scheme},
         {c.authority, rule::authority},
         {c.userinfo, rule::userinfo},
         {c.authority ? std::nullopt : c.host, rule::host},
         {c.port, rule::port},
         {c.path, rule::path},
         {c.query, rule::query},
         {c.fragment, rule::fragment}}};
    if (found.code == error_code::too_long) return found;
    for (const auto &[text, component] : parts) {
        if (!text) continue;
        if (const auto misfit = argument_misfit({*text, component}, c, o)) return *misfit;
    }
    return found;
}

std::expected<detail::written, error> put_together(const components &c, const parse_options &o) {
    // RFC 3986 3.2: there is no userinfo and no port without a host, and no authority beside them.
    const bool parts = c.userinfo || c.host || c.port;
    if ((parts && !c.host) || (parts && c.authority)) {
        return std::unexpected{error{0, error_code::changes_components, rule::authority, o.edition}};
    }
    auto w = detail::write(c, o, {});
    if (!w) return std::unexpected{why_not_build(c, o, w.error())};
    return w;
}

} // namespace

namespace detail {

std::optional<error> find_misfit(std::string_view text, rule component, char_set allowed, edition e) noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const auto digit = [&](std::size_t at) {
                return at < text.size() && characters::hexdig.contains(text[at]);
            };
            if (!digit(i + 1) || !digit(i + 2)) {
                return error{i, error_code::invalid_percent_encoding, rule::pct_encoded, e};
            }
            i += 2;
        } else if (!allowed.contains(text[i])) {
            return error{i, error_code::invalid_character, component, e};
        }
    }
    return std::nullopt;
}

std::expected<written, error> write(const components &wanted, const parse_options &o, const argument &given) {
    std::string text = recompose(wanted);
    const auto parsed = parse_uri_reference(text, o);
    if (!parsed) return std::unexpected{why_not(wanted, o, given, parsed.error())};
    if (const rule r = first_difference(*parsed, wanted); r != rule::none) {
        return std::unexpected{why_not(wanted, o, given, {0, error_code::changes_components, r, o.edition})};
    }
    const offsets at = access::where(*parsed);
    return written{std::move(text), at};
}

} // namespace detail

std::expected<void, error> editable::apply(const components &wanted, const detail::argument &given) {
    auto candidate = detail::write(wanted, options_, given);
    if (!candidate) return std::unexpected{candidate.error()};
    text_ = std::move(candidate->text);
    at_ = candidate->at;
    return {};
}

std::expected<reference, error> build(const components &c, parse_options o) {
    auto w = put_together(c, o);
    if (!w) return std::unexpected{w.error()};
    return reference{std::move(w->text), w->at, o};
}

std::expected<uri, error> build_uri(const components &c, parse_options o) {
    if (!c.scheme) return std::unexpected{error{0, error_code::missing_scheme, rule::uri, o.edition}};
    auto w = put_together(c, o);
    if (!w) return std::unexpected{w.error()};
    return uri{std::move(w->text), w->at, o};
}

} // namespace uniform

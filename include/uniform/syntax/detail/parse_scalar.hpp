// The scalar parser: walks the grammar of an edition byte by byte. It works in constant expressions, it is the oracle
// of the SIMD kernels, and it is the only place that makes errors: a kernel that does not accept a text leaves it here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/detail/ip.hpp>
#include <uniform/syntax/detail/offsets.hpp>
#include <uniform/syntax/detail/syntax.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/ucs.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// The requirements of a top-level production for scheme and fragment.
struct production {
    rule name;
    bool scheme_required;
    bool scheme_forbidden;
    bool fragment_forbidden;
};
inline constexpr production uri_production{rule::uri, true, false, false};
inline constexpr production uri_reference_production{rule::uri_reference, false, false, false};
inline constexpr production absolute_uri_production{rule::absolute_uri, true, false, true};
inline constexpr production relative_ref_production{rule::relative_ref, false, true, false};
// 2003 draft 4 and 5
inline constexpr production absolute_uri_reference_production{rule::absolute_uri_reference, true, false, false};
inline constexpr production relative_uri_production{rule::relative_uri, false, true, true};

class scalar_parser {
public:
    constexpr scalar_parser(std::string_view text, const syntax &x, bool zone_ids) noexcept
        : s_{text.data()}, n_{static_cast<std::uint32_t>(text.size())}, x_{x}, zone_ids_{zone_ids} {}

    [[nodiscard]] constexpr const offsets &where() const noexcept { return o_; }
    [[nodiscard]] constexpr const error &why() const noexcept { return error_; }

    // RFC 3986 3, 4.1-4.3; RFC 3987 2.2; 2003 draft 3-5.
    constexpr bool reference(const production &p) noexcept {
        std::uint32_t i = 0;
        while (i < n_ && is(i, in::scheme)) ++i;
        const bool has_scheme = i < n_ && s_[i] == ':' && i > 0 && is(0, in::alpha);
        if (has_scheme) {
            if (p.scheme_forbidden) return fail(i, error_code::unexpected_scheme, p.name);
            o_.scheme_end = i++;
        } else {
            if (p.scheme_required) return no_scheme(i, p);
            i = 0;
        }
        std::uint32_t k = hier_part(i, has_scheme);
        if (k == failed) return false;
        if (k < n_ && s_[k] == '#') {
            if (p.fragment_forbidden) return fail(k, error_code::unexpected_fragment, p.name);
            k = run(k + 1, in::query);
            if (k == failed) return false;
            if (k < n_) return fail(k, error_code::invalid_character, rule::fragment);
        }
        return true;
    }

    // RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ], from `a` to the first "/", "?", "#" or the end.
    // Returns where it ends, or `failed`.
    constexpr std::uint32_t authority(std::uint32_t a) noexcept { return x_.older ? server_or_reg_name(a) : server(a); }

    static constexpr std::uint32_t failed = 0xFFFFFFFF;

private:
    [[nodiscard]] constexpr bool is(std::uint32_t i, std::uint8_t bits) const noexcept {
        return (x_.classes[static_cast<unsigned char>(s_[i])] & bits) != 0;
    }
    [[nodiscard]] constexpr bool triplet(std::uint32_t i) const noexcept {
        return n_ - i > 2 && is(i + 1, in::hexdig) && is(i + 2, in::hexdig);
    }
    constexpr bool fail(std::size_t at, error_code code, rule r) noexcept {
        if (x_.iri && code == error_code::invalid_character && at < n_ && !base::utf8_sequence_at(rest(at)).valid) {
            code = error_code::invalid_utf8;
        }
        error_ = error{at, code, r, x_.edition};
        return false;
    }
    constexpr std::uint32_t stop(std::size_t at, error_code code, rule r) noexcept {
        fail(at, code, r);
        return failed;
    }
    [[nodiscard]] constexpr std::string_view text(std::uint32_t begin, std::uint32_t end) const noexcept {
        return {s_ + begin, end - begin};
    }
    [[nodiscard]] constexpr std::string_view rest(std::size_t at) const noexcept { return {s_ + at, n_ - at}; }

    // Over characters of a class and pct-encoded; in IRIs also over ucschar, and iprivate where it is allowed. Returns
    // the first position that is none of these, or `failed`.
    constexpr std::uint32_t run(std::uint32_t i, std::uint8_t bits, bool iprivate = false) noexcept {
        for (;;) {
            while (i < n_ && is(i, bits)) ++i;
            if (i == n_) return i;
            if (s_[i] == '%') {
                if (!triplet(i)) return stop(i, error_code::invalid_percent_encoding, rule::pct_encoded);
                i += 3;
            } else {
                if (!x_.iri || static_cast<unsigned char>(s_[i]) < 0x80) return i;
                const std::uint32_t size = iri_character(rest(i), iprivate);
                if (size == 0) return i;
                i += size;
            }
        }
    }

    // If a required scheme is missing: the offset at which the text stops being one.
    constexpr bool no_scheme(std::uint32_t i, const production &p) noexcept {
        std::uint32_t k = 0;
        while (k < n_ && s_[k] != ':' && s_[k] != '/' && s_[k] != '?' && s_[k] != '#') ++k;
        const bool starts_well = n_ > 0 && is(0, in::alpha);
        if (k < n_ && s_[k] == ':') {
            return fail(starts_well ? i : 0, error_code::invalid_scheme, rule::scheme);
        }
        return fail(starts_well ? i : 0, error_code::missing_scheme, p.name);
    }

    constexpr std::uint32_t hier_part(std::uint32_t i, bool has_scheme) noexcept {
        const bool has_authority = n_ - i >= 2 && s_[i] == '/' && s_[i + 1] == '/';
        if (has_authority) {
            i = authority(i + 2);
            if (i == failed) return failed;
        } else {
            o_.host_begin = o_.host_end = i;
        }
        o_.path_begin = i;
        if (x_.older && has_scheme && !has_authority && (i == n_ || s_[i] != '/')) return opaque_part(i);

        std::uint32_t k = i;
        rule path = rule::path_abempty;
        if (!has_authority) {
            if (i < n_ && s_[i] == '/') {
                path = rule::path_absolute;
            } else if (has_scheme) {
                path = rule::path_rootless;
            } else {
                // RFC 3986 3.3: path-noscheme = segment-nz-nc *( "/" segment ); segment-nz-nc has no ":"
                path = rule::path_noscheme;
                do {
                    k = run(k, in::name);
                } while (k != failed && k < n_ && s_[k] == '@' && ++k != 0);
                if (k == failed) return failed;
                if (k < n_ && s_[k] == ':') return stop(k, error_code::colon_in_first_segment, first_segment());
            }
        }
        k = run(k, in::path);
        if (k == failed) return failed;
        o_.path_end = k;
        if (k < n_ && s_[k] == '?') {
            path = rule::query;
            k = run(k + 1, in::query, true);
            if (k == failed) return failed;
        }
        o_.query_end = k;
        if (k < n_ && s_[k] != '#') return stop(k, error_code::invalid_character, x_.older ? older(path) : path);
        return k;
    }

    [[nodiscard]] constexpr rule first_segment() const noexcept {
        return x_.older ? rule::rel_segment : rule::path_noscheme;
    }
    [[nodiscard]] static constexpr rule older(rule path) noexcept {
        if (path == rule::path_abempty || path == rule::path_absolute) return rule::abs_path;
        return path == rule::path_noscheme ? rule::rel_path : path;
    }

    // 2003 draft 3: opaque-part = uric-no-slash *uric, or the hier-part that is only [ "?" query ]. What follows the
    // first "?" is the query, as the regular expression of appendix B splits it.
    constexpr std::uint32_t opaque_part(std::uint32_t i) noexcept {
        const std::uint32_t k = run(i, in::opaque);
        if (k == failed) return failed;
        if (k < n_ && s_[k] != '#') return stop(k, error_code::invalid_character, rule::opaque_part);
        std::uint32_t q = i;
        while (q < k && s_[q] != '?') ++q;
        o_.path_end = q;
        o_.query_end = k;
        return k;
    }

    constexpr std::uint32_t server(std::uint32_t a) noexcept {
        // userinfo = *( unreserved / pct-encoded / sub-delims / ":" ), if an "@" comes right after it
        std::uint32_t j = a;
        do {
            j = run(j, in::name);
        } while (j != failed && j < n_ && s_[j] == ':' && ++j != 0);
        if (j == failed) return failed;
        if (j < n_ && s_[j] == '@') return server_tail(j + 1);
        if (j < n_ && s_[j] != '[' && !authority_ends(j)) {
            // an "@" follows, so this part was meant as userinfo, not as host and port
            std::uint32_t k = j;
            while (!authority_ends(k) && s_[k] != '@') ++k;
            if (k < n_ && s_[k] == '@') return stop(j, error_code::invalid_character, rule::userinfo);
        }
        return server_tail(a);
    }

    // host [ ":" port ] from `host` to the end of the authority.
    constexpr std::uint32_t server_tail(std::uint32_t host) noexcept {
        std::uint32_t j = host;
        o_.host_begin = host;
        if (j < n_ && s_[j] == '[') {
            j = ip_literal(j);
        } else {
            j = run(j, in::name);
        }
        if (j == failed) return failed;
        o_.host_end = j;
        if (j < n_ && s_[j] == ':') {
            ++j;
            while (j < n_ && is(j, in::digit)) ++j;
            if (!authority_ends(j)) return stop(j, error_code::invalid_port, rule::port);
        }
        if (!authority_ends(j)) {
            return stop(j, error_code::invalid_character, s_[host] == '[' ? rule::host : rule::reg_name);
        }
        return j;
    }

    [[nodiscard]] constexpr bool authority_ends(std::uint32_t j) const noexcept {
        return j == n_ || s_[j] == '/' || s_[j] == '?' || s_[j] == '#';
    }

    // RFC 3986 3.2.2: IP-literal = "[" ( IPv6address / IPvFuture ) "]"; 2003 draft: IPv6reference.
    constexpr std::uint32_t ip_literal(std::uint32_t open) noexcept {
        std::uint32_t close = open + 1;
        while (close < n_ && s_[close] != ']' && !authority_ends(close)) ++close;
        if (close == n_ || s_[close] != ']') {
            return stop(open, error_code::unterminated_ip_literal, x_.older ? rule::ipv6reference : rule::ip_literal);
        }
        const std::string_view inner = text(open + 1, close);
        std::uint8_t address[16]{};
        std::size_t at = 0;
        rule r = rule::ipv6address;
        if (x_.ipvfuture && !inner.empty() && (inner[0] == 'v' || inner[0] == 'V')) {
            r = rule::ipvfuture;
            at = match_ipvfuture(inner);
        } else if (!x_.ipv6) {
            return stop(open, error_code::invalid_character, rule::host);
        } else if (zone_ids_ && inner.find('%') != std::string_view::npos) {
            r = rule::ipv6addrz;
            at = match_ipv6addrz(inner, address);
        } else {
            at = match_ipv6(inner, address);
        }
        if (at != npos) return stop(open + 1 + at, error_code::invalid_ip_literal, r);
        return close + 1;
    }

    // 2003 draft 3.2: authority = server / reg-name; server = [ [ userinfo "@" ] hostport ]. A reg-name, and the empty
    // server, have no host: host_end is left before host_begin to say so.
    constexpr std::uint32_t server_or_reg_name(std::uint32_t a) noexcept {
        std::uint32_t end = a;
        while (!authority_ends(end)) ++end;
        if (end == a) return no_host(a, end);
        if (older_server(a, end)) return end;
        const error server_error = error_;
        // 2003 draft 3.2.1: reg-name = 1*( unreserved / escaped / ";" / ":" / "@" / "&" / "=" / "+" / "$" / "," )
        std::uint32_t k = a;
        do {
            k = run(k, in::name);
        } while (k != failed && k < end && (s_[k] == ':' || s_[k] == '@') && ++k != 0);
        if (k == failed) return failed;
        if (k == end) return no_host(a, end);
        // The one of the two readings that got further determines the error.
        if (server_error.offset > k) {
            error_ = server_error;
            return failed;
        }
        if (server_error.offset < k) return stop(k, error_code::invalid_character, rule::reg_name);
        return stop(k, error_code::invalid_authority, rule::authority);
    }

    constexpr std::uint32_t no_host(std::uint32_t a, std::uint32_t end) noexcept {
        o_.host_begin = a;
        o_.host_end = a - 1;
        return end;
    }

    constexpr bool older_server(std::uint32_t a, std::uint32_t end) noexcept {
        std::uint32_t host = a;
        std::uint32_t j = a;
        do {
            j = run(j, in::name);
            if (j == failed) return false;
        } while (j < end && s_[j] == ':' && ++j != 0);
        if (j < end && s_[j] == '@') host = j + 1;
        if (host == end) return fail(host, error_code::empty_component, rule::host);
        o_.host_begin = host;
        if (s_[host] == '[') {
            j = ip_literal(host);
            if (j == failed) return false;
        } else {
            j = host;
            while (j < end && s_[j] != ':') ++j;
            if (!hostname(host, j)) return false;
        }
        o_.host_end = j;
        if (j < end && s_[j] == ':') {
            ++j;
            while (j < end && is(j, in::digit)) ++j;
        }
        return j == end || fail(j, error_code::invalid_character, rule::hostport);
    }

    [[nodiscard]] constexpr bool alphanum(std::uint32_t i) const noexcept {
        return is(i, static_cast<std::uint8_t>(in::alpha | in::digit));
    }

public:
    // 2003 draft 3.2.2: hostname = domainlabel qualified; qualified = *( "." domainlabel ) [ "." toplabel "." ]. As the
    // production is printed, only a label before a final "." must begin with a letter.
    // RFC 2396 3.2.2: hostname = *( domainlabel "." ) toplabel [ "." ], and IPv4address, four numbers of any size.
    constexpr bool hostname(std::uint32_t begin, std::uint32_t end) noexcept {
        std::uint32_t label = begin;
        std::uint32_t labels = 0;
        bool letter_first = false;
        bool numbers = true;
        std::uint32_t i = begin;
        for (; label < end; label = i + 1) {
            i = label;
            while (i < end && s_[i] != '.') {
                if (!alphanum(i) && s_[i] != '-') return fail(i, error_code::invalid_character, rule::hostname);
                numbers = numbers && is(i, in::digit);
                ++i;
            }
            if (i == label || !alphanum(label) || !alphanum(i - 1)) {
                return fail(label, error_code::invalid_character, rule::domainlabel);
            }
            if (x_.label_limit && i - label > 63) {
                return fail(label + 63, error_code::invalid_character, rule::domainlabel);
            }
            letter_first = is(label, in::alpha);
            ++labels;
        }
        if (labels == 0) return fail(begin, error_code::empty_component, rule::hostname);
        const bool final_dot = s_[end - 1] == '.';
        if (x_.toplabel) {
            return letter_first || (numbers && labels == 4 && !final_dot) ||
                   fail(begin, error_code::invalid_character, rule::toplabel);
        }
        return !final_dot || (letter_first && labels > 1) ||
               fail(end - 1, error_code::invalid_character, rule::toplabel);
    }

private:
    const char *s_;
    std::uint32_t n_;
    const syntax &x_;
    bool zone_ids_;
    offsets o_{};
    error error_{};
};

} // namespace detail
} // namespace uniform

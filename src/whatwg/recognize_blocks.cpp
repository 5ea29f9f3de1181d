// With SSE2, which every x86-64 processor has, and what follows the authority of a long text with the widest kernel of
// the machine. Elsewhere nothing is decided here.

#include "whatwg/recognize_blocks.hpp"

#include <bit>
#include <cstddef>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/detail/tail_kernel.hpp>

#include "whatwg/code_points.hpp"
#include "whatwg/domain_kind.hpp"

namespace uniform::whatwg {

#ifdef __SSE2__

namespace {

constexpr std::size_t block = 32;

// 32 octets.
struct octets {
    __m128i first;
    __m128i second;
};

octets load(const char *from) noexcept {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)),
            _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + 16))};
}

// The bits of the octets for which `test` gives 0xFF.
template <class Test>
std::uint32_t bits(const octets &o, Test test) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(test(o.first))) |
           static_cast<std::uint32_t>(_mm_movemask_epi8(test(o.second))) << 16U;
}

__m128i equal(__m128i o, char c) noexcept { return _mm_cmpeq_epi8(o, _mm_set1_epi8(c)); }
__m128i between(__m128i o, char first, char last) noexcept {
    return _mm_and_si128(_mm_cmpgt_epi8(o, _mm_set1_epi8(static_cast<char>(first - 1))),
                         _mm_cmplt_epi8(o, _mm_set1_epi8(static_cast<char>(last + 1))));
}

// Lower-case letters, digits, "-" and ".".
__m128i in_host(__m128i o) noexcept {
    return _mm_or_si128(between(o, 'a', 'z'), _mm_andnot_si128(equal(o, '/'), between(o, '-', '9')));
}

// The octets that no path, query or fragment of a special URL has: those outside of "!" to "z" but for "~"; and ", ',
// <, >, \, ^ and `.
__m128i unknown(__m128i o) noexcept {
    const auto outside = _mm_or_si128(_mm_cmplt_epi8(o, _mm_set1_epi8('!')),
                                      _mm_andnot_si128(equal(o, '~'), _mm_cmpgt_epi8(o, _mm_set1_epi8('z'))));
    const auto joined = _mm_or_si128(o, _mm_set1_epi8(2)); // "<" is ">" then, and "\" is "^"
    const auto pairs = _mm_or_si128(equal(joined, '>'), equal(joined, '^'));
    const auto quotes = _mm_or_si128(_mm_or_si128(equal(o, '"'), equal(o, '\'')), equal(o, '`'));
    return _mm_or_si128(_mm_or_si128(outside, pairs), quotes);
}

// Whether a segment that begins here is a single-dot or double-dot URL path segment.
bool is_dot_segment(const char *at, const char *end) noexcept {
    for (int dots = 0; dots < 2; ++dots) {
        if (at != end && *at == '.') {
            ++at;
        } else if (end - at >= 3 && at[0] == '%' && at[1] == '2' && (at[2] | 0x20) == 'e') {
            at += 3;
        } else {
            return false;
        }
        if (at == end || *at == '/' || *at == '?' || *at == '#') return true;
    }
    return false;
}

// From how many octets after the authority on another kernel pays.
constexpr std::size_t long_tail = 128;

// Tables for the kernels, with the octets that neither the path, the query nor the fragment of a special URL changes.
constexpr detail::syntax unchanged_octets = [] {
    using enum percent_encode_set;
    char_set plain;
    for (int i = 0; i < 0x80; ++i) {
        const auto sets = encode_sets[static_cast<std::size_t>(i)];
        const char c = static_cast<char>(i);
        const bool delimits = c == '?' || c == '#';
        const int changed = sets & (bit_of(special_query) | bit_of(fragment) | bit_of(path));
        if ((changed == 0 || delimits) && c != '\\') plain.add(c);
    }
    detail::syntax tables;
    tables.plain = detail::rows_of(plain);
    return tables;
}();

bool recognize_long_tail(std::string_view text, url_offsets &at) noexcept {
    detail::tail_ends ends;
    const auto tail = detail::active_tail.load(std::memory_order_relaxed);
    const auto size = static_cast<std::uint32_t>(text.size());
    if (!tail(text.data(), at.path_begin + 1, size, unchanged_octets, ends)) return false;
    at.query_end = ends.hash;
    at.path_end = ends.question < ends.hash ? ends.question : ends.hash;
    return true;
}

} // namespace

bool recognize_blocks(std::string_view text, std::uint32_t host_begin, std::uint32_t default_port,
                      url_offsets &at) noexcept {
    const auto size = text.size();
    if (size < host_begin + block) return false;
    const char *const begin = text.data();
    const char *const end = begin + size;
    const auto offset = [begin](const char *p) { return static_cast<std::uint32_t>(p - begin); };

    // Nearly all hosts have less than 32 octets, and none of their labels begins with a digit: then it is a domain.
    const char *p = begin + host_begin;
    const auto host = load(p);
    const auto others = ~bits(host, in_host);
    if (others == 0) return false;
    const auto digits = bits(host, [](__m128i o) { return between(o, '0', '9'); });
    const auto dots = bits(host, [](__m128i o) { return equal(o, '.'); });
    const bool may_be_a_number = (digits & (dots << 1U | 1U) & (others - 1) & ~others) != 0;
    p += std::countr_zero(others);
    at.username_end = at.host_begin = host_begin;
    at.host_end = offset(p);
    if (at.host_end == host_begin || p == end) return false;
    at.host = may_be_a_number ? kind_of_domain(text.substr(host_begin, at.host_end - host_begin)) : host_kind::domain;
    if (at.host == host_kind::none) return false;
    if (*p == ':') {
        const char *const port_begin = ++p;
        std::uint32_t port = 0;
        for (; p != end && p - port_begin < 5 && ascii::is_digit(*p); ++p) port = port * 10 + ascii::hex_value(*p);
        if (p == port_begin || p == end || *port_begin == '0' || port > 65535 || port == default_port) return false;
    }
    if (*p != '/') return false;
    at.path_begin = offset(p);
    return recognize_rest_blocks(text, at);
}

bool recognize_rest_blocks(std::string_view text, url_offsets &at) noexcept {
    if (text.size() <= block) return false;
    if (text.size() >= at.path_begin + long_tail && recognize_long_tail(text, at)) return true;
    const char *const begin = text.data();
    const char *const end = begin + text.size();
    const auto offset = [begin](const char *p) { return static_cast<std::uint32_t>(p - begin); };
    const char *p = begin + at.path_begin + 1;
    std::uint32_t path_end = 0;
    std::uint32_t query_end = 0;
    std::uint32_t seen = 0; // octets of the block that were looked at before
    for (; p < end; p += block) {
        if (end - p < static_cast<std::ptrdiff_t>(block)) {
            const char *const last = end - block; // which is not the beginning of the text
            seen = static_cast<std::uint32_t>(p - last);
            p = last;
        }
        const auto here = load(p);
        const auto before = load(p - 1);
        const auto candidates = [](__m128i o, __m128i preceding) {
            const auto delimiters = _mm_or_si128(equal(o, '?'), equal(o, '#'));
            const auto dot = _mm_and_si128(equal(preceding, '/'), _mm_or_si128(equal(o, '.'), equal(o, '%')));
            return _mm_or_si128(_mm_or_si128(delimiters, dot), unknown(o));
        };
        auto found = bits(octets{candidates(here.first, before.first), candidates(here.second, before.second)},
                          [](__m128i o) { return o; }) >>
                     seen << seen;
        seen = 0;
        if (found == 0) continue;
        if ((bits(here, unknown) & found) != 0) return false;
        for (; found != 0; found &= found - 1) {
            const char *const at_found = p + std::countr_zero(found);
            if (*at_found == '?') {
                if (path_end == 0) path_end = offset(at_found);
            } else if (*at_found == '#') {
                if (path_end == 0) path_end = offset(at_found);
                if (query_end == 0) query_end = offset(at_found);
            } else if (path_end == 0 && is_dot_segment(at_found, end)) {
                return false;
            }
        }
    }
    at.query_end = query_end != 0 ? query_end : offset(end);
    at.path_end = path_end != 0 ? path_end : at.query_end;
    return true;
}

#else

bool recognize_blocks(std::string_view, std::uint32_t, std::uint32_t, url_offsets &) noexcept { return false; }

bool recognize_rest_blocks(std::string_view, url_offsets &) noexcept { return false; }

#endif

} // namespace uniform::whatwg

// Entry points of the SIMD kernels, selected once for the machine.
#pragma once

#include <atomic>
#include <cstdint>

#include <uniform/base/api.hpp>
#include <uniform/syntax/detail/parse_scalar.hpp>
#include <uniform/syntax/detail/parse_urn.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// The data of a production and an edition that a kernel needs. A kernel answers true only for a text that the scalar
// parser accepts, with the same offsets; false means "not sure": the scalar parser decides, and makes the error.
struct kernel_request {
    const syntax *tables;
    bool scheme_required;
    bool scheme_forbidden;
    bool fragment_forbidden;
    bool older;
};

[[nodiscard]] constexpr kernel_request request_of(const production &p, edition e) noexcept {
    return {&syntax_of(e), p.scheme_required, p.scheme_forbidden, p.fragment_forbidden, is_older_edition(generic(e))};
}

using parse_kernel = bool (*)(const char *text, std::uint32_t size, kernel_request, offsets &) noexcept;

// The kernel in use; the first call selects the widest one that this machine supports.
extern constinit std::atomic<parse_kernel> active_kernel;

// The same for URNs, with the tables of urn_syntax_of(). True means that the text is a URN if finish_urn() agrees.
using urn_kernel = bool (*)(const char *text, std::uint32_t size, const syntax &tables, urn_offsets &) noexcept;
extern constinit std::atomic<urn_kernel> active_urn_kernel;

// The work that a kernel leaves: between the NSS and the "#" all characters are allowed, but the delimiters are still
// to be found. RFC 2141 has nothing after the NSS, and reserves the NID "urn". False means "not sure".
[[nodiscard]] constexpr bool finish_urn(const char *s, std::uint32_t size, edition e, urn_offsets &at) noexcept {
    const std::uint32_t end = at.f_begin == 0 ? size : at.f_begin - 1;
    if (e == edition::rfc2141) {
        // without a branch on the NID's length; a text that a kernel takes has eight bytes
        const bool reserved = ((s[4] | 0x20) == 'u') & ((s[5] | 0x20) == 'r') & ((s[6] | 0x20) == 'n') & (s[7] == ':');
        return !reserved & (at.nss_end == size);
    }
    return at.nss_end == end || split_components(s, at.nss_end, end, e, at);
}

// Whether a valid text may not be in normal form: a pct-encoded that changes, an upper-case letter in scheme or host,
// "/." in the path. True may be wrong, false is not.
using may_change_kernel = bool (*)(const char *text, std::uint32_t size, const offsets &) noexcept;
extern constinit std::atomic<may_change_kernel> active_may_change;

} // namespace detail
} // namespace uniform

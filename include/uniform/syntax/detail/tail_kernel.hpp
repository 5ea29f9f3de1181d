// A kernel for what follows the authority of a long text, by a set of characters that the caller gives.
#pragma once

#include <atomic>
#include <cstdint>

#include <uniform/base/api.hpp>
#include <uniform/syntax/detail/syntax.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// The delimiters after the authority of a long text.
struct tail_ends {
    std::uint32_t question = 0; // of the "?" that begins the query; the size of the text when there is none
    std::uint32_t hash = 0;     // of the "#" that begins the fragment; the size of the text when there is none
};
// Whether all octets from `begin` on are in the set `plain` of the tables, and no segment of the path, of which the
// first begins at `begin`, begins with "." or "%". `size` is at least 64. False means "not sure".
using tail_kernel = bool (*)(const char *text, std::uint32_t begin, std::uint32_t size, const syntax &tables,
                             tail_ends &) noexcept;
extern constinit std::atomic<tail_kernel> active_tail;

} // namespace detail
} // namespace uniform

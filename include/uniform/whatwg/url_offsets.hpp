// The offsets of the components of a serialized URL.
#pragma once

#include <cstdint>

#include <uniform/base/api.hpp>
#include <uniform/whatwg/web_host.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

// https://user:pass@example.com:8042/over/there?name=ferret#nose
//      |      |     |          |    |          |           |
//      |      |     |          |    |          |           `- query_end     "#", or the end
//      |      |     |          |    |          `------------- path_end      "?", or query_end
//      |      |     |          |    `------------------------ path_begin
//      |      |     |          `----------------------------- host_end      ":" of the port, or path_begin
//      |      |     `---------------------------------------- host_begin    after "@" or "//"
//      |      `---------------------------------------------- username_end  ":" or "@"; host_begin without credentials
//      `----------------------------------------------------- scheme_end    ":"

/// Offsets into the serialized URL, in octets. Without a host, username_end, host_begin and host_end follow the ":" of
/// the scheme, and path_begin does too or, where "/." keeps a path from being read as a host, after that.
struct url_offsets {
    std::uint32_t scheme_end = 0;
    std::uint32_t username_end = 0;
    std::uint32_t host_begin = 0;
    std::uint32_t host_end = 0;
    std::uint32_t path_begin = 0;
    std::uint32_t path_end = 0;
    std::uint32_t query_end = 0;
    host_kind host = host_kind::none; ///< the kind of the text between host_begin and host_end
    friend bool operator==(const url_offsets &, const url_offsets &) = default;
};

} // namespace whatwg
} // namespace uniform

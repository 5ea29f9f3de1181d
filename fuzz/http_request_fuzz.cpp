// Requests of HTTP/1.1 as bytes: reading them in one piece and in pieces gives the same; nothing is read beyond the
// text or forgotten. The first octet seeds where the text is cut.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "http/engine/requests.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) return 0;
    std::uint32_t state = 2654435761U * (data[0] + 1U);
    const std::string_view text{reinterpret_cast<const char *>(data) + 1, size - 1};
    const std::string whole = uniform::http::test::requests_in(text, {});
    std::vector<std::size_t> cuts;
    for (std::size_t at = 0;;) {
        state = state * 1664525U + 1013904223U;
        at += 1 + (state >> 24U) % (data[0] % 2 == 0 ? 4U : 64U);
        if (at >= text.size()) break;
        cuts.push_back(at);
    }
    if (uniform::http::test::requests_in(text, cuts) != whole) std::abort();
    return 0;
}

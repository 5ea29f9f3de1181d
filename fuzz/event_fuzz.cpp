// Segments of the history: whatever the bytes, reading ends, in bounds; what is read is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "store/history/event_encoding.hpp"

using namespace uniform::store::detail;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint64_t first = data[0], count = data[1];
    std::string bytes{reinterpret_cast<const char *>(data) + 2, size - 2};
    // A compressed segment begins with a hash, which no fuzzer guesses.
    if (bytes.starts_with('\1')) {
        const auto check = sha256(std::string_view(bytes).substr(1));
        bytes.insert(1, reinterpret_cast<const char *>(check.data()), 8);
    }
    const auto read = read_segment(bytes, first, count);
    if (!read) return 0;
    segment_writer w;
    for (const auto &e : read->events) w.add(e);
    const auto again = read_segment(w.take(), first, count);
    if (!again || again->events != read->events) std::abort();
    return 0;
}

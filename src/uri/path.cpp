// The segments of a path as data.
#include <uniform/uri/path.hpp>

#include <uniform/syntax/percent.hpp>

namespace uniform {

std::expected<std::vector<std::string>, error> decoded_segments(std::string_view path) {
    const path_segments segments{path};
    std::vector<std::string> out;
    out.reserve(segments.count());
    for (const std::string_view segment : segments) {
        auto data = decode(segment);
        if (!data) {
            data.error().offset += static_cast<std::uint64_t>(segment.data() - path.data());
            return std::unexpected{data.error()};
        }
        out.push_back(*std::move(data));
    }
    return out;
}

} // namespace uniform

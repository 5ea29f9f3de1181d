#include "url/schemes/file_path.hpp"

namespace uniform::detail {

std::vector<std::string_view> segments_of(std::string_view path) {
    std::vector<std::string_view> segments;
    for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        segments.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    segments.push_back(path);
    return segments;
}

} // namespace uniform::detail

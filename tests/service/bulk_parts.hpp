// Texts as the streams that imports read.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/service/import.hpp>

namespace uniform::test {

// A text as a stream in parts of `size` bytes.
inline service::bulk_source in_parts(std::string_view text, std::size_t size) {
    return [text, size]() mutable {
        const std::string_view part = text.substr(0, size);
        text.remove_prefix(part.size());
        return part;
    };
}

} // namespace uniform::test

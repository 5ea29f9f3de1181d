#include "fixture.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <zstd.h>

namespace uniform::test {

std::string fixture_of_0_1_0(const std::string &name) {
    const std::string path = UNIFORM_STORE_FIXTURES "/0.1.0/" + name;
    const bool packed = !std::filesystem::exists(path);
    std::ifstream in(packed ? path + ".zst" : path, std::ios::binary);
    if (!in) throw std::runtime_error("there is no fixture " + path);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!packed) return bytes;
    const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
        throw std::runtime_error(path + ".zst has no size");
    std::string all(static_cast<std::size_t>(size), '\0');
    if (ZSTD_decompress(all.data(), all.size(), bytes.data(), bytes.size()) != size)
        throw std::runtime_error(path + ".zst is damaged");
    return all;
}

} // namespace uniform::test

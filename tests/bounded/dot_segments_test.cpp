// Dot segments of all short paths against RFC 3986 5.2.4 as it is printed: strings that shrink and grow.

#include <uniform/uri/dot_segments.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "bounded/enumeration.hpp"

namespace {

using namespace uniform;

std::string naive_remove(std::string in) {
    std::string out;
    const auto drop_last = [&] { out.erase(std::min(out.rfind('/'), out.size())); };
    while (!in.empty()) {
        if (in.starts_with("../")) { // 2A
            in.erase(0, 3);
        } else if (in.starts_with("./")) {
            in.erase(0, 2);
        } else if (in.starts_with("/./")) { // 2B
            in.erase(0, 2);
        } else if (in == "/.") {
            in = "/";
        } else if (in.starts_with("/../")) { // 2C
            in.erase(0, 3);
            out.contains('/') ? drop_last() : out.clear();
        } else if (in == "/..") {
            in = "/";
            out.contains('/') ? drop_last() : out.clear();
        } else if (in == "." || in == "..") { // 2D
            in.clear();
        } else { // 2E
            const std::size_t end = std::min(in.find('/', 1), in.size());
            out.append(in, 0, end);
            in.erase(0, end);
        }
    }
    return out;
}

bool naive_has(std::string_view path) {
    const std::string all = "/" + std::string(path) + "/";
    return all.contains("/./") || all.contains("/../");
}

bool same(std::string_view path) {
    if (has_dot_segments(path) != naive_has(path)) return false;
    const std::string naive = naive_remove(std::string(path));
    const char *const last = path.data() + path.size();
    const auto out = std::make_unique<char[]>(path.size());
    const char *end = detail::remove_dot_segments(path.data(), last, out.get());
    if (std::string_view(out.get(), end) != naive) return false;
    std::copy(path.begin(), path.end(), out.get());
    end = detail::remove_dot_segments(out.get(), out.get() + path.size(), out.get());
    return std::string_view(out.get(), end) == naive;
}

TEST(bounded_dot_segments, removes_them_from_each_short_path_as_5_2_4_says) {
    const auto check = [](std::string_view path) { ASSERT_TRUE(same(path)) << path; };
    EXPECT_EQ(bounded::each_text("./a%", 9, check), 349525U);
    EXPECT_EQ(bounded::each_text("./a", 12, check), 797161U);
    EXPECT_EQ(bounded::each_text("./", 18, check), 524287U); // several words of eight octets
}

} // namespace

// RFC 3986 5.2.4: the text's own examples, then every short path against the text's steps A to E.

#include <uniform/uri/dot_segments.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using text = std::string_view;

std::string removed(text path) {
    std::string out(path.size(), '!');
    out.resize(static_cast<std::size_t>(
        uniform::detail::remove_dot_segments(path.data(), path.data() + path.size(), out.data()) - out.data()));
    return out;
}

std::string removed_in_place(std::string path) {
    char *const end = uniform::detail::remove_dot_segments(path.data(), path.data() + path.size(), path.data());
    path.resize(static_cast<std::size_t>(end - path.data()));
    return path;
}

// The text's two buffers, step by step.
std::string by_the_text(std::string in) {
    std::string out;
    while (!in.empty()) {
        if (in.starts_with("../")) {
            in.erase(0, 3); // A
        } else if (in.starts_with("./")) {
            in.erase(0, 2); // A
        } else if (in.starts_with("/./")) {
            in.erase(0, 2); // B
        } else if (in == "/.") {
            in = "/"; // B
        } else if (in.starts_with("/../") || in == "/..") {
            in.replace(0, in == "/.." ? 3 : 4, "/"); // C
            const auto slash = out.rfind('/');
            out.resize(slash == std::string::npos ? 0 : slash);
        } else if (in == "." || in == "..") {
            in.clear(); // D
        } else {
            const auto next = in.find('/', 1); // E
            out += in.substr(0, next);
            in.erase(0, next);
        }
    }
    return out;
}

bool has_by_splitting(text path) {
    for (;;) {
        const auto slash = path.find('/');
        const text segment = path.substr(0, slash);
        if (segment == "." || segment == "..") return true;
        if (slash == text::npos) return false;
        path.remove_prefix(slash + 1);
    }
}

TEST(dot_segments, examples) {
    struct fact {
        text source, path, expected;
    };
    const fact facts[] = {
        {"5.2.4, first example", "/a/b/c/./../../g", "/a/g"},
        {"5.2.4, second example", "mid/content=5/../6", "mid/6"},
        {"a rootless path becomes rooted", "a/../b", "/b"},
        {"an empty segment is a segment", "/b//../g", "/b/g"},
        {"3.3: only complete segments", "/..a/.b/c./d../...", "/..a/.b/c./d../..."},
        {"5.2.4 has no percent-encodings", "/a/%2e%2e/g", "/a/%2e%2e/g"},
        {"without authority the caller guards this", "/..//g", "//g"},
        {"", "", ""},
    };
    for (const fact &f : facts) {
        EXPECT_EQ(removed(f.path), f.expected) << f.source;
        EXPECT_EQ(removed_in_place(std::string{f.path}), f.expected) << f.source << ", in place";
    }
}

TEST(dot_segments, every_path_of_up_to_nine_characters) {
    constexpr text alphabet = "/.ab";
    for (unsigned size = 0; size <= 9; ++size) {
        for (unsigned long number = 0; number < 1UL << (2 * size); ++number) {
            std::string path;
            for (unsigned i = 0; i < size; ++i) path += alphabet[number >> (2 * i) & 3];
            const std::string expected = by_the_text(path);
            ASSERT_EQ(removed(path), expected) << path;
            ASSERT_EQ(removed_in_place(path), expected) << path;
            ASSERT_EQ(uniform::has_dot_segments(path), has_by_splitting(path)) << path;
        }
    }
}

// The search goes by eight bytes: a dot segment at every place of paths around that size.
TEST(dot_segments, at_every_offset) {
    for (std::size_t size = 2; size < 40; ++size) {
        for (std::size_t at = 0; at + 2 <= size; ++at) {
            std::string path(size, 'x');
            path[at] = '/';
            path[at + 1] = '.';
            if (at + 2 < size) path[at + 2] = '/';
            ASSERT_TRUE(uniform::has_dot_segments(path)) << path;
            ASSERT_EQ(removed(path), by_the_text(path)) << path;
            if (at + 2 < size) path[at + 2] = 'x';
            ASSERT_EQ(uniform::has_dot_segments(path), at + 2 == size) << path;
        }
    }
}

// Ten megabytes of the worst shapes: quadratic work would take hours, not a part of the test's time limit.
TEST(dot_segments, long_paths_in_linear_time) {
    const std::size_t n = 2'500'000;
    std::string down_and_up;
    for (std::size_t i = 0; i < n; ++i) down_and_up += "/a";
    for (std::size_t i = 0; i < n; ++i) down_and_up += "/..";
    EXPECT_EQ(removed(down_and_up), "/");
    std::string zigzag;
    for (std::size_t i = 0; i < n; ++i) zigzag += "/a/..";
    EXPECT_EQ(removed(zigzag + "/b"), "/b");
    EXPECT_EQ(removed_in_place(zigzag), "/");
    std::string one = "/";
    one.append(4 * n, 'a');
    EXPECT_EQ(removed(one + "/../b"), "/b");
}

} // namespace

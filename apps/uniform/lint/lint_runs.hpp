// Texts in which common software continues although a URI ends: after a URI that was found, and after "SCHEME://".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// A text that begins like a URI and continues with a backslash, or with characters beyond US-ASCII.
struct odd_run {
    std::uint64_t begin = 0; // offset in the whole text
    std::uint64_t end = 0;
    std::string text;
};

// Looks for odd runs in a text that comes in pieces. They end at white space, quotation marks, angle and curly
// brackets, controls, and at what ends a sentence or a phrase beyond US-ASCII. "\n" and other escapes of string
// literals and of regular expressions end them too, unless an "@" follows in the authority: then the host depends on
// who reads it. Linear; keeps what begins at `keep_from` or later, and a run of at most 64 KiB.
class odd_runs {
public:
    // Adds a part of the text; `last`: it is the last one. Appends runs to `found`.
    void feed(std::string_view piece, bool last, std::vector<odd_run> &found);
    // Runs that are found from now on do not begin before it.
    [[nodiscard]] std::uint64_t settled() const noexcept { return base_ + settled_; }

    enum class longer : std::uint8_t { no, yes, need_more };
    // Whether the URI found at [begin, end) continues; `run` is filled for `yes`.
    longer look_behind(std::uint64_t begin, std::uint64_t end, odd_run &run) const;

    // Nothing before it will be needed.
    void drop_before(std::uint64_t keep_from);

private:
    std::string text_;
    std::uint64_t base_ = 0; // of its first byte
    std::size_t at_ = 0;     // "://" was looked for before it
    std::size_t settled_ = 0;
    bool last_ = false;
};

} // namespace uniform::cli

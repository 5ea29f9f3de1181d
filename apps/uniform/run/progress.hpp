// One line on the terminal that shows the progress of a long run, a few times a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "print/standard_output.hpp"

namespace uniform::cli {

class progress_line {
public:
    using clock = std::chrono::steady_clock;

    // Shows something only if `wanted` and standard error is a terminal; for the first time after `first`, then four
    // times a second by the clock `now`.
    explicit progress_line(bool wanted, std::chrono::milliseconds first = std::chrono::milliseconds{500},
                           clock::time_point (*now)() = &clock::now);
    ~progress_line() { clear(); }
    progress_line(const progress_line &) = delete;
    progress_line &operator=(const progress_line &) = delete;

    // `text` gets the seconds since the beginning; it is called only when the line is due.
    template <class Text>
    void update(const Text &text) {
        if (wanted_ && due()) show(text(seconds()));
    }
    // Removes the line, before something else is written.
    void clear();

private:
    [[nodiscard]] bool due();
    [[nodiscard]] double seconds() const;
    void show(std::string_view text);

    bool wanted_;
    bool visible_ = false;
    clock::time_point (*now_)();
    clock::time_point start_ = now_();
    clock::time_point next_;
};

// "12 inputs, 3 MB, 4 MB/s", if standard output is not a terminal.
class progress {
public:
    explicit progress(bool wanted);
    void update(std::uint64_t inputs, std::uint64_t bytes);
    void clear() { line_.clear(); }

private:
    progress_line line_;
};

// "rows: 5 of 10 (50 %)"
class steps {
public:
    explicit steps(bool wanted, std::string_view what) : line_(wanted), what_(what) {}
    void operator()(std::uint64_t done, std::uint64_t of);
    void clear() { line_.clear(); }

private:
    progress_line line_;
    std::string what_;
};

// Writes a message of the command, before which the line of progress goes.
void complain(progress &shown, writer &err, std::string_view what);

// The number without decimal places.
[[nodiscard]] std::string rounded(double number);

} // namespace uniform::cli

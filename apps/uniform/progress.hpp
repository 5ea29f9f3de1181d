// One line on the terminal that tells how far a long run is, a few times a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::command {

class progress_line {
public:
    // Shows something only when `wanted` and standard error is a terminal.
    explicit progress_line(bool wanted, std::chrono::milliseconds first = std::chrono::milliseconds{500});
    ~progress_line() { clear(); }
    progress_line(const progress_line &) = delete;
    progress_line &operator=(const progress_line &) = delete;

    // `text` gets the seconds since the beginning, and is asked only when it is time.
    template <class Text>
    void update(const Text &text) {
        if (wanted_ && due()) show(text(seconds()));
    }
    // Takes the line away, before something else is written.
    void clear();

private:
    using clock = std::chrono::steady_clock;
    [[nodiscard]] bool due();
    [[nodiscard]] double seconds() const;
    void show(std::string_view text);

    bool wanted_;
    bool visible_ = false;
    clock::time_point start_ = clock::now();
    clock::time_point next_;
};

// "12 records, 3 MB, 4 MB/s", while standard output is no terminal.
class progress {
public:
    explicit progress(bool wanted);
    void update(std::uint64_t records, std::uint64_t bytes);
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

// A number without digits behind the point.
[[nodiscard]] std::string rounded(double number);

} // namespace uniform::command

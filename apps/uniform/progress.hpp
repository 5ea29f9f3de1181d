// One line on the terminal that tells how far a long run is.
#pragma once

#include <chrono>
#include <cstdint>

namespace uniform::command {

class progress {
public:
    // Shows something only when `wanted` and standard error is a terminal while standard output is none.
    explicit progress(bool wanted);

    void update(std::uint64_t records, std::uint64_t bytes);
    // Takes the line away, before something else is written.
    void clear();

private:
    using clock = std::chrono::steady_clock;
    bool wanted_;
    bool visible_ = false;
    clock::time_point start_ = clock::now();
    clock::time_point next_ = start_ + std::chrono::seconds{1};
};

} // namespace uniform::command

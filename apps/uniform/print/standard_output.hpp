// Standard output and standard error, written completely or not without saying so.
#pragma once

#include <string>
#include <string_view>

namespace uniform::cli {

// A buffer before write(2). The first failure is stored, and everything after it is discarded.
class writer {
public:
    explicit writer(int descriptor) noexcept : descriptor_{descriptor} {}
    writer(const writer &) = delete;
    writer &operator=(const writer &) = delete;

    void write(std::string_view text);
    void flush();
    void write_now(std::string_view text) {
        write(text);
        flush();
    }

    // errno of the first write that failed; 0 as long as all went well.
    [[nodiscard]] int failure() const noexcept { return failure_; }

private:
    void write_through(std::string_view text);

    int descriptor_;
    int failure_ = 0;
    std::string buffer_;
};

} // namespace uniform::cli

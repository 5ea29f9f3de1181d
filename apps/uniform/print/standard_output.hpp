// Standard output and standard error, written completely or not without saying so. The one place where the output of
// the program reaches a terminal: what comes from elsewhere must not control it (terminal_text.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "print/terminal_text.hpp"

namespace uniform::cli {

// From now on, standard output is JSON: on a terminal it is escaped as such.
void output_is_json() noexcept;

enum class own_colours : bool { no, yes };

// A buffer before write(2). The first failure is stored, and everything after it is discarded. A terminal, and standard
// error wherever it goes, get escaped text; files and pipes get the exact bytes.
class writer {
public:
    // `colours`: the text may have the colors of this program. Messages on standard error always may.
    explicit writer(int descriptor, own_colours colours = own_colours::no);
    ~writer();
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
    void write_bytes(std::string_view text);

    int descriptor_;
    std::optional<terminal_text> escape_; // none: the exact bytes
    std::string escaped_;
    int failure_ = 0;
    std::string buffer_;
};

// std::cout writes to standard output by a writer from now on.
void redirect_cout();

} // namespace uniform::cli

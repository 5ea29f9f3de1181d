#include "print/terminal.hpp"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace uniform::cli {

bool is_terminal(int descriptor) noexcept { return ::isatty(descriptor) == 1; }

bool use_colour(when choice, int descriptor) noexcept {
    if (choice != when::automatic) return choice == when::always;
    // no-color.org: set and not empty.
    const char *no_colour = std::getenv("NO_COLOR");
    if (no_colour != nullptr && *no_colour != '\0') return false;
    const char *kind = std::getenv("TERM");
    if (kind != nullptr && std::string_view{kind} == "dumb") return false;
    return is_terminal(descriptor);
}

std::size_t terminal_width(int descriptor) noexcept {
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
    return 100;
}

} // namespace uniform::cli

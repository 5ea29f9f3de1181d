#include "print/exit.hpp"

#include <cerrno>
#include <string>

#include <unistd.h>

#include "print/hidden_password.hpp"
#include "print/standard_output.hpp"
#include "print/words.hpp"

namespace uniform::cli {

int fail(int code, std::string_view says) {
    std::string out = "uniform: ";
    for (;;) { // a line end in the text stays; other control characters are escaped
        const auto end = says.find('\n');
        out += printable(without_passwords_in(says.substr(0, end))) + '\n';
        if (end == std::string_view::npos) break;
        says.remove_prefix(end + 1);
    }
    writer{STDERR_FILENO}.write_now(out);
    return code;
}

void print_message(std::string_view text) { writer{STDERR_FILENO}.write_now(text); }

int print_all(std::string_view text, own_colours colours) {
    writer out{STDOUT_FILENO, colours};
    out.write_now(text);
    if (out.failure() == 0 || out.failure() == EPIPE) return exit_good;
    return fail(exit_io, file_error(standard_output, out.failure()));
}

} // namespace uniform::cli

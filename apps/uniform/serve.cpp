// uniform serve.

#include <string_view>

#include <unistd.h>

#include <uniform/http/server.hpp>

#include "config.hpp"
#include "verbs.hpp"
#include "writer.hpp"

namespace uniform::command {

int serve_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "serve takes no arguments: " + o.arguments.front());
    const auto c = read_settings(o);
    if (!c) return c.error();
    return http::serve(c->values, [](std::string_view line) {
        writer out{STDERR_FILENO}; // standard output stays free; the log goes to
                                   // standard error as well
        out.write_now(std::string{line} + '\n');
    });
}

} // namespace uniform::command

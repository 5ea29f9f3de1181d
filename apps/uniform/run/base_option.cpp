#include "run/base_option.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <uniform/text/typed.hpp>

#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/typed_input.hpp"

namespace uniform::cli {

bool is_input_missing(const batch_options &o, std::size_t first) {
    struct stat in{};
    return o.arguments.size() <= first && o.files.empty() && ::fstat(STDIN_FILENO, &in) == 0 && S_ISCHR(in.st_mode);
}

std::string missing_input(std::string_view what) {
    return "missing " + std::string{what} + ": give it as an argument, in a file (--file) or on standard input";
}

std::expected<base_of_run, int> find_base(const batch_options &o, std::string_view input) {
    if (o.pairs) {
        if (o.base) return std::unexpected{usage_error(o, exclusive("--base", "--pairs"))};
        return base_of_run{};
    }
    const auto as_typed = [&](const std::string &text) { return o.typed ? clean_typed(text).text : text; };
    if ((o.base || !o.arguments.empty()) && is_input_missing(o, o.base ? 0 : 1)) {
        return std::unexpected{usage_error(o, missing_input(input))};
    }
    if (o.base) return base_of_run{as_typed(*o.base), 0};
    if (o.arguments.empty()) {
        return std::unexpected{usage_error(o, "missing base: the first argument, --base URI, or --pairs")};
    }
    return base_of_run{as_typed(o.arguments.front()), 1};
}

int reject_base(const batch_options &o, const base_of_run &base, const error &why) {
    std::string says;
    problem p{.why = why, .text = base.text};
    suggest_typed(o, p);
    append_message(says, base.arguments != 0 ? "<argument>" : "--base", 1, p,
                   style_of_messages(o.colour, o.show_password));
    writer{STDERR_FILENO}.write_now(says);
    return exit_bad_input;
}

} // namespace uniform::cli

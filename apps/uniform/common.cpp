// What several verbs do alike.

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "diagnostics.hpp"
#include "json.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"
#include "writer.hpp"

namespace uniform::command {

int fail(int code, std::string_view says) {
    std::string out = "uniform: ";
    for (;;) { // the lines are ours, what they quote is not
        const auto end = says.find('\n');
        out += printable(says.substr(0, end)) + '\n';
        if (end == std::string_view::npos) break;
        says.remove_prefix(end + 1);
    }
    writer{STDERR_FILENO}.write_now(out);
    return code;
}

int print_all(std::string_view text) {
    writer out{STDOUT_FILENO};
    out.write_now(text);
    if (out.failure() == 0 || out.failure() == EPIPE) return exit_good;
    return fail(exit_io, std::string{"standard output: "} + std::strerror(out.failure()));
}

std::expected<std::optional<output_template>, int> template_of(const options &o) {
    if (!o.get) return std::nullopt;
    auto read = output_template::read(*o.get);
    if (read) return std::optional{*std::move(read)};
    const output_template::fault &fault = read.error();
    std::string says = "--get: " + fault.says;
    if (printable(*o.get) == *o.get) { // else the caret would stand elsewhere
        says += "\n    " + *o.get + "\n    " + std::string(fault.offset, ' ') + '^';
    }
    return std::unexpected{fail(exit_usage, says)};
}

std::expected<base_of_run, int> find_base(const options &o) {
    if (o.pairs) {
        if (o.base) return std::unexpected{fail(exit_usage, "--base and --pairs: every pair has a base of its own")};
        return base_of_run{};
    }
    if (o.base) return base_of_run{*o.base, 0};
    if (o.arguments.empty()) {
        return std::unexpected{
            fail(exit_usage, "what is the base? Give it as first argument or with --base, or use --pairs")};
    }
    return base_of_run{o.arguments.front(), 1};
}

int bad_base(const options &o, const base_of_run &base, const error &why) {
    std::string says;
    message_style style;
    style.caret = is_terminal(STDERR_FILENO);
    style.colour = use_colour(o.colour, STDERR_FILENO);
    style.width = terminal_width(STDERR_FILENO);
    append_message(says, base.arguments != 0 ? "<argument>" : "--base", 1, {.why = why, .text = base.text}, style);
    writer{STDERR_FILENO}.write_now(says);
    return exit_bad_input;
}

void append_refusal(std::string &out, std::string_view input, const error &why, std::string_view message, bool valid) {
    json_object object{out, !is_utf8(input)};
    object.text("input", input).boolean("valid", valid);
    append_error(object, why, {}, message);
    object.end_line();
}

} // namespace uniform::command

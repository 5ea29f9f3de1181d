// Runs the built command and tells what it said.
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::test {

struct result {
    std::string out;
    std::string err;
    int code = -1; // the exit code; 128 + the signal that ended it
};

using words = std::vector<std::string>;

// `uniform WORDS...` with that standard input.
[[nodiscard]] result run(const words &arguments, std::string_view in = {});

// A line for bash, in which $U is the command and the current folder is an empty one of its own; what it wrote to both
// is in `out`.
[[nodiscard]] result shell(const std::string &line, std::string_view in = {});

// As run(), with standard output and standard error on a terminal of 80 columns; all of it is in `out`, its line ends
// being those of a file.
[[nodiscard]] result run_on_terminal(const words &arguments, std::string_view in = {}, const words &environment = {});

// One row of a table: a command line and what it answers.
struct row {
    const char *name;
    words arguments;
    std::string in;
    std::string out;
    std::string err; // "*" stands for any text: the sentences are the library's affair
    int code = 0;
};
std::ostream &operator<<(std::ostream &out, const row &r);

// Whether the command answers as the row says; GoogleTest failures where it does not.
void check(const row &r);

} // namespace uniform::test

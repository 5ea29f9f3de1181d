// A command of the program: its words, its options and the function that runs it, in one place. The folder of a group
// has a header that lists its commands; commands.cpp lists the groups.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/option.hpp"
#include "print/standard_output.hpp"

namespace uniform::cli {

// The members of the options of every command.
struct common_options {
    std::string_view command; // the name of the command that runs
    std::vector<std::string> arguments;
    std::vector<std::string> named_files; // the values of all options that take a file, but --rejects
    bool help = false;

    static constexpr auto rows() {
        return std::array{option<&common_options::help>({heading::running, 'h', "help", "", "Print this help."})};
    }
};

struct example {
    std::string_view says;
    std::string_view line; // for a shell
};

struct command_text {
    std::string_view name; // two words for the commands of a group: "urn parse"
    std::string_view summary;
    // As in a usage line: "NID [NAME...]". The command checks the number of its arguments.
    std::string_view arguments;
    std::string_view description; // paragraphs, separated by empty lines; one that begins with two spaces is not filled
    std::span<const example> examples;
    // For completion, the words that its arguments are: "" if they are free; "commands"; "nids", or "nid" if only the
    // first argument is one.
    std::string_view words{};
    // The values of NAME in `--set NAME=TEXT` of this command: the error for a mistaken `--NAME` suggests it.
    std::span<const std::string_view> set_names{};
};

struct command : command_text {
    std::span<const option_set> options;
    int (*run)(const command &self, std::span<const char *const> words) = nullptr; // returns the exit code

    // Calls f(row) for each option. The first of two rows with one name replaces the other.
    template <class F>
    void for_each_option(F f) const {
        std::vector<std::string_view> seen;
        for (const option_set &set : options) {
            for (const option_row &row : set.rows) {
                if (std::ranges::find(seen, row.name) != seen.end()) continue;
                seen.push_back(row.name);
                f(row);
            }
        }
    }
};

// Commands that share their first word, or the commands of a folder that are no group (`name` is empty then).
struct command_group {
    std::string_view name;
    std::string_view summary;
    std::string_view description; // paragraphs, as of a command
    std::span<const command *const> commands;
    const command *otherwise = nullptr; // the command that the first word alone, or with options, runs; nullptr: a
                                        // usage error
};

// Reads the words after the command's name into `options`, a struct that has the rows of `c`, whose part `common` is.
// Returns the exit code if the command is not to run: help was printed, or a usage error was reported.
[[nodiscard]] std::optional<int> read_command_line(const command &c, std::span<const char *const> words, void *options,
                                                   common_options &common);

// Reports a mistake in how a command was used, and where its help is; returns exit_usage.
int usage_error(const common_options &o, std::string_view says);

namespace detail {

template <class Options>
Options options_of(int (*)(Options));

template <auto Function>
int run_command(const command &self, std::span<const char *const> words) {
    std::remove_cvref_t<decltype(options_of(Function))> o;
    if (const auto code = read_command_line(self, words, &o, o)) return *code;
    if constexpr (requires { o.json; }) {
        if (o.json) output_is_json();
    }
    return Function(std::move(o));
}

} // namespace detail

// The command that `int Function(const OPTIONS &)` runs; its options follow from the type.
template <auto Function>
consteval command command_of(const command_text &text) {
    using options = std::remove_cvref_t<decltype(detail::options_of(Function))>;
    static_assert(std::is_base_of_v<common_options, options>);
    return {text, option_sets<options>, &detail::run_command<Function>};
}

} // namespace uniform::cli

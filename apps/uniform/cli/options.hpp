// Options that commands of several folders have.
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/option.hpp"
#include "print/hidden_password.hpp"
#include "print/reference_template.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

struct colour_option {
    when colour = when::automatic;

    static constexpr auto rows() {
        return std::array{choice<&colour_option::colour, when::automatic, when::always, when::never>(
            {heading::output, 0, "color", "WHEN", "Use colors: auto uses them on a terminal unless NO_COLOR is set.",
             "auto always never"})};
    }
};

struct template_option {
    std::optional<std::string> get;

    static constexpr auto rows() {
        return std::array{option<&template_option::get>(
            {heading::output, 'g', "get", "TEMPLATE",
             "Print the template for each result, for example '{host} {query.id:decoded}'."})};
    }
};

// The template of an option such as --get, if it is given; a mistake in it is reported, and the error is the exit code.
// So is --json with --get.
// `demands`: the command rejects inputs by unmet_demand(); in the template of another one such modifiers are a mistake.
[[nodiscard]] std::expected<std::optional<output_template>, int>
template_of(std::string_view option, const std::optional<std::string> &text, bool demands = false);
[[nodiscard]] inline std::expected<std::optional<output_template>, int> template_of(const template_option &o,
                                                                                    bool demands = false) {
    return template_of("--get", o.get, demands);
}
template <class Options>
    requires requires(const Options &o) { o.json; }
[[nodiscard]] std::expected<std::optional<output_template>, int> template_of(const Options &o, bool demands = false) {
    if (o.json && o.get) return std::unexpected{usage_error(o, exclusive("--json", "--get"))};
    return template_of(static_cast<const template_option &>(o), demands);
}

// The option `--json` of a command with one result.
struct json_result_option {
    bool json = false;

    static constexpr auto rows() {
        return std::array{
            option<&json_result_option::json>({heading::output, 'j', "json", "", "Print the result as JSON."})};
    }
};

struct password_option {
    passwords show_password = passwords::hidden;

    static constexpr auto rows() {
        return std::array{sets<&password_option::show_password, passwords::shown>(
            {heading::output, 0, "show-password", "",
             "Show passwords in what is printed for people: messages, drawings and tables have *** otherwise. Output "
             "for programs (JSON, templates, lists of URIs) always has them."})};
    }
};

struct quiet_option {
    bool quiet = false;

    static constexpr auto rows() {
        return std::array{option<&quiet_option::quiet>(
            {heading::output, 'q', "quiet", "", "Print nothing; the result is only the exit code."})};
    }
};

struct progress_option {
    bool progress = true;

    static constexpr auto rows() {
        return std::array{sets<&progress_option::progress, false>(
            {heading::running, 0, "no-progress", "", "Show no progress on the terminal."})};
    }
};

} // namespace uniform::cli

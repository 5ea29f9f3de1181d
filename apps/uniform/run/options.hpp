// Options of commands that work on many inputs (run/batch.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "print/terminal.hpp"
#include "run/table_options.hpp"

namespace uniform::cli {

// The treatment of an input that is not valid.
enum class on_error : std::uint8_t { report, keep, drop, stop };

inline constexpr option_text typed_text{heading::input, 0, "typed", "",
                                        "Inputs are as people type them (RFC 3986 appendix C): remove white space, "
                                        "angle brackets, quotation marks and \"URL:\" around them, punctuation "
                                        "behind a host, and white space inside with a note."};

// The form of the counts at the end of a run: as a sentence or as a JSON object.
enum class summary_form : std::uint8_t { text, json };

struct batch_options : with<common_options, table_options, colour_option, password_option, progress_option> {
    std::vector<std::string> files;
    bool null = false;
    bool typed = false;
    bool git = false;
    std::uint32_t max_length = 16U << 20;
    unsigned threads = 0; // 0: one for each core
    bool json = false;
    bool to_terminal = is_terminal(STDOUT_FILENO);

    // Not every command has an option for these.
    on_error policy = on_error::report;
    bool quiet = false;
    bool pairs = false;
    std::optional<std::string> base;

    std::optional<summary_form> summary;
    std::optional<std::string> rejects;

    // The terminator of each result: NUL if inputs end with NUL.
    [[nodiscard]] char terminator() const noexcept { return null ? '\0' : '\n'; }

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&batch_options::files>({input, 'f', "file", "FILE",
                                           "Read inputs from FILE; \"-\" is standard input. May be repeated. Without "
                                           "files and arguments, standard input is read.",
                                           "", "", true}),
            option<&batch_options::null>({input, '0', "null", "",
                                          "Inputs end with NUL instead of a line end, and so do results. An empty "
                                          "input is the empty reference."}),
            option<&batch_options::typed>(typed_text),
            option<&batch_options::git>(
                {input, 0, "git", "",
                 "Inputs are remote repositories: [USER@]HOST:PATH, as git and scp write them, is "
                 "read as ssh://[USER@]HOST/PATH."}),
            number<&batch_options::max_length, 1, 0xFFFFFFFE, counted::bytes>(
                {input, 0, "max-length", "BYTES", "Reject longer inputs; K, M and G may follow the number."}),
            option<&batch_options::json>({output, 'j', "json", "",
                                          "Print one JSON object a line. An absent component is null, an empty one is "
                                          "\"\". Inputs that are not valid get an \"error\" and are not reported on "
                                          "standard error."}),
            choice<&batch_options::summary, summary_form::text, summary_form::json>(
                {output, 0, "summary", "FORM",
                 "At the end, print on standard error how many inputs were valid, changed and rejected.", "text json"}),
            option<&batch_options::rejects>(
                {output, 0, "rejects", "FILE",
                 "Write the inputs that are not valid to FILE instead of reporting them: on "
                 "each line the report, with position and rule, a TAB and the input. \"-\" is standard output; a file "
                 "that the command reads, or writes otherwise, is refused.",
                 "", "", true}),
            number<&batch_options::threads, 0, 1024>(
                {running, 't', "threads", "N", "Run N threads, at most 1024.", "", "one for each core"}),
        };
    }
};

struct on_error_row {
    static constexpr auto rows() {
        return std::array{
            choice<&batch_options::policy, on_error::report, on_error::keep, on_error::drop, on_error::stop>(
                {heading::running, 0, "on-error", "POLICY",
                 "For an input that is not valid: report it; report it and keep it in the output unchanged; drop it "
                 "without a report; or report it and stop.",
                 "report keep drop stop"})};
    }
};

struct quiet_row {
    static constexpr auto rows() {
        return std::array{option<&batch_options::quiet>(
            {heading::output, 'q', "quiet", "", "Print nothing; the result is only the exit code."})};
    }
};

enum class list : std::uint8_t { nothing, valid, invalid };

struct listing_option {
    list listing = list::nothing;

    static constexpr auto rows() {
        return std::array{choice<&listing_option::listing, list::valid, list::invalid>(
            {heading::output, 'l', "list", "WHICH", "Print the inputs that are valid, or those that are not.",
             "valid invalid"})};
    }
};

// The options of commands that compare or combine each input with another one.
struct pair_rows {
    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&batch_options::pairs>({input, 'p', "pairs", "",
                                           "Each line has two fields, separated by a TAB; with -0, and as arguments, "
                                           "two inputs are a pair."}),
            option<&batch_options::base>({input, 'b', "base", "URI",
                                          "The URI that every input is combined with. Without it and without --pairs, "
                                          "it is the first argument."}),
        };
    }
};

} // namespace uniform::cli

// uniform complete: completes abbreviated references (rfc2396bis-01 appendix F) by guesses.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <uniform/repair/repair.hpp>
#include <uniform/text/git_remote.hpp>

#include "print/json.hpp"
#include "run/inputs.hpp"
#include "text/commands.hpp"
#include "text/options.hpp"

namespace uniform::cli {

namespace {

using complete_command_options = with<batch_options, default_scheme_option, on_error_row>;

class complete_run : public batch_job {
public:
    explicit complete_run(const complete_command_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto completed = r.text.size() > options_.max_length
                                       ? std::nullopt
                                       : complete_iri(r.text, {.default_scheme = options_.default_scheme});
            if (!completed) {
                const error why{0, error_code::not_found, rule::none, edition::rfc3986};
                const auto remote = r.text.contains('@') ? ssh_uri_of_git_remote(r.text) : std::nullopt;
                return reject(options_, w, r, why,
                              remote ? "not an abbreviated reference, but a remote path as git and scp write it; --git "
                                       "reads it as " +
                                           *remote
                                     : "not an abbreviated reference");
            }
            if (!options_.json) {
                note_white_space(w, r, completed->cleaned);
                if (completed->rule == completion_rule::is_uri && completed->guess)
                    note(w, r, 0, "note: punctuation behind the host was removed");
                w.out += completed->uri;
                w.out += options_.terminator();
                return;
            }
            const bool bytes = !is_utf8(r.text);
            json_object object{w.out, bytes};
            object.text("input", r.text).text("uri", completed->uri);
            object.text("rule", to_string(completed->rule)).boolean("guess", completed->guess);
            write_cleaning(object, completed->cleaned);
            object.end_line();
        });
    }

private:
    // White space inside may have separated two identifiers.
    static void note_white_space(work &w, const input &r, const std::vector<cleaning> &actions) {
        const std::string_view inside = strip_typed(r.text);
        const auto begin = static_cast<std::uint64_t>(inside.data() - r.text.data());
        const auto gap = std::ranges::find_if(actions, [&](const cleaning &c) {
            return c.kind == cleaning::what::white_space && c.begin > begin && c.end < begin + inside.size();
        });
        if (gap == actions.end()) return;
        note(w, r, static_cast<std::size_t>(gap->begin), "note: white space inside was removed");
    }

    static void note(work &w, const input &r, std::size_t offset, std::string message) {
        w.problems.push_back({.input = r.index,
                              .after = w.out.size(),
                              .why = error{offset, error_code::not_found, rule::none},
                              .message = std::move(message),
                              .text = r.text,
                              .harmless = true});
    }

    // Writes the texts that were removed from the input, and their positions.
    static void write_cleaning(json_object &object, const std::vector<cleaning> &actions) {
        std::string &out = object.raw("cleaned");
        out += '[';
        bool first = true;
        for (const cleaning &c : actions) {
            if (!first) out += ", ";
            first = false;
            json_object action{out};
            action.text("what", to_string(c.kind)).number("begin", c.begin).number("end", c.end).end();
        }
        out += ']';
    }

    const complete_command_options &options_;
};

int run_complete(const complete_command_options &o) { return run_job<complete_run>(o); }

constexpr example complete_examples[]{
    {"From a poster", "uniform complete www.example.org/x"},
    {"With the rule", "uniform complete --json ftp.example.org/pub 'someone@example.org'"},
    {"Web addresses with https", "uniform complete --default-scheme https www.example.org"},
};

} // namespace

const command complete_command = command_of<run_complete>(
    {"complete", "complete abbreviated references", "[TEXT...]",
     "Prints the URI that each abbreviated reference probably stands for: www.w3.org/Addressing/, a host name alone, a "
     "mail address. Delimiters and white space are removed first, white space inside with a note; what it may separate "
     "are words, which are rejected. The results are guesses (2003 draft, appendix F): "
     "\"ftp.\" and \"gopher.\" at the beginning and the ports 21, 70, 80, 119 and 443 stand for their schemes, "
     "everything else for the scheme of --default-scheme. A URI stays as it is, unless its scheme requires a host and "
     "there is none: http:/HOST and http//HOST become http://HOST. Punctuation behind a host is removed, also behind "
     "that of a URI, with a note. Rejected are numbers, ports above 65535, and what would be no URL of its scheme, "
     "such "
     "as NAME@HOST/PATH, for http has no user names.\n\n"
     "With --json: the URI, the rule that was used, whether it is a guess, and what was removed.",
     complete_examples});

} // namespace uniform::cli

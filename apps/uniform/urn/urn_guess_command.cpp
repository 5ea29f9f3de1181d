// uniform urn guess: prints the URNs that a name without its identifier system may stand for.

#include <uniform/text/typed.hpp>
#include <uniform/urn/name.hpp>

#include "print/json.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"
#include "urn/commands.hpp"

namespace uniform::cli {

namespace {

using urn_guess_command_options = with<batch_options, on_error_row>;

class urn_guess_run : public batch_job {
public:
    explicit urn_guess_run(const urn_guess_command_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto all = guess_names(r.text);
            if (all.empty()) {
                const error why{0, error_code::not_found, rule::none, edition::rfc8141};
                const std::string_view hint = guess_names(strip_typed(r.text)).empty() ? "" : typed_removes;
                constexpr std::string_view says = "not a name of a known identifier system";
                reject(
                    options_, w,
                    {.input = r.index,
                     .why = why,
                     .message = std::string{says},
                     .hint = std::string{hint},
                     .text = r.text},
                    [&] {
                        json_object object{w.out, !is_utf8(r.text)};
                        object.text("input", r.text).boolean("valid", false);
                        append_error(object, why, {}, says, hint);
                        object.end_line();
                    },
                    [&] { keep_unchanged(options_, w, r); });
                return;
            }
            for (const name_guess &g : all) {
                if (const auto omitted = omitted_from_name(g.nid, r.text); omitted && !options_.json) {
                    w.problems.push_back(
                        {.input = r.index,
                         .after = w.out.size(),
                         .why = error{omitted->offset, error_code::not_found, rule::none},
                         .message = "warning: " + in_quotes(omitted->text) + ' ' + std::string{omitted->why},
                         .text = r.text,
                         .harmless = true});
                }
                if (options_.json) {
                    json_object object{w.out};
                    object.text("input", r.text).boolean("valid", true);
                    object.text("urn", g.urn).text("nid", g.nid).text("system", g.system).end_line();
                } else {
                    w.out += g.urn;
                    w.out += '\t';
                    w.out += g.system;
                    w.out += options_.terminator();
                }
            }
        });
    }

private:
    const urn_guess_command_options &options_;
};

int run_urn_guess(const urn_guess_command_options &o) { return run_job<urn_guess_run>(o); }

constexpr example urn_guess_examples[]{
    {"What is this number?", "uniform urn guess 978-951-0-18435-6 0317-8471"},
};

} // namespace

const command urn_guess_command = command_of<run_urn_guess>(
    {"urn guess", "make URNs from names without their identifier system", "[NAME...]",
     "Prints a URN for each identifier system to which the name may belong, a TAB, and the name of the system. A name "
     "is guessed only if its form is unmistakable, and its check character, if it has one, is correct: \"2141\" is not "
     "guessed, \"RFC 2141\" is. A URN is a guess by itself, also in the form that people are shown, whose letters "
     "beyond "
     "US-ASCII are percent-encoded (RFC 8141 section 4.4). The exit code is 1 if no identifier system matches a name.",
     urn_guess_examples});

} // namespace uniform::cli

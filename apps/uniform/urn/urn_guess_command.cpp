// uniform urn guess: prints the URNs that a name without its identifier system may stand for.

#include <uniform/urn/name.hpp>

#include "print/json.hpp"
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
                return reject(options_, w, r, why, "not a name of a known identifier system");
            }
            for (const name_guess &g : all) {
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

// uniform check: reports the inputs that are not valid.

#include "print/json.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"
#include "uri/url_run.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

using check_command_options =
    with<any_edition_row, uri_options, production_row, listing_option, quiet_row, on_error_row>;

class check_run : public batch_job {
public:
    explicit check_run(const check_command_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto fault = why_invalid(r.text, parse_, options_.as);
            if (!fault) {
                if (options_.listing != list::valid && !options_.json) return;
                if (options_.listing == list::invalid) return;
                print(w, r, nullptr);
                return;
            }
            // --list alone decides which inputs are printed.
            const auto list_it = [&] {
                if (options_.listing == list::invalid && !options_.json) print(w, r, nullptr);
            };
            const auto json_it = [&] {
                if (options_.listing != list::valid) print(w, r, &*fault);
            };
            reject(options_, w, {.input = r.index, .why = *fault, .text = r.text}, json_it, [] {});
            if (options_.policy != on_error::stop) list_it();
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result_of(options_, options_.listing); }

private:
    void print(work &w, const input &r, const error *why) const {
        if (options_.json) {
            if (why != nullptr) return append_rejected(w.out, r.text, *why);
            json_object{w.out}.text("input", r.text).boolean("valid", true).end_line();
        } else if (!w.in.truncated || r.text.size() <= options_.max_length) {
            append_unchanged(options_, w.out, r.text);
            w.out += options_.terminator();
        }
    }

    const check_command_options &options_;
    const parse_options parse_ = options_.parse();
};

int run_check(check_command_options o) {
    if (o.quiet && o.listing == list::nothing) o.json = false;
    if (const auto code = refuse_encoding_without_whatwg(o)) return *code;
    if (o.whatwg) return check_as_browser(o, o.listing);
    if (const auto code = refuse_with_urls(o)) return *code;
    return run_job<check_run>(o);
}

constexpr example check_examples[]{
    {"Is this a URI?", "uniform check --as uri 'http://example.com/a b' || echo no"},
    {"Keep the valid lines", "uniform check --list valid --on-error drop -f urls.txt"},
    {"Print the lines that are not valid, without reasons", "uniform check --list invalid --quiet -f urls.txt"},
};

} // namespace

const command check_command = command_of<run_check>(
    {"check", "report the inputs that are not valid", "[URI...]",
     "Prints nothing for valid inputs; the others are reported with line, column and rule. The exit code is 0 if all "
     "are valid, and 1 otherwise. --list prints the valid inputs, or the others, to standard output.\n\n"
     "With --edition url-06 or rfc1738, an input is valid if it is a URL by the grammar of its scheme in section 5 of "
     "that document, or by its otherurl.\n\n"
     "With --edition whatwg, an input is valid when parsing it gives no validation error of the URL Standard; the "
     "first 20 of a line are reported by their names, and how many more there are. Most of them do not keep a browser "
     "from using the URL: with --json, \"valid\" tells whether it is a URL, and \"errors\" has the validation errors, "
     "followed by \"more\" if there are more than 20. The exit code is 1 if an input has any.",
     check_examples});

} // namespace uniform::cli

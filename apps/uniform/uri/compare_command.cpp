// uniform compare: prints the lowest level at which two URIs are equivalent.

#include "print/exit.hpp"
#include "uri/commands.hpp"
#include "uri/compare_run.hpp"
#include "uri/normalization.hpp"
#include "uri/urn_among.hpp"

namespace uniform::cli {

namespace {

using compare_command_options = with<uri_options, production_row, pair_rows, level_options, quiet_row, on_error_row>;

class uri_comparator {
public:
    using view = reference_view;
    uri_comparator(const compare_command_options &o, const normalize_options &how)
        : options_{&o}, how_{o.parse()}, urns_{how, o.urn} {}

    [[nodiscard]] auto parse(std::string_view text) const { return parse_as(options_->as, text, how_); }
    [[nodiscard]] std::string_view level() const { return to_string(options_->level); }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const { return urns_.equivalent(a, b); }
    [[nodiscard]] std::string_view lowest_level(const view &a, const view &b) const { return urns_.lowest_level(a, b); }

private:
    const compare_command_options *options_;
    parse_options how_;
    urn_among urns_;
};

int run_compare(compare_command_options o) {
    if (o.quiet) o.json = false;
    normalization how;
    if (const int code = how.read(o, o.parse()); code != exit_good) return code;
    return compare_with(o, uri_comparator{o, how.options()});
}

constexpr example compare_examples[]{
    {"At which level are they equivalent?", "uniform compare http://example.com/%7ea HTTP://EXAMPLE.com/~a"},
    {"Only the exit code", "uniform compare -q --level scheme http://example.com http://example.com:80/ && echo same"},
    {"Many pairs, separated by a TAB", "uniform compare --pairs -f pairs.tsv"},
};

} // namespace

const command compare_command = command_of<run_compare>(
    {"compare", "print the lowest level at which two URIs are equivalent", "[BASE] [URI...]",
     "Prints for each pair the lowest level at which the two are equivalent, or \"different\", then the two, separated "
     "by TABs (\"invalid\" for those that --on-error keep keeps). The exit code is 0 if all pairs are equivalent at "
     "--level, and 1 if some are not, or are not valid.\n\n"
     "Two URNs are equivalent at simple, case, scheme (also the case of the NID), lexical (RFC 8141 section 3.1, which "
     "ignores the r-, q- and f-components) or namespace (by the rules of their namespace); --urn specifies which of "
     "these is required.",
     compare_examples});

} // namespace uniform::cli

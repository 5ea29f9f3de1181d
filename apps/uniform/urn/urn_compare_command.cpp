// uniform urn compare: checks whether two URNs name the same resource.

#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "uri/compare_run.hpp"
#include "urn/commands.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

using urn_compare_command_options =
    with<batch_options, pair_rows, urn_edition_option, equivalence_option, quiet_row, on_error_row>;

class urn_comparator {
public:
    using view = urn_view;
    explicit urn_comparator(const urn_compare_command_options &o)
        : urns_{o.urn_edition, o.max_length}, by_namespace_{o.by_namespace()} {}

    [[nodiscard]] auto parse(std::string_view text) const { return parse_urn(text, urns_); }
    [[nodiscard]] std::string_view level() const { return by_namespace_ ? "namespace" : "lexical"; }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const {
        return by_namespace_ ? namespace_equivalent(a, b) : urn_equivalent(a, b);
    }
    [[nodiscard]] static std::string_view lowest_level(const view &a, const view &b) {
        if (a.text() == b.text()) return "identical";
        if (urn_equivalent(a, b)) return "lexical";
        return namespace_equivalent(a, b) ? "namespace" : "";
    }

private:
    urn_options urns_;
    bool by_namespace_;
};

int run_urn_compare(urn_compare_command_options o) {
    if (o.quiet) o.json = false;
    return compare_with(o, urn_comparator{o});
}

constexpr example urn_compare_examples[]{
    {"Are they equivalent?", "uniform urn compare urn:isbn:951-0-18435-7 urn:isbn:978-951-0-18435-6"},
    {"Only the exit code", "uniform urn compare -q urn:example:a URN:EXAMPLE:a#b && echo same"},
};

} // namespace

const command urn_compare_command = command_of<run_urn_compare>(
    {"urn compare", "check whether two URNs are equivalent", "[BASE] [URN...]",
     "Prints for each pair identical, lexical (equivalent by RFC 8141 section 3.1), namespace (also by the rules of "
     "their namespace) or different, then the two, separated by TABs (\"invalid\" for those that --on-error keep "
     "keeps). The exit code is 0 if all pairs are equivalent at --urn, and 1 if some are not, or are not valid.",
     urn_compare_examples});

} // namespace uniform::cli

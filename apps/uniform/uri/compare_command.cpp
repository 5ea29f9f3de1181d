// uniform compare: prints the lowest level at which two URIs are equivalent.

#include <memory>
#include <vector>

#include "print/exit.hpp"
#include "uri/commands.hpp"
#include "uri/compare_run.hpp"
#include "uri/normalization.hpp"
#include "uri/resolved_first.hpp"
#include "uri/url_run.hpp"
#include "uri/urn_among.hpp"

namespace uniform::cli {

namespace {

struct compare_edition_row {
    static constexpr auto rows() {
        return std::array{named<&uri_options::edition, edition_of_use<edition_use::normalize>>(
            {heading::input, 'e', "edition", "EDITION",
             "The edition whose grammar and rules apply; by url-06 (draft-ietf-uri-url-06) and rfc1738, URLs are "
             "equivalent as sections 2 and 3 of these documents say, in which \".\" and \"..\" are names.",
             editions_of<edition_use::normalize>})};
    }
};

using compare_command_options = with<compare_edition_row, uri_options, production_row, pair_rows, level_options,
                                     network_action_options, quiet_row, on_error_row>;

// A reference, and the text that a resolved one has.
struct compared {
    std::string_view input;
    reference_view view;
    std::shared_ptr<std::vector<char>> buffer{};

    [[nodiscard]] std::string_view text() const { return input; }
};

class uri_comparator {
public:
    using view = compared;
    uri_comparator(const compare_command_options &o, const normalize_options &how, const resolved_first &read)
        : options_{&o}, read_{read}, urns_{how, o.urn, o.idna} {}

    [[nodiscard]] std::expected<view, error> parse(std::string_view text) const {
        std::vector<char> buffer;
        const auto parsed = read_.parse(text, buffer);
        if (!parsed) return std::unexpected{parsed.error()};
        if (buffer.empty()) [[likely]]
            return view{text, *parsed};
        return view{text, *parsed, std::make_shared<std::vector<char>>(std::move(buffer))};
    }
    [[nodiscard]] std::string_view level() const { return to_string(options_->level); }
    [[nodiscard]] bool equivalent(const view &a, const view &b) const { return urns_.equivalent(a.view, b.view); }
    [[nodiscard]] std::string_view lowest_level(const view &a, const view &b) const {
        return urns_.lowest_level(a.view, b.view);
    }

private:
    const compare_command_options *options_;
    resolved_first read_;
    urn_among urns_;
};

int run_compare(compare_command_options o) {
    if (o.quiet) o.json = false;
    if (is_edition_of_1994(o.edition)) {
        if (const auto code =
                refuse_with(o, to_string(o.edition),
                            {{o.ignore_fragment, "--ignore-fragment"}, {!o.resolve_base.empty(), "--resolve-base"}})) {
            return *code;
        }
        if (const auto code = refuse_with_urls(o, o)) return *code;
        return compare_with(o, url_comparator{o, o.level});
    }
    normalization how;
    if (const int code = how.read(o, o.parse()); code != exit_good) return code;
    normalize_options options = how.options();
    options.ignore_fragment = o.ignore_fragment;
    resolved_first read{o.as, o.parse()};
    if (const int code = read.read(o, o.colour); code != exit_good) return code;
    return compare_with(o, uri_comparator{o, options, read});
}

constexpr example compare_examples[]{
    {"At which level are they equivalent?", "uniform compare http://example.com/%7ea HTTP://EXAMPLE.com/~a"},
    {"Only the exit code", "uniform compare -q --level scheme http://example.com http://example.com:80/ && echo same"},
    {"Do they lead to the same request?",
     "uniform compare --ignore-fragment --resolve-base http://example.com/a/ b#c http://example.com/a/b"},
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
     "these is required.\n\n"
     "Relative references are compared by the generic syntax alone: a base whose scheme has rules of its own, such as "
     "news or gopher, may give two that are equivalent different targets (--resolve-base compares these).\n\n"
     "Before a network action, references are compared as section 6.1 says: resolved, and without their fragments "
     "(--resolve-base, --ignore-fragment).",
     compare_examples});

} // namespace uniform::cli

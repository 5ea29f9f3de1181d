// uniform relativize: prints the shortest reference to each target.

#include <uniform/uri/relativize.hpp>

#include "run/pairs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

namespace {

using relativize_command_options = with<uri_options, kind_row, pair_rows, on_error_row>;

class relativize_run : public batch_job {
public:
    relativize_run(const relativize_command_options &o, const std::optional<uri_view> &base)
        : options_{o}, base_{base} {}

    void run(work &w) const override {
        for_each_paired(
            w, base_, "base", "a base without a target", [&](std::string_view text) { return parse_uri(text, parse_); },
            [&](const rejected_pair &p) { reject_one(w, p); }, [&](const paired_input<uri_view> &p) { one(w, p); });
    }

private:
    void reject_one(work &w, const rejected_pair &p) const {
        reject_pair(options_, w, p,
                    [&](json_object &object) { object.text("base", p.first).null("ref").text("target", p.second); });
    }

    void one(work &w, const paired_input<uri_view> &p) const {
        const auto target = parse_uri(p.second.text, parse_);
        if (!target) return reject_one(w, p.rejected("target", target.error()));
        const auto found = relativize(p.base, *target);
        if (!found) return reject_one(w, p.rejected("target", found.error()));
        if (options_.json) {
            json_object{w.out}.text("base", p.base_text).text("ref", *found).text("target", p.second.text).end_line();
        } else {
            w.out += *found;
            w.out += options_.terminator();
        }
    }

    const relativize_command_options &options_;
    const parse_options parse_ = options_.parse();
    std::optional<uri_view> base_;
};

int run_relativize(const relativize_command_options &o) {
    const auto base = find_base(o, "target");
    if (!base) return base.error();
    const auto parsed =
        parse_base<uri_view>(o, *base, [&](std::string_view text) { return parse_uri(text, o.parse()); });
    if (!parsed) return parsed.error();
    relativize_run job{o, *parsed};
    return run_batch(o, job, base->arguments);
}

constexpr example relativize_examples[]{
    {"From one URI to another", "uniform relativize http://example.com/a/b/c http://example.com/a/d?x"},
    {"Shorten all links of a page", "uniform relativize --base https://example.com/docs/ -f links.txt"},
};

} // namespace

const command relativize_command = command_of<run_relativize>(
    {"relativize", "print the shortest reference to each target URI", "[BASE] [TARGET...]",
     "The inverse of resolve: prints the shortest reference that resolves against the base to exactly the target. A "
     "target to which no reference resolves is reported.",
     relativize_examples});

} // namespace uniform::cli

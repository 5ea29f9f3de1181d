// Pairs of inputs: are the two equivalent? The common part of `compare` and `urn compare`.
#pragma once

#include <atomic>
#include <optional>
#include <string_view>

#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/words.hpp"
#include "run/pairs.hpp"

namespace uniform::cli {

// A comparator has a type `view`, and
//   parse(text) -> std::expected<view, error>
//   level() -> std::string_view                    the requested level, for JSON
//   equivalent(view, view) -> bool                 at that level
//   lowest_level(view, view) -> std::string_view   the lowest level at which they are; "" if there is none
template <class Comparator>
class compare_run : public batch_job {
public:
    using view = typename Comparator::view;

    // Without a base the inputs are pairs.
    compare_run(const batch_options &o, Comparator comparator, std::optional<view> base)
        : options_{o}, comparator_{std::move(comparator)}, base_{std::move(base)} {}

    void run(work &w) const override {
        if (w.in.size != 0) has_inputs_ = true;
        for_each_paired(
            w, base_, "a", "a first input without a second", [&](std::string_view text) { return parse(text); },
            [&](const rejected_pair &p) { reject_one(w, p); }, [&](const paired_input<view> &p) { one(w, p); });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

    [[nodiscard]] bool has_inputs() const noexcept { return has_inputs_; }

private:
    [[nodiscard]] auto parse(std::string_view text) const { return comparator_.parse(text); }

    void reject_one(work &w, const rejected_pair &p) const {
        reject_pair(
            options_, w, p,
            [&](json_object &object) {
                object.text("a", p.first).text("b", p.second).text("level", comparator_.level());
                object.boolean("equivalent", false).null("equivalent_at");
            },
            [&] { put(w, "invalid", p.first, p.second); });
    }

    void put(work &w, std::string_view result, std::string_view a, std::string_view b) const {
        w.out += result;
        w.out += '\t';
        append_unchanged(options_, w.out, a);
        w.out += '\t';
        append_unchanged(options_, w.out, b);
        w.out += options_.terminator();
    }

    void one(work &w, const paired_input<view> &p) const {
        const auto b = parse(p.second.text);
        if (!b) return reject_one(w, p.rejected("b", b.error()));
        const bool same = comparator_.equivalent(p.base, *b);
        w.bad = w.bad || !same;
        if (options_.quiet) return;
        const std::string_view at = comparator_.lowest_level(p.base, *b);
        if (options_.json) {
            json_object object{w.out};
            object.text("a", p.base_text).text("b", p.second.text).text("level", comparator_.level());
            object.boolean("equivalent", same);
            at.empty() ? object.null("equivalent_at") : object.text("equivalent_at", at);
            object.end_line();
        } else {
            put(w, at.empty() ? "different" : at, p.base_text, p.second.text);
        }
    }

    const batch_options &options_;
    Comparator comparator_;
    std::optional<view> base_;
    mutable std::atomic<bool> has_inputs_ = false;
};

// The whole command: finds the base and runs.
template <class Comparator>
int compare_with(const batch_options &o, const Comparator &comparator) {
    const auto base = find_base(o, "URI");
    if (!base) return base.error();
    const auto parsed =
        parse_base<typename Comparator::view>(o, *base, [&](std::string_view text) { return comparator.parse(text); });
    if (!parsed) return parsed.error();
    const bool from_standard_input = o.files.empty() && o.arguments.size() == base->arguments && !o.pairs;
    compare_run<Comparator> job{o, comparator, *parsed};
    const int code = run_batch(o, job, base->arguments);
    if (!from_standard_input || code != exit_good || job.has_inputs()) return code;
    return usage_error(o, "missing argument: nothing to compare with " + in_quotes(base->text) +
                              ", neither an argument nor a line on standard input");
}

} // namespace uniform::cli

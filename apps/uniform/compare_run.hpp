// Pairs of records: does something hold between the two? What `compare` and `urn compare` have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

// A judge has a type `view`, and
//   parse(text) -> std::expected<view, error>
//   level() -> std::string_view             what has to be equal, for JSON
//   equivalent(view, view) -> bool          at that level
//   meets(view, view) -> std::string_view   the lowest level on which they are; "" when there is none
template <class Judge>
class compare_run : public verb {
public:
    using view = typename Judge::view;

    // Without a base the records come in pairs.
    compare_run(const options &o, Judge judge, std::optional<view> base)
        : options_{o}, judge_{std::move(judge)}, base_{base} {}

    void run(work &w) const override {
        if (base_) {
            for_each_record(w, [&](const record &r) { one(w, *base_, base_->text(), r, 0); });
            return;
        }
        for_each_pair(w, [&](const record_pair &p) {
            if (!p.complete) {
                const std::string_view message =
                    w.in.lines ? "no TAB between two fields" : "a first record without a second";
                return refuse_pair(w, p.first, p.first.text, {}, {}, 0, "a", message);
            }
            const auto a = judge_.parse(p.first.text);
            if (!a) return refuse_pair(w, p.first, p.first.text, p.second.text, a.error(), 0, "a");
            one(w, *a, p.first.text, p.second, p.column);
        });
    }

private:
    void refuse_pair(work &w, const record &r, std::string_view a, std::string_view b, const error &why,
                     std::size_t column, std::string_view in, std::string_view message = {}) const {
        const auto write_json = [&] {
            json_object object{w.out, !is_utf8(a) || !is_utf8(b)};
            object.text("a", a).text("b", b).text("level", judge_.level()).boolean("equivalent", false);
            object.null("meets");
            append_error(object, why, in, message);
            object.end_line();
        };
        const auto keep = [&] { put(w, "invalid", a, b); };
        refuse(options_, w,
               {.record = r.index, .why = why, .message = std::string{message}, .text = r.text, .column = column},
               write_json, keep);
    }

    void put(work &w, std::string_view answer, std::string_view a, std::string_view b) const {
        w.out += answer;
        w.out += '\t';
        append_as_it_is(options_, w.out, a);
        w.out += '\t';
        append_as_it_is(options_, w.out, b);
        w.out += options_.terminator();
    }

    void one(work &w, const view &a, std::string_view text, const record &r, std::size_t column) const {
        const auto b = judge_.parse(r.text);
        if (!b) return refuse_pair(w, r, text, r.text, b.error(), column, "b");
        const bool same = judge_.equivalent(a, *b);
        w.bad = w.bad || !same;
        if (options_.quiet) return;
        const std::string_view meets = judge_.meets(a, *b);
        if (options_.json) {
            json_object object{w.out};
            object.text("a", text).text("b", r.text).text("level", judge_.level()).boolean("equivalent", same);
            meets.empty() ? object.null("meets") : object.text("meets", meets);
            object.end_line();
        } else {
            put(w, meets.empty() ? "different" : meets, text, r.text);
        }
    }

    const options &options_;
    Judge judge_;
    std::optional<view> base_;
};

// The whole verb: finds the base and runs.
template <class Judge>
int compare_with(const options &o, const Judge &judge) {
    const auto base = find_base(o);
    if (!base) return base.error();
    std::optional<typename Judge::view> against;
    if (!o.pairs) {
        const auto parsed = judge.parse(base->text);
        if (!parsed) return bad_base(o, *base, parsed.error());
        against = *parsed;
    }
    compare_run<Judge> run{o, judge, against};
    return run_batch(o, run, base->arguments);
}

} // namespace uniform::command

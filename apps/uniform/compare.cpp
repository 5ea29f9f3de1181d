// uniform compare: on which rung do two URIs meet?

#include <uniform/compare.hpp>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class compare_run : public verb {
public:
    compare_run(const options &o, const reference_view &base) : options_{o}, base_{base} {}

    void run(work &w) const override {
        if (!options_.pairs) {
            for_each_record(w, [&](const record &r) { one(w, base_, base_.text(), r, 0); });
            return;
        }
        for_each_pair(w, [&](const record_pair &p) {
            if (!p.complete) {
                const std::string_view message =
                    w.in.lines ? "no TAB between two fields" : "a first record without a second";
                return refuse_pair(w, p.first, p.first.text, {}, {}, 0, "a", message);
            }
            const auto a = parse_as(options_.as, p.first.text, options_.parse);
            if (!a) return refuse_pair(w, p.first, p.first.text, p.second.text, a.error(), 0, "a");
            one(w, *a, p.first.text, p.second, p.column);
        });
    }

private:
    void refuse_pair(work &w, const record &r, std::string_view a, std::string_view b, const error &why,
                     std::size_t column, std::string_view in, std::string_view message = {}) const {
        const auto write_json = [&] {
            json_object object{w.out, !is_utf8(a) || !is_utf8(b)};
            object.text("a", a)
                .text("b", b)
                .text("level", to_string(options_.normal.rung))
                .boolean("equivalent", false);
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
        w.out += a;
        w.out += '\t';
        w.out += b;
        w.out += options_.terminator();
    }

    void one(work &w, const reference_view &a, std::string_view text, const record &r, std::size_t column) const {
        const auto b = parse_as(options_.as, r.text, options_.parse);
        if (!b) return refuse_pair(w, r, text, r.text, b.error(), column, "b");
        const bool same = equivalent(a, *b, options_.normal);
        w.bad = w.bad || !same;
        if (options_.quiet) return;
        const auto meets = meeting_rung(a, *b, options_.normal);
        if (options_.json) {
            json_object object{w.out};
            object.text("a", text).text("b", r.text).text("level", to_string(options_.normal.rung));
            object.boolean("equivalent", same);
            if (meets) {
                object.text("meets", to_string(*meets));
            } else {
                object.null("meets");
            }
            object.end_line();
        } else {
            put(w, meets ? to_string(*meets) : "different", text, r.text);
        }
    }

    const options &options_;
    reference_view base_;
};

} // namespace

int compare_verb(const options &o) {
    const auto base = find_base(o);
    if (!base) return base.error();
    reference_view against;
    if (!o.pairs) {
        const auto parsed = parse_as(o.as, base->text, o.parse);
        if (!parsed) return bad_base(o, *base, parsed.error());
        against = *parsed;
    }
    compare_run run{o, against};
    return run_batch(o, run, base->arguments);
}

} // namespace uniform::command

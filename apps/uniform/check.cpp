// uniform check: is each record valid?

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class check_run : public verb {
public:
    explicit check_run(const options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_as(options_.as, r.text, options_.parse);
            if (parsed) {
                if (options_.listing != list::valid && !options_.json) return;
                if (options_.listing == list::invalid) return;
                print(w, r, nullptr);
                return;
            }
            // Which records are printed is the affair of --list alone.
            const auto list_it = [&] {
                if (options_.listing == list::invalid && !options_.json) print(w, r, nullptr);
            };
            const auto json_it = [&] {
                if (options_.listing != list::valid) print(w, r, &parsed.error());
            };
            refuse(options_, w, {.record = r.index, .why = parsed.error(), .text = r.text}, json_it, [] {});
            if (options_.policy != on_error::stop) list_it();
        });
    }

private:
    void print(work &w, const record &r, const error *why) const {
        if (options_.json) {
            if (why != nullptr) return append_refusal(w.out, r.text, *why);
            json_object{w.out}.text("input", r.text).boolean("valid", true).end_line();
        } else if (!w.in.truncated || r.text.size() <= options_.parse.max_length) {
            append_as_it_is(options_, w.out, r.text);
            w.out += options_.terminator();
        }
    }

    const options &options_;
};

} // namespace

int check_verb(const options &o) {
    check_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

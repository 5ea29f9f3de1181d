// uniform complete: abbreviated references (rfc2396bis-01 appendix F), completed by guesses.

#include <vector>

#include <unistd.h>

#include <uniform/text/abbreviated.hpp>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

constexpr std::string_view sentence = "no URI can be made of this by what is usual in abbreviated references";

class complete_run : public verb {
public:
    explicit complete_run(const options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto completed = r.text.size() > options_.parse.max_length
                                       ? std::nullopt
                                       : complete(r.text, {.default_scheme = options_.default_scheme});
            if (!completed) return refuse_one(w, r);
            if (!options_.json) {
                w.out += completed->uri;
                w.out += options_.terminator();
                return;
            }
            const bool bytes = !is_utf8(r.text);
            json_object object{w.out, bytes};
            object.text("input", r.text).text("uri", completed->uri);
            object.text("rule", to_string(completed->rule)).boolean("guess", completed->guess);
            write_cleaning(object, completed->cleaned);
            object.end_line();
        });
    }

private:
    // What was taken away from the input, and where.
    static void write_cleaning(json_object &object, const std::vector<cleaning> &actions) {
        std::string &out = object.raw("cleaned");
        out += '[';
        bool first = true;
        for (const cleaning &c : actions) {
            if (!first) out += ", ";
            first = false;
            json_object action{out};
            action.text("what", to_string(c.kind)).number("begin", c.begin).number("end", c.end).end();
        }
        out += ']';
    }

    void refuse_one(work &w, const record &r) const {
        const error why{0, error_code::not_found, rule::none, edition::rfc3986};
        const auto keep = [&] {
            if (w.in.truncated && r.text.size() > options_.parse.max_length) return;
            append_as_it_is(options_, w.out, r.text);
            w.out += options_.terminator();
        };
        refuse(
            options_, w, {.record = r.index, .why = why, .message = std::string{sentence}, .text = r.text},
            [&] { append_refusal(w.out, r.text, why, sentence); }, keep);
    }

    const options &options_;
};

} // namespace

int complete_verb(const options &o) {
    complete_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

// uniform urn guess: of which namespaces a bare name could be.

#include <uniform/urn_name.hpp>

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class urn_guess_run : public verb {
public:
    explicit urn_guess_run(const options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto all = guess_names(r.text);
            if (all.empty()) {
                const error why{0, error_code::not_found, rule::none, edition::rfc8141};
                const auto says = [] { return std::string{"this looks like no name of a known identifier system"}; };
                refuse(
                    options_, w, {.record = r.index, .why = why, .message = says(), .text = r.text},
                    [&] { append_refusal(w.out, r.text, why, says()); },
                    [&] {
                        append_as_it_is(options_, w.out, r.text);
                        w.out += options_.terminator();
                    });
                return;
            }
            for (const name_guess &g : all) {
                if (options_.json) {
                    json_object object{w.out};
                    object.text("input", r.text).boolean("valid", true);
                    object.text("urn", g.urn).text("nid", g.nid).text("system", g.system).end_line();
                } else {
                    w.out += g.urn;
                    w.out += '\t';
                    w.out += g.system;
                    w.out += options_.terminator();
                }
            }
        });
    }

private:
    const options &options_;
};

} // namespace

int urn_guess_verb(const options &o) {
    urn_guess_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

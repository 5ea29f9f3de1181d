// uniform urn parse: the components of each URN.

#include <unistd.h>

#include <uniform/urn.hpp>
#include <uniform/urn_equivalence.hpp>

#include "drawing.hpp"
#include "json.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class urn_parse_run : public verb {
public:
    explicit urn_parse_run(const options &o) : options_{o} {
        style_.colour = use_colour(o.colour, STDOUT_FILENO);
        style_.width = terminal_width(STDOUT_FILENO);
    }

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_urn(r.text, options_.urns());
            if (!parsed) {
                refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
            } else if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                object.text("nid", parsed->nid()).text("nss", parsed->nss());
                object.maybe("r", parsed->r_component()).maybe("q", parsed->q_component());
                object.maybe("f", parsed->f_component());
                object.text("normalized", normalized_assigned_name(*parsed));
                object.end_line();
            } else {
                w.out += '\n'; // between two drawings
                draw(w.out, *parsed, style_);
            }
        });
    }

private:
    const options &options_;
    drawing_style style_;
};

} // namespace

int urn_parse_verb(const options &o) {
    urn_parse_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

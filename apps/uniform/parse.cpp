// uniform parse: the components of each record.

#include <unistd.h>

#include "drawing.hpp"
#include "json.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class parse_run : public verb {
public:
    parse_run(const options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {
        style_.colour = use_colour(o.colour, STDOUT_FILENO);
        style_.width = terminal_width(STDOUT_FILENO);
    }

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_as(options_.as, r.text, options_.parse);
            if (!parsed) {
                refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
            } else if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                append_components(object, *parsed);
                append_urn_of(object, *parsed);
                object.end_line();
            } else if (get_) {
                get_->append(w.out, *parsed, {r.text, &options_.normal});
                w.out += options_.terminator();
            } else {
                w.out += '\n'; // between two drawings
                const auto u = urn_of(*parsed);
                u ? draw(w.out, *parsed, *u, style_) : draw(w.out, *parsed, style_);
            }
        });
    }

    void in_order(work &w) override {
        if (!options_.json && !get_) drop_first_line_end(w, first_);
    }

private:
    static std::optional<urn_view> urn_of(const reference_view &r) {
        if (!has_urn_scheme(r)) return std::nullopt;
        const auto u = as_urn(r);
        return u ? std::optional{*u} : std::nullopt;
    }

    // "urn", for what has that scheme: its components, or why it is none.
    static void append_urn_of(json_object &object, const reference_view &r) {
        if (!has_urn_scheme(r)) return;
        const auto u = as_urn(r);
        json_object inner = object.object("urn");
        inner.boolean("valid", u.has_value());
        u ? append_urn(inner, *u) : append_error(inner, u.error());
        inner.end();
    }

    const options &options_;
    std::optional<output_template> get_;
    drawing_style style_;
    bool first_ = true;
};

} // namespace

int parse_verb(const options &o) {
    auto get = template_of(o);
    if (!get) return get.error();
    parse_run run{o, *std::move(get)};
    return run_batch(o, run);
}

} // namespace uniform::command

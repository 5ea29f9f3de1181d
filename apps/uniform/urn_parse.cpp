// uniform urn parse: the components of each URN, and what is known about its name.

#include <algorithm>
#include <array>

#include <unistd.h>

#include <uniform/namespace_equivalence.hpp>
#include <uniform/nid.hpp>
#include <uniform/urn_display.hpp>
#include <uniform/urn_name.hpp>

#include "drawing.hpp"
#include "json.hpp"
#include "known_nids.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

void append_offsets(json_object &object, const urn_view &u) {
    constexpr std::array parts{std::pair{rule::scheme, "scheme"}, std::pair{rule::nid, "nid"},
                               std::pair{rule::nss, "nss"},       std::pair{rule::r_component, "r"},
                               std::pair{rule::q_component, "q"}, std::pair{rule::f_component, "f"}};
    json_object offsets = object.object("offsets");
    for (const auto &[component, name] : parts) {
        const auto where = u.where(component);
        if (!where) {
            offsets.null(name);
            continue;
        }
        offsets.raw(name) += '[' + std::to_string(where->begin) + ", " + std::to_string(where->end) + ']';
    }
    offsets.end();
}

void append_all(json_object &object, const urn_view &u, known_nids &nids) {
    append_urn(object, u);
    object.text("namespace_normalized", namespace_normalized(u));
    object.text("assigned_name", u.assigned_name()).text("edition", to_string(u.edition()));
    const nid_verdict &verdict = nids.find(u.nid()).verdict;
    object.text("kind", to_string(verdict.kind)).boolean("registered", verdict.registered);
    const auto name = name_from_urn(u);
    name &&is_utf8(*name) ? object.text("name", *name) : object.null("name"); // decoded bytes may be no text
    const urn_display display = u.text().contains('%') ? display_urn(u) : urn_display{};
    display.decoded ? object.text("display", display.shown) : object.null("display");
    std::string &list = object.raw("resolvers");
    list += '[';
    bool first = true;
    for (const std::string &address : resolver_addresses(u)) {
        if (!std::exchange(first, false)) list += ", ";
        append_json_string(list, address);
    }
    list += ']';
    append_offsets(object, u);
}

class urn_parse_run : public verb {
public:
    urn_parse_run(const options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {
        style_.colour = use_colour(o.colour, STDOUT_FILENO);
        style_.width = terminal_width(STDOUT_FILENO);
    }

    void run(work &w) const override {
        known_nids nids{options_.urn_edition};
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_urn(r.text, options_.urns());
            if (!parsed) {
                refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
            } else if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                append_all(object, *parsed, nids);
                object.end_line();
            } else if (get_) {
                get_->append(w.out, parsed->uri(), {r.text, &options_.normal, *parsed});
                w.out += options_.terminator();
            } else {
                w.out += '\n'; // between two drawings
                draw(w.out, *parsed, style_);
            }
        });
    }

    void in_order(work &w) override {
        if (!options_.json && !get_) drop_first_line_end(w, first_);
    }

private:
    const options &options_;
    std::optional<output_template> get_;
    drawing_style style_;
    bool first_ = true;
};

} // namespace

int urn_parse_verb(const options &o) {
    auto get = template_of(o);
    if (!get) return get.error();
    urn_parse_run run{o, *std::move(get)};
    return run_batch(o, run);
}

} // namespace uniform::command

// uniform url plan: what a client does to access each URL, told and not done.

#include <algorithm>

#include <unistd.h>

#include "json.hpp"
#include "plan_of.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "url_fields.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

bool is_text(const access_plan &plan) {
    const auto good = [](const std::optional<std::string> &text) { return !text || is_utf8(*text); };
    return good(plan.host) && good(plan.user) && good(plan.password) &&
           std::ranges::all_of(plan.steps, [&](const access_step &s) { return is_utf8(s.verb) && good(s.argument); });
}

void write_json(std::string &out, std::string_view input, const access_plan &plan) {
    json_object object{out, !is_text(plan)};
    object.text("input", input).boolean("valid", true).text("scheme", plan.scheme);
    object.text("edition", to_string(plan.edition)).text("document", document(plan.edition));
    object.maybe("host", plan.host);
    plan.port ? object.number("port", *plan.port) : object.null("port");
    object.boolean("local", plan.local).text("credentials", to_string(plan.login));
    object.maybe("user", plan.user).maybe("password", plan.password);
    std::string &steps = object.raw("steps");
    steps += '[';
    for (const access_step &step : plan.steps) {
        if (&step != plan.steps.data()) steps += ", ";
        steps += "{\"verb\": ";
        append_json_string(steps, step.verb, object.bytes());
        steps += ", \"argument\": ";
        step.argument ? append_json_string(steps, *step.argument, object.bytes()) : void(steps += "null");
        steps += '}';
    }
    steps += ']';
    std::string &concerns = object.raw("concerns");
    concerns += '[';
    for (const error &it : plan.concerns) {
        if (&it != plan.concerns.data()) concerns += ", ";
        json_object one{concerns};
        one.text("code", to_string(it.code)).number("offset", it.offset);
        one.text("document", it.document()).text("section", it.section()).text("message", it.message()).end();
    }
    concerns += ']';
    object.end_line();
}

class url_plan_run : public verb {
public:
    explicit url_plan_run(const options &o)
        : options_{o}, how_{plan_options_of(o)}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            // RFC 3986 3.5: the fragment "is separated from the rest of the URI prior to a dereference"
            const auto url = parse_url(r.text.substr(0, r.text.find('#')), how_.url);
            const auto plan = url ? plan_access(*url, how_) : std::unexpected{url.error()};
            if (!plan) {
                refuse_url(options_, w, r, plan.error());
            } else if (options_.json) {
                write_json(w.out, r.text, *plan);
            } else {
                w.out += '\n'; // between two plans
                if (colour_) w.out += ansi::bold;
                w.out += printable(without_password(*url));
                if (colour_) w.out += ansi::plain;
                w.out += '\n';
                append_plan(w.out, *plan);
            }
        });
    }

    void in_order(work &w) override {
        if (!options_.json) drop_first_line_end(w, first_);
    }

private:
    const options &options_;
    plan_options how_;
    bool colour_;
    bool first_ = true;
};

} // namespace

int url_plan_verb(const options &o) {
    url_plan_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

// uniform urn convert: the same name, with the same components, in another edition's syntax.

#include "json.hpp"
#include "records.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

class urn_convert_run : public verb {
public:
    explicit urn_convert_run(const options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_urn(r.text, options_.urns());
            if (!parsed) {
                return refuse(options_, w, r, parsed.error(), [&] { append_refusal(w.out, r.text, parsed.error()); });
            }
            const auto converted = convert(*parsed, options_.to);
            if (!converted) {
                return refuse(options_, w, r, converted.error(), [&] {
                    json_object object = begin(w.out, r.text);
                    object.null("converted").boolean("changed", false);
                    append_error(object, converted.error());
                    object.end_line();
                });
            }
            if (options_.json) {
                json_object object = begin(w.out, r.text);
                object.text("converted", converted->text());
                object.boolean("changed", converted->text() != r.text).end_line();
            } else {
                w.out += converted->text();
                w.out += options_.terminator();
            }
        });
    }

private:
    [[nodiscard]] json_object begin(std::string &out, std::string_view text) const {
        json_object object{out};
        object.text("input", text).boolean("valid", true);
        object.text("from", to_string(options_.urn_edition)).text("to", to_string(options_.to));
        return object;
    }

    const options &options_;
};

} // namespace

int urn_convert_verb(const options &o) {
    urn_convert_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

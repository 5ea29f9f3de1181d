// uniform urn convert: prints the same name, with the same components, in the syntax of another edition.

#include "print/json.hpp"
#include "run/inputs.hpp"
#include "urn/commands.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

struct urn_convert_command_options : with<batch_options, urn_edition_option, on_error_row> {
    edition to = edition::rfc8141;

    static constexpr auto rows() {
        return std::array{named<&urn_convert_command_options::to, edition_of_use<edition_use::urn>>(
            {heading::rules, 0, "to", "EDITION", "The edition to convert to.", editions_of<edition_use::urn>})};
    }
};

class urn_convert_run : public batch_job {
public:
    explicit urn_convert_run(const urn_convert_command_options &o) : options_{o} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_urn(r.text, urns_);
            if (!parsed) {
                return reject(options_, w, r, parsed.error());
            }
            const auto converted = convert(*parsed, options_.to);
            if (!converted) {
                return reject(options_, w, r, converted.error(), [&] {
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

    const urn_convert_command_options &options_;
    const urn_options urns_{options_.urn_edition, options_.max_length};
};

int run_urn_convert(const urn_convert_command_options &o) { return run_job<urn_convert_run>(o); }

constexpr example urn_convert_examples[]{
    {"From draft -14 to the standard", "uniform urn convert --edition urnbis-14 'urn:example:a?q??r'"},
    {"Would RFC 2141 accept it?", "uniform urn convert --to rfc2141 urn:example:a/b"},
};

} // namespace

const command urn_convert_command = command_of<run_urn_convert>(
    {"urn convert", "write URNs in the syntax of another edition", "[URN...]",
     "Reads URNs of --edition and prints the same name with the same components in the syntax of --to. A URN that the "
     "other edition cannot express, or would read differently, is reported.",
     urn_convert_examples});

} // namespace uniform::cli

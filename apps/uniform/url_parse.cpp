// uniform url parse: the parts that its scheme gives each URL.

#include <unistd.h>

#include "json.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "url_fields.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

class url_parse_run : public verb {
public:
    explicit url_parse_run(const options &o) : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto url = parse_url(r.text, urls(options_));
            if (!url) {
                refuse_url(options_, w, r, url.error());
                return;
            }
            const auto fields = fields_of(*url);
            if (options_.json) {
                json_object object{w.out, !are_utf8(fields)};
                object.text("input", r.text).boolean("valid", true);
                append_url(object, *url, fields);
                object.end_line();
            } else {
                w.out += '\n'; // between two tables
                write(w.out, *url, fields);
            }
        });
    }

    void in_order(work &w) override {
        if (!options_.json) drop_first_line_end(w, first_);
    }

private:
    void write(std::string &out, const url_view &url, std::span<const url_field> fields) const {
        if (colour_) out += ansi::bold;
        out += printable(text_of(url));
        if (colour_) out += ansi::plain;
        out += "\n  " + scheme_of(url) + ", " + std::string{document(edition_of(url))} + '\n';
        append_fields(out, fields);
    }

    const options &options_;
    bool colour_;
    bool first_ = true;
};

} // namespace

int url_parse_verb(const options &o) {
    url_parse_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

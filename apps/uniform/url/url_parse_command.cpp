// uniform url parse: prints the parts that its scheme gives each URL.

#include <unistd.h>

#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"
#include "url/commands.hpp"
#include "url/options.hpp"
#include "url/plan_of.hpp"
#include "url/url_fields.hpp"

namespace uniform::cli {

namespace {

using url_parse_command_options = with<batch_options, url_edition_option, on_error_row>;

class url_parse_run : public batch_job {
public:
    explicit url_parse_run(const url_parse_command_options &o)
        : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto url = parse_url(r.text, {options_.url_edition, options_.max_length});
            if (!url) {
                reject_url(options_, w, r, url.error());
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

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

    void in_order(work &w) override {
        if (!options_.json) drop_first_line_end(w, first_);
    }

private:
    void write(std::string &out, const url_view &url, std::span<const url_field> fields) const {
        if (colour_) out += ansi::bold;
        out +=
            printable(options_.show_password == passwords::shown ? std::string{text_of(url)} : without_password(url));
        if (colour_) out += ansi::plain;
        out += "\n  " + scheme_of(url) + ", " + std::string{document(edition_of(url))} + '\n';
        append_fields(out, fields, options_.show_password);
    }

    const url_parse_command_options &options_;
    bool colour_;
    bool first_ = true;
};

int run_url_parse(const url_parse_command_options &o) { return run_job<url_parse_run>(o); }

constexpr example url_parse_examples[]{
    {"The parts of a URL", "uniform url parse 'ftp://myname@host.dom/%2Fetc/motd;type=a'"},
    {"By the draft of 1994", "uniform url parse -e url-06 'wais://h.x/db/TEXT/p%2F1'"},
    {"A list, for programs", "uniform url parse --json -f urls.txt"},
};

} // namespace

const command url_parse_command = command_of<run_url_parse>(
    {"url parse", "print the parts that its scheme gives each URL", "[URL...]",
     "Reads each URL by the document of its scheme and prints its parts by name, decoded, with defaults: the port, the "
     "user \"anonymous\" of ftp (user_given: whether the user is in the URL), the type \"1\" of gopher. Absent "
     "parts are left out; with --json they are null.\n\n"
     "The schemes are data file ftp gopher http https ldap ldaps mailto news nntp prospero snews telnet wais ws wss. "
     "For other schemes, the only part is schemepart. An edition that does not define a scheme is ignored for it.",
     url_parse_examples});

} // namespace uniform::cli

// uniform url plan: prints the steps by which a client accesses each URL.

#include <algorithm>

#include <unistd.h>

#include <uniform/access/access.hpp>

#include "print/host_forms.hpp"
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

bool is_text(const access_plan &plan) {
    const auto good = [](const std::optional<std::string> &text) { return !text || is_utf8(*text); };
    return good(plan.host) && good(plan.user) && good(plan.password) &&
           std::ranges::all_of(plan.steps,
                               [&](const access_step &s) { return is_utf8(s.command) && good(s.argument); });
}

void write_json(std::string &out, std::string_view input, const access_plan &plan) {
    json_object object{out, !is_text(plan)};
    object.text("input", input).boolean("valid", true).text("scheme", plan.scheme);
    object.text("edition", to_string(plan.edition)).text("document", document(plan.edition));
    object.maybe("host", plan.host);
    plan.port ? object.number("port", *plan.port) : object.null("port");
    object.boolean("unusual_port", plan.unusual_port);
    const address_in_host found = plan.host ? address_of_host(*plan.host) : address_in_host{};
    found.address ? object.text("address", to_string(*found.address)) : object.null("address");
    object.boolean("rare_address", found.rare);
    found.special != nullptr ? object.text("address_use", to_string(found.special->use)) : object.null("address_use");
    object.boolean("local", plan.local).text("credentials", to_string(plan.login));
    object.maybe("user", plan.user).maybe("password", plan.password);
    std::string &steps = object.raw("steps");
    steps += '[';
    for (const access_step &step : plan.steps) {
        if (&step != plan.steps.data()) steps += ", ";
        steps += "{\"command\": ";
        json::append_string(steps, step.command, object.strings());
        steps += ", \"argument\": ";
        step.argument ? json::append_string(steps, *step.argument, object.strings()) : void(steps += "null");
        steps += '}';
    }
    steps += ']';
    std::string &session = object.raw("also_sent");
    session += '[';
    for (const std::string_view command : session_commands(plan.scheme)) {
        if (session.back() != '[') session += ", ";
        json::append_string(session, command, object.strings());
    }
    session += ']';
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

using url_plan_command_options = with<batch_options, url_edition_option, plan_rules, on_error_row>;

class url_plan_run : public batch_job {
public:
    explicit url_plan_run(const url_plan_command_options &o)
        : options_{o},
          how_{plan_options_of({o.url_edition, o.max_length}, o)},
          colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            // RFC 3986 3.5: the fragment "is separated from the rest of the URI prior to a dereference"
            // The documents of 1994 know no fragments: "#" must be encoded (2.2), and `url parse` refuses it, too.
            const bool of_1994 = how_.url.edition && is_edition_of_1994(*how_.url.edition);
            const std::string sent = sent_as(of_1994 ? r.text : r.text.substr(0, r.text.find('#')));
            const auto url = parse_url(sent, how_.url);
            const auto plan = url ? plan_access(*url, how_) : std::unexpected{url.error()};
            if (!plan) {
                reject_url(options_, w, r, plan.error());
            } else if (options_.json) {
                write_json(w.out, r.text, *plan);
            } else {
                w.out += '\n'; // between two plans
                if (colour_) w.out += ansi::bold;
                w.out += printable(options_.show_password == passwords::shown ? std::string{text_of(*url)}
                                                                              : without_password(*url));
                if (colour_) w.out += ansi::plain;
                w.out += '\n';
                append_plan(w.out, *plan, options_.show_password);
            }
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

    void in_order(work &w) override {
        if (!options_.json) drop_first_line_end(w, first_);
    }

private:
    const url_plan_command_options &options_;
    plan_options how_;
    bool colour_;
    bool first_ = true;
};

int run_url_plan(const url_plan_command_options &o) { return run_job<url_plan_run>(o); }

constexpr example url_plan_examples[]{
    {"The commands of FTP", "uniform url plan 'ftp://host.dom/a/b/c;type=i'"},
    {"Although it is dangerous", "uniform url plan --insist 'gopher://h.x:25/0%0D%0AHELO'"},
};

} // namespace

const command url_plan_command = command_of<run_url_plan>(
    {"url plan", "print the steps by which a client accesses each URL", "[URL...]",
     "Prints what the document of the scheme has a client do: the host and port, where user and password come from, "
     "and each step by number. No server is contacted. A password in the URL is shown only with --show-password or "
     "--json.\n\n"
     "For ftp, the last line, or also_sent in JSON, has the commands that `uniform get` sends besides the steps: PWD, "
     "EPSV, PASV if the server refuses that, and QUIT; with --resume also SIZE and REST.\n\n"
     "A fragment is not part of the URL and is ignored; by url-06 and rfc1738, which have none, it is refused. A port "
     "other than the scheme's default gets a caution (draft-ietf-uri-url-06 section 6).\n\n"
     "A URL is rejected if CR, LF or NUL would be inside an argument, if a space or another control character would be "
     "inside an argument of news or nntp, and for a port below 1024 other than the default port of the scheme "
     "(draft-ietf-uri-url-06 section 6); with --insist these are only noted.",
     url_plan_examples});

} // namespace uniform::cli

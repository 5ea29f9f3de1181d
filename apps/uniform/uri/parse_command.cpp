// uniform parse: prints the components of each input.

#include <unistd.h>

#include "print/drawing.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/options.hpp"
#include "uri/query_reading.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

struct parse_command_options
    : with<whatwg_edition_row, uri_options, production_row, query_reading, template_option, on_error_row> {
    bool params = false;

    static constexpr auto rows() {
        return std::array{option<&parse_command_options::params>(
            {heading::output, 0, "params", "",
             "With --json, add what the components stand for: user and password, the default port of the scheme, the "
             "forms of the host and its domain, the components and segments decoded, and the parameters of the query "
             "as a list of keys and values."})};
    }
};

class parse_run : public batch_job {
public:
    static constexpr bool checks_demands = true;

    parse_run(const parse_command_options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {
        style_.colour = use_colour(o.colour, STDOUT_FILENO);
        style_.width = terminal_width(STDOUT_FILENO);
    }

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_as(options_.as, r.text, parse_);
            if (!parsed) {
                reject(options_, w, r, parsed.error());
            } else if (options_.json && !options_.params && !has_urn_scheme(*parsed)) {
                append_parsed(w.out, *parsed);
            } else if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                append_components(object, *parsed);
                if (options_.params) append_meaning(object, *parsed, options_.query);
                append_urn_of(object, *parsed);
                object.end_line();
            } else if (get_) {
                const output_template::context around{.input = r.text, .query = options_.query};
                if (const auto unmet = get_->unmet_demand(*parsed, around))
                    return reject(options_, w, r, unmet->why, "--get " + unmet->says);
                get_->append(w.out, *parsed, around);
                w.out += options_.terminator();
            } else {
                w.out += '\n'; // between two drawings
                const auto u = urn_of(*parsed);
                const without_password_text shown{r.text, options_.show_password};
                if (shown.text() != r.text) {
                    draw(w.out, *parse_uri_reference(shown.text(), parse_), style_); // "***" is a userinfo
                    return;
                }
                u ? draw(w.out, *parsed, *u, style_) : draw(w.out, *parsed, style_);
            }
        });
    }

    [[nodiscard]] row_result in_rows() const override { return get_ ? row_result::text : row_result::input; }
    void append_by(std::string &out, const output_template &t, std::string_view result) const override {
        if (const auto r = parse_as(options_.as, result, parse_))
            t.append(out, *r, {.input = result, .query = options_.query});
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

    // The member "urn" if the scheme is urn: its components, or why it is not a URN.
    static void append_urn_of(json_object &object, const reference_view &r) {
        if (!has_urn_scheme(r)) return;
        const auto u = as_urn(r);
        json_object inner = object.object("urn");
        inner.boolean("valid", u.has_value());
        u ? append_urn(inner, *u) : append_error(inner, u.error());
        inner.end();
    }

    const parse_command_options &options_;
    const parse_options parse_ = options_.parse();
    std::optional<output_template> get_;
    drawing_style style_;
    bool first_ = true;
};

int run_parse(const parse_command_options &o) {
    if (o.params && !o.json) return usage_error(o, "--params requires --json");
    if (const auto code = refuse_encoding_without_whatwg(o)) return *code;
    if (!o.whatwg) return run_job<parse_run>(o);
    if (const auto code =
            refuse_with_whatwg(o, {{o.params, "--params"}, {o.reads_otherwise(), "--query-separator or --form"}}))
        return *code;
    return parse_as_browser(o, o.get);
}

constexpr example parse_examples[]{
    {"Draw the components of one URI", "uniform parse 'https://user@example.com:8042/over/there?name=ferret#nose'"},
    {"The hosts of a list, most frequent first",
     "uniform parse --get '{host}' -f urls.txt | sort | uniq -c | sort -rn"},
    {"A parameter of the query, decoded", "uniform parse --get '{query.q:decoded}' 'https://example.com/?q=a%20b'"},
    {"All components, for programs", "uniform parse --json < urls.txt"},
    {"The parameters of the query as a list, as forms send them",
     "uniform parse --json --params --form 'https://example.com/?q=a+b&q=%26'"},
    {"As a browser reads it", "uniform parse --edition whatwg 'HTTPS:\\\\Example.com/a/../b c'"},
};

} // namespace

const command parse_command = command_of<run_parse>(
    {"parse", "print the components of each URI", "[URI...]",
     "Prints a drawing of the components under each input; with --get a line made from a template; or with --json an "
     "object with the components as written and their byte offsets.\n\n"
     "A template is text in which these names are replaced:\n\n"
     "  {uri} {scheme} {authority} {userinfo} {user} {password} {host}\n"
     "  {host_type} {port} {path} {query} {fragment} {input}\n"
     "  {options}    login options, after \";\" in the userinfo of mail servers\n"
     "  {zoneid}     the zone of an IPv6 address, with --zone-ids\n"
     "  {path.N}     segment N, from 0; -1 is the last one\n"
     "  {query.KEY}  the value of the first parameter with that key\n"
     "  {query.keys}  the keys of the query, each once, in the order of their\n"
     "               octets; with a modifier, the parameter with the key \"keys\"\n"
     "  {path.shape}  the path with {number}, {uuid} and {hash} for segments that\n"
     "               are such, before their file name extensions\n"
     "  {host.registrable} {host.suffix}  the domain that somebody registered,\n"
     "               and its public suffix, in US-ASCII and lower case\n"
     "  {host.label} {host.subdomain}  the label before the suffix, and what is\n"
     "               before the domain: \"example\" and \"www\" of www.example.co.uk\n\n"
     "An absent component is replaced by nothing. After the name, \":decoded\" decodes percent-encoded bytes, "
     "\":form\", of a query or a parameter, does so and reads \"+\" as a space, \":all\" prints all parameters with "
     "that key, separated by spaces, "
     "\":default\" prints the default port of the scheme if there is no port, also in {uri} and {authority}, and "
     "\":redacted\" hides the password of "
     "{uri}, {authority} and {userinfo}. \":ascii\" prints the host, alone or in {uri}, with A-labels, \":unicode\" "
     "with U-labels, and \":display\" as `uniform host display` does; a host that is no such name, as "
     "xn--a.x, stays as it is, unless \":required\" rejects it. {url} is the same as {uri}. "
     "\":required\" rejects an input without the component, and \":strict\" decodes, and rejects an input with octets "
     "there that are control characters or not UTF-8.\n\n"
     "For a URN there are also {urn} {nid} {nss} {r} {q} {f} {assigned-name} {normalized} {namespace-normalized} "
     "{name} {display} {kind}, which `uniform help urn parse` explains, and its components are drawn below those of "
     "the URI. {{ and }} stand for { and }, \\t for a TAB, \\n"
     " for a line end, \\\\ for \\.\n\n"
     "With --edition whatwg, the members of the URL API are printed, one on each line or as JSON: href, origin, "
     "protocol, "
     "username, password, host, hostname, port, pathname, search, hash and searchParams, a list of names and values. "
     "The "
     "names of a template of --get are then those of these members, and searchParams.KEY and input.",
     parse_examples});

} // namespace uniform::cli

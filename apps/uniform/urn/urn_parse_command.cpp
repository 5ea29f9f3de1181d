// uniform urn parse: prints the components of each URN, and facts about its name.

#include <algorithm>
#include <array>

#include <unistd.h>

#include <uniform/urn/display.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/nid.hpp>

#include "print/drawing.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "run/inputs.hpp"
#include "urn/commands.hpp"
#include "urn/known_nids.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

using urn_parse_command_options = with<batch_options, urn_edition_option, template_option, on_error_row>;

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
    const nid_classification &verdict = nids.find(u.nid()).verdict;
    object.text("kind", to_string(verdict.kind)).boolean("registered", verdict.registered);
    object.text("list_date", namespace_registry::standard().date());
    const auto name = name_from_urn(u);
    name &&is_utf8(*name) ? object.text("name", *name) : object.null("name"); // decoded bytes may be no text
    const urn_display display = u.text().contains('%') ? display_urn(u) : urn_display{};
    display.decoded ? object.text("display", display.shown) : object.null("display");
    std::string &list = object.raw("resolvers");
    list += '[';
    bool first = true;
    for (const std::string &address : resolver_addresses(u)) {
        if (!std::exchange(first, false)) list += ", ";
        json::append_string(list, address);
    }
    list += ']';
    append_offsets(object, u);
}

class urn_parse_run : public batch_job {
public:
    urn_parse_run(const urn_parse_command_options &o, std::optional<output_template> get)
        : options_{o}, get_{std::move(get)} {
        style_.colour = use_colour(o.colour, STDOUT_FILENO);
        style_.width = terminal_width(STDOUT_FILENO);
    }

    void run(work &w) const override {
        known_nids nids{options_.urn_edition};
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_urn(r.text, urns_);
            if (!parsed) {
                reject(options_, w, r, parsed.error());
            } else if (options_.json) {
                json_object object{w.out};
                object.text("input", r.text).boolean("valid", true);
                append_all(object, *parsed, nids);
                object.end_line();
            } else if (get_) {
                get_->append(w.out, parsed->uri(), {.input = r.text, .urn = *parsed});
                w.out += options_.terminator();
            } else {
                w.out += '\n'; // between two drawings
                draw(w.out, *parsed, style_);
            }
        });
    }

    [[nodiscard]] row_result in_rows() const override { return get_ ? row_result::text : row_result::input; }

    void in_order(work &w) override {
        if (!options_.json && !get_) drop_first_line_end(w, first_);
    }

private:
    const urn_parse_command_options &options_;
    const urn_options urns_{options_.urn_edition, options_.max_length};
    std::optional<output_template> get_;
    drawing_style style_;
    bool first_ = true;
};

int run_urn_parse(const urn_parse_command_options &o) { return run_job<urn_parse_run>(o); }

constexpr example urn_parse_examples[]{
    {"Draw the components of one URN", "uniform urn parse 'urn:example:weather?+res=a?=op=map#north'"},
    {"The namespaces of a list, most frequent first",
     "uniform urn parse --get '{nid}' -f urns.txt | sort | uniq -c | sort -rn"},
    {"The name as its own identifier system writes it", "uniform urn parse --get '{name}' urn:ietf:rfc:2141"},
    {"All components, for programs", "uniform urn parse --json < urns.txt"},
};

} // namespace

const command urn_parse_command = command_of<run_urn_parse>(
    {"urn parse", "print the components of each URN", "[URN...]",
     "Prints a drawing of the components under each URN; with --get a line made from a template; or with --json an "
     "object with the components as written and facts about the name.\n\n"
     "A template is text in which these names are replaced, in addition to those of `uniform parse`:\n\n"
     "  {urn} {assigned-name} {nid} {nss} {r} {q} {f} {input}\n"
     "  {normalized}            as equivalence compares it (RFC 8141 section 3.1)\n"
     "  {namespace-normalized}  the same with the rules of its namespace\n"
     "  {name}                  as its own identifier system writes it: RFC 2141\n"
     "  {display}               in guillemets, with percent-encoded letters decoded\n"
     "  {kind}                  of its NID: formal, informal, ...\n\n"
     "An absent component is replaced by nothing. After nss, r, q and f, \":decoded\" decodes percent-encoded bytes.",
     urn_parse_examples});

} // namespace uniform::cli

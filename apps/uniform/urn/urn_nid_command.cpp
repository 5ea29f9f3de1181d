// uniform urn nid: prints the status of a NID, and whether a new namespace may have it.

#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/text_columns.hpp"
#include "registry/service_registry.hpp"
#include "run/inputs.hpp"
#include "urn/commands.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

std::string place(const nid_citation &c) { return uniform::citation(c.document, c.section); }

void append_citation(json_object &object, const nid_citation &c) {
    object.text("document", c.document).text("section", c.section).text("message", c.says);
}

struct urn_nid_command_options
    : with<batch_options, urn_edition_option, quiet_row, on_error_row, registry_source_options> {
    bool is_new = false;

    static constexpr auto rows() {
        return std::array{option<&urn_nid_command_options::is_new>(
            {heading::output, 'n', "new", "",
             "Check whether a new namespace may have the NID, and print the rules that forbid it."})};
    }
};

class urn_nid_run : public batch_job {
public:
    explicit urn_nid_run(const urn_nid_command_options &o)
        : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const nid_classification v = classify_nid(r.text, options_.urn_edition);
            if (!v.well_formed()) {
                return reject(options_, w, r, *v.fault);
            }
            const auto refusals = refusals_of_new_nid(r.text, v.registered, options_.urn_edition);
            const bool good = options_.is_new ? refusals.empty() : v.registered;
            w.bad = w.bad || !good;
            if (options_.quiet || (!good && options_.policy == on_error::drop)) return;
            if (options_.json) {
                write_json(w.out, r.text, v, refusals);
            } else if (options_.is_new) {
                write_new(w.out, r.text, v, refusals);
            } else {
                write(w.out, r.text, v);
            }
        });
    }

private:
    [[nodiscard]] std::vector<std::string> notes_of(std::string_view nid) const {
        return notes_on_new_nid(nid, namespace_registry::standard(), options_.urn_edition);
    }

    void answer(std::string &out, bool good, std::string_view word, std::size_t width) const {
        if (colour_) out += good ? ansi::green : ansi::red;
        append_column(out, word, width);
        if (colour_) out += ansi::plain;
    }

    void write(std::string &out, std::string_view nid, const nid_classification &v) const {
        answer(out, v.registered, v.registered ? "registered" : "unregistered", 12);
        append_column(out, to_string(v.kind), 12);
        append_column(out, place(v.citation()), 24);
        const namespace_info *known = namespace_registry::standard().find(nid);
        if (known != nullptr && !known->title.empty()) {
            append_column(out, nid, 12);
            out += known->title;
        } else {
            out += nid;
        }
        out += options_.terminator();
    }

    // A line for each rule that forbids the NID, or one that states that it is available; then notes.
    void write_new(std::string &out, std::string_view nid, const nid_classification &v,
                   std::span<const nid_citation> refusals) const {
        const auto line = [&](bool good, std::string_view word, std::string_view cites, std::string_view says) {
            answer(out, good, word, 9);
            append_column(out, nid, 12);
            append_column(out, cites, 24);
            out += says;
            out += options_.terminator();
        };
        if (refusals.empty()) line(true, "available", place(v.citation()), v.citation().says);
        for (const nid_citation &c : refusals) line(false, "refused", place(c), c.says);
        const nid_classification formal{.kind = nid_kind::formal, .edition = v.edition}; // 5.1: "Particular attention"
        for (const std::string &note : notes_of(nid)) line(true, "note", place(formal.citation()), note);
    }

    void write_json(std::string &out, std::string_view nid, const nid_classification &v,
                    std::span<const nid_citation> refusals) const {
        json_object object{out};
        object.text("input", nid).boolean("valid", true).text("edition", to_string(options_.urn_edition));
        object.text("kind", to_string(v.kind)).boolean("registered", v.registered);
        object.text("list_date", namespace_registry::standard().date());
        append_citation(object, v.citation());
        const namespace_info *known = namespace_registry::standard().find(nid);
        known != nullptr ? object.text("title", known->title) : object.null("title");
        object.maybe("number", informal_number(nid));
        object.boolean("available", refusals.empty());
        std::string &list = object.raw("broken");
        list += '[';
        bool first = true;
        for (const nid_citation &c : refusals) {
            if (!std::exchange(first, false)) list += ", ";
            json_object one{list};
            append_citation(one, c);
            one.end();
        }
        list += ']';
        object.boolean("is_uri_scheme", v.is_uri_scheme).boolean("is_three_letters", v.is_three_letters);
        object.boolean("is_used_unregistered", is_used_unregistered(nid));
        std::string &notes = object.raw("notes");
        notes += '[';
        for (const std::string &note : notes_of(nid)) {
            if (!notes.ends_with('[')) notes += ", ";
            json_object one{notes};
            one.text("message", note);
            one.end();
        }
        notes += ']';
        object.end_line();
    }

    const urn_nid_command_options &options_;
    bool colour_;
};

int run_urn_nid(urn_nid_command_options o) {
    if (o.quiet) o.json = false;
    if (const int code = use_registry_of(o, o); code != exit_good) return code;
    return run_job<urn_nid_run>(o);
}

constexpr example urn_nid_examples[]{
    {"The status of some NIDs", "uniform urn nid isbn urn-7 xn--a"},
    {"May a new namespace have this NID?", "uniform urn nid --new weather x-weather us"},
};

} // namespace

const command urn_nid_command =
    command_of<run_urn_nid>({"urn nid", "print the status of a NID, with the rule", "[NID...]",
                             "Prints for each NID whether it is registered, its kind (formal, "
                             "informal, or the reason for which it is reserved), "
                             "the section of the rule, and the title of its namespace. The exit "
                             "code is 1 if one is not registered. --new checks "
                             "whether a new namespace may have the NID: each rule that forbids it "
                             "is printed, and the exit code is 1 if there is "
                             "one.",
                             urn_nid_examples, "nids"});

} // namespace uniform::cli

// uniform urn nid: what can this NID name, and may a new namespace have it?

#include <unistd.h>

#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>

#include "columns.hpp"
#include "json.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

std::string place(const nid_citation &c) { return std::string{c.document} + " section " + std::string{c.section}; }

void append_citation(json_object &object, const nid_citation &c) {
    object.text("document", c.document).text("section", c.section).text("message", c.says);
}

class urn_nid_run : public verb {
public:
    explicit urn_nid_run(const options &o) : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const nid_verdict v = judge_nid(r.text, options_.urn_edition);
            if (!v.well_formed()) {
                return refuse(options_, w, r, *v.fault, [&] { append_refusal(w.out, r.text, *v.fault); });
            }
            const bool good = options_.new_name ? v.available_as_formal() : v.registered;
            w.bad = w.bad || !good;
            if (options_.quiet || (!good && options_.policy == on_error::drop)) return;
            if (options_.json) {
                write_json(w.out, r.text, v);
            } else if (options_.new_name) {
                write_new(w.out, r.text, v);
            } else {
                write(w.out, r.text, v);
            }
        });
    }

private:
    void answer(std::string &out, bool good, std::string_view word, std::size_t width) const {
        if (colour_) out += good ? ansi::green : ansi::red;
        append_column(out, word, width);
        if (colour_) out += ansi::plain;
    }

    void write(std::string &out, std::string_view nid, const nid_verdict &v) const {
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

    // A line for each rule that forbids the NID, or one that says it is free; then what asks for attention.
    void write_new(std::string &out, std::string_view nid, const nid_verdict &v) const {
        const auto line = [&](bool good, std::string_view word, std::string_view cites, std::string_view says) {
            answer(out, good, word, 9);
            append_column(out, nid, 12);
            append_column(out, cites, 24);
            out += says;
            out += options_.terminator();
        };
        if (v.available_as_formal()) line(true, "available", place(v.citation()), v.citation().says);
        for (const nid_rule rule : nid_rules) {
            if (!v.breaks(rule)) continue;
            const nid_citation c = cite(rule, options_.urn_edition);
            line(false, "refused", place(c), c.says);
        }
        if (v.is_three_letters) {
            line(true, "note", place(v.citation()),
                 "three letters may be taken for a country code of ISO 3166-1 alpha-3");
        }
        if (v.is_uri_scheme) line(true, "note", place(v.citation()), "it is also the name of a registered URI scheme");
    }

    void write_json(std::string &out, std::string_view nid, const nid_verdict &v) const {
        json_object object{out};
        object.text("input", nid).boolean("valid", true).text("edition", to_string(options_.urn_edition));
        object.text("kind", to_string(v.kind)).boolean("registered", v.registered);
        append_citation(object, v.citation());
        const namespace_info *known = namespace_registry::standard().find(nid);
        known != nullptr ? object.text("title", known->title) : object.null("title");
        object.maybe("number", informal_number(nid));
        object.boolean("available", v.available_as_formal());
        std::string &list = object.raw("broken");
        list += '[';
        bool first = true;
        for (const nid_rule rule : nid_rules) {
            if (!v.breaks(rule)) continue;
            if (!std::exchange(first, false)) list += ", ";
            json_object one{list};
            append_citation(one, cite(rule, options_.urn_edition));
            one.end();
        }
        list += ']';
        object.boolean("is_uri_scheme", v.is_uri_scheme).boolean("is_three_letters", v.is_three_letters);
        object.end_line();
    }

    const options &options_;
    bool colour_;
};

} // namespace

int urn_nid_verb(const options &o) {
    urn_nid_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

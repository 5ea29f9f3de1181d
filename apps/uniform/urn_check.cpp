// uniform urn check: four questions about each URN, each by itself.

#include <unistd.h>

#include <uniform/check_character.hpp>
#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>

#include "columns.hpp"
#include "diagnostics.hpp"
#include "json.hpp"
#include "known_nids.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

struct verdicts {
    nid_verdict nid;
    const namespace_info *space = nullptr; // what is known about the namespace
    std::optional<error> misfit;           // why the NSS does not fit it
    bool unknown = false;                  // nothing is known that it could fit
    check_result check;

    [[nodiscard]] std::string_view registered_word() const { return nid.registered ? "registered" : "unregistered"; }
    [[nodiscard]] std::string_view fit_word() const { return unknown ? "unknown" : misfit ? "misfit" : "fits"; }
    [[nodiscard]] std::string_view check_word() const {
        return check.state == check_state::wrong && !check.strict ? "doubtful" : to_string(check.state);
    }
};

std::string expected_sentence(const check_result &c) {
    std::string says = "the check character is " + in_quotes(c.found) + ", but ";
    says += c.expected.view().empty() ? "none is computed" : in_quotes(c.expected.view()) + " is computed";
    return says + " (" + std::string{to_string(c.algorithm)} + (c.strict ? ")" : ", recommended only)");
}

class urn_check_run : public verb {
public:
    explicit urn_check_run(const options &o) : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        known_nids nids{options_.urn_edition};
        for_each_record(w, [&](const record &r) {
            const auto parsed = parse_urn(r.text, options_.urns());
            if (!parsed) return refuse_syntax(w, r, parsed.error());
            if (syntax_alone_) return;
            const verdicts v = judge(*parsed, nids);
            const bool wrong = v.check.state == check_state::wrong;
            const bool unregistered = !v.nid.registered && options_.demands_of(urn_demand::registered);
            const bool misfit = v.misfit && options_.demands_of(urn_demand::fits);
            const bool wrong_check =
                wrong && options_.demands_of(v.check.strict ? urn_demand::check : urn_demand::advisory);
            const bool good = !unregistered && !misfit && !wrong_check;
            w.bad = w.bad || !good;
            if (!good && options_.policy == on_error::drop) return;
            if (options_.json) {
                if (wanted(good)) write_json(w.out, r.text, *parsed, v, good);
                if (!good && options_.policy == on_error::stop) complain(w, r, error{}, {}, false, true);
                return;
            }
            if (!good || wrong) {
                if (unregistered) {
                    const nid_citation c = v.nid.citation();
                    complain(w, r, {4, error_code::unknown_namespace, rule::nid, parsed->edition()},
                             in_quotes(parsed->nid()) + " is not registered (" + std::string{to_string(v.nid.kind)} +
                                 ", " + std::string{c.document} + " section " + std::string{c.section} + ')');
                }
                if (misfit) {
                    std::string says = message(*v.misfit, r.text);
                    says += " (" + std::string{v.space->nid};
                    const std::string_view source = v.space->source.substr(0, v.space->source.find(';'));
                    if (!source.empty()) says += ", " + std::string{source};
                    complain(w, r, *v.misfit, says + ')');
                }
                if (wrong) {
                    complain(w, r, {v.check.offset, error_code::wrong_check_character, rule::nss, parsed->edition()},
                             (wrong_check ? "" : "warning: ") + expected_sentence(v.check), !wrong_check);
                }
            }
            if (says_nothing() || !wanted(good)) return;
            if (options_.listing != list::nothing) {
                w.out += r.text;
            } else {
                write(w.out, r.text, v);
            }
            w.out += options_.terminator();
        });
    }

private:
    // Questions that nobody asks are not answered.
    [[nodiscard]] verdicts judge(const urn_view &u, known_nids &nids) const {
        verdicts v;
        if (all_ || options_.demands_of(urn_demand::registered) || options_.demands_of(urn_demand::fits)) {
            const auto &known = nids.find(u.nid());
            v.nid = known.verdict;
            v.space = known.space;
        }
        if (all_ || options_.demands_of(urn_demand::fits)) {
            if (const auto fit = fits(u, options_.fit); !fit) {
                v.unknown = fit.error().code == error_code::unknown_namespace;
                if (!v.unknown) v.misfit = fit.error();
            }
        }
        if (all_ || options_.demands_of(urn_demand::check)) v.check = check(u);
        return v;
    }

    // --quiet keeps the reasons back; what --list asks for is printed.
    [[nodiscard]] bool says_nothing() const { return options_.quiet && options_.listing == list::nothing; }

    [[nodiscard]] bool wanted(bool good) const {
        return options_.listing == list::nothing || (options_.listing == list::valid) == good;
    }

    void refuse_syntax(work &w, const record &r, const error &why) const {
        refuse(
            options_, w, {.record = r.index, .why = why, .text = r.text},
            [&] {
                if (!wanted(false)) return;
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", false).boolean("ok", false);
                append_error(object, why);
                object.end_line();
            },
            [] {});
        if (options_.json || says_nothing() || !wanted(false)) return;
        if (options_.policy == on_error::drop || options_.policy == on_error::stop) return;
        if (w.in.truncated && r.text.size() > options_.parse.max_length) return; // it is not there as a whole
        if (options_.listing == list::nothing) {
            word(w.out, "invalid", 7, false);
            word(w.out, "-", 12, true);
            word(w.out, "-", 7, true);
            word(w.out, "-", 11, true);
        }
        append_as_it_is(options_, w.out, r.text);
        w.out += options_.terminator();
    }

    void complain(work &w, const record &r, const error &why, std::string says, bool harmless = false,
                  bool silent = false) const {
        w.problems.push_back({.record = r.index,
                              .after = w.out.size(),
                              .why = why,
                              .message = std::move(says),
                              .text = r.text,
                              .silent = silent || options_.quiet,
                              .harmless = harmless});
    }

    void word(std::string &out, std::string_view text, std::size_t width, bool good) const {
        if (colour_ && !good) out += ansi::red;
        append_column(out, text, width);
        if (colour_ && !good) out += ansi::plain;
    }

    void write(std::string &out, std::string_view text, const verdicts &v) const {
        word(out, "valid", 7, true);
        word(out, v.registered_word(), 12, v.nid.registered);
        word(out, v.fit_word(), 7, !v.misfit);
        word(out, v.check_word(), 11, v.check.state != check_state::wrong);
        out += text;
    }

    static void write_json(std::string &out, std::string_view text, const urn_view &u, const verdicts &v, bool good) {
        json_object object{out};
        object.text("input", text).boolean("valid", true).boolean("ok", good);
        append_urn(object, u);
        object.text("kind", to_string(v.nid.kind)).boolean("registered", v.nid.registered);
        const nid_citation c = v.nid.citation();
        object.text("document", c.document).text("section", c.section);
        object.text("namespace", v.fit_word());
        if (v.misfit) append_error(object, *v.misfit);
        if (v.space != nullptr) {
            object.text("title", v.space->title).text("source", v.space->source);
        } else {
            object.null("title").null("source");
        }
        json_object inner = object.object("check");
        inner.text("state", to_string(v.check.state));
        if (v.check.state == check_state::right || v.check.state == check_state::wrong) {
            inner.boolean("strict", v.check.strict).text("algorithm", to_string(v.check.algorithm));
            inner.text("found", v.check.found).text("expected", v.check.expected.view());
            inner.number("offset", v.check.offset);
        }
        inner.end();
        object.end_line();
    }

    const options &options_;
    bool colour_;
    bool syntax_alone_ = options_.quiet && options_.demands == 1U << static_cast<unsigned>(urn_demand::syntax) &&
                         options_.listing == list::nothing && !options_.json;
    bool all_ = options_.json || (!options_.quiet && options_.listing == list::nothing);
};

} // namespace

int urn_check_verb(const options &o) {
    urn_check_run run{o};
    return run_batch(o, run);
}

} // namespace uniform::command

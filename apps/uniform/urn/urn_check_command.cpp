// uniform urn check: four checks of each URN, independent of each other.

#include <optional>

#include <unistd.h>

#include <uniform/urn/check_character.hpp>
#include <uniform/urn/encoded_text.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/question_marks.hpp>

#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/json.hpp"
#include "print/terminal.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"
#include "registry/service_registry.hpp"
#include "run/diagnostics.hpp"
#include "run/inputs.hpp"
#include "urn/commands.hpp"
#include "urn/known_nids.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

// Requirements; a bit for each.
enum class requirement : std::uint8_t { syntax = 1, registered = 2, matches = 4, check = 8, advisory = 16 };

struct urn_check_command_options
    : with<batch_options, urn_edition_option, listing_option, quiet_row, on_error_row, registry_source_options> {
    validation_level fit = validation_level::normal;
    std::uint8_t required = 0; // 0: all but advisory

    [[nodiscard]] bool needs(requirement r) const noexcept {
        constexpr unsigned usual = 15;
        return ((required == 0 ? usual : required) & static_cast<unsigned>(r)) != 0;
    }

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&read_requirement>(
                {rules, 0, "require", "WHAT",
                 "A requirement that each URN must meet: syntax, its syntax is valid; registered, its NID is "
                 "registered; "
                 "match, its NSS matches the syntax of its namespace; check, its check character is correct if the "
                 "namespace requires one; advisory, also if the namespace only recommends one. May be repeated.",
                 "syntax registered match check advisory", "syntax, registered, match and check"}),
            choice<&urn_check_command_options::fit, validation_level::lenient, validation_level::normal,
                   validation_level::strict>(
                {rules, 0, "match", "LEVEL",
                 "How strictly an NSS must match its namespace: lenient accepts names seen in practice; normal is what "
                 "the registration specifies; strict adds rules of other standards.",
                 "lenient normal strict"}),
        };
    }

private:
    static option_status read_requirement(urn_check_command_options &o, const option_text &text,
                                          std::string_view value) {
        constexpr std::array<std::uint8_t, 5> bits{1, 2, 4, 8, 8 | 16};
        const auto index = detail::choice_in(text, value);
        if (!index) return std::unexpected{index.error()};
        o.required |= bits[*index];
        return {};
    }
};

struct verdicts {
    nid_classification nid;
    const namespace_info *space = nullptr; // the registry entry of the namespace
    std::optional<error> mismatch;         // why the NSS does not match its syntax
    std::optional<encoding_fault> fault;   // why it encodes no text
    std::optional<undefined_component> undefined;
    bool unknown = false; // its syntax is not known
    check_result check;

    [[nodiscard]] std::string_view registered_word() const { return nid.registered ? "registered" : "unregistered"; }
    [[nodiscard]] std::string_view match_word() const { return mismatch ? "mismatch" : unknown ? "unknown" : "match"; }
    // The sentence about the mismatch.
    [[nodiscard]] std::string sentence(std::string_view text) const {
        return fault ? std::string{message(fault->kind)} : message(*mismatch, text);
    }
    [[nodiscard]] std::string_view check_word() const {
        return check.state == check_state::incorrect && !check.strict ? "doubtful" : to_string(check.state);
    }
};

std::string expected_sentence(const check_result &c) {
    std::string says = "the check character is " + in_quotes(c.found) + ", but ";
    says += c.expected.view().empty() ? "none is computed" : in_quotes(c.expected.view()) + " is computed";
    return says + " (" + std::string{to_string(c.algorithm)} + (c.strict ? ")" : ", recommended only)");
}

class urn_check_run : public batch_job {
public:
    explicit urn_check_run(const urn_check_command_options &o)
        : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {}

    void run(work &w) const override {
        known_nids nids{options_.urn_edition};
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_urn(r.text, urns_);
            if (!parsed) return reject_syntax(w, r, parsed.error());
            if (syntax_alone_) return;
            const verdicts v = check_all(*parsed, nids);
            const bool wrong = v.check.state == check_state::incorrect;
            const bool unregistered = !v.nid.registered && options_.needs(requirement::registered);
            const bool mismatch = v.mismatch && options_.needs(requirement::matches);
            const bool wrong_check =
                wrong && options_.needs(v.check.strict ? requirement::check : requirement::advisory);
            const bool good = !unregistered && !mismatch && !wrong_check && !v.undefined;
            w.bad = w.bad || !good;
            if (!good) count_rejected(w, r.index);
            const bool is_dropped = !good && options_.policy == on_error::drop;
            if (is_dropped && !options_.rejects) return;
            if (options_.json && wanted(good) && !is_dropped) write_json(w.out, r.text, *parsed, v, good);
            const bool is_silent = options_.json || is_dropped;
            if (is_silent && (good || (options_.policy != on_error::stop && !options_.rejects))) return;
            if (options_.urn_edition == edition::urnbis_14 && !is_silent) note_question_marks(w, r, *parsed);
            if (!good || wrong) {
                if (unregistered) {
                    const nid_citation c = v.nid.citation();
                    complain(w, r, {4, error_code::unknown_namespace, rule::nid, parsed->edition()},
                             in_quotes(parsed->nid()) + " is not registered (" + std::string{to_string(v.nid.kind)} +
                                 ", " + uniform::citation(c.document, c.section) + ')',
                             false, is_silent);
                }
                if (mismatch) {
                    std::string says = v.sentence(r.text) + " (";
                    if (v.fault) {
                        says += uniform::citation(v.mismatch->document(), v.mismatch->section());
                    } else {
                        says += v.space->nid;
                        const std::string_view source = v.space->source.substr(0, v.space->source.find(';'));
                        if (!source.empty()) says += ", " + std::string{source};
                    }
                    complain(w, r, *v.mismatch, says + ')', false, is_silent);
                }
                if (v.undefined) {
                    complain(w, r, {v.undefined->offset, error_code::nss_mismatch, rule::none, parsed->edition()},
                             v.undefined->says, false, is_silent);
                }
                if (wrong && (wrong_check || !is_silent)) {
                    complain(w, r, {v.check.offset, error_code::wrong_check_character, rule::nss, parsed->edition()},
                             (wrong_check ? "" : "warning: ") + expected_sentence(v.check), !wrong_check, is_silent);
                }
            }
            if (is_silent || prints_nothing() || !wanted(good)) return;
            if (options_.listing != list::nothing) {
                w.out += r.text;
            } else {
                write(w.out, r.text, v);
            }
            w.out += options_.terminator();
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result_of(options_, options_.listing); }

private:
    // Makes only the checks whose results are needed.
    [[nodiscard]] verdicts check_all(const urn_view &u, known_nids &nids) const {
        verdicts v;
        if (all_ || options_.needs(requirement::registered) || options_.needs(requirement::matches)) {
            const auto &known = nids.find(u.nid());
            v.nid = known.verdict;
            v.space = known.space;
        }
        if (all_ || options_.needs(requirement::matches)) {
            if (const auto fit = validate(u, options_.fit); !fit) {
                v.unknown = fit.error().code == error_code::unknown_namespace;
                if (!v.unknown) v.mismatch = fit.error();
            }
            // Older names may encode other octets (RFC 2141 2.2), so these are accepted where practice counts.
            if (!v.mismatch && options_.fit != validation_level::lenient) v.fault = find_encoding_fault(u);
            if (v.fault) v.mismatch = error{v.fault->offset, error_code::nss_mismatch, rule::nss, u.edition()};
        }
        if (options_.needs(requirement::matches)) v.undefined = undefined_component_of(u);
        if (all_ || options_.needs(requirement::check)) v.check = check(u);
        return v;
    }

    // --quiet suppresses the reasons, but not the output of --list.
    [[nodiscard]] bool prints_nothing() const { return options_.quiet && options_.listing == list::nothing; }

    [[nodiscard]] bool wanted(bool good) const {
        return options_.listing == list::nothing || (options_.listing == list::valid) == good;
    }

    void reject_syntax(work &w, const input &r, const error &why) const {
        reject(
            options_, w, {.input = r.index, .why = why, .text = r.text},
            [&] {
                if (!wanted(false)) return;
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", false).boolean("ok", false);
                append_error(object, why, {}, {}, typed_hint(why, r.text));
                object.end_line();
            },
            [] {});
        if (options_.json || prints_nothing() || !wanted(false)) return;
        if (options_.policy == on_error::drop || options_.policy == on_error::stop) return;
        if (w.in.truncated && r.text.size() > options_.max_length) return; // its end was discarded
        if (options_.listing == list::nothing) {
            word(w.out, "invalid", 7, false);
            word(w.out, "-", 12, true);
            word(w.out, "-", 8, true);
            word(w.out, "-", 11, true);
            w.out += without_password_text{r.text, options_.show_password}.text();
            w.out += options_.terminator();
            return;
        }
        append_unchanged(options_, w.out, r.text);
        w.out += options_.terminator();
    }

    // draft-ietf-urnbis-rfc2141bis-urn-14 3: "discouraged although not prohibited"
    void note_question_marks(work &w, const input &r, const urn_view &u) const {
        for (const doubtful_question_mark &mark : doubtful_question_marks(u)) {
            complain(w, r, {mark.offset, error_code::not_found, rule::none, edition::urnbis_14},
                     "note: a \"?\" " + std::string{mark.where} + " is discouraged (" +
                         uniform::citation(document(edition::urnbis_14), "3") + ')',
                     true);
        }
    }

    void complain(work &w, const input &r, const error &why, std::string says, bool harmless = false,
                  bool silent = false) const {
        w.problems.push_back({.input = r.index,
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
        word(out, v.match_word(), 8, !v.mismatch);
        word(out, v.check_word(), 11, v.check.state != check_state::incorrect);
        out += text;
    }

    static void write_json(std::string &out, std::string_view text, const urn_view &u, const verdicts &v, bool good) {
        json_object object{out};
        object.text("input", text).boolean("valid", true).boolean("ok", good);
        append_urn(object, u);
        object.text("kind", to_string(v.nid.kind)).boolean("registered", v.nid.registered);
        object.text("list_date", namespace_registry::standard().date());
        const nid_citation c = v.nid.citation();
        object.text("document", c.document).text("section", c.section);
        object.text("namespace", v.match_word());
        if (v.mismatch) append_error(object, *v.mismatch, {}, v.sentence(text));
        if (v.undefined) object.text("undefined_component", v.undefined->says);
        if (v.space != nullptr) {
            object.text("title", v.space->title).text("source", v.space->source);
        } else {
            object.null("title").null("source");
        }
        json_object inner = object.object("check");
        inner.text("state", to_string(v.check.state));
        if (v.check.state == check_state::correct || v.check.state == check_state::incorrect) {
            inner.boolean("strict", v.check.strict).text("algorithm", to_string(v.check.algorithm));
            inner.text("found", v.check.found).text("expected", v.check.expected.view());
            inner.number("offset", v.check.offset);
        }
        inner.end();
        object.end_line();
    }

    const urn_check_command_options &options_;
    const urn_options urns_{options_.urn_edition, options_.max_length};
    bool colour_;
    bool syntax_alone_ = options_.quiet && options_.required == static_cast<unsigned>(requirement::syntax) &&
                         options_.listing == list::nothing && !options_.json;
    bool all_ = options_.json || (!options_.quiet && options_.listing == list::nothing);
};

int run_urn_check(urn_check_command_options o) {
    if (o.quiet && o.listing == list::nothing) o.json = false;
    if (const int code = use_registry_of(o, o); code != exit_good) return code;
    return run_job<urn_check_run>(o);
}

constexpr example urn_check_examples[]{
    {"All four results", "uniform urn check urn:isbn:978-951-0-18435-6 urn:isbn:978-951-0-18435-7"},
    {"Keep the good names", "uniform urn check --list valid --on-error drop -f urns.txt"},
    {"Only the syntax", "uniform urn check -q --require syntax urn:nowhere:a && echo yes"},
};

} // namespace

const command urn_check_command = command_of<run_urn_check>(
    {"urn check", "check syntax, NID, namespace and check character of each URN", "[URN...]",
     "Prints a line with four results, then the URN: valid or invalid (the syntax of the edition); registered or "
     "unregistered (its NID at IANA); match, mismatch or unknown (whether its NSS matches the syntax of its "
     "namespace, and its percent-encoding is UTF-8 without NUL); and for its check character correct, incorrect, "
     "doubtful (incorrect, but only recommended by the "
     "namespace), unchecked (the namespace has check characters, but not in names of this form) or none. The reasons "
     "go to standard error with line, column and rule.\n\n"
     "The exit code is 1 if a URN is invalid, unregistered, a mismatch or incorrect; --require selects which of these "
     "count. --list prints only the URNs that are good by these, or only the others.",
     urn_check_examples});

} // namespace uniform::cli

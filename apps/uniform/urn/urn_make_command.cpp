// uniform urn make: makes URNs of names of other identifier systems.

#include <algorithm>

#include <unistd.h>

#include <uniform/base/ascii.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/encoded_text.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>

#include "print/exit.hpp"
#include "print/json.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/inputs.hpp"
#include "run/typed_arguments.hpp"
#include "urn/commands.hpp"
#include "urn/nid_suggestion.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

namespace {

struct urn_make_command_options : with<batch_options, urn_edition_option, on_error_row> {
    bool encoded = false;
    bool check_digit = false;
    std::optional<std::string> r_component;
    std::optional<std::string> q_component;
    std::optional<std::string> f_component;
    std::optional<uuid_version> uuid;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&urn_make_command_options::encoded>(
                {making, 0, "encoded", "",
                 "The names are NSSs, in which all characters are encoded that must be. Without "
                 "it, names of a namespace whose rules are unknown are rejected (RFC 8141 "
                 "section 2.2)."}),
            option<&urn_make_command_options::check_digit>(
                {making, 0, "check-digit", "", "Add the check character, which the names lack."}),
            option<&urn_make_command_options::r_component>(
                {making, 0, "r-component", "TEXT", "Add an r-component, as it is."}),
            option<&urn_make_command_options::q_component>(
                {making, 0, "q-component", "TEXT", "Add a q-component, as it is."}),
            option<&urn_make_command_options::f_component>(
                {making, 0, "f-component", "TEXT", "Add an f-component, as it is."}),
            choice<&urn_make_command_options::uuid, uuid_version::random, uuid_version::time>(
                {making, 0, "uuid-version", "N", "Of a new UUID: 4 is random, 7 begins with the time.", "4 7", "4"}),
        };
    }
};

// A NID, or the word with which names of an identifier system begin: "rfc" is ietf, with "RFC " before each name that
// does not begin with it.
struct maker {
    std::string nid;
    std::string lead;

    // The length of the lead that a name has already: of "RFC 2141", "rfc2141", "RFC:2141".
    [[nodiscard]] std::size_t led(std::string_view name) const {
        if (lead.empty()) return 0;
        const std::size_t bare = lead.size() - 1;
        if (name.size() <= bare ||
            !ascii::equal_ignoring_case(name.substr(0, bare), std::string_view{lead}.substr(0, bare)))
            return 0;
        const char next = name[bare];
        if (next != ' ' && next != ':' && (next < '0' || next > '9')) return 0;
        return std::min(name.find_first_not_of(" :", bare), name.size());
    }
};

maker maker_of(std::string_view word) {
    if (namespace_registry::standard().find(word) != nullptr) return {std::string{word}, {}};
    for (const namespace_info &info : iana_namespaces()) {
        for (const name_form &form : info.names) {
            for (const std::string_view lead : form.leads) {
                const std::string_view bare = lead.substr(0, lead.find_last_not_of(" :") + 1);
                if (ascii::equal_ignoring_case(bare, word)) return {std::string{info.nid}, std::string{bare} + ' '};
            }
        }
    }
    return {std::string{word}, {}};
}

std::expected<void, error> add_components(urn &u, const urn_make_command_options &o) {
    std::expected<void, error> done;
    if (o.r_component) done = u.set_r_component(o.r_component);
    if (done && o.q_component) done = u.set_q_component(o.q_component);
    if (done && o.f_component) done = u.set_f_component(o.f_component);
    return done;
}

class urn_make_run : public batch_job {
public:
    urn_make_run(const urn_make_command_options &o, maker m) : options_{o}, maker_{std::move(m)} {}

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto made = make(r.text, {.registry = nullptr,
                                            .edition = options_.urn_edition,
                                            .encoded = options_.encoded,
                                            .complete_check = options_.check_digit});
            if (!made) return give_up(w, r, made.error());
            if (options_.encoded) {
                // RFC 8141 2.2: new names encode Unicode characters in UTF-8.
                if (const auto fault = find_encoding_fault(made->view())) return no_text(w, r, *made, *fault);
            }
            const auto omitted = omitted_part_of(r.text);
            if (omitted && !options_.json) note(w, r, *omitted);
            urn whole = *made;
            if (const auto added = add_components(whole, options_); !added) return give_up(w, r, added.error());
            if (options_.json) {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", true).text("urn", whole.text());
                append_urn(object, whole.view());
                if (omitted) object.text("omitted", omitted->text);
                object.end_line();
            } else {
                w.out += whole.text();
                w.out += options_.terminator();
            }
        });
    }

private:
    // An error's offset is one into `text`.
    [[nodiscard]] std::expected<urn, error> make(std::string_view text, const make_options &how) const {
        const std::size_t led = maker_.led(text);
        auto made = urn_from_name(maker_.nid, maker_.lead + std::string{text.substr(led)}, how);
        if (!made) {
            const auto at = static_cast<std::size_t>(made.error().offset);
            made.error().offset = at < maker_.lead.size() ? 0 : at - maker_.lead.size() + led;
        }
        return made;
    }

    // The part of the name that its URN omits.
    [[nodiscard]] std::optional<omitted_part> omitted_part_of(std::string_view text) const {
        if (options_.encoded) return std::nullopt;
        const std::size_t led = maker_.led(text);
        const std::string name = maker_.lead + std::string{text.substr(led)};
        auto omitted = omitted_from_name(maker_.nid, name);
        if (!omitted || omitted->offset < maker_.lead.size()) return std::nullopt;
        omitted->offset += led - maker_.lead.size();
        omitted->text = text.substr(omitted->offset, omitted->text.size());
        return omitted;
    }
    static void note(work &w, const input &r, const omitted_part &omitted) {
        w.problems.push_back({.input = r.index,
                              .after = w.out.size(),
                              .why = error{omitted.offset, error_code::not_found, rule::none},
                              .message = "warning: " + in_quotes(omitted.text) + ' ' + std::string{omitted.why},
                              .text = r.text,
                              .harmless = true});
    }

    void no_text(work &w, const input &r, const urn &made, const encoding_fault &fault) const {
        const std::size_t before = made.text().size() - std::min(made.text().size(), r.text.size()); // "urn:NID:"
        const error why{fault.offset - std::min(fault.offset, before), error_code::nss_mismatch, rule::nss,
                        options_.urn_edition};
        reject(options_, w, r, why, std::string{message(fault.kind)} + " (RFC 8141 section 2.2)");
    }

    void give_up(work &w, const input &r, const error &why) const {
        std::string says;
        if (why.code == error_code::wrong_check_character) says = expected(r.text, why);
        if (why.code == error_code::invalid_name) {
            says = in_quotes(r.text) + " is not a name of the namespace " + in_quotes(maker_.nid);
            if (const std::string cites = citation(why); !cites.empty()) says += " (" + cites + ')';
        }
        if (options_.check_digit && why.code == error_code::invalid_name) says = not_completed(r.text, why);
        if (why.code == error_code::unknown_namespace) {
            const bool registered = namespace_registry::standard().find(maker_.nid) != nullptr;
            says = (registered ? "the encoding of the names of " + in_quotes(maker_.nid) + " is unknown"
                               : in_quotes(maker_.nid) + " is not registered with IANA" + nid_suggestion(maker_.nid)) +
                   "; for names that are already encoded: --encoded (RFC 8141 section 2.2)";
        }
        reject(options_, w, r, why, says);
    }

    // Why no check character could be added.
    [[nodiscard]] std::string not_completed(std::string_view name, const error &why) const {
        const auto whole = make(
            name,
            {.registry = nullptr, .edition = options_.urn_edition, .encoded = options_.encoded, .any_check = true});
        if (whole) {
            const check_state state = check(*whole).state;
            if (state == check_state::correct || state == check_state::incorrect)
                return "the name has a check character already";
            return "names of this form have no check character";
        }
        if (whole.error().offset < name.size()) return message(why, name);
        return "names of this form and length have no check character";
    }

    // The correct check character, if the name is the NSS.
    [[nodiscard]] std::string expected(std::string_view name, const error &why) const {
        const auto unchecked = urn::build({.nid = maker_.nid, .nss = name});
        if (!unchecked) return message(why, name);
        const check_result found = check(*unchecked);
        if (found.state != check_state::incorrect || found.expected.view().empty()) return message(why, name);
        return "the check character is " + in_quotes(found.found) + ", but " + in_quotes(found.expected.view()) +
               " is computed (" + std::string{to_string(found.algorithm)} + ')';
    }

    const urn_make_command_options &options_;
    maker maker_;
};

int new_uuid(const urn_make_command_options &o) {
    if (o.check_digit || o.encoded) {
        return usage_error(o, std::string{o.encoded ? "--encoded" : "--check-digit"} +
                                  " requires a name, and a new UUID has none");
    }
    auto made = make_uuid_urn(o.uuid.value_or(uuid_version::random));
    if (!made) return fail(exit_io, "the random number generator failed");
    if (!add_components(*made, o)) return fail(exit_usage, "a component is not valid");
    std::string out;
    if (o.json) {
        json_object object{out};
        object.text("urn", made->text());
        append_urn(object, made->view());
        object.end();
    } else {
        out = made->text();
    }
    return print_all(out + o.terminator());
}

// The components are the same for all names: a mistake in them is reported once.
int check_components(const urn_make_command_options &o) {
    const auto refused = [](std::string_view name, const std::optional<std::string> &text, const error &why) {
        std::string says = message(why, *text);
        if (why.code == error_code::not_convertible) {
            const auto at = std::min<std::size_t>(why.offset, text->size());
            says = "the " + std::string{name.substr(2)} + " would end at its " + in_quotes(text->substr(at, 2));
        }
        return fail(exit_usage, std::string{name} + ": " + says + " (" + citation(why) + ')');
    };
    auto sample = urn::build({.nid = "example", .nss = "a"}, {.edition = o.urn_edition});
    if (!sample) return exit_good;
    if (o.r_component) {
        if (const auto done = sample->set_r_component(o.r_component); !done) {
            return refused("--r-component", o.r_component, done.error());
        }
    }
    if (o.q_component) {
        if (const auto done = sample->set_q_component(o.q_component); !done) {
            return refused("--q-component", o.q_component, done.error());
        }
    }
    if (o.f_component) {
        if (const auto done = sample->set_f_component(o.f_component); !done) {
            return refused("--f-component", o.f_component, done.error());
        }
    }
    return exit_good;
}

// A text that is not a NID may be a NID with other characters around it, or a URN.
std::string hint_for(const urn_make_command_options &o, std::string_view nid) {
    const std::string_view stripped = strip_typed(nid);
    if (parse_urn(stripped, {o.urn_edition})) return "it is a URN already; `uniform urn parse --typed` reads it";
    const bool good = stripped.size() != nid.size() && urn::build({.nid = stripped, .nss = "a"}, {o.urn_edition});
    return std::string{good ? typed_removes : std::string_view{}};
}

// The namespace is the same for all names as well.
int check_namespace(const urn_make_command_options &o, const maker &m) {
    if (const auto sample = urn::build({.nid = m.nid, .nss = "a"}, {.edition = o.urn_edition}); !sample) {
        std::string says;
        append_message(says, "<argument>", 1, {.why = sample.error(), .hint = hint_for(o, m.nid), .text = m.nid},
                       style_of_messages(o.colour));
        writer{STDERR_FILENO}.write_now(says);
        return exit_usage;
    }
    if (!o.check_digit) return exit_good;
    const namespace_info *info = namespace_registry::standard().find(m.nid);
    if (info == nullptr)
        return fail(exit_usage, "--check-digit: unknown namespace " + in_quotes(m.nid) + nid_suggestion(m.nid));
    if (!info->checks.empty()) return exit_good;
    return fail(exit_usage, "--check-digit: names of " + in_quotes(m.nid) + " have no check character");
}

int run_urn_make(urn_make_command_options o) {
    if (o.typed) clean_argument(o.arguments.front());
    if (const int code = check_components(o); code != exit_good) return code;
    maker m = maker_of(o.arguments.front());
    if (o.arguments.size() == 1 && o.files.empty() && ascii::equal_ignoring_case(m.nid, "uuid")) return new_uuid(o);
    if (o.uuid) return usage_error(o, "--uuid-version is only for a new UUID: uniform urn make uuid");
    if (const int code = check_namespace(o, m); code != exit_good) return code;
    urn_make_run job{o, std::move(m)};
    return run_batch(o, job, 1);
}

constexpr example urn_make_examples[]{
    {"Of a book", "uniform urn make isbn 951-0-18435-7"},
    {"A new UUID", "uniform urn make uuid"},
    {"With its check character", "uniform urn make --check-digit nbn de:101:1-20140708118"},
    {"Of a document", "uniform urn make rfc 2141"},
};

} // namespace

const command urn_make_command = command_of<run_urn_make>(
    {"urn make", "make URNs from names of other identifier systems", "NID [NAME...]",
     "Translates each name into a URN by the rules of its namespace: the canonical form, percent-encoding of "
     "characters that are not allowed, the syntax, and the check character. NID may also be the word with which such "
     "names begin, as in \"rfc 2141\". `uniform urn make uuid` without a name makes a new UUID (RFC 9562); with -f it "
     "reads names. Names of a namespace whose rules are unknown are rejected, unless they are --encoded.",
     urn_make_examples, "nid"});

} // namespace uniform::cli

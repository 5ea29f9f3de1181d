// uniform urn make: URNs from names of other identifier systems.

#include <algorithm>

#include <unistd.h>

#include <uniform/check_character.hpp>
#include <uniform/namespace.hpp>
#include <uniform/urn_name.hpp>

#include "diagnostics.hpp"
#include "json.hpp"
#include "records.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"
#include "writer.hpp"

namespace uniform::command {

namespace {

bool is_same(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](char x, char y) { return x == y || ((x ^ y) == 0x20 && (x | 0x20) >= 'a' && (x | 0x20) <= 'z'); });
}

// A NID, or the word that names of an identifier system begin with: "rfc" is ietf, with "RFC " before each name that
// does not begin so itself.
struct maker {
    std::string nid;
    std::string lead;

    // How much of a name is the lead already: of "RFC 2141", "rfc2141", "RFC:2141".
    [[nodiscard]] std::size_t led(std::string_view name) const {
        if (lead.empty()) return 0;
        const std::size_t bare = lead.size() - 1;
        if (name.size() <= bare || !is_same(name.substr(0, bare), std::string_view{lead}.substr(0, bare))) return 0;
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
                if (is_same(bare, word)) return {std::string{info.nid}, std::string{bare} + ' '};
            }
        }
    }
    return {std::string{word}, {}};
}

std::expected<void, error> add_components(urn &u, const options &o) {
    std::expected<void, error> done;
    if (o.r_component) done = u.set_r_component(o.r_component);
    if (done && o.q_component) done = u.set_q_component(o.q_component);
    if (done && o.f_component) done = u.set_f_component(o.f_component);
    return done;
}

class urn_make_run : public verb {
public:
    urn_make_run(const options &o, maker m) : options_{o}, maker_{std::move(m)} {}

    void run(work &w) const override {
        for_each_record(w, [&](const record &r) {
            const auto made = make(r.text, {.registry = nullptr,
                                            .edition = options_.urn_edition,
                                            .encoded = options_.encoded,
                                            .complete_check = options_.check_digit});
            if (!made) return give_up(w, r, made.error());
            urn whole = *made;
            if (const auto added = add_components(whole, options_); !added) return give_up(w, r, added.error());
            if (options_.json) {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", true).text("urn", whole.text());
                append_urn(object, whole.view());
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

    void give_up(work &w, const record &r, const error &why) const {
        std::string says;
        if (why.code == error_code::wrong_check_character) says = expected(r.text, why);
        if (options_.check_digit && why.code == error_code::invalid_name) says = not_completed(r.text, why);
        if (why.code == error_code::unknown_namespace) {
            says = "nothing is known of how names of " + in_quotes(maker_.nid) +
                   " are encoded; --encoded takes them as they are (RFC 8141 section 2.2)";
        }
        const auto json_it = [&] { append_refusal(w.out, r.text, why, says); };
        const auto keep = [&] {
            append_as_it_is(options_, w.out, r.text);
            w.out += options_.terminator();
        };
        refuse(options_, w, {.record = r.index, .why = why, .message = says, .text = r.text}, json_it, keep);
    }

    // Why no check character could be added; "" where the name is to blame otherwise.
    [[nodiscard]] std::string not_completed(std::string_view name, const error &why) const {
        const auto whole = make(
            name,
            {.registry = nullptr, .edition = options_.urn_edition, .encoded = options_.encoded, .any_check = true});
        if (whole) {
            const check_state state = check(*whole).state;
            if (state == check_state::right || state == check_state::wrong)
                return "the check character is there already";
            return "there is no check character in names of this form";
        }
        if (whole.error().offset < name.size()) return message(why, name);
        return "there is no check character for a name of this form and length";
    }

    // Which check character would be right, where the name is already what stands in the URN.
    [[nodiscard]] std::string expected(std::string_view name, const error &why) const {
        const auto unchecked = urn::build({.nid = maker_.nid, .nss = name});
        if (!unchecked) return message(why, name);
        const check_result found = check(*unchecked);
        if (found.state != check_state::wrong || found.expected.view().empty()) return message(why, name);
        return "the check character is " + in_quotes(found.found) + ", but " + in_quotes(found.expected.view()) +
               " is computed (" + std::string{to_string(found.algorithm)} + ')';
    }

    const options &options_;
    maker maker_;
};

int new_uuid(const options &o) {
    if (o.check_digit || o.encoded) {
        return fail(exit_usage, std::string{o.encoded ? "--encoded" : "--check-digit"} +
                                    " is about names, and a new UUID is made of none");
    }
    auto made = make_uuid_urn(o.uuid.value_or(uuid_version::random));
    if (!made) return fail(exit_io, "the system has no random numbers to give");
    if (!add_components(*made, o)) return fail(exit_usage, "a component is not valid");
    std::string out;
    if (o.json) {
        json_object object{out};
        object.text("urn", made->text());
        append_urn(object, made->view());
        object.end_line();
    } else {
        out = made->text() + o.terminator();
    }
    return print_all(out);
}

// The components are the same for all: what is wrong with them is said once.
int check_components(const options &o) {
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

// The namespace is the same for all, too.
int check_namespace(const options &o, const maker &m) {
    if (const auto sample = urn::build({.nid = m.nid, .nss = "a"}, {.edition = o.urn_edition}); !sample) {
        std::string says;
        append_message(says, "<argument>", 1, {.why = sample.error(), .text = m.nid},
                       {.caret = is_terminal(STDERR_FILENO),
                        .colour = use_colour(o.colour, STDERR_FILENO),
                        .width = terminal_width(STDERR_FILENO)});
        writer{STDERR_FILENO}.write_now(says);
        return exit_usage;
    }
    if (!o.check_digit) return exit_good;
    const namespace_info *info = namespace_registry::standard().find(m.nid);
    if (info == nullptr)
        return fail(exit_usage, "--check-digit: nothing is known about the namespace " + in_quotes(m.nid));
    if (!info->checks.empty()) return exit_good;
    return fail(exit_usage, "--check-digit: names of " + in_quotes(m.nid) + " have no check character");
}

} // namespace

int urn_make_verb(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "of which namespace? Give its NID as first argument");
    if (const int code = check_components(o); code != exit_good) return code;
    maker m = maker_of(o.arguments.front());
    if (o.arguments.size() == 1 && o.files.empty() && is_same(m.nid, "uuid")) return new_uuid(o);
    if (o.uuid) return fail(exit_usage, "--uuid-version is for a new UUID: `uniform urn make uuid` without a name");
    if (const int code = check_namespace(o, m); code != exit_good) return code;
    urn_make_run run{o, std::move(m)};
    return run_batch(o, run, 1);
}

} // namespace uniform::command

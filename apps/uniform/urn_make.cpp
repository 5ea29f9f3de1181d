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

namespace uniform::command {

namespace {

bool is_same(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](char x, char y) { return x == y || ((x ^ y) == 0x20 && (x | 0x20) >= 'a' && (x | 0x20) <= 'z'); });
}

// A NID, or the word that names of an identifier system begin with: "rfc" is ietf, with "RFC " before each name.
struct maker {
    std::string nid;
    std::string lead;
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
            const std::string name = maker_.lead + std::string{r.text};
            auto made = urn_from_name(maker_.nid, name,
                                      {.registry = nullptr,
                                       .edition = options_.urn_edition,
                                       .encoded = options_.encoded,
                                       .complete_check = options_.check_digit});
            if (!made) return give_up(w, r, made.error());
            if (const auto added = add_components(*made, options_); !added) return give_up(w, r, added.error());
            if (options_.json) {
                json_object object{w.out, !is_utf8(r.text)};
                object.text("input", r.text).boolean("valid", true).text("urn", made->text());
                append_urn(object, made->view());
                object.end_line();
            } else {
                w.out += made->text();
                w.out += options_.terminator();
            }
        });
    }

private:
    void give_up(work &w, const record &r, error why) const {
        const std::size_t lead = maker_.lead.size();
        why.offset = why.offset < lead ? 0 : why.offset - lead;
        std::string says;
        if (why.code == error_code::wrong_check_character) says = expected(r.text, why);
        if (why.code == error_code::unknown_namespace) {
            says = "nothing is known of how names of " + in_quotes(maker_.nid) +
                   " are encoded; --encoded takes them as they are (RFC 8141 section 2.2)";
        }
        const auto json_it = [&] { append_refusal(w.out, r.text, why, says); };
        const auto keep = [&] {
            w.out += r.text;
            w.out += options_.terminator();
        };
        refuse(options_, w, {.record = r.index, .why = why, .message = says, .text = r.text}, json_it, keep);
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
    auto made = make_uuid_urn(o.uuid);
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
        return fail(exit_usage, std::string{name} + ": " + message(why, *text) + " (" + citation(why) + ')');
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

} // namespace

int urn_make_verb(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "of which namespace? Give its NID as first argument");
    if (const int code = check_components(o); code != exit_good) return code;
    maker m = maker_of(o.arguments.front());
    if (o.arguments.size() == 1 && o.files.empty() && is_same(m.nid, "uuid")) return new_uuid(o);
    urn_make_run run{o, std::move(m)};
    return run_batch(o, run, 1);
}

} // namespace uniform::command

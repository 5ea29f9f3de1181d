// uniform store proof and verify-proof: what proves single names, without the rest of the history.

#include <array>
#include <cerrno>
#include <expected>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <uniform/base/hex.hpp>
#include <uniform/http/server.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/history_proof.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/store.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

struct known_tree_option {
    std::optional<std::string> tree;

    static constexpr auto rows() {
        return std::array{option<&known_tree_option::tree>(
            {heading::rules, 0, "tree", "SIZE:ROOT",
             "A tree that was noted earlier, in another place: that of the proof must be the same, or continue it."})};
    }
    // Nothing, if it was not given; or the exit code, after a report.
    [[nodiscard]] std::expected<std::optional<store::tree_head>, int> read_known() const {
        if (!tree) return std::nullopt;
        const auto head = store::history_head_from(*tree);
        if (!head) return std::unexpected{fail(exit_usage, "--tree: " + not_of_form(*tree, "SIZE:ROOT"))};
        return head;
    }
};

using proof_options = with<common_options, settings_options, store_row, progress_option, known_tree_option>;

int prove(store::reading &r, const proof_options &o, const std::optional<store::tree_head> &known) {
    std::vector<store::event> events;
    for (const std::string &urn : o.arguments) {
        const auto key = service::key_of(r, urn);
        if (!key) return fail(exit_bad_input, key.error().detail);
        auto more = service::events_of(r, "name", *key, std::numeric_limits<std::size_t>::max());
        if (more.empty()) return fail(exit_bad_input, resolver::name_does_not_exist(*key).detail);
        std::ranges::move(more, std::back_inserter(events));
    }
    service::history_tree tree;
    steps progress(o.progress, "events");
    (void)tree.read_on(r, std::numeric_limits<std::uint64_t>::max(),
                       [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
    progress.clear();
    const std::uint64_t from = known ? known->first : 0;
    if (from > r.head().first) {
        return fail(exit_bad_input, "the history has " + std::to_string(r.head().first) +
                                        " events, fewer than the known tree: events are missing");
    }
    const std::string proof = service::history_proof(r, tree, events, from);
    if (known && !service::verify_proof(proof, known)) {
        return fail(exit_bad_input, "the tree of the first " + std::to_string(from) +
                                        " events has another root than the known one: an event was changed, or the "
                                        "known tree is of another history");
    }
    return print_all(proof);
}

int make_proof(const proof_options &o) {
    const auto known = o.read_known();
    if (!known) return known.error();
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto s = store::store::open(http::store_location(c->values),
                                          {.database = existing(c->values), .migrate = false, .check_schema = false});
        return s->read([&](store::reading &r) { return prove(r, o, *known); });
    });
}

using verify_proof_options = with<common_options, json_result_option, quiet_option, known_tree_option>;

std::expected<std::string, int> text_of(const std::string &name) {
    std::ostringstream text;
    errno = 0;
    if (name == "-") {
        text << std::cin.rdbuf();
    } else {
        std::ifstream file(name, std::ios::binary);
        if (file.is_open()) text << file.rdbuf();
        if (!file.is_open() || file.bad() || errno == EISDIR)
            return std::unexpected{fail(exit_io, file_error(name, errno))};
    }
    return std::move(text).str();
}

// "urn:example:a", "token 7f3a".
std::string subject_of(const store::event &e) {
    return printable(e.kind == "name" ? "urn:" + e.id : e.kind + ' ' + e.id);
}

// A name: its state after the last event.
std::string state_of(const store::event &e) {
    if (e.kind != "name") return {};
    const auto record = resolver::decode(e.body);
    return record ? std::string(resolver::to_string(record->state)) : "damaged";
}

json::value to_json(const service::proven_history &p) {
    json::array subjects;
    for (const service::proven_subject &s : p.subjects) {
        json::object o{{"kind", s.last.kind},     {"id", s.last.id},
                       {"first", s.first},        {"complete", s.complete},
                       {"last", s.last.number},   {"at", resolver::to_string(s.last.at)},
                       {"action", s.last.action}, {"hash", base::to_hex(s.last.hash)}};
        if (const std::string state = state_of(s.last); !state.empty()) o.push_back({"state", state});
        subjects.emplace_back(std::move(o));
    }
    return json::object{{"tree", store::to_string(p.tree)},
                        {"known", p.known},
                        {"withheld", p.withheld},
                        {"subjects", std::move(subjects)}};
}

std::string to_text(const service::proven_history &p, bool has_known) {
    std::string out;
    for (const service::proven_subject &s : p.subjects) {
        out += subject_of(s.last) + ": event " + std::to_string(s.last.number) + ' ' + printable(s.last.action) + ' ' +
               resolver::to_string(s.last.at);
        if (const std::string state = state_of(s.last); !state.empty()) out += ", " + state;
        out += s.complete ? ", made by event " + std::to_string(s.first)
                          : ", without the events before " + std::to_string(s.first);
        out += '\n';
    }
    out += "tree " + store::to_string(p.tree) + '\n';
    if (p.withheld != 0) {
        out += std::to_string(p.withheld) + " events without their secrets: what they say is not proven\n";
    }
    return out + (has_known ? "the proof agrees with the known tree\n"
                            : "the proof agrees with itself: compare the tree with one that was noted, by --tree\n");
}

int verify_proof(const verify_proof_options &o) {
    const auto known = o.read_known();
    if (!known) return known.error();
    const std::string &name = o.arguments.front();
    const auto text = text_of(name);
    if (!text) return text.error();
    const auto proven = service::verify_proof(*text, *known);
    if (o.quiet) return proven ? exit_good : exit_bad_input;
    if (!proven) return fail(exit_bad_input, printable(name) + ": " + printable(proven.error()));
    if (o.json) return print_json(to_json(*proven));
    return print_all(to_text(*proven, known->has_value()));
}

constexpr example proof_examples[]{
    {"Note the tree, in another place", "uniform store proof --store names.db | head -1"},
    {"What proves a name without this program, offline",
     "uniform name assign urn:example:a http://a/ && uniform store proof urn:example:a > a.proof"},
};
constexpr example verify_proof_examples[]{
    {"What does it prove?", "uniform store proof | uniform store verify-proof -"},
};

} // namespace

const command store_proof_command = command_of<make_proof>(
    {"store proof", "write what proves names without the rest of the history", "[URN...]",
     "Writes all events of the names to standard output, each with the hashes that lead from it to the root of the "
     "Merkle tree over the history (RFC 9162), and the size and the root of this tree as SIZE:ROOT. Without names, it "
     "is the tree alone: note it in another place. docs/reference/history-format.md describes every byte; `store "
     "verify-proof` and scripts/verify_history.py check a proof without the store. It has the authors of the events, "
     "and where they came from.",
     proof_examples});

const command store_verify_proof_command = command_of<verify_proof>(
    {"store verify-proof", "check a proof of names, without a store", "FILE",
     "Checks what `store proof` or a service wrote: that each event has its hash, and is in the tree whose head the "
     "proof has. With --tree, that this tree is the one that was noted, or continues it. Prints what is proven of "
     "each name: its last event in the proof. That no later event changed the name is not proven. The exit code is 1 "
     "if the proof is wrong. \"-\" is standard input.",
     verify_proof_examples});

} // namespace uniform::cli

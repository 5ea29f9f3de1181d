#include "service/names/name_check.hpp"

#include <algorithm>
#include <utility>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/encoded_text.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

using resolver::name_record;
using resolver::problem;
using resolver::problem_type;

namespace {

// Whether the syntax of the namespace permits octets that are not text: "octets" of its settings.
bool may_encode_octets(const resolver::namespace_rules &rules) {
    const json::value *const octets = rules.syntax().find("octets");
    return octets != nullptr && octets->if_boolean().value_or(false);
}

} // namespace

std::string_view nid_of_urn(std::string_view urn) noexcept {
    constexpr std::size_t lead = 4; // "urn:", in any case of letters
    const std::size_t colon = urn.find(':', lead);
    return urn.size() < lead || colon == std::string_view::npos ? std::string_view{} : urn.substr(lead, colon - lead);
}

std::expected<checked_name, problem> check_new_name(store::reading &r, std::string_view urn) {
    return check_new_name(urn, rules_of(r, nid_of_urn(urn)));
}

std::expected<checked_name, problem> check_new_name(std::string_view text, const resolver::namespace_rules &rules) {
    UNIFORM_TRY(auto &key, resolver::key_of(text, rules.keys()));
    const auto urn = parse_urn(text);
    if (!urn) return std::unexpected{resolver::malformed(urn.error(), text)}; // key_of() has refused it already
    // A namespace without a registered syntax permits any NSS (RFC 8141 2.2).
    const auto fit = validate(*urn, rules.registry());
    if (!fit && fit.error().code != error_code::unknown_namespace) {
        problem p = resolver::malformed(fit.error(), text);
        p.type = problem_type::invalid;
        return std::unexpected{std::move(p)};
    }
    if (const auto fault = find_encoding_fault(*urn); fault && !may_encode_octets(rules)) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = std::string(uniform::message(fault->kind)),
                                       .offset = fault->offset,
                                       .rule = "RFC 8141 section 2.2"}};
    }
    const check_result c = check(*urn, rules.registry());
    if (c.state == check_state::incorrect && c.strict) {
        problem p{.type = problem_type::invalid, .offset = c.offset};
        p.detail = "incorrect check character \"" + std::string(c.found) + "\"";
        if (c.expected.size != 0) p.detail += ": it must be \"" + std::string(c.expected.view()) + "\"";
        p.rule = "RFC 8141 section 5 (3); check characters: " + std::string(to_string(c.algorithm));
        return std::unexpected{std::move(p)};
    }
    checked_name name{.key = std::move(key)};
    name.written = normalized_assigned_name(*urn);
    if (std::string_view(name.written).substr(4) == name.key) name.written.clear();
    return name;
}

std::expected<void, problem> check_relations(store::reading &r, std::string_view key, const name_record &record) {
    const auto in_store = [&r](std::string_view name) {
        const auto row = r.name(name);
        return row ? record_in(row->key, row->record).successor : std::string{};
    };
    return check_relations(in_store, key, record);
}

std::expected<void, problem> check_relations(const successor_of &successor, std::string_view key,
                                             const name_record &record) {
    const std::string self = resolver::urn_of(key);
    const auto invalid = [](std::string pointer, std::string detail) {
        return std::unexpected{
            problem{.type = problem_type::invalid, .detail = std::move(detail), .pointer = std::move(pointer)}};
    };
    if (record.predecessor == self) return invalid("/predecessor", "a name cannot be its own predecessor");
    if (const auto at = std::ranges::find(record.other_names, self); at != record.other_names.end()) {
        return invalid("/other_names/" + std::to_string(at - record.other_names.begin()),
                       "a name cannot be one of its own other names");
    }
    // The successors must come to an end.
    std::string next = record.successor;
    for (int steps = 0; !next.empty(); ++steps) {
        if (next == self) {
            return invalid("/successor", steps == 0 ? "a name cannot be its own successor"
                                                    : "the successors form a cycle that contains this name");
        }
        if (steps == 100) return invalid("/successor", "more than 100 successors one after another");
        next = successor(std::string_view(next).substr(4));
    }
    return {};
}

bool is_plain_text(std::string_view text) noexcept { return !base::find_text_fault(text, base::text_lines::several); }

} // namespace uniform::service

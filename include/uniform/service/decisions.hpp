// The log of decisions: what people have decided, out of all that happened. It is an index of the history, made
// afterwards by note_decisions(), so that it can be read and filtered whatever else the history has: the ten million
// names of an import are no decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The area that a decision belongs to.
enum class decision_area : std::uint8_t {
    registration, ///< the process of a request for a namespace, but drafts and comments
    namespaces,   ///< namespaces and their settings; updates of IANA's list
    delegations,  ///< of prefixes
    transfers,    ///< of prefixes to other registrars
    registrars,
    names,    ///< withdrawals, and what corrects them
    tokens,   ///< created, revoked
    webhooks, ///< created, ended
    service,  ///< the clock of the service was confirmed
};
/// Their names.
inline constexpr auto decision_area_names = enum_table<decision_area>({{decision_area::registration, "registration"},
                                                                       {decision_area::namespaces, "namespaces"},
                                                                       {decision_area::delegations, "delegations"},
                                                                       {decision_area::transfers, "transfers"},
                                                                       {decision_area::registrars, "registrars"},
                                                                       {decision_area::names, "names"},
                                                                       {decision_area::tokens, "tokens"},
                                                                       {decision_area::webhooks, "webhooks"},
                                                                       {decision_area::service, "service"}});
/// The name of an area; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(decision_area a) noexcept { return decision_area_names.name(a); }

/// The area of an event with this kind and action; nothing if it is no decision.
[[nodiscard]] std::optional<decision_area> area_of(std::string_view kind, std::string_view action) noexcept;

/// One decision: an event of the history without its contents.
struct decision {
    std::uint64_t number = 0; ///< of the event
    resolver::timestamp at = {};
    decision_area area = decision_area::service;
    std::string kind = {}; ///< of its subject: "delegation"
    std::string id = {};
    std::string action = {};
    std::string who = {};
};

/// The filter for a list of decisions.
struct decision_filter {
    std::optional<decision_area> area = {};
    std::string who = {}; ///< only this author: "token:7f3a9c01d2e4"; empty: all
};

/// A page of decisions, newest first.
struct decision_page {
    std::vector<decision> items = {};
    std::uint64_t next = 0;    ///< continue before this event; 0: that was all
    std::uint64_t waiting = 0; ///< events that are not in the index yet, so that their decisions are missing; 0: none
};
/// For administrators of the instance: those before event `before` (0: from the newest); at most `limit`. The last
/// events that are not in the index yet are read from the history, unless they are more than a thousand
/// (decision_page::waiting). Proportional to the page. Throws store::failure.
[[nodiscard]] decision_page list_decisions(store::reading &r, const resolver::instance_administrator &by,
                                           const decision_filter &f, std::uint64_t before, std::size_t limit);

/// Notes the decisions among the next events, at most `most`, in one transaction without an event. Several processes
/// may do so at a time. Throws store::failure.
/// @return how many events were read; 0: the index is complete
std::uint64_t note_decisions(store::store &s, std::size_t most = 2000);

} // namespace service
} // namespace uniform

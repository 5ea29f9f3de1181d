#include <uniform/service/responsibility.hpp>

#include <optional>
#include <utility>

#include "service/authorization.hpp"
#include "service/policy_documents.hpp"

namespace uniform::service {

namespace {

constexpr std::string_view delegation_kind = "delegation";
constexpr std::size_t most_events = 100;

// The registrar after an event of a delegation; none of one that has ended.
std::string registrar_after(const store::event &e) {
    const auto d = delegation_in(store::document_after(e));
    return d->state == resolver::delegation_state::active ? d->registrar : std::string{};
}

} // namespace

std::string responsible_registrar(store::reading &r, std::string_view key) {
    const auto d = active_delegation(r, key).first;
    return d ? d->registrar : std::string{};
}

std::string responsible_registrar(store::reading &r, std::string_view key, resolver::timestamp t) {
    std::string found;
    // No delegation is ever removed, so that those of that time are among the ones of now.
    (void)r.longest_prefix(delegation_kind, key, [&](const store::document &now) {
        const auto then = r.as_of(delegation_kind, now.id, t);
        if (!then) return false;
        const auto d = delegation_in(store::document_after(*then));
        if (d->state != resolver::delegation_state::active) return false;
        found = d->registrar;
        return true;
    });
    return found;
}

std::vector<responsibility_change> responsibility_changes(store::reading &r, std::string_view key,
                                                          std::uint64_t since) {
    std::vector<responsibility_change> out;
    const auto d = active_delegation(r, key).first;
    if (!d) return out;
    const auto events = r.history(delegation_kind, d->prefix, 0, most_events);
    for (std::size_t i = 0; i + 1 < events.size() && events[i].number >= since; ++i) {
        responsibility_change change{.event = events[i].number,
                                     .at = events[i].at,
                                     .from = registrar_after(events[i + 1]),
                                     .to = registrar_after(events[i])};
        if (change.from != change.to) out.push_back(std::move(change));
    }
    return out;
}

} // namespace uniform::service

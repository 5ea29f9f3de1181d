#include <uniform/service/transfers.hpp>

#include <algorithm>
#include <utility>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/store/pages.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/delegation_changes.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

using namespace detail;
using resolver::principal;
using resolver::role;

namespace {

constexpr std::string_view transfer_kind = "transfer";
constexpr std::size_t transfer_page = 1000;

transfer_state state_after(transfer_decision d) noexcept {
    switch (d) {
    case transfer_decision::accept:
        return transfer_state::accepted;
    case transfer_decision::refuse:
        return transfer_state::refused;
    case transfer_decision::withdraw:
        return transfer_state::withdrawn;
    }
    std::unreachable();
}

json::value value_of(const transfer &t) {
    json::value out;
    out.set("id", t.id).set("prefix", t.prefix).set_if("from", t.from).set("to", t.to).set("side", t.side);
    out.set("state", to_string(t.state))
        .set_if("note", t.note)
        .set_if("answer", t.answer)
        .set("requested_by", t.requested_by);
    out.set("requested", resolver::to_string(t.requested)).set_if("decided_by", t.decided_by);
    if (t.decided) out.set("decided", resolver::to_string(*t.decided));
    return out;
}

transfer read_transfer(const store::document &d) {
    transfer t;
    std::string requested;
    std::string decided;
    const json::value body = detail::body_of(d, transfer_kind);
    json::members m{body, "a transfer"};
    m.string("id", t.id).string("prefix", t.prefix).string("from", t.from).string("to", t.to).string("side", t.side);
    m.word("state", t.state, transfer_state_names).string("note", t.note, 10000).string("answer", t.answer, 10000);
    m.string("requested_by", t.requested_by).string("requested", requested);
    m.string("decided_by", t.decided_by).string("decided", decided);
    if (auto done = m.done(); !done) throw_damaged(transfer_kind, d.id, done.error().message);
    t.requested = resolver::parse_timestamp(requested).value_or(resolver::timestamp{});
    if (!decided.empty()) t.decided = resolver::parse_timestamp(decided);
    set_revision(t, d);
    return t;
}

transfer put(store::writing &w, transfer t, std::string_view action) {
    set_revision(t, w.put(transfer_kind, t.id, json::to_text(value_of(t)), action));
    return t;
}

// The id begins with the prefix, so that the open transfers of a prefix are found without reading the others.
std::string id_of(std::string_view prefix, std::uint64_t number) {
    return std::string(prefix) + "~" + std::to_string(number);
}

template <class F>
void each_open(store::reading &r, std::string_view prefix, F f) {
    std::string after;
    for (;;) {
        const auto found = r.list(transfer_kind, std::string(prefix) + "~", after, transfer_page);
        for (const auto &d : found) {
            transfer t = read_transfer(d);
            if (t.prefix == prefix && t.state == transfer_state::requested) f(std::move(t));
        }
        if (found.size() < transfer_page) return;
        after = found.back().id;
    }
}

// Anyone who has a registrar can ask for any prefix, so what one asks for binds only this one: it must keep neither the
// owner nor others from requesting a transfer. Only what the owner or a manager requested excludes other requests.
bool excludes(const transfer &open, const transfer &wanted) noexcept {
    if (open.side != "to") return true;
    return wanted.side == "to" && wanted.to == open.to;
}

bool acts_for(const principal &who, std::string_view registrar) noexcept {
    return who.role == role::registrar && !registrar.empty() && who.registrar == registrar;
}
bool manages(const principal &who, std::string_view prefix) noexcept {
    return who.is(resolver::managers) && who.covers(prefix);
}
// A token that is restricted to prefixes must not give up a prefix that it does not cover.
bool gives(const principal &who, const transfer &t) noexcept { return acts_for(who, t.from) && who.covers(t.prefix); }
// The prefix is not delegated to the registrar yet, so that a token without prefixes of its own does not cover it.
bool takes(store::reading &r, const principal &who, const transfer &t) {
    return acts_for(who, t.to) && (who.covers(t.prefix) || acts_for_whole_registrar(r, who));
}
// Whether `who` may accept for the side that did not request the transfer. A manager of the prefix may for the
// registrar that gives it up; only the other registrar, or an administrator, for the one that receives it: else a
// manager could request and accept alone.
bool agrees(store::reading &r, const principal &who, const transfer &t) {
    if (who.role == role::administrator && manages(who, t.prefix)) return true;
    if (t.side == "to") return gives(who, t) || manages(who, t.prefix);
    return takes(r, who, t);
}

} // namespace

namespace detail {
void end_open_transfers(store::writing &w, const principal &who, std::string_view prefix, std::string_view why) {
    each_open(w, prefix, [&](transfer t) {
        t.state = transfer_state::withdrawn;
        t.answer = why;
        t.decided_by = who.id;
        t.decided = w.now();
        put(w, std::move(t), "withdraw");
    });
}
} // namespace detail

void write(json::writer &w, const transfer &t) { w.write(with_revision(value_of(t), t)); }

bool concerns(const transfer &t, const principal &who) noexcept {
    return acts_for(who, t.from) || acts_for(who, t.to) || manages(who, t.prefix);
}

std::expected<transfer, problem> request_transfer(store::writing &w, const principal &who, std::string_view prefix,
                                                  std::string_view to, std::string_view note) {
    UNIFORM_CHECK(check_token(w, who));
    if (!who.is(resolver::registrars)) {
        return std::unexpected{resolver::insufficient_role(resolver::registrars, who.role)};
    }
    UNIFORM_CHECK(check_shown_text("note", note, base::text_lines::several));
    if (note.size() > 2000) return refuse_member("note", "\"note\" must not be longer than 2000 bytes");
    const auto of_prefix = [](problem p) {
        p.pointer = "/prefix";
        return std::unexpected{std::move(p)};
    };
    auto d = delegation_of(w, prefix);
    if (!d) return of_prefix(std::move(d.error()));
    transfer t;
    t.prefix = d->delegation.prefix;
    if (d->delegation.state != resolver::delegation_state::active) {
        return of_prefix(
            {.type = problem_type::not_found, .detail = "the delegation of \"urn:" + t.prefix + "\" has ended"});
    }
    t.from = d->delegation.registrar;
    t.to = to;
    if (manages(who, t.prefix)) {
        t.side = "manager";
    } else if (gives(who, t)) {
        t.side = "from";
    } else if (takes(w, who, t)) {
        t.side = "to";
    } else {
        return of_prefix(resolver::insufficient_permissions(
            "a transfer is requested by a manager of the prefix, by the registrar \"" + t.from + "\" or by \"" + t.to +
            "\""));
    }
    const auto r = find_registrar(w, t.to);
    if (!r || r->state != registrar_state::active) {
        return refuse_member("to", r ? "the registrar \"" + t.to + "\" has ended"
                                     : resolver::registrar_does_not_exist(t.to).detail);
    }
    if (t.to == t.from) {
        return refuse_member("to", "the prefix is delegated to this registrar already");
    }
    std::optional<transfer> open;
    each_open(w, t.prefix, [&](transfer other) {
        if (excludes(other, t)) open = std::move(other);
    });
    if (open) {
        problem p{.type = problem_type::conflict,
                  .detail = "a transfer of the prefix \"urn:" + t.prefix + "\" is already open"};
        if (concerns(*open, who)) p.existing = with_revision(value_of(*open), *open);
        return of_prefix(std::move(p));
    }
    t.note = note;
    t.requested_by = who.id;
    t.requested = w.now();
    t.id = id_of(t.prefix, w.next("transfer"));
    return put(w, std::move(t), "request");
}

std::expected<void, problem> may_decide(store::reading &r, const principal &who, const transfer &t,
                                        transfer_decision d) {
    if (!who.is(resolver::registrars)) {
        return std::unexpected{resolver::insufficient_role(resolver::registrars, who.role)};
    }
    const bool same = t.side == "from" ? gives(who, t) : t.side == "to" && takes(r, who, t);
    const bool may = d == transfer_decision::accept     ? agrees(r, who, t)
                     : d == transfer_decision::withdraw ? same || manages(who, t.prefix)
                                                        : agrees(r, who, t) || manages(who, t.prefix);
    if (!may) {
        return std::unexpected{resolver::insufficient_permissions(
            d == transfer_decision::withdraw ? "a transfer is withdrawn by the side that requested it"
                                             : "the other side decides about a transfer, with a token that covers the "
                                               "prefix or is not restricted to prefixes")};
    }
    if (d == transfer_decision::accept && who.role != role::administrator &&
        responsible_for(r, who.id) == responsible_for(r, t.requested_by)) {
        return std::unexpected{resolver::insufficient_permissions(
            "the transfer was requested by the manager that created this token, or with another token that it created: "
            "requires a token that another manager created, or role administrator")};
    }
    if (t.state != transfer_state::requested)
        return refuse(problem_type::wrong_state,
                      "the transfer is " + std::string(to_string(t.state)) + ": it cannot be changed");
    return {};
}

std::expected<transfer, problem> decide_transfer(store::writing &w, const principal &who, std::string_view id,
                                                 transfer_decision d, std::string_view answer) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_TRY(auto &t, transfer_of(w, id));
    UNIFORM_CHECK(may_decide(w, who, t, d));
    UNIFORM_CHECK(check_shown_text("answer", answer, base::text_lines::several));
    if (answer.size() > 2000) return refuse_member("answer", "\"answer\" must not be longer than 2000 bytes");
    if (d == transfer_decision::accept) {
        auto entry = delegation_of(w, t.prefix);
        if (!entry || entry->delegation.state != resolver::delegation_state::active ||
            entry->delegation.registrar != t.from) {
            return refuse(problem_type::wrong_state,
                          "the delegation of the prefix has changed since the transfer was requested");
        }
        const auto r = find_registrar(w, t.to);
        if (!r || r->state != registrar_state::active) {
            return refuse(problem_type::wrong_state, "the registrar \"" + t.to + "\" has ended");
        }
        entry->delegation.registrar = t.to;
        (void)write_delegation(w, entry->delegation, "transfer");
    }
    t.state = state_after(d);
    t.answer = answer;
    t.decided_by = who.id;
    t.decided = w.now();
    transfer decided = put(w, std::move(t), to_string(d));
    // The others are from the former registrar, which has nothing to give any more.
    if (d == transfer_decision::accept) end_open_transfers(w, who, decided.prefix, "another transfer was accepted");
    return decided;
}

std::expected<transfer, problem> transfer_of(store::reading &r, std::string_view id) {
    // The id may be any bytes: only those that can be an id are looked up.
    const auto mark = id.rfind('~');
    const bool can_be = mark != std::string_view::npos && id.size() - mark <= 20 &&
                        id.find_first_not_of("0123456789", mark + 1) == std::string_view::npos &&
                        resolver::prefix_of_keys(id.substr(0, mark)).has_value();
    const auto d = can_be ? r.find(transfer_kind, id) : std::nullopt;
    if (!d) return std::unexpected{resolver::does_not_exist("transfer", id)};
    return read_transfer(*d);
}

std::expected<transfer, problem> transfer_of(store::reading &r, const principal &who, std::string_view id) {
    auto t = transfer_of(r, id);
    if (t && !concerns(*t, who)) {
        return std::unexpected{resolver::insufficient_permissions(
            "a transfer is shown to its two registrars and the managers of the prefix")};
    }
    return t;
}

std::expected<history_page, problem> transfer_history(store::reading &r, const principal &who, std::string_view id,
                                                      const history_request &h) {
    UNIFORM_TRY(const auto &now, transfer_of(r, who, id));
    return history_of(r, transfer_kind, now.id, h, [](const store::event &e) {
        return writer_of(value_of(read_transfer(store::document_after(e))));
    });
}

std::pair<std::vector<transfer>, std::string> list_transfers(store::reading &r, const principal &who,
                                                             std::optional<transfer_state> state,
                                                             std::string_view after, std::size_t limit) {
    std::vector<transfer> result;
    std::string last{after};
    const auto found = store::documents_page(r, transfer_kind, "", after, {.rows = transfer_page});
    for (const auto &d : found.rows) {
        if (result.size() == limit) return {std::move(result), std::move(last)};
        last = d.id;
        transfer t = read_transfer(d);
        if ((!state || t.state == *state) && concerns(t, who)) result.push_back(std::move(t));
    }
    if (!found.more) last.clear();
    return {std::move(result), std::move(last)};
}

} // namespace uniform::service

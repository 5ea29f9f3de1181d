#include <uniform/service/transfers.hpp>

#include <algorithm>
#include <array>

#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>

#include "service/history.hpp"
#include "service/registrars_common.hpp"
#include "service/transfers_open.hpp"

namespace uniform::service {

using namespace detail;
using resolver::principal;
using resolver::role;

namespace {

constexpr std::string_view kind = "transfer";
constexpr std::size_t page = 1000;
constexpr std::array<std::string_view, 3> decisions{"accept", "refuse", "withdraw"};
constexpr std::array<std::string_view, 3> states{"accepted", "refused", "withdrawn"};

json body_of(const transfer &t) {
    json out;
    out["id"] = t.id;
    out["prefix"] = t.prefix;
    if (!t.from.empty()) out["from"] = t.from;
    out["to"] = t.to;
    out["side"] = t.side;
    out["state"] = t.state;
    if (!t.note.empty()) out["note"] = t.note;
    if (!t.answer.empty()) out["answer"] = t.answer;
    out["requested_by"] = t.requested_by;
    out["requested"] = resolver::to_string(t.requested);
    if (!t.decided_by.empty()) out["decided_by"] = t.decided_by;
    if (t.decided) out["decided"] = resolver::to_string(*t.decided);
    return out;
}

transfer read(const store::document &d) {
    transfer t;
    std::string requested;
    std::string decided;
    members m{d.body, "a transfer"};
    m.text("id", t.id).text("prefix", t.prefix).text("from", t.from).text("to", t.to).text("side", t.side);
    m.text("state", t.state).text("note", t.note, 10000).text("answer", t.answer, 10000);
    m.text("requested_by", t.requested_by).text("requested", requested);
    m.text("decided_by", t.decided_by).text("decided", decided);
    if (auto done = m.done(); !done) damaged(kind, d.id, done.error());
    t.requested = resolver::parse_timestamp(requested).value_or(resolver::timestamp{});
    if (!decided.empty()) t.decided = resolver::parse_timestamp(decided);
    t.event = d.event;
    return t;
}

transfer put(store::writing &w, transfer t, std::string_view action) {
    t.event = w.put(kind, t.id, print(body_of(t)), action);
    return t;
}

// The id begins with the prefix, so that what is open for a prefix is found without looking at the others.
std::string id_of(std::string_view prefix, std::uint64_t number) {
    return std::string(prefix) + "~" + std::to_string(number);
}

template <class F>
void each_open(store::reading &r, std::string_view prefix, F f) {
    std::string after;
    for (;;) {
        const auto found = r.list(kind, std::string(prefix) + "~", after, page);
        for (const auto &d : found) {
            transfer t = read(d);
            if (t.prefix == prefix && t.state == "requested") f(std::move(t));
        }
        if (found.size() < page) return;
        after = found.back().id;
    }
}

bool acts_for(const principal &who, std::string_view registrar) noexcept {
    return who.role == role::registrar && !registrar.empty() && who.registrar == registrar;
}
bool manages(const principal &who, std::string_view prefix) noexcept {
    return who.is(resolver::managers) && who.reaches(prefix);
}
// A token that is narrower than its registrar must not give away what it does not reach.
bool gives(const principal &who, const transfer &t) noexcept { return acts_for(who, t.from) && who.reaches(t.prefix); }
// What is taken is not delegated to it yet, so that a token which follows its registrar does not reach it.
bool takes(store::reading &r, const principal &who, const transfer &t) {
    return acts_for(who, t.to) && (who.reaches(t.prefix) || is_of_whole_registrar(r, who));
}
// Whether `who` agrees for the side that did not ask. A manager of the prefix gives it; for the registrar that gets it
// only that registrar speaks, or an administrator: else a manager would ask and accept alone.
bool agrees(store::reading &r, const principal &who, const transfer &t) {
    if (who.role == role::administrator && manages(who, t.prefix)) return true;
    if (t.side == "to") return gives(who, t) || manages(who, t.prefix);
    return takes(r, who, t);
}

} // namespace

namespace detail {
void end_open_transfers(store::writing &w, const principal &who, std::string_view prefix, std::string_view why) {
    each_open(w, prefix, [&](transfer t) {
        t.state = "withdrawn";
        t.answer = why;
        t.decided_by = who.id;
        t.decided = w.now();
        put(w, std::move(t), "withdraw");
    });
}
} // namespace detail

std::string to_json(const transfer &t) {
    json out = body_of(t);
    out["version"] = t.event;
    return print(out);
}

std::string_view to_string(transfer_decision d) noexcept { return decisions[static_cast<std::size_t>(d)]; }

bool concerns(const transfer &t, const principal &who) noexcept {
    return acts_for(who, t.from) || acts_for(who, t.to) || manages(who, t.prefix);
}

std::expected<transfer, problem> request_transfer(store::writing &w, const principal &who, std::string_view prefix,
                                                  std::string_view to, std::string_view note) {
    if (!who.is(resolver::registrars)) {
        return refuse(problem_type::forbidden, "a transfer is between registrars, or made by a manager");
    }
    if (note.size() > 2000) return refuse(problem_type::invalid, "the note is longer than 2000 bytes");
    const auto d = delegation_of(w, prefix);
    if (!d) return std::unexpected{d.error()};
    transfer t;
    t.prefix = d->delegation.prefix;
    if (d->delegation.state != "active") {
        return refuse(problem_type::not_found, "the delegation of \"urn:" + t.prefix + "\" has ended");
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
        return refuse(problem_type::forbidden, "the token is of neither side: the prefix is delegated to \"" + t.from +
                                                   "\", and \"" + t.to + "\" is to get it");
    }
    const auto r = find_registrar(w, t.to);
    if (!r || r->state != "active") {
        return refuse(problem_type::invalid,
                      r ? "the registrar \"" + t.to + "\" has ended" : "there is no registrar \"" + t.to + "\"",
                      R"({"pointer":"/to"})");
    }
    if (t.to == t.from) {
        return refuse(problem_type::invalid, "the prefix is delegated to this registrar already",
                      R"({"pointer":"/to"})");
    }
    std::optional<transfer> open;
    each_open(w, t.prefix, [&](transfer other) { open = std::move(other); });
    if (open) {
        return refuse(problem_type::conflict, "a transfer of this prefix waits for an answer",
                      concerns(*open, who) ? existing(to_json(*open)) : std::string{});
    }
    t.note = note;
    t.requested_by = who.id;
    t.requested = w.now();
    t.id = id_of(t.prefix, w.next("transfer"));
    return put(w, std::move(t), "request");
}

std::expected<transfer, problem> decide_transfer(store::writing &w, const principal &who, std::string_view id,
                                                 transfer_decision d, std::string_view answer) {
    if (!who.is(resolver::registrars)) {
        return refuse(problem_type::forbidden, "a transfer is between registrars, or made by a manager");
    }
    auto t = transfer_of(w, id);
    if (!t) return t;
    const bool same = t->side == "from" ? gives(who, *t) : t->side == "to" && takes(w, who, *t);
    const bool may = d == transfer_decision::accept     ? agrees(w, who, *t)
                     : d == transfer_decision::withdraw ? same || manages(who, t->prefix)
                                                        : agrees(w, who, *t) || manages(who, t->prefix);
    if (!may) {
        return refuse(problem_type::forbidden, d == transfer_decision::withdraw
                                                   ? "only the side that asked withdraws a transfer"
                                                   : "only the other side decides about a transfer, by a token that "
                                                     "reaches the prefix or is not limited to prefixes");
    }
    if (d == transfer_decision::accept && who.role != role::administrator &&
        hand_of(w, who.id) == hand_of(w, t->requested_by)) {
        return refuse(problem_type::forbidden,
                      "the transfer was asked for by the manager that made this token, or by a token of its making: a "
                      "token that another made accepts it, or an administrator");
    }
    if (t->state != "requested") return refuse(problem_type::wrong_state, "the transfer is " + t->state + " already");
    if (answer.size() > 2000) return refuse(problem_type::invalid, "the answer is longer than 2000 bytes");
    if (d == transfer_decision::accept) {
        auto entry = delegation_of(w, t->prefix);
        if (!entry || entry->delegation.state != "active" || entry->delegation.registrar != t->from) {
            return refuse(problem_type::wrong_state,
                          "the prefix is not delegated any more as it was when the transfer was asked for");
        }
        const auto r = find_registrar(w, t->to);
        if (!r || r->state != "active") {
            return refuse(problem_type::wrong_state, "the registrar \"" + t->to + "\" has ended");
        }
        entry->delegation.registrar = t->to;
        (void)write_delegation(w, entry->delegation, "transfer");
    }
    t->state = states[static_cast<std::size_t>(d)];
    t->answer = answer;
    t->decided_by = who.id;
    t->decided = w.now();
    return put(w, std::move(*t), to_string(d));
}

std::expected<transfer, problem> transfer_of(store::reading &r, std::string_view id) {
    // What no id of ours can be is not asked for: the id may be any bytes.
    const auto mark = id.rfind('~');
    const bool can_be = mark != std::string_view::npos && id.size() - mark <= 20 &&
                        id.find_first_not_of("0123456789", mark + 1) == std::string_view::npos &&
                        resolver::prefix_of_keys(id.substr(0, mark)).has_value();
    const auto d = can_be ? r.find(kind, id) : std::nullopt;
    if (!d) return refuse(problem_type::not_found, "there is no such transfer");
    return read(*d);
}

std::expected<transfer, problem> transfer_of(store::reading &r, const principal &who, std::string_view id) {
    auto t = transfer_of(r, id);
    if (t && !concerns(*t, who)) {
        return refuse(problem_type::forbidden, "this transfer is for its two sides and the managers of the prefix");
    }
    return t;
}

std::expected<history_page, problem> transfer_history(store::reading &r, const principal &who, std::string_view id,
                                                      const history_request &h) {
    const auto now = transfer_of(r, who, id);
    if (!now) return std::unexpected{now.error()};
    return history_of(r, kind, now->id, h, [](const store::event &e) { return print(body_of(read(document_of(e)))); });
}

std::pair<std::vector<transfer>, std::string> list_transfers(store::reading &r, const principal &who,
                                                             std::string_view state, std::string_view after,
                                                             std::size_t limit) {
    std::vector<transfer> result;
    std::string last{after};
    const auto found = r.list(kind, "", after, page);
    for (const auto &d : found) {
        if (result.size() == limit) return {std::move(result), std::move(last)};
        last = d.id;
        transfer t = read(d);
        if ((state.empty() || t.state == state) && concerns(t, who)) result.push_back(std::move(t));
    }
    if (found.size() < page) last.clear();
    return {std::move(result), std::move(last)};
}

} // namespace uniform::service

#include <uniform/service/registrars.hpp>

#include <algorithm>

#include <uniform/service/delegations.hpp>

#include "registry/text.hpp"
#include "service/history.hpp"
#include "service/registrars_common.hpp"

namespace uniform::service {

using namespace detail;
using resolver::principal;

namespace {

constexpr std::string_view kind = "registrar";

bool is_registrar_id(std::string_view id) noexcept {
    const auto is_alnum = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !id.empty() && id.size() <= 64 && is_alnum(id[0]) &&
           std::ranges::all_of(id, [&](char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; });
}

registrar read(const store::document &d) {
    registrar r;
    members m{d.body, "a registrar"};
    m.text("id", r.id).text("name", r.name).text("contact", r.contact).text("state", r.state);
    m.texts("managed_within", r.managed_within);
    if (auto done = m.done(); !done) damaged(kind, d.id, done.error());
    r.event = d.event;
    return r;
}

json body_of(const registrar &r, bool with_contact) {
    json out;
    out["id"] = r.id;
    out["name"] = r.name;
    if (with_contact && !r.contact.empty()) out["contact"] = r.contact;
    out["state"] = r.state;
    if (with_contact && !r.managed_within.empty()) out["managed_within"] = r.managed_within;
    return out;
}

registrar put(store::writing &w, registrar r, std::string_view action) {
    r.event = w.put(kind, r.id, print(body_of(r, true)), action);
    return r;
}

bool reaches_all(const principal &who, const std::vector<std::string> &prefixes) {
    return std::ranges::all_of(prefixes, [&](const std::string &p) { return who.reaches(p); });
}

problem not_managed(const registrar &of) {
    return {.type = problem_type::forbidden,
            .detail = of.managed_within.empty()
                          ? "an administrator added this registrar: only administrators decide about it"
                          : "the token does not reach all prefixes of who added this registrar and all that is "
                            "delegated to it"};
}

// A text for people; its name stands in lists, on one line.
std::expected<void, problem> check_text(std::string_view member, std::string_view text, bool lines) {
    const auto wrong = [&](std::size_t at, std::string says) -> std::unexpected<problem> {
        auto p = refuse(problem_type::invalid, std::move(says), print(json{{"pointer", "/" + std::string(member)}}));
        p.error().offset = at;
        return p;
    };
    if (const auto at = registry::not_utf8(text)) return wrong(*at, "the " + std::string(member) + " is not UTF-8");
    if (const auto at = registry::control_character(text)) {
        return wrong(*at, "the " + std::string(member) + " of a registrar has a control character");
    }
    if (const auto at = lines ? std::string_view::npos : text.find_first_of("\t\n\f\r"); at != std::string_view::npos) {
        return wrong(at, "the " + std::string(member) + " of a registrar is on one line");
    }
    return {};
}

std::expected<void, problem> check_texts(const registrar &r) {
    if (r.name.empty()) return refuse(problem_type::invalid, "a registrar has a name", R"({"pointer":"/name"})");
    if (auto fine = check_text("name", r.name, false); !fine) return fine;
    return check_text("contact", r.contact, true);
}

bool is_unbounded(const principal &who) { return who.role == resolver::role::administrator && who.prefixes.empty(); }

} // namespace

std::string to_json(const registrar &r, bool with_contact) {
    json out = body_of(r, with_contact);
    out["version"] = r.event;
    return print(out);
}

std::expected<registrar, problem> registrar_from_json(std::string_view text) {
    registrar r;
    members m{text, "a registrar"};
    m.text("id", r.id, 64).text("name", r.name, 500).text("contact", r.contact, 2000);
    (void)m.take("state");
    (void)m.take("managed_within");
    (void)m.take("version");
    if (auto done = m.done(); !done) return std::unexpected{std::move(done.error())};
    return r;
}

std::optional<registrar> find_registrar(store::reading &r, std::string_view id) {
    if (!is_registrar_id(id)) return std::nullopt;
    const auto d = r.find(kind, id);
    if (!d) return std::nullopt;
    return read(*d);
}

std::expected<registrar, problem> registrar_of(store::reading &r, std::string_view id) {
    auto found = find_registrar(r, id);
    if (!found) return refuse(problem_type::not_found, "there is no registrar \"" + std::string(id) + "\"");
    return std::move(*found);
}

std::expected<history_page, problem> registrar_history(store::reading &r, std::string_view id,
                                                       const history_request &h) {
    const auto now = registrar_of(r, id);
    if (!now) return std::unexpected{now.error()};
    return history_of(r, kind, now->id, h,
                      [&](const store::event &e) { return print(body_of(read(document_of(e)), h.private_too)); });
}

std::vector<registrar> list_registrars(store::reading &r, std::string_view after, std::size_t limit) {
    std::vector<registrar> result;
    for (const auto &d : r.list(kind, "", after, limit)) result.push_back(read(d));
    return result;
}

bool manages(store::reading &r, const principal &who, const registrar &of) {
    if (is_unbounded(who)) return true;
    if (!who.is(resolver::managers) || of.managed_within.empty() || !reaches_all(who, of.managed_within)) return false;
    return reaches_all(who, prefixes_of(r, of.id));
}

bool may_let_act(store::reading &r, const principal &who, const registrar &of) {
    if (is_unbounded(who)) return true;
    if (!who.is(resolver::managers)) return false;
    const auto delegated = prefixes_of(r, of.id);
    return delegated.empty() ? manages(r, who, of) : reaches_all(who, delegated);
}

std::expected<registrar, problem> add_registrar(store::writing &w, const principal &who, registrar r) {
    if (!who.is(resolver::managers)) {
        return refuse(problem_type::forbidden, "managers of namespaces and administrators add registrars");
    }
    if (!is_registrar_id(r.id)) {
        return refuse(problem_type::invalid,
                      "the id of a registrar is 1 to 64 of a-z, 0-9, \"-\", \".\" and \"_\", and begins with a letter "
                      "or digit",
                      R"({"pointer":"/id"})");
    }
    if (auto fine = check_texts(r); !fine) return std::unexpected{std::move(fine.error())};
    if (const auto there = find_registrar(w, r.id)) {
        return refuse(problem_type::conflict, "there is a registrar \"" + r.id + "\" already",
                      existing(to_json(*there, false)));
    }
    r.state = "active";
    r.managed_within = who.prefixes;
    return put(w, std::move(r), "add");
}

std::expected<registrar, problem> change_registrar(store::writing &w, const principal &who, registrar r,
                                                   const precondition &condition) {
    const bool self = who.role == resolver::role::registrar && who.registrar == r.id && !r.id.empty() &&
                      is_of_whole_registrar(w, who);
    if (!self && !who.is(resolver::managers)) {
        return refuse(problem_type::forbidden,
                      "only the registrar itself, with a token that is not limited to prefixes, and those who "
                      "manage it change it");
    }
    auto was = registrar_of(w, r.id);
    if (!was) return was;
    if (!self && !manages(w, who, *was)) return std::unexpected{not_managed(*was)};
    if (was->state != "active") {
        return refuse(problem_type::wrong_state, "the registrar has ended: nothing of it changes any more");
    }
    if (auto ok = condition.check(was->event, "the registrar"); !ok) return std::unexpected{std::move(ok.error())};
    if (auto fine = check_texts(r); !fine) return std::unexpected{std::move(fine.error())};
    r.state = was->state;
    r.managed_within = was->managed_within;
    r.event = was->event;
    if (r == *was) return r;
    return put(w, std::move(r), "change");
}

std::expected<registrar, problem> end_registrar(store::writing &w, const principal &who, std::string_view id,
                                                const precondition &condition) {
    if (!who.is(resolver::managers)) {
        return refuse(problem_type::forbidden, "managers of namespaces and administrators end registrars");
    }
    auto was = registrar_of(w, id);
    if (!was) return was;
    if (!manages(w, who, *was)) return std::unexpected{not_managed(*was)};
    if (was->state != "active") return refuse(problem_type::wrong_state, "the registrar has ended already");
    if (auto ok = condition.check(was->event, "the registrar"); !ok) return std::unexpected{std::move(ok.error())};
    if (const auto prefixes = prefixes_of(w, id); !prefixes.empty()) {
        return refuse(problem_type::wrong_state,
                      "prefixes are delegated to the registrar: transfer them or end their delegation first",
                      print(json{{"prefixes", prefixes}}));
    }
    was->state = "ended";
    return put(w, std::move(*was), "end");
}

} // namespace uniform::service

#include <uniform/service/registrars.hpp>

#include <algorithm>

#include <uniform/service/delegations.hpp>

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
    return out;
}

registrar put(store::writing &w, registrar r, std::string_view action) {
    r.event = w.put(kind, r.id, print(body_of(r, true)), action);
    return r;
}

// An administrator, or a manager of all that is delegated to it.
bool manages(store::reading &r, const principal &who, std::string_view id) {
    if (who.role == resolver::role::administrator) return who.prefixes.empty();
    if (who.role != resolver::role::manager) return false;
    return std::ranges::all_of(prefixes_of(r, id), [&](const std::string &p) { return who.reaches(p); });
}

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

std::vector<registrar> list_registrars(store::reading &r, std::string_view after, std::size_t limit) {
    std::vector<registrar> result;
    for (const auto &d : r.list(kind, "", after, limit)) result.push_back(read(d));
    return result;
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
    if (r.name.empty()) return refuse(problem_type::invalid, "a registrar has a name", R"({"pointer":"/name"})");
    if (const auto there = find_registrar(w, r.id)) {
        return refuse(problem_type::conflict, "there is a registrar \"" + r.id + "\" already",
                      existing(to_json(*there, false)));
    }
    r.state = "active";
    return put(w, std::move(r), "add");
}

std::expected<registrar, problem> change_registrar(store::writing &w, const principal &who, registrar r,
                                                   std::optional<std::uint64_t> version) {
    const bool self = who.role == resolver::role::registrar && who.registrar == r.id && !r.id.empty();
    if (!self && !who.is(resolver::managers)) {
        return refuse(problem_type::forbidden, "only the registrar itself and those who manage it change it");
    }
    auto was = registrar_of(w, r.id);
    if (!was) return was;
    if (!self && !manages(w, who, r.id)) {
        return refuse(problem_type::forbidden,
                      "prefixes are delegated to this registrar that are not within those of the token");
    }
    if (was->state != "active") {
        return refuse(problem_type::wrong_state, "the registrar has ended: nothing of it changes any more");
    }
    if (auto same = same_version(version, was->event); !same) return std::unexpected{std::move(same.error())};
    if (r.name.empty()) return refuse(problem_type::invalid, "a registrar has a name", R"({"pointer":"/name"})");
    r.state = was->state;
    r.event = was->event;
    if (r == *was) return r;
    return put(w, std::move(r), "change");
}

std::expected<registrar, problem> end_registrar(store::writing &w, const principal &who, std::string_view id,
                                                std::optional<std::uint64_t> version) {
    if (!who.is(resolver::managers)) {
        return refuse(problem_type::forbidden, "managers of namespaces and administrators end registrars");
    }
    auto was = registrar_of(w, id);
    if (!was) return was;
    if (!manages(w, who, id)) {
        return refuse(problem_type::forbidden,
                      "prefixes are delegated to this registrar that are not within those of the token");
    }
    if (was->state != "active") return refuse(problem_type::wrong_state, "the registrar has ended already");
    if (auto same = same_version(version, was->event); !same) return std::unexpected{std::move(same.error())};
    if (const auto prefixes = prefixes_of(w, id); !prefixes.empty()) {
        return refuse(problem_type::wrong_state,
                      "prefixes are delegated to the registrar: transfer them or end their delegation first",
                      print(json{{"prefixes", prefixes}}));
    }
    was->state = "ended";
    return put(w, std::move(*was), "end");
}

} // namespace uniform::service

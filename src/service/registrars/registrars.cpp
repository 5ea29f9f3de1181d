#include <uniform/service/registrars.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/store/pages.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrar_documents.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

using namespace detail;
using namespace registrar_documents;
using resolver::principal;

namespace {

constexpr std::size_t longest_registrar_name = 500;
constexpr std::size_t longest_registrar_contact = 2000;
bool covers_all(const principal &who, const std::vector<std::string> &prefixes) {
    return std::ranges::all_of(prefixes, [&](const std::string &p) { return who.covers(p); });
}

problem not_managed(const registrar &of) {
    return resolver::insufficient_permissions(
        of.managed_within.empty()
            ? "requires role administrator without prefixes, because such an administrator added the registrar"
            : "the token does not cover all prefixes of the token that added the registrar and all that are "
              "delegated to it");
}

// Lists show the name on one line.
std::expected<void, problem> check_texts(const registrar &r) {
    if (r.name.empty()) return refuse_member("name", "a registrar must have a name");
    const auto check_size = [](std::string_view member, std::string_view text,
                               std::size_t limit) -> std::expected<void, problem> {
        if (text.size() <= limit) return {};
        return refuse_member(member, "\"" + std::string(member) + "\" of a registrar must not be longer than " +
                                         std::to_string(limit) + " bytes");
    };
    UNIFORM_CHECK(check_size("name", r.name, longest_registrar_name));
    UNIFORM_CHECK(check_size("contact", r.contact, longest_registrar_contact));
    UNIFORM_CHECK(check_size("public_contact", r.public_contact, longest_registrar_name));
    UNIFORM_CHECK(check_shown_text("name", r.name));
    UNIFORM_CHECK(check_shown_text("public_contact", r.public_contact));
    return check_shown_text("contact", r.contact, base::text_lines::several);
}

} // namespace

std::expected<registrar, problem> registrar_from_json(const json::value &value) {
    registrar r;
    json::members m{value, "a registrar"};
    m.string("id", r.id, longest_registrar_id)
        .string("name", r.name, longest_registrar_name)
        .string("contact", r.contact, longest_registrar_contact)
        .string("public_contact", r.public_contact, longest_registrar_name);
    m.ignore("state").ignore("managed_within").ignore("version").ignore("event");
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    return r;
}

std::expected<history_page, problem> registrar_history(store::reading &r, std::string_view id,
                                                       const history_request &h) {
    UNIFORM_TRY(const auto &now, registrar_of(r, id));
    return history_of(r, registrar_kind, now.id, h, [&](const store::event &e) {
        return writer_of(content_of(read_registrar(store::document_after(e)), h.private_too));
    });
}

std::pair<std::vector<registrar>, std::string> list_registrars(store::reading &r, std::string_view after,
                                                               std::size_t limit) {
    const auto page = store::documents_page(r, registrar_kind, "", after, {.rows = limit});
    std::vector<registrar> result;
    result.reserve(page.rows.size());
    for (const store::document &d : page.rows) result.push_back(read_registrar(d));
    return {std::move(result), page.more ? page.rows.back().id : std::string{}};
}

bool manages(store::reading &r, const principal &who, const registrar &of) {
    if (is_unbounded_administrator(who)) return true;
    if (!who.is(resolver::managers) || of.managed_within.empty() || !covers_all(who, of.managed_within)) return false;
    return covers_all(who, prefixes_of(r, of.id));
}

bool may_let_act(store::reading &r, const principal &who, const registrar &of) {
    if (is_unbounded_administrator(who)) return true;
    if (!who.is(resolver::managers)) return false;
    const auto delegated = prefixes_of(r, of.id);
    return delegated.empty() ? manages(r, who, of) : covers_all(who, delegated);
}

std::expected<registrar, problem> add_registrar(store::writing &w, const principal &who, registrar r) {
    UNIFORM_CHECK(check_token(w, who));
    if (!who.is(resolver::managers)) {
        return std::unexpected{resolver::insufficient_role(resolver::managers, who.role)};
    }
    if (!is_registrar_id(r.id)) {
        return refuse_member(
            "id",
            "the id of a registrar must have 1 to 64 characters of a-z, 0-9, \"-\", \".\" and \"_\", and begin with a "
            "letter or digit");
    }
    UNIFORM_CHECK(check_texts(r));
    if (const auto there = find_registrar(w, r.id)) {
        problem p = resolver::already_exists("registrar", r.id);
        p.existing = value_of(*there, false);
        return std::unexpected{std::move(p)};
    }
    r.state = registrar_state::active;
    r.managed_within = who.prefixes;
    return put(w, std::move(r), "add");
}

std::expected<registrar, problem> change_registrar(store::writing &w, const principal &who, registrar r,
                                                   const precondition &condition) {
    UNIFORM_CHECK(check_token(w, who));
    const bool self = who.role == resolver::role::registrar && who.registrar == r.id && !r.id.empty() &&
                      acts_for_whole_registrar(w, who);
    if (!self && !who.is(resolver::managers)) {
        return std::unexpected{resolver::insufficient_permissions(
            "a registrar is changed by its managers, and by itself with a token that is not restricted to prefixes")};
    }
    UNIFORM_TRY(auto &was, registrar_of(w, r.id));
    if (!self && !manages(w, who, was)) return std::unexpected{not_managed(was)};
    if (was.state != registrar_state::active) {
        return std::unexpected{resolver::has_ended("registrar", was.id)};
    }
    if (auto ok = condition.check(was.version, "the registrar"); !ok) {
        ok.error().existing = value_of(was, true);
        return std::unexpected{std::move(ok.error())};
    }
    UNIFORM_CHECK(check_texts(r));
    r.state = was.state;
    r.managed_within = was.managed_within;
    r.event = was.event;
    r.version = was.version;
    if (r == was) return r;
    return put(w, std::move(r), "change");
}

std::expected<registrar, problem> end_registrar(store::writing &w, const principal &who, std::string_view id,
                                                const precondition &condition) {
    UNIFORM_CHECK(check_token(w, who));
    if (!who.is(resolver::managers)) {
        return std::unexpected{resolver::insufficient_role(resolver::managers, who.role)};
    }
    UNIFORM_TRY(auto &was, registrar_of(w, id));
    if (!manages(w, who, was)) return std::unexpected{not_managed(was)};
    if (was.state != registrar_state::active) return std::unexpected{resolver::has_ended("registrar", was.id)};
    if (auto ok = condition.check(was.version, "the registrar"); !ok) {
        ok.error().existing = value_of(was, true);
        return std::unexpected{std::move(ok.error())};
    }
    if (const auto prefixes = prefixes_of(w, id); !prefixes.empty()) {
        return refuse(problem_type::wrong_state,
                      "prefixes are delegated to the registrar: transfer them, or end their delegations, first", {},
                      {{"prefixes", prefixes}});
    }
    was.state = registrar_state::ended;
    return put(w, std::move(was), "end");
}

} // namespace uniform::service

#include "service/registrars/registrar_documents.hpp"

#include <algorithm>
#include <expected>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>

#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"

namespace uniform::service {

using detail::problem;

namespace registrar_documents {

namespace {

constexpr std::size_t longest_stored_text = 1U << 20U; // who reads what is stored does not judge it

std::expected<registrar, problem> stored_registrar(const json::value &body) {
    registrar r;
    json::members m{body, "a registrar"};
    m.string("id", r.id).string("name", r.name, longest_stored_text).string("contact", r.contact, longest_stored_text);
    m.string("public_contact", r.public_contact, longest_stored_text);
    m.word("state", r.state, registrar_state_names);
    m.strings("managed_within", r.managed_within);
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    return r;
}

} // namespace

bool is_registrar_id(std::string_view id) noexcept {
    const auto is_alnum = [](char c) { return ascii::is_lower(c) || ascii::is_digit(c); };
    return !id.empty() && id.size() <= longest_registrar_id && is_alnum(id[0]) &&
           std::ranges::all_of(id, [&](char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; });
}

registrar read_registrar(const store::document &d) {
    registrar r = *parsed<registrar>(d, registrar_kind, stored_registrar);
    set_revision(r, d);
    return r;
}

json::value content_of(const registrar &r, bool with_contact) {
    json::value out;
    out.set("id", r.id).set("name", r.name);
    if (with_contact) out.set_if("contact", r.contact);
    out.set_if("public_contact", r.public_contact);
    out.set("state", to_string(r.state));
    if (with_contact) out.set_if("managed_within", r.managed_within);
    return out;
}

registrar put(store::writing &w, registrar r, std::string_view action) {
    set_revision(r, w.put(registrar_kind, r.id, json::to_text(content_of(r, true)), action));
    return r;
}

} // namespace registrar_documents

using namespace registrar_documents;

void write(json::writer &w, const registrar &r, bool with_contact) { w.write(value_of(r, with_contact)); }

json::value value_of(const registrar &r, bool with_contact) { return with_revision(content_of(r, with_contact), r); }

std::optional<registrar> find_registrar(store::reading &r, std::string_view id) {
    if (!is_registrar_id(id)) return std::nullopt;
    const auto d = r.find(registrar_kind, id);
    if (!d) return std::nullopt;
    return read_registrar(*d);
}

std::string name_of_registrar(store::reading &r, std::string_view id) {
    if (id.empty()) return {};
    auto found = find_registrar(r, id);
    return found && !found->name.empty() ? std::move(found->name) : std::string{id};
}

std::expected<registrar, problem> registrar_of(store::reading &r, std::string_view id) {
    auto found = find_registrar(r, id);
    if (!found) return std::unexpected{resolver::registrar_does_not_exist(id)};
    return std::move(*found);
}

} // namespace uniform::service

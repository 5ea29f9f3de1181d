#include "service/namespaces/namespace_documents.hpp"

#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "service/parsed_document.hpp"

namespace uniform::service {

using resolver::problem;
using resolver::problem_type;

namespace_entry namespace_in(const store::document &d) {
    auto s = resolver::read_json(d.body, resolver::namespace_settings_from_json);
    if (!s) {
        throw_damaged("namespace", d.id, s.error().detail);
    }
    return {.settings = std::move(*s), .event = d.event, .version = d.version};
}

std::string closest_namespace(store::reading &r, const std::string &nid, std::vector<std::string> managed) {
    const auto known = registry_of(r);
    for (const namespace_info *const n : known->entries()) {
        if (n->status == namespace_status::registered) managed.emplace_back(n->nid);
    }
    const std::string *const best = closest(nid, managed);
    return best == nullptr ? std::string{} : *best;
}

std::optional<namespace_entry> find_namespace(store::reading &r, std::string_view nid) {
    if (nid.size() > 32) return {}; // RFC 8141 section 2: NID = (alphanum) 0*30(ldh) (alphanum)
    const auto d = r.find("namespace", ascii::lower_copy(nid));
    if (!d) return {};
    return namespace_in(*d);
}

std::expected<namespace_entry, problem> namespace_of(store::reading &r, std::string_view nid) {
    if (const nid_classification v = classify_nid(nid, false); v.fault)
        return std::unexpected{resolver::malformed(*v.fault, nid)};
    if (auto found = find_namespace(r, nid)) return std::move(*found);
    return std::unexpected{namespace_not_managed(ascii::lower_copy(nid), similar_namespace(r, nid))};
}

problem namespace_not_managed(std::string_view nid, std::string_view similar) {
    problem p{.type = problem_type::not_found, .rule = "RFC 8141 section 5"};
    p.detail = base::concat({"the namespace \"", nid, "\" is not managed here"});
    p.members.emplace_back("namespace", nid);
    if (!similar.empty() && similar != nid) {
        p.detail += base::concat({" (did you mean \"", similar, "\"?)"});
        p.members.emplace_back("similar", similar);
    } else {
        p.members.emplace_back("add_with", base::concat({"PUT /api/v1/namespaces/", nid, ", If-None-Match: *"}));
    }
    return p;
}

std::string similar_namespace(store::reading &r, std::string_view nid) {
    // Anyone can ask for any number of NIDs that are not managed here: so few documents are read, those with the same
    // first letter, which is seldom the wrong one.
    constexpr std::size_t most = 50;
    std::vector<std::string> managed;
    const std::string lower = ascii::lower_copy(nid);
    if (lower.empty() || lower.size() > 32) return {};
    for (store::document &d : r.list("namespace", lower.substr(0, 1), "", most)) managed.push_back(std::move(d.id));
    return closest_namespace(r, lower, std::move(managed));
}

json::value value_of(const namespace_entry &n) { return with_revision(value_of(n.settings), n); }

void write(json::writer &w, const namespace_entry &n) { w.write(value_of(n)); }

} // namespace uniform::service

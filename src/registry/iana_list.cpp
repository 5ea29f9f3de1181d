// IANA's list of URN namespaces: whether it can follow another, the registry with it, and its JSON form.

#include <uniform/registry/iana_list.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "registry/template_url.hpp"

namespace uniform::registry {

namespace {

using base::concat;

constexpr std::string_view template_reference = "template "; // "template urn-formal/c2pa"

bool has(const auto &texts, std::string_view text) { return std::ranges::find(texts, text) != texts.end(); }

bool is_registered(const namespace_info *info) {
    return info != nullptr && info->status == namespace_status::registered;
}

} // namespace

const iana_namespace *iana_list::find(std::string_view nid) const & noexcept {
    const auto at = std::ranges::lower_bound(namespaces, nid, {}, &iana_namespace::nid);
    return at == namespaces.end() || at->nid != nid ? nullptr : &*at;
}

std::string template_url_of(const namespace_info &info) {
    for (const std::string_view reference : info.references) {
        if (!reference.starts_with(template_reference)) continue;
        const std::string_view where = reference.substr(template_reference.size());
        return where.contains("://") ? std::string{where} : concat({template_folder, where});
    }
    return {};
}

iana_list list_of(const namespace_registry &registry) {
    iana_list list{.date = std::string{registry.date()}};
    for (const namespace_info *const info : registry.entries()) {
        if (!is_registered(info)) continue;
        iana_namespace n{.nid = std::string{info->nid},
                         .kind = info->kind,
                         .date = std::string{info->date},
                         .updated = std::string{info->updated},
                         .registrant = std::string{info->registrant},
                         .template_url = template_url_of(*info)};
        for (const std::string_view reference : info->references) {
            if (!reference.starts_with(template_reference)) n.references.emplace_back(reference);
        }
        list.namespaces.push_back(std::move(n));
    }
    return list;
}

void complete(iana_list &list, const iana_list &before) {
    for (const namespace_kind kind : {namespace_kind::formal, namespace_kind::informal}) {
        if (std::ranges::find(list.namespaces, kind, &iana_namespace::kind) != list.namespaces.end()) continue;
        std::ranges::copy_if(before.namespaces, std::back_inserter(list.namespaces),
                             [&](const iana_namespace &n) { return n.kind == kind; });
    }
    std::ranges::sort(list.namespaces, {}, &iana_namespace::nid);
}

std::expected<void, list_error> follows(const iana_list &newer, const iana_list &before, std::string_view latest) {
    if (!latest.empty() && newer.date > latest) {
        return std::unexpected{
            list_error{.message = concat({"the list is of ", newer.date, ", which is in the future"})}};
    }
    if (newer.date < before.date) {
        return std::unexpected{list_error{.message = concat({"the list is of ", newer.date, ", older than the one of ",
                                                             before.date, " that is in use"})}};
    }
    std::string missing;
    std::size_t count = 0;
    for (const iana_namespace &n : before.namespaces) {
        if (newer.find(n.nid) != nullptr) continue;
        if (++count <= 5) missing += concat({missing.empty() ? "\"" : ", \"", n.nid, "\""});
    }
    if (count == 0) return {};
    if (count > 5) missing += concat({" and ", std::to_string(count - 5), " more"});
    return std::unexpected{
        list_error{.message = concat({"the list lacks ", missing,
                                      ": registrations are permanent (RFC 8141 section 5), so that it is not whole"})}};
}

namespace_registry with_list(const namespace_registry &base, const iana_list &list) {
    namespace_registry result = base;
    const bool is_newer = list.date >= base.date();
    for (const iana_namespace &n : list.namespaces) {
        const namespace_info *const known = base.find(n.nid);
        namespace_info info;
        std::vector<std::string> references = n.references;
        if (!n.template_url.empty()) references.push_back(concat({template_reference, n.template_url}));
        if (is_registered(known)) {
            const bool changed = (!n.date.empty() && n.date != known->date) ||
                                 (!n.updated.empty() && n.updated != known->updated) ||
                                 std::ranges::any_of(n.references, [&](const std::string &r) {
                                     return r.starts_with("RFC ") && !has(known->references, r);
                                 });
            if (!is_newer || !changed) continue;
            info = *known;
            for (const std::string_view reference : known->references) {
                const bool is_template = reference.starts_with(template_reference);
                if (is_template ? n.template_url.empty() : !has(references, reference)) {
                    references.emplace_back(reference);
                }
            }
        } else {
            info = {.nid = n.nid, .kind = n.kind, .source = "IANA's list of URN namespaces"};
        }
        if (!n.date.empty() && n.date != info.date) {
            info.date = n.date;
            info.date_source = {}; // IANA's own
        }
        if (!n.updated.empty()) info.updated = n.updated;
        if (!n.registrant.empty()) info.registrant = n.registrant;
        const std::vector<std::string_view> views(references.begin(), references.end());
        info.references = views;
        (void)result.add(info,
                         namespace_status::registered); // its NID was checked, and its rules are those of the table
    }
    if (is_newer) result.set_date(list.date);
    return result;
}

json::value value_of(const iana_list &list) {
    json::array all;
    all.reserve(list.namespaces.size());
    for (const iana_namespace &n : list.namespaces) {
        json::value v{json::object{}};
        v.set("nid", n.nid).set("kind", to_string(n.kind));
        v.set_if("date", n.date).set_if("updated", n.updated).set_if("registrant", n.registrant);
        v.set_if("template", n.template_url).set_if("references", n.references);
        all.push_back(std::move(v));
    }
    json::value v{json::object{}};
    v.set("date", list.date).set("namespaces", std::move(all));
    return v;
}

} // namespace uniform::registry

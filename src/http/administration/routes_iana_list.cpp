// Pages: IANA's list of namespaces that this service uses, and a form that replaces it. The operations of the API are
// in http/harvest/routes_registry.cpp.

#include <algorithm>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/site/multipart.hpp"

namespace uniform::http {

namespace pages {

/// The members of an update that the page shows as they are.
template <>
struct table_of<service::registry_update> {
    static constexpr std::tuple members{member{"date", &service::registry_update::date},
                                        member{"before", &service::registry_update::before},
                                        member{"changed", &service::registry_update::changed}};
};

} // namespace pages

namespace {

using namespace administration;
using resolver::problem;

struct added_namespace {
    std::string nid = {};
    std::string href = {};
    bool collides = false; ///< it is in use here without IANA's registration

    static constexpr std::tuple members{member{"nid", &added_namespace::nid}, member{"href", &added_namespace::href},
                                        member{"collides", &added_namespace::collides}};
};

struct shown_update {
    service::registry_update made = {};
    bool has_added = false;
    std::vector<added_namespace> added = {};

    static constexpr std::tuple members{members_of{&shown_update::made}, member{"has_added", &shown_update::has_added},
                                        member{"added", &shown_update::added}};
};

struct iana_list_model {
    static constexpr std::string_view page_template = "operation_registry";

    manage::common_part common = {};
    std::string date = {};         ///< of the list in use
    std::string release_date = {}; ///< of that of this release
    std::string namespaces = {};   ///< the number of those that IANA has registered
    bool from_store = false;
    std::optional<shown_update> update = {}; ///< that the form has made
    std::string typed_date = {};
    std::string error_file = {};

    static constexpr std::tuple members{members_of{&iana_list_model::common},
                                        member{"list_date", &iana_list_model::date},
                                        member{"release_date", &iana_list_model::release_date},
                                        member{"namespaces", &iana_list_model::namespaces},
                                        member{"from_store", &iana_list_model::from_store},
                                        member{"update", &iana_list_model::update},
                                        member{"typed_date", &iana_list_model::typed_date},
                                        member{"error_file", &iana_list_model::error_file}};
};

pages::page_with<iana_list_model> list_page(request_context &c) {
    auto p = page_showing<iana_list_model>(c, part::registry, "operation.registry.heading");
    iana_list_model &m = p.shows;
    auto state = c.server.store->read([](store::reading &r) { return service::state_of_registry(r); });
    m.date = std::move(state.date);
    m.release_date = std::move(state.release_date);
    m.namespaces = pages::number(p.in(), state.namespaces);
    m.from_store = state.from_store;
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    return manage::shown(list_page(c));
}

shown_update shown_of(service::registry_update u) {
    shown_update out;
    for (const std::string &nid : u.added) {
        out.added.push_back({.nid = nid,
                             .href = "/namespaces/" + encode_segment(nid) + "?format=html",
                             .collides = std::ranges::find(u.collisions, nid) != u.collisions.end()});
    }
    out.has_added = !out.added.empty();
    out.made = std::move(u);
    return out;
}

handler_result replace(request_context &c) {
    UNIFORM_TRY(const auto &parts, parts_of(c.request));
    const auto content_of = [&](std::string_view name) {
        const form_part *const part = find_part(parts, name);
        return part == nullptr ? std::string_view{} : part->content;
    };
    const std::string_view file = content_of("file");
    const std::string_view date = ascii::trim(content_of("date"));
    std::expected<service::registry_update, problem> done = resolver::refuse_member("file", "choose a file");
    if (!file.empty()) {
        done = c.server.store->write(origin_of(c),
                                     [&](store::writing &w) { return service::put_iana_list(w, *c.who, file, date); });
    }
    auto p = list_page(c);
    if (!done) {
        p.shows.typed_date = date;
        p.shows.error_file = done.error().detail; // the list as a whole is refused
        return manage::refused(p, done.error());
    }
    p.shows.update = shown_of(std::move(*done));
    return manage::shown(p);
}

constexpr body_row list_form{.content = "multipart/form-data=form",
                             .required = false,
                             .limit = (std::size_t{4} << 20U) + (std::size_t{1} << 16U)};

constexpr route table[]{
    {.method = "GET",
     .path = "/operation/registry",
     .operation = "showRegistryList",
     .stands_for = "replaceRegistryList",
     .summary = "Show the state of IANA's list of namespaces here, and the form that replaces it",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .responses = {page_row<iana_list_model>}},
    {.method = "POST",
     .path = "/operation/registry",
     .operation = "replaceRegistryListByForm",
     .stands_for = "replaceRegistryList",
     .summary = "Replace IANA's list of namespaces by an uploaded one: replaceRegistryList",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = replace,
     .body = list_form,
     .responses = {{200, "the page with what changed", "text/html", {}, {&pages::page_model_of<iana_list_model>}}},
     .problems = {400, 409, 422}},
};

} // namespace

std::span<const route> iana_list_routes() noexcept { return table; }

} // namespace uniform::http

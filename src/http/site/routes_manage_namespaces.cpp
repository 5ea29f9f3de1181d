// Pages: the namespaces that are managed here, and the form that adds one or changes its settings. A form without a
// version is for a new namespace: what is there, or has changed since the form was shown, is shown before it is
// replaced.

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/service/namespace_permission.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/permitted_template.hpp"
#include "http/site/manage.hpp"
#include "http/site/manage_namespace.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
using resolver::namespace_settings;
using resolver::problem;
using resolver::problem_type;
using service::namespace_entry;

constexpr std::size_t page_size = 100;

std::string href_of(std::string_view nid) { return "/manage/namespace?nid=" + encode_query_data(nid); }

std::string_view badge_of(const namespace_settings &s) {
    return s.status == resolver::namespace_status::active ? "active" : "withdrawn";
}

std::string label_of_status(const pages::html_page &p, const namespace_settings &s) {
    return p.text("registry.status_" + std::string{to_string(s.status)});
}

// --- the list

struct managed_row {
    std::string nid = {};
    std::string title = {};
    std::string href = {};
    std::string origin_label = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    bool is_own = false; ///< the reader may change it by its prefixes

    static constexpr std::tuple members{
        member{"nid", &managed_row::nid},      member{"title", &managed_row::title},
        member{"href", &managed_row::href},    member{"origin_label", &managed_row::origin_label},
        member{"state", &managed_row::state},  member{"state_label", &managed_row::state_label},
        member{"is_own", &managed_row::is_own}};
};

struct managed_model {
    static constexpr std::string_view page_template = "manage_namespaces";

    manage::common_part common = {};
    bool has_namespaces = false;
    std::vector<managed_row> namespaces = {};
    std::string next = {}; ///< a URL
    bool may_add = false;

    static constexpr std::tuple members{
        members_of{&managed_model::common}, member{"has_namespaces", &managed_model::has_namespaces},
        member{"namespaces", &managed_model::namespaces}, member{"next", &managed_model::next},
        member{"may_add", &managed_model::may_add}};
};

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &at, page_of(c));
    auto p = manage::page_showing<managed_model>(c, part::namespaces, "manage.namespaces.heading");
    auto [found, next] =
        c.server.store->read([&](store::reading &r) { return service::list_namespaces(r, at.after, page_size); });
    for (namespace_entry &one : found) {
        namespace_settings &s = one.settings;
        const bool may_change = service::may_put_namespace(*c.who, s.nid, true).has_value();
        p.shows.namespaces.push_back({.nid = s.nid,
                                      .title = std::move(s.title),
                                      .href = href_of(s.nid),
                                      .origin_label = p.text("origin." + s.origin),
                                      .state = badge_of(s),
                                      .state_label = label_of_status(p, s),
                                      .is_own = may_change && !c.who->is(resolver::administrators)});
    }
    p.shows.has_namespaces = !p.shows.namespaces.empty();
    if (!next.empty()) p.shows.next = next_page_of(c, next);
    p.shows.may_add = c.who->is(resolver::administrators);
    return manage::shown(p);
}

// --- one

struct namespace_model {
    static constexpr std::string_view page_template = "manage_namespace";

    manage::common_part common = {};
    bool exists = false;     ///< the next ones are of what is stored
    std::string urn = {};    ///< "urn:NID"
    std::string origin = {}; ///< in words
    std::string_view state = {};
    std::string state_label = {};
    std::string href = {};
    std::string registry_href = {};
    std::string prefixes_href = {};
    bool is_registered = false; ///< its rules are those of its registration
    std::vector<manage::shown_setting> settings = {};
    bool may_put = false;
    std::string origin_note = {};   ///< of a namespace that is added
    manage::settings_fields s = {}; ///< in the form
    manage::settings_choices of = {};
    std::string version = {}; ///< that the form is made from
    bool force = false;
    manage::conflict_part seen = {};
    manage::settings_errors errors = {};

    static constexpr std::tuple members{members_of{&namespace_model::common},
                                        member{"exists", &namespace_model::exists},
                                        member{"urn", &namespace_model::urn},
                                        member{"origin", &namespace_model::origin},
                                        member{"state", &namespace_model::state},
                                        member{"state_label", &namespace_model::state_label},
                                        member{"href", &namespace_model::href},
                                        member{"registry_href", &namespace_model::registry_href},
                                        member{"prefixes_href", &namespace_model::prefixes_href},
                                        member{"is_registered", &namespace_model::is_registered},
                                        member{"settings", &namespace_model::settings},
                                        member{"may_put", &namespace_model::may_put},
                                        member{"origin_note", &namespace_model::origin_note},
                                        member{"s", &namespace_model::s},
                                        members_of{&namespace_model::of},
                                        member{"version", &namespace_model::version},
                                        member{"force", &namespace_model::force},
                                        members_of{&namespace_model::seen},
                                        members_of{&namespace_model::errors}};
};

// The namespace that a form is about, and who changed it last.
struct view {
    std::optional<namespace_entry> now = {};
    std::optional<store::event> last = {};
    std::string origin_note = {}; ///< the key of a text: about the NID of a namespace that is not managed here
};

view view_of(request_context &c, std::string_view nid) {
    return c.server.store->read([&](store::reading &r) {
        view out{.now = service::find_namespace(r, nid)};
        if (out.now) {
            out.last = r.event_at(out.now->event);
        } else if (!nid.empty()) {
            out.origin_note =
                service::is_registered_with_iana(r, nid) ? "manage.namespace.of_iana" : "manage.namespace.local";
        }
        return out;
    });
}

// An administrator begins with a form that has no NID.
bool may_put(const resolver::principal &who, const view &v, std::string_view nid) {
    if (nid.empty()) return who.is(resolver::administrators);
    return service::may_put_namespace(who, nid, v.now.has_value()).has_value();
}

pages::page_with<namespace_model> namespace_page(request_context &c, const view &v, manage::settings_fields fields,
                                                 std::string_view version) {
    auto p = manage::page_showing<namespace_model>(c, part::namespaces,
                                                   v.now ? "manage.namespace.heading" : "manage.namespaces.new");
    namespace_model &m = p.shows;
    const std::string nid{v.now ? v.now->settings.nid : ascii::trim(fields.nid)};
    m.href = href_of(nid);
    p.back = m.href;
    m.may_put = may_put(*c.who, v, nid);
    m.exists = v.now.has_value();
    m.version = version;
    m.of = manage::choices_for(p, fields);
    if (v.now) {
        const namespace_settings &s = v.now->settings;
        p.title = m.urn = "urn:" + s.nid;
        m.origin = p.text("origin." + s.origin);
        m.state = badge_of(s);
        m.state_label = label_of_status(p, s);
        m.registry_href = "/namespaces/" + encode_segment(s.nid) + "?format=html";
        m.prefixes_href = "/manage/prefixes?within=" + encode_query_data(s.nid + ":");
        m.is_registered = s.rules_from != resolver::rules_source::settings;
        if (!m.may_put) m.settings = manage::shown_settings(p, manage::fields_of(s));
    } else if (!v.origin_note.empty()) {
        m.origin_note = p.text(v.origin_note);
    }
    m.s = std::move(fields);
    return p;
}

handler_result show(request_context &c) {
    const form q = form::of_query(c);
    const std::string nid = ascii::lower_copy(ascii::trim(q["nid"]));
    const view v = view_of(c, nid);
    if (!v.now && !may_put(*c.who, v, nid)) {
        UNIFORM_CHECK(c.server.store->read([&](store::reading &r) { return service::namespace_of(r, nid); }));
    }
    auto p = v.now ? namespace_page(c, v, manage::fields_of(v.now->settings), std::to_string(v.now->version))
                   : namespace_page(c, v, manage::fields_of(namespace_settings{.nid = nid}), {});
    if (v.now && q["done"] == "saved") p.shows.common.done = p.text("manage.namespace.saved");
    return manage::shown(p);
}

response refused(request_context &c, const form &f, const problem &why) {
    // A second attempt is still about the version that was shown, or about a new namespace.
    view v = view_of(c, ascii::trim(f["nid"]));
    if (!f.has("version")) v.now.reset();
    auto p = namespace_page(c, v, manage::settings_fields_of(f), v.now ? f["version"] : std::string_view{});
    p.shows.force = f["force"] == "true";
    manage::set_problem_at_field(p, p.shows.errors, p.shows.s, why);
    return manage::refused(p, why);
}

// There are settings that whoever filled in the form has not seen: both are shown, and the form has what was typed.
response conflict_page(request_context &c, const form &f, const namespace_settings &wanted, const problem &why) {
    const view v = view_of(c, wanted.nid);
    if (!v.now) return refused(c, f, why);
    manage::settings_fields fields = manage::settings_fields_of(f);
    fields.nid = v.now->settings.nid;
    auto p = namespace_page(c, v, std::move(fields), std::to_string(v.now->version));
    namespace_model &m = p.shows;
    auto changes = manage::differences(p, manage::fields_of(v.now->settings), manage::fields_of(wanted));
    // The form was sent twice, or somebody else has made the same change.
    if (changes.empty()) return see_other(m.href + "&done=saved");
    m.seen = manage::conflict_of(std::move(changes), v.last ? &*v.last : nullptr);
    return manage::shown(p, 409);
}

handler_result put(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto body = manage::settings_in(f);
    if (!body) return refused(c, f, body.error());
    const auto wanted = resolver::namespace_settings_from_json(*body);
    if (!wanted) return refused(c, f, wanted.error());
    if (auto fine = check_scheme_of_template(c, wanted->locator_template); !fine) return refused(c, f, fine.error());
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::put_namespace(w, *c.who, *wanted, manage::condition_in(f), f["force"] == "true");
    });
    if (made) return see_other(href_of(made->settings.nid) + "&done=saved");
    if (made.error().type == problem_type::precondition_failed) return conflict_page(c, f, *wanted, made.error());
    return refused(c, f, in_body(made.error(), *body));
}

// --- the table

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/namespaces",
     .operation = "showManagedNamespaces",
     .stands_for = "listNamespaces",
     .summary = "Show the namespaces that are managed here",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = list,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<managed_model>}}},
     .problems = {400}},
    {.method = "GET",
     .path = "/manage/namespace",
     .operation = "showNamespacePage",
     .stands_for = "getNamespace",
     .summary = "Show the settings of a namespace, or the form that changes them or adds a namespace",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show,
     .responses = {{200, "the page", "text/html", {}, {&pages::page_model_of<namespace_model>}}},
     .problems = {400, 404}},
    {.method = "POST",
     .path = "/manage/namespace",
     .operation = "putNamespaceByForm",
     .stands_for = "putNamespace",
     .summary = "Add a namespace, or change its settings, by a form: putNamespace",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = put,
     .body = {.content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 18U},
     .responses = {{303, "carried out: to the page of the namespace", {}, {&location_field}}},
     .problems = {400, 404, 409, 412, 422}},
};

} // namespace

std::span<const route> manage_namespaces_routes() noexcept { return table; }

} // namespace uniform::http

// Pages: the delegation of a prefix, made, changed and ended. A form without a version is for a new delegation: what is
// there, or has changed since the form was shown, is shown before it is replaced.

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/permitted_template.hpp"
#include "http/site/manage.hpp"
#include "http/site/registrar_choice.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
using resolver::delegation_state;
using resolver::problem;
using resolver::problem_type;
using service::delegation_entry;

std::string href_of_prefix(std::string_view prefix) { return "/manage/delegation?prefix=" + encode_query_data(prefix); }

// The fields of the form. How names are minted is chosen from lists, which say it.
struct delegation_fields {
    std::string prefix = {};
    std::string registrar = {};
    std::string naming = {};
    std::string hosts = {}; ///< one on each line
    std::string method = {};
    std::string pattern = {};
    std::string check = {};
    std::string uuid_version = {};
    std::string resolver = {};
    std::string passthrough = {};
    std::string locator_template = {};

    static constexpr std::tuple members{member{"prefix", &delegation_fields::prefix},
                                        member{"registrar", &delegation_fields::registrar},
                                        member{"naming", &delegation_fields::naming},
                                        member{"hosts", &delegation_fields::hosts},
                                        member{"pattern", &delegation_fields::pattern},
                                        member{"resolver", &delegation_fields::resolver},
                                        member{"passthrough", &delegation_fields::passthrough},
                                        member{"locator_template", &delegation_fields::locator_template}};
};

delegation_fields fields_of(const resolver::delegation &d) {
    return {.prefix = d.prefix,
            .registrar = d.registrar,
            .naming = d.naming,
            .hosts = manage::on_lines(d.hosts),
            .method = std::string{to_string(d.mint.method)},
            .pattern = d.mint.pattern,
            .check = std::string{to_string(d.mint.check)},
            .uuid_version = d.mint.uuid_version == 7 ? "7" : "4",
            .resolver = d.resolver,
            .passthrough = d.passthrough,
            .locator_template = d.locator_template};
}

delegation_fields fields_of(const form &f) {
    const auto of = [&](std::string_view name) { return std::string{f[name]}; };
    return {.prefix = of("prefix"),
            .registrar = of("registrar"),
            .naming = of("naming"),
            .hosts = of("hosts"),
            .method = of("method"),
            .pattern = of("pattern"),
            .check = of("check"),
            .uuid_version = of("uuid_version"),
            .resolver = of("resolver"),
            .passthrough = of("passthrough"),
            .locator_template = of("locator_template")};
}

// The body that putDelegation would have.
json::value delegation_in(const form &f) {
    json::value out = json::object{};
    for (const std::string_view name :
         {"prefix", "registrar", "naming", "resolver", "passthrough", "locator_template"}) {
        if (const auto text = ascii::trim(f[name]); !text.empty()) out.set(name, text);
    }
    json::array hosts;
    for (std::string_view rest = f["hosts"]; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (const auto host = ascii::trim(line); !host.empty()) hosts.emplace_back(host);
    }
    if (!hosts.empty()) out.set("hosts", std::move(hosts));
    const std::string_view method = f["method"];
    if (!method.empty() && method != "none") {
        json::value mint = json::object{};
        mint.set("method", method);
        if (method == "uuid") {
            mint.set("uuid_version", f["uuid_version"] == "7" ? 7 : 4);
        } else {
            mint.set("pattern", ascii::trim(f["pattern"]));
            if (!f["check"].empty()) mint.set("check", f["check"]);
        }
        out.set("minting", std::move(mint));
    }
    return out;
}

// The members that the two differ in, in the order of the form: choices by their labels.
std::vector<manage::difference> differences(const pages::html_page &p, const resolver::delegation &theirs,
                                            const resolver::delegation &submitted) {
    std::vector<manage::difference> out;
    const auto add = [&](std::string_view name, std::string_view before, std::string_view after) {
        if (ascii::trim(before) == ascii::trim(after)) return;
        out.push_back({.label = p.text("manage.delegation." + std::string{name}),
                       .before = std::string{ascii::trim(before)},
                       .after = std::string{ascii::trim(after)}});
    };
    const auto label = [&](std::string_view of, std::string_view value) {
        return p.text("manage.delegation." + std::string{of} + "_" + std::string{value});
    };
    const delegation_fields old = fields_of(theirs);
    const delegation_fields now = fields_of(submitted);
    add("state", label("state", to_string(theirs.state)), label("state", to_string(submitted.state)));
    add("registrar", old.registrar, now.registrar);
    add("naming", old.naming, now.naming);
    add("hosts", old.hosts, now.hosts);
    add("method", label("method", old.method), label("method", now.method));
    add("pattern", old.pattern, now.pattern);
    add("check", label("check", old.check), label("check", now.check));
    add("uuid_version", old.uuid_version, now.uuid_version);
    add("locator_template", old.locator_template, now.locator_template);
    add("resolver", old.resolver, now.resolver);
    add("passthrough", old.passthrough, now.passthrough);
    return out;
}

struct delegation_model {
    static constexpr std::string_view page_template = "manage_delegation";

    manage::common_part common = {};
    bool exists = false; ///< the next ones are of what is stored
    std::string shown_prefix = {};
    std::string registrar = {};
    bool is_active = false;
    std::string state_label = {};
    std::string names_href = {};
    std::string transfer_href = {};
    bool may_manage = false;
    delegation_fields d = {}; ///< in the form
    std::string version = {}; ///< that the form is made from
    manage::registrar_choice registrars = {};
    std::vector<manage::choice> methods = {};
    std::vector<manage::choice> checks = {};
    bool uuid_7 = false;
    manage::conflict_part seen = {};
    std::string href = {};
    std::string error_prefix = {};
    std::string error_registrar = {};
    std::string error_naming = {};
    std::string error_hosts = {};
    std::string error_pattern = {};
    std::string error_locator_template = {};
    std::string error_resolver = {};
    std::string error_passthrough = {};
    std::string error_confirmation = {};

    static constexpr std::tuple members{members_of{&delegation_model::common},
                                        member{"exists", &delegation_model::exists},
                                        member{"shown_prefix", &delegation_model::shown_prefix},
                                        member{"registrar", &delegation_model::registrar},
                                        member{"is_active", &delegation_model::is_active},
                                        member{"state_label", &delegation_model::state_label},
                                        member{"names_href", &delegation_model::names_href},
                                        member{"transfer_href", &delegation_model::transfer_href},
                                        member{"may_manage", &delegation_model::may_manage},
                                        member{"d", &delegation_model::d},
                                        member{"version", &delegation_model::version},
                                        members_of{&delegation_model::registrars},
                                        member{"methods", &delegation_model::methods},
                                        member{"checks", &delegation_model::checks},
                                        member{"uuid_7", &delegation_model::uuid_7},
                                        members_of{&delegation_model::seen},
                                        member{"href", &delegation_model::href},
                                        member{"error_prefix", &delegation_model::error_prefix},
                                        member{"error_registrar", &delegation_model::error_registrar},
                                        member{"error_naming", &delegation_model::error_naming},
                                        member{"error_hosts", &delegation_model::error_hosts},
                                        member{"error_pattern", &delegation_model::error_pattern},
                                        member{"error_locator_template", &delegation_model::error_locator_template},
                                        member{"error_resolver", &delegation_model::error_resolver},
                                        member{"error_passthrough", &delegation_model::error_passthrough},
                                        member{"error_confirmation", &delegation_model::error_confirmation}};
};

// `now` is the stored delegation that the form is about; `version` is the one that the form is made from.
pages::page_with<delegation_model> delegation_page(request_context &c, delegation_fields fields,
                                                   const std::optional<delegation_entry> &now,
                                                   std::string_view version) {
    auto p = manage::page_showing<delegation_model>(c, part::prefixes, "manage.delegation.heading");
    delegation_model &m = p.shows;
    p.back = href_of_prefix(fields.prefix);
    m.registrars = manage::choice_of_registrar(c, fields.registrar);
    m.methods = manage::choices_of(p, resolver::minting_method_names, "manage.delegation.method_", fields.method);
    m.checks = manage::choices_of(p, resolver::check_rule_names, "manage.delegation.check_", fields.check);
    m.uuid_7 = fields.uuid_version == "7";
    m.exists = now.has_value();
    m.version = version;
    if (now) {
        m.registrar = now->delegation.registrar;
        m.is_active = now->delegation.state == delegation_state::active;
        m.state_label = p.text("manage.delegation.state_" + std::string{to_string(now->delegation.state)});
        m.shown_prefix = "urn:" + now->delegation.prefix;
    }
    const std::string managed = now ? now->delegation.prefix : fields.prefix;
    m.may_manage = c.who->is(resolver::managers) && (!now || service::may_manage(*c.who, managed).has_value());
    if (c.who->is(resolver::registrars)) m.names_href = "/manage/names?prefix=" + encode_query_data(managed);
    m.transfer_href = "/manage/transfers?prefix=" + encode_query_data(managed);
    m.d = std::move(fields);
    return p;
}

pages::page_with<delegation_model> delegation_page(request_context &c, delegation_fields fields,
                                                   const delegation_entry &now) {
    return delegation_page(c, std::move(fields), now, std::to_string(now.version));
}

handler_result show_delegation(request_context &c) {
    const form q = form::of_query(c);
    const auto now = c.server.store->read([&](store::reading &r) { return service::find_delegation(r, q["prefix"]); });
    auto p = now ? delegation_page(c, fields_of(now->delegation), *now)
                 : delegation_page(c, fields_of(resolver::delegation{.prefix = std::string{q["prefix"]}}), {}, {});
    if (q["done"] == "saved") p.shows.common.done = p.text("manage.delegation.saved");
    if (q["done"] == "ended") p.shows.common.done = p.text("manage.delegation.ended");
    return manage::shown(p);
}

response refused_delegation(request_context &c, const form &f, const problem &why) {
    // A second attempt is still about the version that was shown, or about a new delegation.
    std::optional<delegation_entry> now;
    if (f.has("version")) {
        now = c.server.store->read([&](store::reading &r) { return service::find_delegation(r, f["prefix"]); });
    }
    auto p = delegation_page(c, fields_of(f), now, now ? f["version"] : std::string_view{});
    if (why.pointer && why.pointer->size() > 1) {
        std::string field = why.pointer->substr(1);
        if (field.starts_with("hosts")) field = "hosts";
        if (field.starts_with("minting")) field = "pattern";
        pages::set_text(p.shows, "error_" + field, why.detail);
    }
    return manage::refused(p, why);
}

// There is a delegation that whoever filled in the form has not seen: both are shown, and the form has what was typed.
response conflict_page(request_context &c, const form &f, const resolver::delegation &wanted, const problem &why) {
    struct seen {
        std::optional<delegation_entry> now = {};
        std::optional<store::event> last = {};
    };
    const seen x = c.server.store->read([&](store::reading &r) {
        seen out{.now = service::find_delegation(r, wanted.prefix)};
        if (out.now) out.last = r.event_at(out.now->event);
        return out;
    });
    if (!x.now) return refused_delegation(c, f, why);
    delegation_fields fields = fields_of(f);
    fields.prefix = x.now->delegation.prefix;
    auto p = delegation_page(c, std::move(fields), *x.now);
    auto changes = differences(p, x.now->delegation, wanted);
    // The form was sent twice, or somebody else has made the same change.
    if (changes.empty()) return see_other(href_of_prefix(wanted.prefix) + "&done=saved");
    p.title = p.text("manage.delegation.conflict");
    p.shows.seen = manage::conflict_of(std::move(changes), x.last ? &*x.last : nullptr);
    p.shows.href = href_of_prefix(wanted.prefix);
    return manage::shown(p, 409);
}

handler_result put_delegation(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    auto wanted = resolver::delegation_from_json(delegation_in(f));
    if (!wanted) return refused_delegation(c, f, wanted.error());
    if (auto fine = check_scheme_of_template(c, wanted->locator_template); !fine) {
        return refused_delegation(c, f, fine.error());
    }
    auto prefix =
        c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, wanted->prefix); });
    if (!prefix) {
        prefix.error().pointer = "/prefix";
        return refused_delegation(c, f, prefix.error());
    }
    wanted->prefix = *prefix;
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::put_delegation(w, *c.who, *wanted, manage::condition_in(f));
    });
    if (!made && made.error().type == problem_type::precondition_failed) {
        return conflict_page(c, f, *wanted, made.error());
    }
    if (!made) return refused_delegation(c, f, made.error());
    return see_other(href_of_prefix(made->delegation.prefix) + "&done=saved");
}

handler_result end_delegation(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &now,
                c.server.store->read([&](store::reading &r) { return service::delegation_of(r, f["prefix"]); }));
    const auto refused = [&](const problem &why) {
        auto p = delegation_page(c, fields_of(now.delegation), now);
        if (why.pointer) p.shows.error_confirmation = why.detail;
        return manage::refused(p, why);
    };
    if (ascii::trim(f["confirmation"]) != "urn:" + now.delegation.prefix) {
        return refused({.type = problem_type::invalid,
                        .detail = "type the prefix to confirm: urn:" + now.delegation.prefix,
                        .pointer = "/confirmation"});
    }
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_delegation(w, *c.who, now.delegation.prefix, manage::condition_in(f));
    });
    if (!made) return refused(made.error());
    return see_other(href_of_prefix(made->delegation.prefix) + "&done=ended");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html", {}, {&pages::page_model_of<delegation_model>}};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr bounded_list<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/delegation",
     .operation = "showDelegationPage",
     .stands_for = "getDelegation",
     .summary = "Show the delegation of a prefix, or the form that delegates one",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show_delegation,
     .responses = {page_row}},
    {.method = "POST",
     .path = "/manage/delegation",
     .operation = "putDelegationByForm",
     .stands_for = "putDelegation",
     .summary = "Delegate a prefix, or change its delegation, by a form: putDelegation",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = put_delegation,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/manage/delegation/end",
     .operation = "endDelegationByForm",
     .stands_for = "endDelegation",
     .summary = "End a delegation by a form, in which the prefix is typed to confirm: endDelegation",
     .tag = "pages",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = end_delegation,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> manage_delegation_routes() noexcept { return table; }

} // namespace uniform::http

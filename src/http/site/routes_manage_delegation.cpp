// Pages: the delegation of a prefix, made, changed and ended. A form without a version is for a new delegation: what is
// there, or has changed since the form was shown, is shown before it is replaced.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/syntax/percent.hpp>

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
using resolver::delegation_state;
using resolver::problem;
using resolver::problem_type;
using service::delegation_entry;

std::string href_of_prefix(std::string_view prefix) { return "/manage/delegation?prefix=" + encode_query_data(prefix); }

json::value fields_of(const resolver::delegation &d) {
    json::value out = json::object{};
    out.set("prefix", d.prefix)
        .set("registrar", d.registrar)
        .set("naming", d.naming)
        .set("hosts", manage::on_lines(d.hosts));
    out.set("method", to_string(d.mint.method)).set("pattern", d.mint.pattern).set("check", to_string(d.mint.check));
    out.set("uuid_version", d.mint.uuid_version == 7 ? "7" : "4").set("resolver", d.resolver);
    return out.set("passthrough", d.passthrough).set("locator_template", d.locator_template);
}

json::value fields_of(const form &f) {
    json::value out = json::object{};
    for (const std::string_view name : {"prefix", "registrar", "naming", "hosts", "method", "pattern", "check",
                                        "uuid_version", "resolver", "passthrough", "locator_template"}) {
        out.set(name, f[name]);
    }
    return out;
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

json::array choices(const pages::html_page &p, const auto &table, std::string_view text, std::string_view chosen) {
    json::array out;
    for (const auto &[value, name] : table) {
        out.push_back(manage::option(name, p.text(std::string{text} + std::string{name}), name == chosen));
    }
    return out;
}

// What the fields of a form mean for the reader: choices by their labels.
json::value shown_fields(const pages::html_page &p, json::value fields, delegation_state state) {
    for (const std::string_view name : {"method", "check"}) {
        const std::string_view value = fields.string_of(name);
        std::string label = p.text("manage.delegation." + std::string{name} + "_" + std::string{value});
        fields.set(name, std::move(label));
    }
    return fields.set("state", p.text("manage.delegation.state_" + std::string{to_string(state)}));
}

json::array differences(const pages::html_page &p, const resolver::delegation &theirs,
                        const resolver::delegation &mine) {
    const json::value before = shown_fields(p, fields_of(theirs), theirs.state);
    const json::value after = shown_fields(p, fields_of(mine), mine.state);
    json::array out;
    for (const std::string_view name : {"state", "registrar", "naming", "hosts", "method", "pattern", "check",
                                        "uuid_version", "locator_template", "resolver", "passthrough"}) {
        const std::string_view was = ascii::trim(before.string_of(name));
        const std::string_view is = ascii::trim(after.string_of(name));
        if (was == is) continue;
        json::value one = json::object{};
        one.set("label", p.text("manage.delegation." + std::string{name})).set("old", was).set("new", is);
        out.push_back(std::move(one));
    }
    return out;
}

// `now` is the stored delegation that the form is about; `version` is the one that the form is made from.
pages::html_page delegation_page(request_context &c, json::value fields, const std::optional<delegation_entry> &now,
                                 std::string_view version) {
    auto p = manage::page_of(c, part::prefixes, "manage.delegation.heading");
    const std::string prefix{fields.string_of("prefix")};
    p.back = href_of_prefix(prefix);
    manage::add_registrars(c, p, fields.string_of("registrar"));
    p.data.set("methods",
               choices(p, resolver::minting_method_names, "manage.delegation.method_", fields.string_of("method")));
    p.data.set("checks", choices(p, resolver::check_rule_names, "manage.delegation.check_", fields.string_of("check")));
    p.data.set("uuid_7", fields.string_of("uuid_version") == "7");
    p.data.set("exists", now.has_value()).set("version", version);
    if (now) {
        p.data.set("registrar", now->delegation.registrar);
        p.data.set("is_active", now->delegation.state == delegation_state::active);
        p.data.set("state_label", p.text("manage.delegation.state_" + std::string{to_string(now->delegation.state)}));
        p.data.set("shown_prefix", "urn:" + now->delegation.prefix);
    }
    const std::string managed = now ? now->delegation.prefix : prefix;
    p.data.set("may_manage",
               c.who->is(resolver::managers) && (!now || service::may_manage(*c.who, managed).has_value()));
    p.data.set("names_href", "/manage/names?prefix=" + encode_query_data(managed));
    p.data.set("transfer_href", "/manage/transfers?prefix=" + encode_query_data(managed));
    p.data.set("d", std::move(fields));
    return p;
}

pages::html_page delegation_page(request_context &c, json::value fields, const delegation_entry &now) {
    return delegation_page(c, std::move(fields), now, std::to_string(now.version));
}

handler_result show_delegation(request_context &c) {
    const form q = form::of_query(c);
    const auto now = c.server.store->read([&](store::reading &r) { return service::find_delegation(r, q["prefix"]); });
    auto p = now ? delegation_page(c, fields_of(now->delegation), *now)
                 : delegation_page(c, fields_of(resolver::delegation{.prefix = std::string{q["prefix"]}}), {}, {});
    if (q["done"] == "saved") p.data.set("done", p.text("manage.delegation.saved"));
    if (q["done"] == "ended") p.data.set("done", p.text("manage.delegation.ended"));
    return manage::shown(p, "manage_delegation");
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
        p.data.set("error_" + field, why.detail);
    }
    return manage::refused(p, why, "manage_delegation");
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
    json::value fields = fields_of(f);
    fields.set("prefix", x.now->delegation.prefix);
    auto p = delegation_page(c, std::move(fields), *x.now);
    json::array rows = differences(p, x.now->delegation, wanted);
    // The form was sent twice, or somebody else has made the same change.
    if (rows.empty()) return see_other(href_of_prefix(wanted.prefix) + "&done=saved");
    p.title = p.text("manage.delegation.conflict");
    p.data.set("conflict", true).set("differences", std::move(rows)).set("href", href_of_prefix(wanted.prefix));
    if (x.last) p.data.set("changed_by", x.last->who).set("changed_at", resolver::to_string(x.last->at));
    return manage::shown(p, "manage_delegation", 409);
}

// Of the version in the form; without one, that there is none.
service::precondition condition_of(const form &f) {
    if (const auto version = f.number("version")) return {*version};
    service::precondition none;
    none.none_match = service::named_versions{.any = true};
    return none;
}

handler_result put_delegation(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    auto wanted = resolver::delegation_from_json(delegation_in(*f));
    if (!wanted) return refused_delegation(c, *f, wanted.error());
    if (auto fine = check_scheme_of_template(c, wanted->locator_template); !fine) {
        return refused_delegation(c, *f, fine.error());
    }
    auto prefix =
        c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, wanted->prefix); });
    if (!prefix) {
        prefix.error().pointer = "/prefix";
        return refused_delegation(c, *f, prefix.error());
    }
    wanted->prefix = *prefix;
    const auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::put_delegation(w, *c.who, *wanted, condition_of(*f)); });
    if (!made && made.error().type == problem_type::precondition_failed) {
        return conflict_page(c, *f, *wanted, made.error());
    }
    if (!made) return refused_delegation(c, *f, made.error());
    return see_other(href_of_prefix(made->delegation.prefix) + "&done=saved");
}

handler_result end_delegation(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto now = c.server.store->read([&](store::reading &r) { return service::delegation_of(r, (*f)["prefix"]); });
    if (!now) return std::unexpected{now.error()};
    const auto refused = [&](const problem &why) {
        auto p = delegation_page(c, fields_of(now->delegation), *now);
        if (why.pointer) p.data.set("error_confirmation", why.detail);
        return manage::refused(p, why, "manage_delegation");
    };
    if (ascii::trim((*f)["confirmation"]) != "urn:" + now->delegation.prefix) {
        return refused({.type = problem_type::invalid,
                        .detail = "type the prefix to confirm: urn:" + now->delegation.prefix,
                        .pointer = "/confirmation"});
    }
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::end_delegation(w, *c.who, now->delegation.prefix, condition_of(*f));
    });
    if (!made) return refused(made.error());
    return see_other(href_of_prefix(made->delegation.prefix) + "&done=ended");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/delegation",
     .operation = "showDelegationPage",
     .summary = "Show the delegation of a prefix, or the form that delegates one",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = show_delegation,
     .responses = {page_row}},
    {.method = "POST",
     .path = "/manage/delegation",
     .operation = "putDelegationByForm",
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

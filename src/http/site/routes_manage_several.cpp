// Pages for several names at once: they show first what would happen to each, then carry it out, and report each name.
// A name that has changed between the two is left as it is.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/uri/parse.hpp>

#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::name_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_names = 500;

enum class action : std::uint8_t { withdraw, host, prefix };
constexpr auto actions =
    enum_table<action>({{action::withdraw, "withdraw"}, {action::host, "host"}, {action::prefix, "prefix"}});

// What is to be done with each name.
struct order {
    action what = action::withdraw;
    std::string from = {}; ///< a host, or the beginning of URLs
    std::string to = {};
    std::string reason = {};
};

// Whether the locators can be locators: they are read as the API reads them.
std::expected<void, problem> check_locators(const std::vector<std::string> &urls) {
    json::value record = json::object{};
    record.set("locators", json::array(urls.begin(), urls.end()));
    if (auto fine = resolver::record_from_json(record); !fine) return std::unexpected{fine.error()};
    return {};
}

// RFC 3986 3.2: host [ ":" port ], as it stands in a locator.
std::expected<void, problem> check_host(const std::string &text, std::string_view field) {
    const auto refuse = [&](std::optional<std::size_t> at) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "\"" + text +
                                                 "\" is not a host with or without a port, such as new.example or "
                                                 "new.example:8080",
                                       .offset = at,
                                       .rule = "RFC 3986 section 3.2",
                                       .pointer = std::string{field}}};
    };
    const auto a = parse_authority(text);
    if (!a) return refuse(a.error().offset);
    if (a->userinfo || !a->host || a->host->empty()) return refuse(0);
    if (!check_locators({"https://" + text + "/"})) return refuse(std::nullopt);
    return {};
}

std::expected<order, problem> order_in(const form &f) {
    const auto what = actions.find(f["action"]);
    if (!what) return std::unexpected{problem{.type = problem_type::invalid, .detail = "choose what is to be done"}};
    order o{.what = *what,
            .from = std::string{ascii::trim(f["from"])},
            .to = std::string{ascii::trim(f["to"])},
            .reason = std::string{ascii::trim(f["reason"])}};
    if (o.what == action::withdraw) {
        if (o.reason.empty())
            return std::unexpected{
                problem{.type = problem_type::invalid, .detail = "a withdrawal needs a reason", .pointer = "/reason"}};
        return o;
    }
    if (o.from.empty() || o.to.empty()) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "say what is replaced, and by what",
                                       .pointer = o.from.empty() ? "/from" : "/to"}};
    }
    if (o.what == action::host) {
        if (auto fine = check_host(o.from, "/from"); !fine) return std::unexpected{fine.error()};
        if (auto fine = check_host(o.to, "/to"); !fine) return std::unexpected{fine.error()};
    }
    return o;
}

// The URL with another host, and port if `to` has one; or with another beginning. The same text if it is not concerned.
std::string replaced(const order &o, const std::string &url) {
    if (o.what == action::prefix) return url.starts_with(o.from) ? o.to + url.substr(o.from.size()) : url;
    const auto u = parse_uri(url);
    if (!u || !u->authority()) return url;
    const std::string_view authority = *u->authority();
    const std::size_t user = authority.find('@');
    const std::string_view place = user == std::string_view::npos ? authority : authority.substr(user + 1);
    if (!ascii::equal_ignoring_case(place, o.from)) return url;
    const auto at = static_cast<std::size_t>(place.data() - std::string_view{u->text()}.data());
    return std::string{url}.replace(at, place.size(), o.to);
}

struct outcome {
    std::string key = {};
    resolver::name_record record = {};
    std::vector<std::pair<std::string, std::string>> urls = {}; ///< before and after
    std::optional<problem> why = {};
    bool nothing = false; ///< there is nothing to do
};

// What would happen, by the record as it is. What only the operation finds (a policy, a check) is reported by it.
outcome foreseen(store::reading &r, const resolver::principal &who, const order &o, const std::string &urn) {
    outcome out{.key = urn.starts_with("urn:") ? urn.substr(4) : urn};
    auto found = service::show(r, urn);
    if (!found) {
        out.why = found.error();
        return out;
    }
    out.key = found->key;
    out.record = std::move(found->record);
    if (auto may = service::may_assign(r, who, out.key); !may) out.why = may.error();
    if (!out.why && out.record.state == name_state::withdrawn) {
        out.why = problem{.type = problem_type::wrong_state, .detail = "the name is withdrawn"};
    }
    if (o.what == action::withdraw || out.why) return out;
    for (const resolver::locator &l : out.record.locators) {
        std::string url = replaced(o, l.url);
        if (url != l.url) out.urls.emplace_back(l.url, std::move(url));
    }
    out.nothing = out.urls.empty();
    std::vector<std::string> urls;
    urls.reserve(out.urls.size());
    for (const auto &[old_url, new_url] : out.urls) urls.push_back(new_url);
    if (auto fine = check_locators(urls); !fine) out.why = fine.error();
    return out;
}

json::value row_of(const pages::html_page &p, const outcome &o) {
    json::value row = manage::row_of(p, o.key, o.record);
    json::array urls;
    for (const auto &[old_url, new_url] : o.urls) {
        json::value one = json::object{};
        urls.push_back(std::move(one.set("old", old_url).set("new", new_url)));
    }
    row.set("urls", std::move(urls)).set("nothing", o.nothing);
    if (o.why) row.set("why", o.why->detail);
    return row.set("included", !o.why && !o.nothing);
}

void add_order(pages::html_page &p, const order &o) {
    p.data.set("action", actions.name(o.what)).set("from", o.from).set("to", o.to).set("reason", o.reason);
    p.data.set("is_withdrawal", o.what == action::withdraw);
    p.data.set("summary", p.text("manage.several.summary_" + std::string{actions.name(o.what)}));
}

std::expected<std::vector<std::string>, problem> names_in(const form &f) {
    auto urns = f.all("name");
    if (urns.empty()) {
        return std::unexpected{problem{.type = problem_type::invalid, .detail = "choose at least one name"}};
    }
    if (urns.size() > most_names) {
        return std::unexpected{problem{.type = problem_type::invalid, .detail = "choose at most 500 names"}};
    }
    return urns;
}

// The form again, with the names that were chosen.
response ask_again(request_context &c, const form &f, const std::vector<std::string> &urns, const problem &why) {
    auto p = manage::page_of(c, part::names, "manage.several.heading");
    json::array rows;
    for (const std::string &urn : urns) {
        json::value one = json::object{};
        rows.push_back(std::move(one.set("urn", urn)));
    }
    p.data.set("chosen", std::move(rows)).set("from", f["from"]).set("to", f["to"]).set("reason", f["reason"]);
    json::array choices;
    for (const auto &[what, name] : actions) {
        choices.push_back(manage::option(name, p.text("manage.several.action_" + std::string{name}),
                                         name == f["action"] || name == f["wish"]));
    }
    p.data.set("actions", std::move(choices)).set("count", pages::number(p.in(), urns.size()));
    p.data.set("has_chosen", !urns.empty()).set("asks", true);
    if (why.detail.empty()) return manage::shown(p, "manage_several");
    return manage::refused(p, why, "manage_several");
}

response preview(request_context &c, const order &o, const std::vector<std::string> &urns, const problem *why) {
    auto p = manage::page_of(c, part::names, "manage.several.preview");
    json::array rows;
    std::size_t included = 0;
    c.server.store->read([&](store::reading &r) {
        for (const std::string &urn : urns) {
            const outcome x = foreseen(r, *c.who, o, urn);
            if (!x.why && !x.nothing) ++included;
            rows.push_back(row_of(p, x));
        }
        return 0;
    });
    add_order(p, o);
    p.data.set("names", std::move(rows)).set("included", pages::number(p.in(), included)).set("some", included > 0);
    p.data.set("confirmation_label",
               manage::text_with(p, "manage.several.confirm", "withdraw " + std::to_string(included)));
    p.data.set("previews", true).set("confirmation", "withdraw " + std::to_string(included));
    if (why == nullptr) return manage::shown(p, "manage_several");
    p.data.set("error_confirmation", why->detail);
    return manage::refused(p, *why, "manage_several");
}

handler_result show(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto urns = names_in(*f);
    if (!urns) return ask_again(c, *f, {}, urns.error());
    if (!f->has("action")) return ask_again(c, *f, *urns, problem{.detail = {}});
    const auto o = order_in(*f);
    if (!o) return ask_again(c, *f, *urns, o.error());
    return preview(c, *o, *urns, nullptr);
}

// One write for each name: what is refused does not keep the others from being done.
std::optional<problem> carry_out(request_context &c, const order &o, const std::string &urn, std::uint64_t version) {
    const service::write_options options{.condition = service::precondition{version},
                                         .schemes = location_schemes_of(c)};
    const auto made =
        c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<service::name_entry, problem> {
            if (o.what == action::withdraw) {
                return service::withdraw(w, *c.who, {.urn = urn, .reason = o.reason, .options = options});
            }
            auto now = service::show(w, urn);
            if (!now) return now;
            std::vector<resolver::locator> locators = now->record.locators;
            for (resolver::locator &l : locators) l.url = replaced(o, l.url);
            // The record is read as the API reads it, so that a URL that is none is refused.
            std::vector<std::string> urls;
            urls.reserve(locators.size());
            for (const resolver::locator &l : locators) urls.push_back(l.url);
            if (auto fine = check_locators(urls); !fine) return std::unexpected{fine.error()};
            return service::locate(w, *c.who, urn, std::move(locators), options);
        });
    if (made) return std::nullopt;
    return made.error();
}

handler_result apply(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto urns = names_in(*f);
    if (!urns) return ask_again(c, *f, {}, urns.error());
    const auto o = order_in(*f);
    if (!o) return ask_again(c, *f, *urns, o.error());
    const auto versions = f->all("version");
    if (versions.size() != urns->size()) {
        return std::unexpected{problem{.type = problem_type::invalid, .detail = "each name needs its version"}};
    }
    if (o->what == action::withdraw &&
        ascii::trim((*f)["confirmation"]) != "withdraw " + std::to_string(urns->size())) {
        const problem why{.type = problem_type::invalid,
                          .detail = "type \"withdraw " + std::to_string(urns->size()) + "\" to confirm"};
        return preview(c, *o, *urns, &why);
    }
    auto p = manage::page_of(c, part::names, "manage.several.result");
    json::array rows;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < urns->size(); ++i) {
        const auto why = carry_out(c, *o, (*urns)[i], f->number_of(versions[i]).value_or(0));
        outcome x{.key = (*urns)[i].starts_with("urn:") ? (*urns)[i].substr(4) : (*urns)[i], .why = why};
        if (!why) ++changed;
        if (auto now = c.server.store->look_up([&](store::reading &r) { return service::show(r, (*urns)[i]); })) {
            x.key = now->key;
            x.record = std::move(now->record);
        }
        rows.push_back(row_of(p, x));
    }
    add_order(p, *o);
    p.data.set("names", std::move(rows)).set("results", true).set("included", pages::number(p.in(), changed));
    p.data.set("refused", pages::number(p.in(), urns->size() - changed));
    return manage::shown(p, "manage_several");
}

constexpr body_row several_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{4} << 20U};

constexpr route table[]{
    {.method = "POST",
     .path = "/manage/several",
     .operation = "previewSeveral",
     .summary = "Show what an operation would do with each of several names",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = show,
     .body = several_form,
     .responses = {{200, "the page", "text/html"}},
     .problems = {400, 422}},
    {.method = "POST",
     .path = "/manage/several/apply",
     .operation = "changeSeveral",
     .summary = "Withdraw several names, or change their locators",
     .description = "Each name in a write of its own; those that have changed since the preview are left as they are.",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = apply,
     .body = several_form,
     .responses = {{200, "what was done with each name", "text/html"}},
     .problems = {400, 422}},
};

} // namespace

std::span<const route> manage_several_routes() noexcept { return table; }

} // namespace uniform::http

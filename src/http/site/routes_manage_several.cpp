// Pages for several names at once: they show first what would happen to each, then carry it out, and report each name.
// A name that has changed between the two is left as it is.

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/uri/parse.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
using resolver::name_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_names = 500;

enum class action : std::uint8_t { withdraw, host, prefix };
constexpr auto actions =
    enum_table<action>({{action::withdraw, "withdraw"}, {action::host, "host"}, {action::prefix, "prefix"}});

// The action on each name.
struct order {
    action what = action::withdraw;
    std::string from = {}; // a host, or the beginning of URLs
    std::string to = {};
    std::string reason = {};
};

// Whether the locators can be locators: they are read as the API reads them.
std::expected<void, problem> check_locators(const std::vector<std::string> &urls) {
    json::value record = json::object{};
    record.set("locators", json::array(urls.begin(), urls.end()));
    UNIFORM_CHECK(resolver::record_from_json(record));
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
    if (!what) return refuse(problem_type::invalid, "choose what is to be done");
    order o{.what = *what,
            .from = std::string{ascii::trim(f["from"])},
            .to = std::string{ascii::trim(f["to"])},
            .reason = std::string{ascii::trim(f["reason"])}};
    if (o.what == action::withdraw) {
        if (o.reason.empty()) return resolver::refuse_member("reason", "a withdrawal needs a reason");
        return o;
    }
    if (o.from.empty() || o.to.empty()) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "say what is replaced, and by what",
                                       .pointer = o.from.empty() ? "/from" : "/to"}};
    }
    if (o.what == action::host) {
        UNIFORM_CHECK(check_host(o.from, "/from"));
        UNIFORM_CHECK(check_host(o.to, "/to"));
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
    std::vector<std::pair<std::string, std::string>> urls = {}; // before and after
    std::optional<problem> why = {};
    bool nothing = false; // there is nothing to do
};

// The expected outcome, by the record as it is. The operation reports what only it finds (a policy, a check).
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

struct url_change {
    std::string before = {};
    std::string after = {};

    static constexpr std::tuple members{member{"old", &url_change::before}, member{"new", &url_change::after}};
};

struct several_row {
    manage::name_row name = {};
    std::vector<url_change> urls = {};
    bool nothing = false; ///< to do
    std::string why = {}; ///< it is refused
    bool included = false;

    static constexpr std::tuple members{members_of{&several_row::name}, member{"urls", &several_row::urls},
                                        member{"nothing", &several_row::nothing}, member{"why", &several_row::why},
                                        member{"included", &several_row::included}};
};

struct chosen_name {
    std::string urn = {};

    static constexpr std::tuple members{member{"urn", &chosen_name::urn}};
};

struct several_model {
    static constexpr std::string_view page_template = "manage_several";

    manage::common_part common = {};
    bool asks = false; ///< the page asks for the action
    bool previews = false;
    bool results = false;
    bool has_chosen = false;
    std::vector<chosen_name> chosen = {};
    std::string count = {}; ///< of those
    std::vector<manage::choice> actions = {};
    std::string_view action = {};
    std::string summary = {}; ///< of the action
    bool is_withdrawal = false;
    std::string from = {};
    std::string to = {};
    std::string reason = {};
    std::string error_from = {};
    std::string error_to = {};
    std::string error_reason = {};
    std::vector<several_row> names = {};
    bool some = false;         ///< are included
    std::string included = {}; ///< their number
    std::string refused = {};  ///< their number
    std::string confirmation_label = {};
    std::string error_confirmation = {};

    static constexpr std::tuple members{members_of{&several_model::common},
                                        member{"asks", &several_model::asks},
                                        member{"previews", &several_model::previews},
                                        member{"results", &several_model::results},
                                        member{"has_chosen", &several_model::has_chosen},
                                        member{"chosen", &several_model::chosen},
                                        member{"count", &several_model::count},
                                        member{"actions", &several_model::actions},
                                        member{"action", &several_model::action},
                                        member{"summary", &several_model::summary},
                                        member{"is_withdrawal", &several_model::is_withdrawal},
                                        member{"from", &several_model::from},
                                        member{"to", &several_model::to},
                                        member{"reason", &several_model::reason},
                                        member{"error_from", &several_model::error_from},
                                        member{"error_to", &several_model::error_to},
                                        member{"error_reason", &several_model::error_reason},
                                        member{"names", &several_model::names},
                                        member{"some", &several_model::some},
                                        member{"included", &several_model::included},
                                        member{"refused", &several_model::refused},
                                        member{"confirmation_label", &several_model::confirmation_label},
                                        member{"error_confirmation", &several_model::error_confirmation}};
};

using several_page = pages::page_with<several_model>;

several_row row_of(const pages::html_page &p, const outcome &o) {
    several_row row{.name = manage::row_of(p, o.key, o.record),
                    .nothing = o.nothing,
                    .why = o.why ? o.why->detail : std::string{},
                    .included = !o.why && !o.nothing};
    for (const auto &[old_url, new_url] : o.urls) row.urls.push_back({.before = old_url, .after = new_url});
    return row;
}

void add_order(several_page &p, const order &o) {
    several_model &m = p.shows;
    m.action = actions.name(o.what);
    m.from = o.from;
    m.to = o.to;
    m.reason = o.reason;
    m.is_withdrawal = o.what == action::withdraw;
    m.summary = p.text("manage.several.summary_" + std::string{actions.name(o.what)});
}

std::expected<std::vector<std::string>, problem> names_in(const form &f) {
    auto urns = f.all("name");
    if (urns.empty()) {
        return refuse(problem_type::invalid, "choose at least one name");
    }
    if (urns.size() > most_names) {
        return refuse(problem_type::invalid, "choose at most 500 names");
    }
    return urns;
}

// The form again, with the names that were chosen.
response ask_again(request_context &c, const form &f, const std::vector<std::string> &urns, const problem &why) {
    auto p = manage::page_showing<several_model>(c, part::names, "manage.several.heading");
    several_model &m = p.shows;
    m.asks = true;
    for (const std::string &urn : urns) m.chosen.push_back({.urn = urn});
    m.has_chosen = !urns.empty();
    m.count = pages::number(p.in(), urns.size());
    m.from = f["from"];
    m.to = f["to"];
    m.reason = f["reason"];
    for (const auto &[what, name] : actions) {
        m.actions.push_back({.value = std::string{name},
                             .label = p.text("manage.several.action_" + std::string{name}),
                             .selected = name == f["action"] || name == f["proposed"]});
    }
    if (why.detail.empty()) return manage::shown(p);
    return manage::refused(p, why);
}

response preview(request_context &c, const order &o, const std::vector<std::string> &urns, const problem *why) {
    auto p = manage::page_showing<several_model>(c, part::names, "manage.several.preview");
    several_model &m = p.shows;
    std::size_t included = 0;
    c.server.store->read([&](store::reading &r) {
        for (const std::string &urn : urns) {
            const outcome x = foreseen(r, *c.who, o, urn);
            if (!x.why && !x.nothing) ++included;
            m.names.push_back(row_of(p, x));
        }
        return 0;
    });
    add_order(p, o);
    m.previews = true;
    m.included = pages::number(p.in(), included);
    m.some = included > 0;
    m.confirmation_label = manage::text_with(p, "manage.several.confirm", "withdraw " + std::to_string(included));
    if (why == nullptr) return manage::shown(p);
    m.error_confirmation = why->detail;
    return manage::refused(p, *why);
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto urns = names_in(f);
    if (!urns) return ask_again(c, f, {}, urns.error());
    if (!f.has("action")) return ask_again(c, f, *urns, problem{.detail = {}});
    const auto o = order_in(f);
    if (!o) return ask_again(c, f, *urns, o.error());
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
            UNIFORM_TRY(auto &now, service::show(w, urn));
            std::vector<resolver::locator> locators = now.record.locators;
            for (resolver::locator &l : locators) l.url = replaced(o, l.url);
            // The record is read as the API reads it, so that a URL that is none is refused.
            std::vector<std::string> urls;
            urls.reserve(locators.size());
            for (const resolver::locator &l : locators) urls.push_back(l.url);
            UNIFORM_CHECK(check_locators(urls));
            return service::locate(w, *c.who, urn, std::move(locators), options);
        });
    if (made) return std::nullopt;
    return made.error();
}

handler_result apply(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto urns = names_in(f);
    if (!urns) return ask_again(c, f, {}, urns.error());
    const auto o = order_in(f);
    if (!o) return ask_again(c, f, *urns, o.error());
    const auto versions = f.all("version");
    if (versions.size() != urns->size()) {
        return refuse(problem_type::invalid, "each name needs its version");
    }
    if (o->what == action::withdraw && ascii::trim(f["confirmation"]) != "withdraw " + std::to_string(urns->size())) {
        const problem why{.type = problem_type::invalid,
                          .detail = "type \"withdraw " + std::to_string(urns->size()) + "\" to confirm"};
        return preview(c, *o, *urns, &why);
    }
    auto p = manage::page_showing<several_model>(c, part::names, "manage.several.result");
    std::size_t changed = 0;
    for (std::size_t i = 0; i < urns->size(); ++i) {
        const auto why = carry_out(c, *o, (*urns)[i], f.number_of(versions[i]).value_or(0));
        outcome x{.key = (*urns)[i].starts_with("urn:") ? (*urns)[i].substr(4) : (*urns)[i], .why = why};
        if (!why) ++changed;
        if (auto now = c.server.store->look_up([&](store::reading &r) { return service::show(r, (*urns)[i]); })) {
            x.key = now->key;
            x.record = std::move(now->record);
        }
        p.shows.names.push_back(row_of(p, x));
    }
    add_order(p, *o);
    p.shows.results = true;
    p.shows.included = pages::number(p.in(), changed);
    p.shows.refused = pages::number(p.in(), urns->size() - changed);
    return manage::shown(p);
}

constexpr body_row several_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{4} << 20U};

constexpr page_models several_pages{&pages::page_model_of<several_model>};

constexpr route table[]{
    {.method = "POST",
     .path = "/manage/several",
     .operation = "previewSeveral",
     .stands_for = "changeName withdrawName",
     .summary = "Show what an operation would do with each of several names",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::each,
     .handler = show,
     .body = several_form,
     .responses = {{200, "the page", "text/html", {}, several_pages}},
     .problems = {400, 422}},
    {.method = "POST",
     .path = "/manage/several/apply",
     .operation = "changeSeveral",
     .stands_for = "changeName withdrawName",
     .summary = "Withdraw several names, or change their locators",
     .description = "Each name in a write of its own; those that have changed since the preview are left as they are.",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::each,
     .handler = apply,
     .body = several_form,
     .responses = {{200, "what was done with each name", "text/html", {}, several_pages}},
     .problems = {400, 422}},
};

} // namespace

std::span<const route> manage_several_routes() noexcept { return table; }

} // namespace uniform::http

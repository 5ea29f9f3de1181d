// Pages: transfers of prefixes from one registrar to another, and one with its history.

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/registrar_choice.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/shown_history.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using pages::member;
using pages::members_of;
using resolver::problem;
using resolver::problem_type;
using service::transfer_state;

constexpr std::size_t page_size = 200;

struct decision_button {
    std::string_view value = {};
    std::string label = {};
    bool quiet = false;

    static constexpr std::tuple members{member{"value", &decision_button::value},
                                        member{"label", &decision_button::label},
                                        member{"quiet", &decision_button::quiet}};
};

struct transfer_row {
    std::string prefix = {};
    std::string from = {};
    std::string to = {};
    std::string state = {}; ///< of its badge
    std::string state_label = {};
    std::string requested = {}; ///< the day
    std::string requested_by = {};
    std::string note = {};
    std::string decided = {}; ///< the day
    std::string decided_by = {};
    std::string answer = {};
    bool may_decide = false;
    bool waits = false;     ///< for somebody else's decision
    std::string href = {};  ///< its page, to which its form is sent
    std::string typed = {}; ///< in a form that was refused
    std::vector<decision_button> decisions = {};

    static constexpr std::tuple members{member{"prefix", &transfer_row::prefix},
                                        member{"from", &transfer_row::from},
                                        member{"to", &transfer_row::to},
                                        member{"state", &transfer_row::state},
                                        member{"state_label", &transfer_row::state_label},
                                        member{"requested", &transfer_row::requested},
                                        member{"requested_by", &transfer_row::requested_by},
                                        member{"note", &transfer_row::note},
                                        member{"decided", &transfer_row::decided},
                                        member{"decided_by", &transfer_row::decided_by},
                                        member{"answer", &transfer_row::answer},
                                        member{"may_decide", &transfer_row::may_decide},
                                        member{"waits", &transfer_row::waits},
                                        member{"href", &transfer_row::href},
                                        member{"typed", &transfer_row::typed},
                                        member{"decisions", &transfer_row::decisions}};
};

struct transfer_model {
    static constexpr std::string_view page_template = "manage_transfer";

    manage::common_part common = {};
    transfer_row transfer = {};
    manage::history_part events = {};

    static constexpr std::tuple members{members_of{&transfer_model::common}, members_of{&transfer_model::transfer},
                                        members_of{&transfer_model::events}};
};

struct transfers_model {
    static constexpr std::string_view page_template = "manage_transfers";

    manage::common_part common = {};
    bool has_transfers = false;
    std::vector<transfer_row> transfers = {};
    std::string next = {};   ///< a URL
    std::string prefix = {}; ///< typed in the form, as the next ones
    std::string to = {};
    std::string note = {};
    manage::registrar_choice registrars = {};
    std::string error_prefix = {};
    std::string error_to = {};
    std::string error_note = {};

    static constexpr std::tuple members{members_of{&transfers_model::common},
                                        member{"has_transfers", &transfers_model::has_transfers},
                                        member{"transfers", &transfers_model::transfers},
                                        member{"next", &transfers_model::next},
                                        member{"prefix", &transfers_model::prefix},
                                        member{"to", &transfers_model::to},
                                        member{"note", &transfers_model::note},
                                        members_of{&transfers_model::registrars},
                                        member{"error_prefix", &transfers_model::error_prefix},
                                        member{"error_to", &transfers_model::error_to},
                                        member{"error_note", &transfers_model::error_note}};
};

// The buttons that work for the reader: the first one is the main one.
std::vector<decision_button> decisions_of(const pages::html_page &p, store::reading &r, const resolver::principal &who,
                                          const service::transfer &t) {
    std::vector<decision_button> out;
    for (const auto &[decision, name] : service::transfer_decision_names) {
        if (!service::may_decide(r, who, t, decision)) continue;
        out.push_back({.value = name, .label = p.text("manage.transfers." + std::string{name}), .quiet = !out.empty()});
    }
    return out;
}

transfer_row row_of(const pages::html_page &p, const service::transfer &t, std::vector<decision_button> decisions) {
    const std::string state{to_string(t.state)};
    return {.prefix = "urn:" + t.prefix,
            .from = t.from,
            .to = t.to,
            .state = t.state == transfer_state::accepted ? "active" : state,
            .state_label = p.text("manage.transfers.state_" + state),
            .requested = resolver::to_string(t.requested).substr(0, 10),
            .requested_by = t.requested_by,
            .note = t.note,
            .decided = t.decided ? resolver::to_string(*t.decided).substr(0, 10) : std::string{},
            .decided_by = t.decided_by,
            .answer = t.answer,
            .may_decide = !decisions.empty(),
            .waits = t.state == transfer_state::requested && decisions.empty(),
            .href = "/manage/transfers/" + encode_segment(t.id),
            .decisions = std::move(decisions)};
}

pages::page_with<transfers_model> transfers_page(request_context &c, const form &f, const page &at) {
    auto p = manage::page_showing<transfers_model>(c, part::transfers, "manage.transfers.heading");
    p.back = "/manage/transfers";
    std::vector<std::vector<decision_button>> decisions;
    const auto [found, next] = c.server.store->read([&](store::reading &r) {
        auto page = service::list_transfers(r, *c.who, std::nullopt, at.after, page_size);
        for (const service::transfer &t : page.first) decisions.push_back(decisions_of(p, r, *c.who, t));
        return page;
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
        transfer_row row = row_of(p, found[i], std::move(decisions[i]));
        if (c.path_value("id") == found[i].id) row.typed = f["answer"];
        p.shows.transfers.push_back(std::move(row));
    }
    p.shows.has_transfers = !p.shows.transfers.empty();
    if (!next.empty()) p.shows.next = next_page_of(c, next);
    p.shows.prefix = f["prefix"];
    p.shows.to = f["to"];
    p.shows.note = f["note"];
    p.shows.registrars = manage::choice_of_registrar(c, f["to"]);
    return p;
}

handler_result transfers(request_context &c) {
    UNIFORM_TRY(const auto &at, page_of(c));
    const form q = form::of_query(c);
    auto p = transfers_page(c, q, at);
    constexpr std::array done{"requested", "accept", "refuse", "withdraw"};
    if (std::ranges::find(done, q["done"]) != done.end()) {
        p.shows.common.done = p.text("manage.transfers.done_" + std::string{q["done"]});
    }
    return manage::shown(p);
}

handler_result show_transfer(request_context &c) {
    auto p = manage::page_showing<transfer_model>(c, part::transfers, "manage.transfer.heading");
    const std::string_view id = c.path_value("id");
    auto done = c.server.store->read([&](store::reading &r) -> std::expected<int, problem> {
        UNIFORM_TRY(const auto &t, service::transfer_of(r, *c.who, id));
        UNIFORM_TRY(const auto &events, service::transfer_history(r, *c.who, id, manage::events_asked_for(c)));
        p.shows.transfer = row_of(p, t, decisions_of(p, r, *c.who, t));
        p.shows.events = manage::history_of(p, events, p.shows.transfer.href);
        return 0;
    });
    UNIFORM_CHECK(done);
    return manage::shown(p);
}

handler_result request_transfer(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &requested, service::request_transfer(w, *c.who, ascii::trim(f["prefix"]),
                                                                   ascii::trim(f["to"]), f["note"]));
            return std::move(requested.id);
        });
    });
    if (!made) {
        auto p = transfers_page(c, f, {});
        return manage::refused(p, made.error());
    }
    return see_other("/manage/transfers?done=requested");
}

handler_result decide_transfer(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto decision = service::transfer_decision_names.find(f["decision"]);
    const auto made =
        !decision ? std::expected<service::transfer, problem>{refuse(problem_type::invalid, "choose a decision")}
                  : c.server.store->write(origin_of(c), [&](store::writing &w) {
                        return service::decide_transfer(w, *c.who, c.path_value("id"), *decision, f["answer"]);
                    });
    if (!made) {
        auto p = transfers_page(c, f, {});
        return manage::refused(p, made.error());
    }
    return see_other("/manage/transfers?done=" + std::string{f["decision"]});
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html", {}, {&pages::page_model_of<transfers_model>}};
constexpr response_row transfer_page_row{200, "the page", "text/html", {}, {&pages::page_model_of<transfer_model>}};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr bounded_list<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/transfers",
     .operation = "showTransfers",
     .stands_for = "listTransfers",
     .summary = "Show the transfers of prefixes that concern the token",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = transfers,
     .responses = {page_row},
     .problems = {400}},
    {.method = "POST",
     .path = "/manage/transfers",
     .operation = "requestTransferByForm",
     .stands_for = "requestTransfer",
     .summary = "Request a transfer by a form: requestTransfer",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = request_transfer,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "GET",
     .path = "/manage/transfers/{id}",
     .operation = "showTransfer",
     .stands_for = "getTransfer getTransferHistory",
     .summary = "Show a transfer and its history",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = show_transfer,
     .in_path = {&transfer_id},
     .responses = {transfer_page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/manage/transfers/{id}",
     .operation = "decideTransferByForm",
     .stands_for = "acceptTransfer refuseTransfer withdrawTransfer",
     .summary = "Accept, refuse or withdraw a transfer by a form",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = decide_transfer,
     .in_path = {&transfer_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> manage_transfers_routes() noexcept { return table; }

} // namespace uniform::http

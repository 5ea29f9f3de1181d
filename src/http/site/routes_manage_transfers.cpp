// Pages: transfers of prefixes from one registrar to another.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/registrar_choice.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::problem;
using resolver::problem_type;
using service::transfer_state;

constexpr std::size_t page_size = 200;

// The buttons that work for the reader: the first one is the main one.
json::array decisions_of(const pages::html_page &p, store::reading &r, const resolver::principal &who,
                         const service::transfer &t) {
    json::array out;
    for (const auto &[decision, name] : service::transfer_decision_names) {
        if (!service::may_decide(r, who, t, decision)) continue;
        json::value one = json::object{};
        one.set("value", name).set("label", p.text("manage.transfers." + std::string{name})).set("quiet", !out.empty());
        out.push_back(std::move(one));
    }
    return out;
}

pages::html_page transfers_page(request_context &c, const form &f, const page &at) {
    auto p = manage::page_of(c, part::transfers, "manage.transfers.heading");
    p.back = "/manage/transfers";
    std::vector<json::array> decisions;
    const auto [found, next] = c.server.store->read([&](store::reading &r) {
        auto page = service::list_transfers(r, *c.who, std::nullopt, at.after, page_size);
        for (const service::transfer &t : page.first) decisions.push_back(decisions_of(p, r, *c.who, t));
        return page;
    });
    json::array rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const service::transfer &t = found[i];
        json::value one = json::object{};
        const std::string state{to_string(t.state)};
        one.set("id", t.id).set("prefix", "urn:" + t.prefix).set("from", t.from).set("to", t.to).set("note", t.note);
        one.set("answer", t.answer).set("requested", resolver::to_string(t.requested).substr(0, 10));
        one.set("requested_by", t.requested_by).set("decided_by", t.decided_by);
        if (t.decided) one.set("decided", resolver::to_string(*t.decided).substr(0, 10));
        one.set("state", t.state == transfer_state::accepted ? "active" : state)
            .set("may_decide", !decisions[i].empty())
            .set("waits", t.state == transfer_state::requested && decisions[i].empty())
            .set("decisions", std::move(decisions[i]));
        // What was typed for this one, in a form that was refused.
        if (c.path_value("id") == t.id) one.set("typed", f["answer"]);
        one.set("state_label", p.text("manage.transfers.state_" + state));
        one.set("decide_href", "/manage/transfers/" + encode_segment(t.id));
        rows.push_back(std::move(one));
    }
    p.data.set("has_transfers", !rows.empty()).set("transfers", std::move(rows));
    p.data.set("next", next.empty() ? std::string{} : next_page_of(c, next));
    p.data.set("prefix", f["prefix"]).set("to", f["to"]).set("note", f["note"]);
    manage::add_registrars(c, p, f["to"]);
    return p;
}

handler_result transfers(request_context &c) {
    const auto at = page_of(c);
    if (!at) return std::unexpected{at.error()};
    const form q = form::of_query(c);
    auto p = transfers_page(c, q, *at);
    constexpr std::array done{"requested", "accept", "refuse", "withdraw"};
    if (std::ranges::find(done, q["done"]) != done.end()) {
        p.data.set("done", p.text("manage.transfers.done_" + std::string{q["done"]}));
    }
    return manage::shown(p, "manage_transfers");
}

handler_result request_transfer(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, (*f)["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            auto requested = service::request_transfer(w, *c.who, ascii::trim((*f)["prefix"]), ascii::trim((*f)["to"]),
                                                       (*f)["note"]);
            if (!requested) return std::unexpected{std::move(requested.error())};
            return std::move(requested->id);
        });
    });
    if (!made) {
        auto p = transfers_page(c, *f, {});
        return manage::refused(p, made.error(), "manage_transfers");
    }
    return see_other("/manage/transfers?done=requested");
}

handler_result decide_transfer(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto decision = service::transfer_decision_names.find((*f)["decision"]);
    const auto made =
        !decision ? std::expected<service::transfer, problem>{std::unexpected{
                        problem{.type = problem_type::invalid, .detail = "choose a decision"}}}
                  : c.server.store->write(origin_of(c), [&](store::writing &w) {
                        return service::decide_transfer(w, *c.who, c.path_value("id"), *decision, (*f)["answer"]);
                    });
    if (!made) {
        auto p = transfers_page(c, *f, {});
        return manage::refused(p, made.error(), "manage_transfers");
    }
    return see_other("/manage/transfers?done=" + std::string{(*f)["decision"]});
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/transfers",
     .operation = "showTransfers",
     .summary = "Show the transfers of prefixes that concern the token",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = transfers,
     .responses = {page_row},
     .problems = {400}},
    {.method = "POST",
     .path = "/manage/transfers",
     .operation = "requestTransferByForm",
     .summary = "Request a transfer by a form: requestTransfer",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = request_transfer,
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/manage/transfers/{id}",
     .operation = "decideTransferByForm",
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

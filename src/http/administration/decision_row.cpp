#include "http/administration/decision_row.hpp"

#include <string>
#include <utility>

#include <uniform/service/tokens.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform::http::administration {

namespace {

using service::decision;
using service::decision_area;

// Ids of requests are written with leading zeros, so that they are in order.
std::string number_of_request(std::string_view id) {
    const auto at = id.find_first_not_of('0');
    return std::string{at == std::string_view::npos ? std::string_view{"0"} : id.substr(at)};
}

struct subject {
    std::string text = {};
    std::string href = {};
};

subject subject_of(const pages::html_page &p, store::reading &r, const decision &d) {
    switch (d.area) {
    case decision_area::registration: {
        const std::string number = number_of_request(d.id);
        return {p.text("operation.decisions.request") + ' ' + number, "/registration/requests/" + number};
    }
    case decision_area::namespaces:
        if (d.kind != "namespace") return {.text = d.id};
        return {"urn:" + d.id, "/namespaces/" + encode_segment(d.id) + "?format=html"};
    case decision_area::delegations:
        return {"urn:" + d.id, "/manage/delegation?prefix=" + encode_query_data(d.id)};
    case decision_area::transfers:
        return {"urn:" + d.id.substr(0, d.id.find('~')), "/manage/transfers/" + encode_segment(d.id)};
    case decision_area::names: {
        const std::string urn = "urn:" + d.id;
        return {urn, manage::page_of_name(urn)};
    }
    case decision_area::tokens: {
        const auto t = service::find_token(r, d.id);
        return {t && !t->label.empty() ? t->label + " (" + d.id + ")" : d.id, "/account/tokens/" + d.id};
    }
    case decision_area::webhooks:
        return {d.id, "/operation/webhooks/" + d.id};
    case decision_area::registrars:
    case decision_area::service:
        break;
    }
    return {.text = d.id};
}

} // namespace

decision_row row_of(const pages::html_page &p, store::reading &r, const decision &d) {
    subject s = subject_of(p, r, d);
    std::string key = d.area == decision_area::registration ? "registration.did_" : "operation.did_";
    const std::string did =
        p.text(key += d.action == "withdraw" && d.area == decision_area::registration ? "withdraw_request" : d.action);
    return {.at = shown_time(d.at),
            .area = p.text("operation.area." + std::string{to_string(d.area)}),
            .did = did == key ? d.action : did,
            .subject = std::move(s.text),
            .href = std::move(s.href),
            .who = shown_principal(r, d.who),
            .who_href = "/operation/decisions?who=" + encode_query_data(d.who)};
}

} // namespace uniform::http::administration

// Registering a URN namespace (RFC 8141 6.2, 6.3), the notices about it, and the webhooks that get them.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/service/notices.hpp>
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/service/webhooks.hpp>

#include <algorithm>
#include <expected>
#include <string>
#include <string_view>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using registry::request_action;
using registry::request_state;
using resolver::problem_type;
using store::reading;
using store::writing;

namespace {

// A template with a text in each field.
std::string harbour_template(std::string_view version = "1") {
    registry::namespace_template t = registry::new_template("harbour", edition::rfc8141, {.date = "2026-11-24"});
    for (const registry::field_rule &rule : registry::template_fields(edition::rfc8141)) {
        if (rule.id == registry::field::date || rule.id == registry::field::namespace_identifier) continue;
        t.set(rule.id, "A text that says everything.");
    }
    t.set(registry::field::version, version);
    t.set(registry::field::registrant, "The Harbour Masters\nQuay 1, 1000 Port\nharbour@example.org");
    return registry::write_template(t);
}

// Opened by somebody without a token.
opened_request open_harbour(example_store &s) {
    const auto secret = make_request_secret();
    const new_request what{.document = harbour_template(), .title = "Harbours", .submitter = "A. Pilot"};
    return s.write([&](writing &w) { return open_request(w, {}, what, secret); });
}

// The rules that a template has only in prose, and what somebody decides about them.
void open_rules() {
    const rules_view prose{.state = "proposed", .open = {{.setting = "syntax", .why = "neither ABNF nor opaque"}}};
    const json::value shown = value_of(prose);
    CHECK(shown.find("open")->elements().size() == 1);
    const rules_decision any_nss{.syntax = json::value{}}; // null: of RFC 8141
    const action_input input{.text = "As the board decided", .rules = any_nss};
    CHECK(input.rules && !input.rules->equivalence);
    const rules_effect none{.names = 2};
    CHECK(json::to_text(value_of(none)) == R"({"names":2,"invalid":0,"examples":[]})");
}

void opening_and_editing() {
    example_store s;
    const auto secret = make_request_secret(); // the text for the submitter, the digest for the store
    const draft_limits small{.size = 1U << 15U};
    const new_request what{.document = harbour_template(), .title = "Harbours", .submitter = "A. Pilot"};
    const opened_request o = s.write([&](writing &w) { return open_request(w, {}, what, secret, small); });
    const registration_request &r = o.view.request;
    CHECK(r.state == request_state::draft && request_number(std::to_string(r.number)) == r.number);

    const auto t = registry::read_any_template(harbour_template(), {.edition = edition::rfc8141});
    s.read([&](reading &q) {
        CHECK(!registry::has_errors(findings_of_submission(q, *t)));
        CHECK(registry::has_errors(findings_of_submission(q, *t, {.revises = "another"}))); // its NID cannot change
    });

    const credentials submitter{.secret = o.secret};
    const sent_template corrected = harbour_template();
    const action_result edited =
        s.write([&](writing &w) { return edit_request(w, submitter, r.number, corrected, small); });
    for (const registry::finding &f : edited.findings) CHECK(!f.message.empty()); // they do not prevent a draft
    s.read([&](reading &from) {
        CHECK(current_template(from, submitter, r.number) == harbour_template());
        CHECK(find_request(from, {}, r.number).error().type == problem_type::not_found); // others do not see a draft
    });
    std::string out;
    json::writer w(out);
    write(w, o);
    CHECK(out.contains(o.secret)); // shown only this time

    CHECK(s.write([&](writing &to) -> std::expected<std::int64_t, resolver::problem> {
        return expire_drafts(to, resolver::now() + std::chrono::hours{1});
    }) == 1);
}

void submitting_and_deciding() {
    example_store s;
    const opened_request o = open_harbour(s);
    const std::uint64_t number = o.view.request.number;
    // With a token the submitter is known; what_nobody_has_accepted() has the other way.
    const credentials submitter{.who = &s.administrator, .secret = o.secret};
    const action_result done = s.write([&](writing &w) {
        return take_action(w, submitter, number, request_action::submit, action_input{.text = "Please."});
    });
    CHECK(done.view.request.state == request_state::submitted);
    const request_decision &last = done.view.request.decisions.back();
    CHECK(last.action == request_action::submit && last.text == "Please.");

    const resolver::principal expert{.id = "token:expert", .role = resolver::role::expert};
    s.write([&](writing &w) { return take_action(w, {.who = &expert}, number, request_action::review, {}); });
    const public_comment c =
        s.write([&](writing &w) { return add_comment(w, {.who = &expert}, number, "A reader", "Why?"); });
    CHECK(c.number == 1 && c.verified && c.actor == "expert");
    s.read([&](reading &r) {
        CHECK(list_comments(r, {}, number, 0, 10)->first.front().text == "Why?");
        const request_filter reviewed{.state = request_state::under_review, .nid = "harbour"};
        const request_view v = list_requests(r, {}, reviewed, 0, 10).first.front();
        CHECK(v.request.number == number);
        std::string out;
        json::writer w(out);
        w.begin_array();
        write(w, v);
        write(w, c);
        write(w, done);
        w.end_array();
        CHECK(json::read(out));
    });
}

void what_nobody_has_accepted() {
    example_store s;
    const opened_request o = open_harbour(s);
    const std::uint64_t number = o.view.request.number;
    const credentials unknown{.secret = o.secret};
    const credentials administrator{.who = &s.administrator};
    const action_result sent = s.write([&](writing &w) {
        return take_action(w, unknown, number, request_action::submit, action_input{.text = "Please."});
    });
    CHECK(registry::is_before_history(sent.view.request.state) && sent.view.received);
    std::string out;
    json::writer w(out);
    w.begin_array();
    s.read([&](reading &r) {
        const received_submission waits = find_received(r, administrator, number).value();
        CHECK(waits.at == *sent.view.received && waits.text == "Please.");
        write(w, waits);
        CHECK(list_requests(r, administrator, {.received = true}, 0, 10).first.size() == 1);
        CHECK(find_received(r, {}, number).error().type == problem_type::not_found);
    });
    const action_input of_that{.received = sent.view.received};
    const action_result accepted =
        s.write([&](writing &to) { return take_action(to, administrator, number, request_action::accept, of_that); });
    CHECK(accepted.view.request.state == request_state::submitted);

    const auto secret = make_request_secret();
    const auto say = [&] {
        return s.write([&](writing &to) { return receive_comment(to, {}, number, "A reader", "Why?", secret); });
    };
    const received_comment asked = say();
    write(w, asked);
    w.end_array();
    CHECK(json::read(out));
    s.read([&](reading &r) {
        CHECK(list_received_comments(r, {.secret = asked.secret}, number)->size() == 1);
        CHECK(list_comments(r, {}, number, 0, 10)->first.empty());
    });
    const public_comment c = s.write([&](writing &to) { return accept_comment(to, administrator, number, asked.id); });
    CHECK(c.number == 1 && !c.verified);
    const received_comment spam = say();
    s.write([&](writing &to) { return dismiss_comment(to, administrator, number, spam.id); });
    CHECK(s.write([&](writing &to) -> std::expected<std::int64_t, resolver::problem> {
        return expire_received(to, resolver::now() + std::chrono::hours{1});
    }) == 0);
}

void versions_of_a_template() {
    example_store s;
    const auto secret = make_request_secret();
    const new_request what{.document = harbour_template(), .title = "Harbours", .submitter = "A. Pilot"};
    // Opened and submitted in one step.
    const credentials known{.who = &s.administrator};
    const opened_request o = s.write([&](writing &w) { return submit_new_request(w, known, what, secret); });
    const std::uint64_t number = o.view.request.number;
    s.read([&](reading &r) {
        CHECK(list_versions(r, {}, number)->size() == 1);
        const submitted_version v = find_version(r, {}, number, 1).value();
        CHECK(v.template_text == harbour_template() && !v.registered);
        const version_difference d = difference(r, {}, number, 1, 1).value();
        CHECK(!d.changes.any());
        std::string out;
        json::writer w(out);
        w.begin_array();
        write(w, v);
        write(w, d);
        w.end_array();
        CHECK(json::read(out));
    });
}

void whether_a_nid_is_free() {
    example_store s;
    const auto secret = make_request_secret();
    const new_request what{.document = harbour_template(), .title = "Harbours", .submitter = "A. Pilot"};
    s.write([&](writing &w) { return submit_new_request(w, {.who = &s.administrator}, what, secret); });
    s.read([&](reading &r) {
        CHECK(status_of_nid(r, "isbn").problem->type == problem_type::conflict);
        const nid_status n = status_of_nid(r, "harbour");
        const competing_request &other = n.requests.front();
        CHECK(!n.problem && other.state == request_state::submitted);
        std::string out;
        json::writer w(out);
        write(w, n);
        CHECK(out.contains(R"("free":true)"));
    });
}

void notices_and_webhooks() {
    example_store s;
    const webhook_request wanted =
        webhook_request_from_json(*json::read(R"({"url": "https://example.org/hook", "actions": ["submit"]})")).value();
    const webhook_secret secret = make_webhook_secret();
    const webhook h = s.write([&](writing &w) { return create_webhook(w, s.administrator, wanted, secret); });
    CHECK(h.state == webhook_state::active && to_string(h.state) == "active");
    CHECK(webhook_state_names.find("ended") == webhook_state::ended && most_webhooks == 100);

    const opened_request o = open_harbour(s);
    s.write([&](writing &w) {
        return take_action(w, {.who = &s.administrator}, o.view.request.number, request_action::submit, {});
    });
    s.write([&](writing &w) { return test_webhook(w, s.administrator, h.id); });
    s.read([&](reading &r) {
        const auto [notices, older] = list_notices(r, 0, 10);
        const notice &n = notices.front();
        CHECK(n.request == o.view.request.number && !older);

        CHECK(webhook_of(r, h.id)->url == h.url && list_webhooks(r, "", 10).first.size() == 1);
        const auto deliveries = list_deliveries(r, h.id, 0, 10).value().first;
        CHECK(deliveries.size() == 2); // of the submission, and of the test
        const delivery &d = deliveries.front();
        CHECK(d.state == delivery_state::waiting && to_string(d.state) == "waiting");
        CHECK(delivery_state_names.find("failed") == delivery_state::failed);
        std::string out;
        json::writer w(out);
        w.begin_array();
        write(w, h);
        write(w, d);
        w.end_array();
        CHECK(!out.contains(secret.text) && !value_of(h).members().empty());
    });
    s.write([&](writing &w) { return end_webhook(w, s.administrator, h.id); });
}

} // namespace

int main() {
    open_rules();
    opening_and_editing();
    submitting_and_deciding();
    what_nobody_has_accepted();
    versions_of_a_template();
    whether_a_nid_is_free();
    notices_and_webhooks();
    return 0;
}

#include <uniform/service/webhooks.hpp>

#include <algorithm>
#include <limits>
#include <span>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/store/pages.hpp>
#include <uniform/uri/parse.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/secret_bytes.hpp"
#include "service/shown_text.hpp"
#include "service/tokens/token_documents.hpp"
#include "service/webhooks/webhook_queue.hpp"

namespace uniform::service {

using resolver::principal;

namespace {

using detail::problem;
using detail::problem_type;
using detail::refuse_member;
using resolver::refuse;

constexpr std::string_view webhook_kind = "webhook";
constexpr std::size_t longest_hook_url = 2000;
constexpr std::int64_t most_waiting_tests = 10;

std::int64_t seconds_of(resolver::timestamp t) {
    return std::chrono::floor<std::chrono::seconds>(t.time_since_epoch()).count();
}

// Without the version, as the store has it.
json::value content_of_webhook(const webhook &h) {
    json::array actions;
    for (const registry::request_action a : h.actions) actions.emplace_back(to_string(a));
    json::value out;
    out.set("id", h.id).set("url", h.url).set("actions", std::move(actions)).set_if("label", h.label);
    out.set("created_by", h.created_by).set("created", resolver::to_string(h.created)).set("state", to_string(h.state));
    return out;
}

webhook webhook_in(const store::document &d) {
    const json::value j = detail::body_of(d, webhook_kind);
    webhook h{.id = d.id, .url = std::string(j.string_of("url")), .label = std::string(j.string_of("label"))};
    if (const json::value *const all = j.find("actions")) {
        for (const json::value &one : all->elements()) {
            const auto action = registry::request_action_names.find(one.is_string() ? *one.if_string() : "");
            if (!action) throw_damaged(webhook_kind, d.id);
            h.actions.push_back(*action);
        }
    }
    const auto state = webhook_state_names.find(j.string_of("state"));
    if (!state) throw_damaged(webhook_kind, d.id);
    h.created_by = j.string_of("created_by");
    h.created = resolver::parse_timestamp(j.string_of("created")).value_or(resolver::timestamp{});
    h.state = *state;
    set_revision(h, d);
    return h;
}

// " submit approve ": empty for all.
std::string joined_actions(const webhook &h) {
    std::string out;
    for (const registry::request_action a : h.actions)
        (out += out.empty() ? " " : "") += std::string(to_string(a)) + " ";
    return out;
}

std::expected<void, problem> check_url(std::string_view url) {
    const auto u = url.size() <= longest_hook_url ? parse_uri(url) : parse_uri("");
    if (url.size() > longest_hook_url) return refuse_member("url", "\"url\" must not be longer than 2000 bytes");
    if (!u) return refuse_member("url", "\"url\" must be a URI, such as https://example.org/hook");
    const std::string scheme = ascii::lower_copy(u->scheme());
    if (scheme != "http" && scheme != "https") return refuse_member("url", "\"url\" must be an http or https URL");
    if (!u->host() || u->host()->empty()) return refuse_member("url", "\"url\" must have a host");
    // RFC 9110 4.2.4; and what is shown of a webhook must have no password.
    if (u->userinfo()) return refuse_member("url", "\"url\" must have no userinfo");
    if (u->fragment()) return refuse_member("url", "\"url\" must have no fragment");
    return {};
}

// A webhook that has not ended, for a change.
std::expected<webhook, problem> webhook_to_change(store::writing &w, const principal &who, std::string_view id) {
    UNIFORM_CHECK(may_administer(w, who));
    auto h = webhook_of(w, id);
    if (h && h->state == webhook_state::ended) return std::unexpected{resolver::has_ended(webhook_kind, id)};
    return h;
}

void put_delivery(store::writing &w, std::string_view id, std::uint64_t number, std::string_view action,
                  std::string_view body) {
    w.sql().run("INSERT INTO webhook_deliveries (webhook, number, action, state, due, attempts, status, says, body) "
                "VALUES ($1, $2, $3, 'waiting', $4, 0, 0, '', $5)",
                {id, static_cast<std::int64_t>(number), action, seconds_of(w.now()), body});
}

} // namespace

void detail::queue_deliveries(store::writing &w, std::uint64_t number, std::string_view action, std::string_view body) {
    std::vector<std::string> to;
    const std::string word = " " + std::string(action) + " ";
    w.sql().run("SELECT webhook, actions FROM webhooks ORDER BY webhook", {}, [&](const store::row &row) {
        if (row.text(1).empty() || row.text(1).contains(word)) to.emplace_back(row.text(0));
        return true;
    });
    for (const std::string &id : to) put_delivery(w, id, number, action, body);
}

webhook_secret make_webhook_secret(std::string_view seed) {
    constexpr std::size_t id_size = 6;
    constexpr std::size_t secret_size = 32;
    const std::string bytes = secret_bytes(id_size + secret_size, seed);
    const auto all = std::as_bytes(std::span{bytes});
    return {.id = base::to_hex(all.first(id_size)), .text = base::to_hex(all.subspan(id_size))};
}

json::value value_of(const webhook &h) { return with_revision(content_of_webhook(h), h); }

void write(json::writer &w, const webhook &h) { w.write(value_of(h)); }

void write(json::writer &w, const delivery &d) {
    w.begin_object().member("number", std::to_string(d.number)).member("action", d.action);
    w.member("state", to_string(d.state)).member("at", resolver::to_string(d.at)).member("attempts", d.attempts);
    if (d.status != 0) w.member("status", d.status);
    w.member_if("detail", d.says).end_object();
}

std::expected<webhook_request, problem> webhook_request_from_json(const json::value &value) {
    webhook_request h;
    std::vector<std::string> actions;
    json::members m{value, "a webhook"};
    m.require("url").string("url", h.url, longest_hook_url).strings("actions", actions, 100, 64);
    m.string("label", h.label, 200);
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const auto action = registry::request_action_names.find(actions[i]);
        if (!action) {
            auto refused = refuse_member("actions", "\"" + actions[i] + "\" is not an action of a request");
            refused.error().pointer = "/actions/" + std::to_string(i);
            return refused;
        }
        h.actions.push_back(*action);
    }
    return h;
}

std::expected<webhook, problem> create_webhook(store::writing &w, const principal &who, const webhook_request &request,
                                               const webhook_secret &s) {
    UNIFORM_CHECK(may_administer(w, who));
    UNIFORM_CHECK(check_url(request.url));
    UNIFORM_CHECK(check_shown_text("label", request.label));
    std::int64_t others = 0;
    w.sql().run("SELECT count(*) FROM webhooks", {}, [&](const store::row &row) {
        others = row.integer(0);
        return false;
    });
    if (others >= static_cast<std::int64_t>(most_webhooks))
        return refuse(problem_type::too_many, "there can be 100 webhooks at most: end one first");
    if (w.find(webhook_kind, s.id)) return std::unexpected{resolver::already_exists(webhook_kind, s.id)};
    webhook h{.id = s.id,
              .url = request.url,
              .actions = request.actions,
              .label = request.label,
              .created_by = who.id,
              .created = w.now()};
    set_revision(h, w.put(webhook_kind, h.id, json::to_text(content_of_webhook(h)), "create"));
    const std::string actions = joined_actions(h);
    w.sql().run("INSERT INTO webhooks (webhook, url, actions, secret, holder, until) VALUES ($1, $2, $3, $4, '', 0)",
                {std::string_view(h.id), std::string_view(h.url), std::string_view(actions), std::string_view(s.text)});
    return h;
}

std::expected<webhook, problem> end_webhook(store::writing &w, const principal &who, std::string_view id) {
    auto h = webhook_to_change(w, who, id);
    UNIFORM_CHECK(h);
    h->state = webhook_state::ended;
    set_revision(*h, w.put(webhook_kind, h->id, json::to_text(content_of_webhook(*h)), "end"));
    store::connection &c = w.sql();
    c.run("DELETE FROM webhooks WHERE webhook = $1", {id});
    c.run("DELETE FROM webhook_deliveries WHERE webhook = $1 AND state = 'waiting'", {id});
    return h;
}

std::expected<webhook, problem> test_webhook(store::writing &w, const principal &who, std::string_view id) {
    auto h = webhook_to_change(w, who, id);
    UNIFORM_CHECK(h);
    std::int64_t waiting = 0;
    w.sql().run("SELECT count(*) FROM webhook_deliveries WHERE webhook = $1 AND action = 'test' AND state = 'waiting'",
                {id}, [&](const store::row &row) {
                    waiting = row.integer(0);
                    return false;
                });
    if (waiting >= most_waiting_tests)
        return refuse(problem_type::too_many, "ten tests of this webhook wait for their delivery");
    // Each delivery has the number of an event.
    set_revision(*h, w.put(webhook_kind, h->id, json::to_text(content_of_webhook(*h)), "test"));
    json::value body;
    body.set("id", "test-" + std::to_string(h->event)).set("event", h->event);
    body.set("at", resolver::to_string(w.now())).set("action", "test").set("webhook", h->id);
    put_delivery(w, h->id, h->event, "test", json::to_text(body));
    return h;
}

std::expected<webhook, problem> webhook_of(store::reading &r, std::string_view id) {
    const auto d = token_documents::is_token_id(id) ? r.find(webhook_kind, id) : std::nullopt;
    if (!d) return std::unexpected{resolver::does_not_exist(webhook_kind, id)};
    return webhook_in(*d);
}

std::pair<std::vector<webhook>, std::string> list_webhooks(store::reading &r, std::string_view after,
                                                           std::size_t limit) {
    const auto page = store::documents_page(r, webhook_kind, "", after, {.rows = limit});
    std::vector<webhook> result;
    result.reserve(page.rows.size());
    for (const store::document &d : page.rows) result.push_back(webhook_in(d));
    return {std::move(result), page.more ? page.rows.back().id : std::string{}};
}

std::expected<std::pair<std::vector<delivery>, bool>, problem>
list_deliveries(store::reading &r, std::string_view id, std::uint64_t before, std::size_t limit) {
    UNIFORM_CHECK(webhook_of(r, id));
    std::pair<std::vector<delivery>, bool> out;
    constexpr auto newest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    r.sql().run("SELECT number, action, state, due, attempts, status, says FROM webhook_deliveries WHERE webhook = $1 "
                "AND number < $2 ORDER BY number DESC LIMIT $3",
                {id, static_cast<std::int64_t>(before == 0 ? newest : std::min(before, newest)),
                 static_cast<std::int64_t>(limit + 1)},
                [&](const store::row &row) {
                    out.second = out.first.size() == limit;
                    if (out.second) return false;
                    out.first.push_back(
                        {.number = static_cast<std::uint64_t>(row.integer(0)),
                         .action = std::string(row.text(1)),
                         .state = delivery_state_names.find(row.text(2)).value_or(delivery_state::waiting),
                         .at = resolver::timestamp{std::chrono::seconds{row.integer(3)}},
                         .attempts = row.integer(4),
                         .status = row.integer(5),
                         .says = std::string(row.text(6))});
                    return true;
                });
    return out;
}

} // namespace uniform::service

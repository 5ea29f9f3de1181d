// The feed of registration requests and decisions.

#include <chrono>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "base/base64url.hpp"
#include "base/try.hpp"
#include "http/api/history_request.hpp"
#include "http/api/own_url.hpp"
#include "http/api/parameters.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router.hpp"
#include "http/engine/date.hpp"
#include "http/harvest/feed.hpp"
#include "http/harvest/routes_harvest.hpp"

namespace uniform::http {

namespace {

constexpr response_field last_modified_field{"Last-Modified",
                                             "the time of the newest entry of the page, once it is a second old"};

constexpr parameter request_parameter{.name = "request",
                                      .description = "only what happened to the request with this number",
                                      .pattern = "^[1-9][0-9]*$",
                                      .example = "12"};

handler_result show_feed(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    UNIFORM_TRY(const auto &before, event_before(p));
    bool more = false;
    std::uint64_t request = 0;
    if (const auto number = c.query_value("request")) {
        request = service::request_number(*number).value_or(0);
        if (request == 0) {
            return refuse(resolver::problem_type::invalid, "the parameter \"request\" must be the number of a "
                                                           "registration request, such as 12");
        }
    }
    feed_page page{
        .with_authors = c.who != nullptr, .base = own_url(c.server.settings, c.request).base(), .request = request};
    c.server.store->read([&](store::reading &r) {
        std::tie(page.notices, more) = service::list_notices(r, before, p.limit, request);
        const auto first = page.notices.empty() ? r.event_at(1) : std::nullopt;
        if (first) page.since = first->at;
        return 0;
    });
    const auto url = [&](std::string_view after) {
        std::string out = page.first();
        const auto add = [&](std::string_view name, std::string_view value) {
            ((out += out.contains('?') ? "&" : "?").append(name) += "=").append(value);
        };
        if (!after.empty()) add("after", base::to_base64url(after));
        if (c.query_value("limit")) add("limit", std::to_string(p.limit));
        return out;
    };
    page.self = url(p.after);
    if (more) page.next = url(std::to_string(page.notices.back().number));
    response r{.status = 200, .body = atom_feed(page)};
    const std::uint64_t newest = page.notices.empty() ? 0 : page.notices.front().number;
    r.fields = {{"Content-Type", "application/atom+xml; charset=utf-8"},
                {"Cache-Control", "no-cache"},
                {"Vary", "Authorization"},
                {"ETag", "\"" + std::to_string(newest) + "." + body_digest(r.body) + "\""}};
    if (more) r.fields.emplace_back("Link", "<" + page.next + ">; rel=\"next\"");
    if (page.notices.empty()) return r;
    // RFC 9110 8.8.2.2: until then another entry could have the same time.
    const auto changed = std::chrono::floor<std::chrono::seconds>(page.notices.front().at);
    if (c.server.clock() < changed + std::chrono::seconds{1}) return r;
    const date_text modified{static_cast<std::time_t>(changed.time_since_epoch().count())};
    r.fields.emplace_back("Last-Modified", modified.view());
    // RFC 9110 13.1.3: ignored beside If-None-Match, which the router evaluates. Readers send what they got.
    if (c.request.value("If-None-Match").empty() && c.request.value("If-Modified-Since") == modified.view()) {
        r.status = 304;
        r.body.clear();
        std::erase_if(r.fields, [](const auto &f) { return f.first == "Content-Type" || f.first == "Link"; });
    }
    return r;
}

constexpr route table[]{
    {.method = "GET",
     .path = feed_path,
     .operation = "getRequestFeed",
     .summary = "The registration requests and the decisions about them, newest first, as an Atom feed (RFC 4287)",
     .description = "In pages (RFC 5005 section 3). The feed has what everyone may see; with a token, the authors of "
                    "the entries are the principals. Drafts and comments are not in it.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = show_feed,
     .query = {&limit_parameter, &after_parameter, &request_parameter},
     .responses =
         {{200, "a page of the feed", "application/atom+xml", {&etag_field, &last_modified_field, &next_link_field}}},
     .problems = {422}},
};

} // namespace

std::span<const route> feed_routes() noexcept { return table; }

} // namespace uniform::http

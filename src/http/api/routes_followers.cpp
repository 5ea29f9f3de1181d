// The history for followers: pages of its lines, and waiting for the next event.

#include <algorithm>
#include <chrono>
#include <utility>

#include <uniform/http/settings.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/history_text.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/operation/follow_state.hpp"
#include "http/operation/history_waits.hpp"
#include "http/operation/store_identity.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

constexpr parameter after_event{.name = "after",
                                .type = parameter_type::number,
                                .description =
                                    "the number of the last event that the client has; the page has those after it",
                                .fallback = "0",
                                .most = std::uint64_t{1} << 53U};
constexpr parameter events_limit{.name = "limit",
                                 .type = parameter_type::number,
                                 .description = "the greatest number of events in the page, which has about a "
                                                "mebibyte at most, but one event at least",
                                 .fallback = "1000",
                                 .least = 1,
                                 .most = 10000};
constexpr parameter wait_parameter{
    .name = "wait",
    .type = parameter_type::number,
    .description = "while there is no event after that one, wait for it, so many seconds at most. The setting "
                   "history.wait may be less; without a place to wait, and while others need it, the response comes "
                   "at once, without an event",
    .fallback = "0",
    .most = 600};

constexpr response_field stores_of_page{
    stores_field_name, "identifiers of the store, and of those that it follows: a follower that finds its own there "
                       "follows itself"};

void wait_for_event(request_context &c, std::uint64_t after) {
    const std::chrono::milliseconds longest = std::min<std::chrono::milliseconds>(
        std::chrono::seconds{c.number(wait_parameter)}, c.server.settings->history_wait);
    if (longest.count() == 0 || c.server.engine == nullptr || c.request.method == "HEAD") return;
    c.server.engine->waits.wait(c.exchange, client_of(c), std::chrono::steady_clock::now() + longest, [&] {
        return c.server.store->look_up([](store::reading &r) { return r.head(); }).first != after;
    });
}

handler_result history_after(request_context &c) {
    UNIFORM_CHECK(may_read_history(c));
    const std::uint64_t after = c.number(after_event);
    const auto limit = static_cast<std::size_t>(c.number(events_limit));
    // A replica that lags would seem to be a history that has lost its last events.
    const store::read_scope reads{store::freshness::latest};
    wait_for_event(c, after);
    std::uint64_t last = 0;
    auto part = c.server.store->read([&](store::reading &r) {
        last = r.head().first;
        return service::history_after(r, after, limit);
    });
    if (!part) {
        return refuse(problem_type::conflict, "the history ends with event " + std::to_string(last) +
                                                  ", before event " + std::to_string(after));
    }
    response out = history_text(c, std::move(part->lines));
    const follow_state *const follows = c.server.engine == nullptr ? nullptr : c.server.engine->follows;
    out.fields.emplace_back(stores_field_name, stores_field(c.server.store->sql_database(),
                                                            follows == nullptr ? std::string{} : follows->stores()));
    return out;
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/history",
     .operation = "readHistory",
     .summary = "Read the history, for followers",
     .description =
         "A page of the lines that `uniform store history` exports (docs/reference/history-format.md), without "
         "secrets. Its first line says after which event the page goes on, with its hash; its last line says where "
         "the history ends. For administrators and readers without prefixes, or, with the setting history.public, for "
         "everybody. 409: the history ends before that event.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = history_after,
     .query = {&after_event, &events_limit, &wait_parameter},
     .body = {.streamed = true},
     .responses = {{200,
                    "a page of the history",
                    "application/x-ndjson",
                    {&history_coding_field, &history_vary_field, &stores_of_page}}},
     .problems = {401, 403, 409}},
};

} // namespace

std::span<const route> follower_routes() noexcept { return table; }

} // namespace uniform::http

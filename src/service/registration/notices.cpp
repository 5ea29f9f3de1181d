#include <uniform/service/notices.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>

#include <openssl/rand.h>

#include <uniform/base/hex.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/store/pages.hpp>

#include "service/parsed_document.hpp"
#include "service/registration/take_note.hpp"
#include "service/webhooks/webhook_queue.hpp"

namespace uniform::service {

namespace {

// RFC 9562 5.4.
std::string random_uuid() {
    std::array<unsigned char, 16> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
        throw std::runtime_error("the random number generator failed");
    }
    random[6] = static_cast<unsigned char>((random[6] & 0x0FU) | 0x40U);
    random[8] = static_cast<unsigned char>((random[8] & 0x3FU) | 0x80U);
    std::string text = base::to_hex(std::as_bytes(std::span{random}));
    for (const std::size_t at : {20U, 16U, 12U, 8U}) text.insert(at, 1, '-');
    return text;
}

} // namespace

bool registration::is_noted(const registration_request &q, registry::request_action action) noexcept {
    return q.versions != 0 && action != registry::request_action::comment;
}

std::string registration::notice_body(const registration_request &q, registry::request_action action,
                                      resolver::timestamp at, std::string_view uuid) {
    std::string body;
    json::writer out{body};
    out.begin_object().member("id", "urn:uuid:" + std::string{uuid}).member("event", q.event);
    out.member("at", resolver::to_string(at)).member("action", to_string(action));
    // An action that follows from another request has no decision of its own.
    const bool decided = !q.decisions.empty() && q.decisions.back().action == action;
    const request_decision d = decided ? q.decisions.back() : request_decision{.round = q.rounds, .actor = "process"};
    out.member("part", d.actor).member("round", d.round).member_if("text", d.text);
    out.member_if("reference", d.reference).key("request").begin_object();
    out.member("id", std::to_string(q.number)).member_if("nid", q.nid).member_if("title", q.title);
    out.member_if("submitter", q.submitter).member("state", to_string(q.state)).member("track", to_string(q.track()));
    out.member("kind", q.informal ? "informal" : "formal").end_object().end_object();
    return body;
}

void registration::take_note(store::writing &w, const registration_request &q, registry::request_action action) {
    // The time of the event, which is later than now() while the history is ahead of the clock.
    const auto event = w.event_at(q.event);
    const resolver::timestamp at = event ? event->at : w.now();
    const std::string body = notice_body(q, action, at, random_uuid());
    w.sql().run("INSERT INTO notices (number, request, at, who, body) VALUES ($1, $2, $3, $4, $5)",
                {static_cast<std::int64_t>(q.event), static_cast<std::int64_t>(q.number), at.time_since_epoch().count(),
                 std::string_view(w.by().who), std::string_view(body)});
    detail::queue_deliveries(w, q.event, to_string(action), body);
}

std::pair<std::vector<notice>, bool> list_notices(store::reading &r, std::uint64_t before, std::size_t limit,
                                                  std::uint64_t request) {
    std::pair<std::vector<notice>, bool> out;
    std::size_t bytes = 0;
    constexpr auto newest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto until = static_cast<std::int64_t>(before == 0 ? newest : std::min(before, newest));
    const auto about = static_cast<std::int64_t>(std::min(request, newest));
    r.sql().run("SELECT number, request, at, who, body FROM notices WHERE number < $1 AND ($3 = 0 OR request = $3) "
                "ORDER BY number DESC LIMIT $2",
                {until, static_cast<std::int64_t>(limit + 1), about}, [&](const store::row &row) {
                    if (out.first.size() == limit || bytes > store::page_size{}.bytes) {
                        out.second = true;
                        return false;
                    }
                    bytes += row.text(4).size();
                    auto body = json::read(row.text(4));
                    if (!body) throw_damaged("notice", std::to_string(row.integer(0)), body.error().message);
                    out.first.push_back({.number = static_cast<std::uint64_t>(row.integer(0)),
                                         .request = static_cast<std::uint64_t>(row.integer(1)),
                                         .at = resolver::timestamp{std::chrono::microseconds{row.integer(2)}},
                                         .who = std::string(row.text(3)),
                                         .body = std::move(*body)});
                    return true;
                });
    return out;
}

} // namespace uniform::service

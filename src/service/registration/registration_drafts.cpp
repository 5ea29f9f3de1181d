#include "service/registration/registration_drafts.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/registration/request_encoding.hpp"

namespace uniform::service {

std::int64_t expire_drafts(store::writing &w, resolver::timestamp t) {
    return w.sql().run("DELETE FROM drafts WHERE received = 0 AND changed < $1", {t.time_since_epoch().count()});
}

namespace registration {

using resolver::problem;
using resolver::problem_type;

namespace {

using base::concat;

std::uint64_t number_in(std::string_view digits) noexcept {
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

registration_request request_in(std::uint64_t number, std::string_view text) {
    return decoded({.id = request_id(number), .body = std::string(text), .event = 0});
}

} // namespace

std::uint64_t next_number(store::writing &w) {
    std::uint64_t last = 0;
    // Until version 4 of the schema, a counter had the last number. A store that was copied without this table has the
    // numbers of its requests.
    if (const auto counter = w.find("counter", "request")) last = number_in(counter->body);
    store::connection &c = w.sql();
    const auto at_least = [&](std::uint64_t number) { last = std::max(last, number); };
    c.run("SELECT last FROM draft_numbers WHERE one = 1", {}, [&](const store::row &r) {
        at_least(static_cast<std::uint64_t>(r.integer(0)));
        return false;
    });
    c.run("SELECT id FROM documents WHERE kind = 'request' ORDER BY id DESC LIMIT 1", {}, [&](const store::row &r) {
        at_least(number_in(r.text(0)));
        return false;
    });
    c.run("SELECT number FROM drafts ORDER BY number DESC LIMIT 1", {}, [&](const store::row &r) {
        at_least(static_cast<std::uint64_t>(r.integer(0)));
        return false;
    });
    ++last;
    c.run("INSERT INTO draft_numbers (one, last) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET last = excluded.last",
          {static_cast<std::int64_t>(last)});
    return last;
}

std::optional<registration_request> drafted_request(store::reading &r, std::uint64_t number) {
    std::optional<registration_request> found;
    r.sql().run("SELECT request FROM drafts WHERE number = $1 AND request <> ''", {static_cast<std::int64_t>(number)},
                [&](const store::row &row) {
                    found = request_in(number, row.text(0));
                    return false;
                });
    return found;
}

std::optional<std::string> drafted_template(store::reading &r, std::uint64_t number) {
    std::optional<std::string> found;
    r.sql().run("SELECT template FROM drafts WHERE number = $1", {static_cast<std::int64_t>(number)},
                [&](const store::row &row) {
                    found = std::string(row.text(0));
                    return false;
                });
    return found;
}

std::vector<registration_request> drafted_requests(store::reading &r, std::uint64_t after, std::size_t limit) {
    std::vector<registration_request> found;
    r.sql().run("SELECT number, request FROM drafts WHERE number > $1 AND request <> '' ORDER BY number LIMIT $2",
                {static_cast<std::int64_t>(after), static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
                    found.push_back(request_in(static_cast<std::uint64_t>(row.integer(0)), row.text(1)));
                    return true;
                });
    return found;
}

std::expected<void, problem> check_size(std::size_t bytes, const draft_limits &limits) {
    if (bytes <= limits.size) return {};
    return refuse(problem_type::too_large, concat({"the template and its request have ", std::to_string(bytes),
                                                   " bytes; at most ", std::to_string(limits.size), " are allowed"}));
}

std::optional<submitted_draft> submitted_draft_of(store::reading &r, std::uint64_t number) {
    std::optional<submitted_draft> found;
    r.sql().run("SELECT received, reason FROM drafts WHERE number = $1 AND received <> 0",
                {static_cast<std::int64_t>(number)}, [&](const store::row &row) {
                    found = {.at = resolver::timestamp{std::chrono::microseconds{row.integer(0)}},
                             .reason = std::string(row.text(1))};
                    return false;
                });
    return found;
}

std::vector<std::uint64_t> requests_received(store::reading &r, std::uint64_t after, std::size_t limit) {
    std::vector<std::uint64_t> found;
    r.sql().run("SELECT number FROM drafts WHERE received <> 0 AND number > $1 UNION "
                "SELECT request FROM received_comments WHERE request > $1 ORDER BY 1 LIMIT $2",
                {static_cast<std::int64_t>(after), static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
                    found.push_back(static_cast<std::uint64_t>(row.integer(0)));
                    return true;
                });
    return found;
}

std::uint32_t received_comments_of(store::reading &r, std::uint64_t number) {
    std::uint32_t count = 0;
    r.sql().run("SELECT count(*) FROM received_comments WHERE request = $1", {static_cast<std::int64_t>(number)},
                [&](const store::row &row) {
                    count = static_cast<std::uint32_t>(row.integer(0));
                    return false;
                });
    return count;
}

std::expected<void, problem> check_share(store::writing &w, const draft_share &s, const draft_limits &limits) {
    std::size_t together = s.bytes;
    const auto add = [&](const store::row &r) {
        together += static_cast<std::size_t>(r.integer(0));
        return false;
    };
    const auto replaced = static_cast<std::int64_t>(s.replaced);
    w.sql().run("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM drafts WHERE holder = $1 AND number <> $2",
                {std::string_view(s.holder), replaced}, add);
    w.sql().run("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM received_comments WHERE holder = $1",
                {std::string_view(s.holder)}, add);
    if (together > limits.of_holder) {
        return refuse(problem_type::too_many,
                      concat({"the drafts of this address or token, with what waits to be accepted, would have ",
                              std::to_string(together), " bytes together; at most ", std::to_string(limits.of_holder),
                              " are allowed. Withdraw one, or wait until one is accepted or expires"}));
    }
    if (!s.anonymous) return {};
    // Counted in the tables, so that several processes on one store share it. Both sums read an index alone.
    together = s.bytes;
    w.sql().run("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM drafts WHERE anonymous = 1 AND number <> $1",
                {replaced}, add);
    w.sql().run("SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM received_comments", {}, add);
    if (together <= limits.of_anonymous) return {};
    return refuse(problem_type::too_many,
                  concat({"what clients without a token have sent, and nobody has accepted, would have ",
                          std::to_string(together), " bytes together; at most ", std::to_string(limits.of_anonymous),
                          " are allowed. Send it with an access token, or wait until some is accepted or expires"}));
}

std::expected<void, problem> put_draft(store::writing &w, registration_request &q, const draft_content &content,
                                       const draft_limits &limits) {
    q.changed = w.now();
    const std::string request = q.versions == 0 ? encoded(q) : std::string{};
    store::connection &c = w.sql();
    const auto number = static_cast<std::int64_t>(q.number);
    draft_share share{.holder = limits.holder.empty() ? w.by().from : limits.holder,
                      .bytes = request.size() + content.text.size() + content.reason.size(),
                      .anonymous = content.anonymous,
                      .replaced = q.number};
    c.run("SELECT holder, anonymous FROM drafts WHERE number = $1", {number}, [&](const store::row &r) {
        share.holder = r.text(0);
        share.anonymous = r.integer(1) != 0;
        return false;
    });
    UNIFORM_CHECK(check_size(share.bytes, limits));
    UNIFORM_CHECK(check_share(w, share, limits));
    const std::int64_t now = w.now().time_since_epoch().count();
    c.run("INSERT INTO drafts (number, holder, request, template, bytes, changed, received, reason, anonymous) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (number) DO UPDATE SET request = excluded.request, "
          "template = excluded.template, bytes = excluded.bytes, changed = excluded.changed, "
          "received = excluded.received, reason = excluded.reason",
          {number, std::string_view(share.holder), std::string_view(request), content.text,
           static_cast<std::int64_t>(share.bytes), now, content.received ? now : 0, content.reason,
           std::int64_t{share.anonymous}});
    return {};
}

void delete_draft(store::writing &w, std::uint64_t number) {
    w.sql().run("DELETE FROM drafts WHERE number = $1", {static_cast<std::int64_t>(number)});
}

} // namespace registration

} // namespace uniform::service

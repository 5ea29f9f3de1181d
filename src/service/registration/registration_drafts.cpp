#include "service/registration/registration_drafts.hpp"

#include <algorithm>
#include <charconv>

#include <uniform/resolver/refusal.hpp>

#include "base/text.hpp"
#include "service/registration/request_encoding.hpp"

namespace uniform::service {

std::int64_t expire_drafts(store::writing &w, resolver::timestamp t) {
    return w.sql().run("DELETE FROM drafts WHERE changed < $1", {t.time_since_epoch().count()});
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

std::expected<void, problem> put_draft(store::writing &w, registration_request &q, std::string_view text,
                                       const draft_limits &limits) {
    q.changed = w.now();
    const std::string request = q.versions == 0 ? encoded(q) : std::string{};
    const std::size_t bytes = request.size() + text.size();
    if (auto fits = check_size(bytes, limits); !fits) return fits;
    store::connection &c = w.sql();
    const auto number = static_cast<std::int64_t>(q.number);
    std::string holder = limits.holder.empty() ? w.by().from : limits.holder;
    c.run("SELECT holder FROM drafts WHERE number = $1", {number}, [&](const store::row &r) {
        holder = r.text(0);
        return false;
    });
    std::int64_t others = 0;
    c.run("SELECT bytes FROM drafts WHERE holder = $1 AND number <> $2", {holder, number}, [&](const store::row &r) {
        others += r.integer(0);
        return true;
    });
    if (static_cast<std::size_t>(others) + bytes > limits.of_holder) {
        return refuse(problem_type::too_many,
                      concat({"the drafts of this address or token would have ",
                              std::to_string(static_cast<std::size_t>(others) + bytes), " bytes together; at most ",
                              std::to_string(limits.of_holder),
                              " are allowed. Submit or withdraw one, or wait until one expires"}));
    }
    c.run("INSERT INTO drafts (number, holder, request, template, bytes, changed) VALUES ($1, $2, $3, $4, $5, $6) "
          "ON CONFLICT (number) DO UPDATE SET request = excluded.request, template = excluded.template, "
          "bytes = excluded.bytes, changed = excluded.changed",
          {number, std::string_view(holder), std::string_view(request), text, static_cast<std::int64_t>(bytes),
           w.now().time_since_epoch().count()});
    return {};
}

void delete_draft(store::writing &w, std::uint64_t number) {
    w.sql().run("DELETE FROM drafts WHERE number = $1", {static_cast<std::int64_t>(number)});
}

} // namespace registration

} // namespace uniform::service

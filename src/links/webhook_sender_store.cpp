#include "links/webhook_sender_store.hpp"

#include "links/link_checker_store.hpp"

namespace uniform::links {

std::vector<std::string> due_webhooks(store::connection &c, std::int64_t now, std::size_t limit) {
    std::vector<std::string> out;
    c.run("SELECT webhook FROM webhook_deliveries WHERE state = 'waiting' AND due <= $1 GROUP BY webhook "
          "ORDER BY min(due), webhook LIMIT $2",
          {now, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
              out.emplace_back(row.text(0));
              return true;
          });
    return out;
}

std::optional<webhook_delivery> due_delivery(store::connection &c, std::string_view webhook, std::int64_t now) {
    std::optional<webhook_delivery> out;
    c.run("SELECT d.number, d.attempts, w.url, w.secret, d.body FROM webhook_deliveries d JOIN webhooks w ON w.webhook "
          "= d.webhook WHERE d.webhook = $1 AND d.state = 'waiting' AND d.due <= $2 ORDER BY d.due, d.number LIMIT 1",
          {webhook, now}, [&](const store::row &row) {
              out = {.webhook = std::string(webhook),
                     .number = row.integer(0),
                     .attempts = row.integer(1),
                     .url = std::string(row.text(2)),
                     .secret = std::string(row.text(3)),
                     .body = std::string(row.text(4))};
              return false;
          });
    return out;
}

std::int64_t waiting_deliveries(store::connection &c) {
    std::int64_t n = 0;
    c.run("SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting'", {}, [&](const store::row &row) {
        n = row.integer(0);
        return false;
    });
    return n;
}

bool claim_webhook(store::connection &c, std::string_view webhook, std::string_view holder, std::int64_t now,
                   std::int64_t until) {
    return c.run("UPDATE webhooks SET holder = $1, until = $2 WHERE webhook = $3 AND (holder = $1 OR until <= $4 OR "
                 "until > $5)",
                 {holder, until, webhook, now, now + longest_lease}) > 0;
}

void leave_webhook(store::connection &c, std::string_view webhook, std::string_view holder) {
    c.run("UPDATE webhooks SET holder = '', until = 0 WHERE webhook = $1 AND holder = $2", {webhook, holder});
}

void note_result(store::connection &c, const webhook_delivery &d, std::string_view holder, const delivery_result &r) {
    c.run(
        "UPDATE webhook_deliveries SET state = $1, due = $2, attempts = $3, status = $4, says = $5 WHERE webhook = $6 "
        "AND number = $7 AND state = 'waiting' AND EXISTS (SELECT 1 FROM webhooks WHERE webhook = $6 AND holder = $8)",
        {r.state, r.due, r.attempts, r.status, std::string_view(r.says), std::string_view(d.webhook), d.number,
         holder});
}

void forget_deliveries(store::connection &c, std::int64_t before) {
    c.run("DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND due < $1", {before});
}

} // namespace uniform::links

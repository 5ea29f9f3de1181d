// The queue of deliveries to webhooks, for the sender. The tables have no history. Times are in seconds since 1970.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/store/database.hpp>

namespace uniform::links {

/// A delivery that is due, with what its webhook needs.
struct webhook_delivery {
    std::string webhook = {};
    std::int64_t number = 0;
    std::int64_t attempts = 0; ///< that have failed
    std::string url = {};
    std::string secret = {};
    std::string body = {};
};

/// The webhooks that have a delivery that is due; at most `limit`.
[[nodiscard]] std::vector<std::string> due_webhooks(store::connection &c, std::int64_t now, std::size_t limit);
/// The first delivery of the webhook that is due.
[[nodiscard]] std::optional<webhook_delivery> due_delivery(store::connection &c, std::string_view webhook,
                                                           std::int64_t now);
/// The number of deliveries that wait.
[[nodiscard]] std::int64_t waiting_deliveries(store::connection &c);

/// Only one process on a store at a time delivers to a webhook: the one that has its lease, as with claim_host().
/// Whether `holder` has it now.
[[nodiscard]] bool claim_webhook(store::connection &c, std::string_view webhook, std::string_view holder,
                                 std::int64_t now, std::int64_t until);
/// Ends the lease of the holder.
void leave_webhook(store::connection &c, std::string_view webhook, std::string_view holder);

/// The result of an attempt.
struct delivery_result {
    std::string_view state = {}; ///< "waiting", "delivered", "failed"
    std::int64_t due = 0;        ///< the next attempt; else now
    std::int64_t attempts = 0;
    std::int64_t status = 0;
    std::string says = {};
};
/// Notes the result, unless the lease was lost or the delivery has ended.
void note_result(store::connection &c, const webhook_delivery &d, std::string_view holder, const delivery_result &r);
/// Removes deliveries that ended before that time.
void forget_deliveries(store::connection &c, std::int64_t before);

} // namespace uniform::links

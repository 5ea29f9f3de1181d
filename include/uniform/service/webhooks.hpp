// Webhooks: the service sends each notice about a registration request (notices.hpp) to the URLs of its webhooks.
//
// A webhook is a document of kind "webhook", which is never removed: it is "ended". Its secret is shown once; it is the
// key of the HMAC with which deliveries are signed, so the store has the secret itself, in a table without history,
// until the webhook ends. Deliveries are queued in the write that they are about; a sender (links/webhook_sender.hpp)
// makes them.
//
//     const auto secret = service::make_webhook_secret();
//     auto made = store.write(by, [&](store::writing &w) {
//         return service::create_webhook(w, who, {.url = "https://example.org/hook"}, secret);
//     });
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// The state of a webhook.
enum class webhook_state : std::uint8_t { active, ended };
/// Their names.
inline constexpr auto webhook_state_names =
    enum_table<webhook_state>({{webhook_state::active, "active"}, {webhook_state::ended, "ended"}});
/// The name of a state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(webhook_state s) noexcept { return webhook_state_names.name(s); }

/// A webhook, without its secret.
struct webhook {
    std::string id = {};                                ///< 12 hexadecimal digits
    std::string url = {};                               ///< where it delivers: http or https
    std::vector<registry::request_action> actions = {}; ///< of which it tells; empty: of all
    std::string label = {};                             ///< its purpose, for people
    std::string created_by = {};                        ///< the id of a principal
    resolver::timestamp created = {};
    webhook_state state = webhook_state::active;
    std::uint64_t event = 0;   ///< of its last change
    std::uint64_t version = 1; ///< the number of its versions
};
/// Writes an object: "id", "url", "actions", "label", "created_by", "created", "state", "version", "event".
void write(json::writer &w, const webhook &h);
/// The same as a value.
[[nodiscard]] json::value value_of(const webhook &h);

/// The members of a new webhook.
struct webhook_request {
    std::string url = {}; ///< at most 2000 bytes; without userinfo and fragment
    std::vector<registry::request_action> actions = {};
    std::string label = {}; ///< at most 200 bytes
};
/// Reads "url", "actions", "label". Problems: malformed, invalid.
[[nodiscard]] std::expected<webhook_request, resolver::problem> webhook_request_from_json(const json::value &value);

/// The id and the secret of a new webhook. Made before the write, whose function may be called twice.
struct webhook_secret {
    std::string id = {};
    std::string text = {}; ///< 64 hexadecimal digits, shown once
};
/// A secret of 256 random bits; or of `seed`, which must have 256 bits that nobody else can know: the same for the same
/// seed. Throws std::runtime_error if the random number generator failed.
[[nodiscard]] webhook_secret make_webhook_secret(std::string_view seed = {});

/// The most webhooks that have not ended.
inline constexpr std::size_t most_webhooks = 100;

/// Creates a webhook. All of these are for administrators of the instance: a webhook tells of requests for all NIDs.
/// Problems: forbidden, invalid, too_many.
[[nodiscard]] std::expected<webhook, resolver::problem>
create_webhook(store::writing &w, const resolver::principal &who, const webhook_request &h, const webhook_secret &s);
/// Ends a webhook: its secret and what waits for it are deleted. Problems: forbidden, not_found, wrong_state.
[[nodiscard]] std::expected<webhook, resolver::problem> end_webhook(store::writing &w, const resolver::principal &who,
                                                                    std::string_view id);
/// Queues a delivery with the action "test". Problems: forbidden, not_found, wrong_state, too_many (while ten wait).
[[nodiscard]] std::expected<webhook, resolver::problem> test_webhook(store::writing &w, const resolver::principal &who,
                                                                     std::string_view id);
/// Problems: not_found.
[[nodiscard]] std::expected<webhook, resolver::problem> webhook_of(store::reading &r, std::string_view id);
/// In the order of their ids, after `after`; and the id to continue after, empty at the end.
[[nodiscard]] std::pair<std::vector<webhook>, std::string> list_webhooks(store::reading &r, std::string_view after,
                                                                         std::size_t limit);

/// The state of a delivery.
enum class delivery_state : std::uint8_t {
    waiting,   ///< not attempted yet, or attempted again later
    delivered, ///< the receiver answered with 2xx
    failed,    ///< given up
};
/// Their names.
inline constexpr auto delivery_state_names = enum_table<delivery_state>({{delivery_state::waiting, "waiting"},
                                                                         {delivery_state::delivered, "delivered"},
                                                                         {delivery_state::failed, "failed"}});
/// The name of a state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(delivery_state s) noexcept { return delivery_state_names.name(s); }

/// A delivery to a webhook.
struct delivery {
    std::uint64_t number = 0; ///< the event that it tells of; the same in every attempt
    std::string action = {};
    delivery_state state = delivery_state::waiting;
    resolver::timestamp at = {}; ///< the next attempt; of others, when it ended
    std::int64_t attempts = 0;
    std::int64_t status = 0; ///< of HTTP, of the last attempt; 0: no response
    std::string says = {};   ///< why the last attempt failed
};
/// Writes an object: "number", "action", "state", "at", "attempts", "status", "detail".
void write(json::writer &w, const delivery &d);

/// The deliveries of a webhook before number `before` (0: from the newest), newest first; and whether there are older
/// ones. Problems: not_found.
[[nodiscard]] std::expected<std::pair<std::vector<delivery>, bool>, resolver::problem>
list_deliveries(store::reading &r, std::string_view id, std::uint64_t before, std::size_t limit);

} // namespace service
} // namespace uniform

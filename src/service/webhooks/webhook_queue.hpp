// The queue of deliveries to webhooks, for those who put something into it.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// Queues a delivery to each webhook that tells of the action. Reads all webhooks that have not ended.
void queue_deliveries(store::writing &w, std::uint64_t number, std::string_view action, std::string_view body);

} // namespace uniform::service::detail

// Requests that the handler responds to together: those for names that a database has to be asked for, in one round
// trip.
#pragma once

#include <memory>
#include <vector>

#include "http/engine/connection_context.hpp"

namespace uniform::http {

/// Offers these requests to the handler (request_handler::try_together()), wakes the connections of those that have a
/// response then, each worker once, and gives the others to `rest`. On a thread that may block.
void serve_together(std::vector<std::shared_ptr<pending>> &all, request_handler &h, pending_pool &rest,
                    ledger &counts) noexcept;

} // namespace uniform::http

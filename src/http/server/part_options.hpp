// The options of the parts of the service, made of the settings.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <uniform/http/settings.hpp>

#include "http/engine/engine.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "links/cache_purger.hpp"
#include "links/link_checker.hpp"
#include "links/webhook_sender.hpp"

namespace uniform::http {

/// The file in which a service keeps the last event that it has seen: that of the settings, or the default; empty:
/// none.
[[nodiscard]] std::string head_file_of(const settings &s);
[[nodiscard]] log_options log_options_of(const settings &s, const limits &clients);
[[nodiscard]] engine_options engine_options_of(const settings &s);
/// @param m counts what it finds
[[nodiscard]] links::link_checker::options checker_options_of(const settings &s, metrics &m);
/// @param waiting gets the number of deliveries that wait
[[nodiscard]] links::webhook_sender::options sender_options_of(const settings &s, metrics &m,
                                                               std::atomic<std::uint64_t> &waiting);
/// The options for one cache in front of the service.
[[nodiscard]] links::cache_purger::options purger_options_of(const settings &s, const std::string &url, metrics &m,
                                                             http::log &l);

} // namespace uniform::http

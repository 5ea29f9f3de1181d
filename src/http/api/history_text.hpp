// Texts of the history: who may read them, and how they are sent.
#pragma once

#include <expected>
#include <string>

#include "http/api/route.hpp"
#include "http/api/router.hpp"

namespace uniform::http {

inline constexpr response_field history_coding_field{"Content-Encoding",
                                                     "zstd (RFC 8878), if Accept-Encoding names it"};
inline constexpr response_field history_vary_field{"Vary", "Accept-Encoding"};

/// Administrators and readers without prefixes, or everybody (history.public): authors and their addresses are in it,
/// and what waits for a decision.
[[nodiscard]] std::expected<void, resolver::problem> may_read_history(const request_context &c);

/// Lines as a response, compressed if the client accepts that.
[[nodiscard]] response history_text(const request_context &c, std::string lines);

} // namespace uniform::http

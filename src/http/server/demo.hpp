// A small namespace to try the service with: "example", which RFC 6963 sets aside for examples.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// Whether the store has no events.
[[nodiscard]] bool is_empty(store::store &s);

/// Fills an empty store with a namespace, a registrar, a delegation, and names in every state.
[[nodiscard]] std::expected<void, resolver::problem> fill_with_demonstration(store::store &s);

/// Writes a token into a new file that only its owner may read, for a service without a terminal: beside the store, or
/// in the working folder if the store is in a PostgreSQL server. Returns the file; std::nullopt if it cannot be
/// written.
[[nodiscard]] std::optional<std::filesystem::path> keep_token(std::string_view text, std::string_view store_location);

} // namespace uniform::http

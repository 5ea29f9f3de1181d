// A small namespace to try the service with: "example", which RFC 6963 sets aside for examples.
#pragma once

#include <expected>

#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// Whether nothing was ever written to the store.
[[nodiscard]] bool is_empty(store::store &s);

/// Fills an empty store with a namespace, a registrar, a delegation, and names in every state.
[[nodiscard]] std::expected<void, resolver::problem> fill_with_demonstration(store::store &s);

} // namespace uniform::http

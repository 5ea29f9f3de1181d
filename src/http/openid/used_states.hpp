// The sign-ins that were finished, on any process of this store. A browser keeps what is pending in a cookie
// (pending.hpp), so that removing the cookie ends nothing: whoever has a copy could finish once more. Each state is
// therefore used up in the store, and with it the nonce and the code verifier, which are digests of the same text.
// Of responses at the same time, one is the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/store/store.hpp>

namespace uniform::http::openid {

/// The states that are remembered at most, about 10 MB. While there are so many, nobody signs in: an old one that was
/// forgotten early could be used again.
inline constexpr std::size_t most_used_states = 65536;

/// The result of using a state up.
enum class state_use : std::uint8_t {
    first, ///< it is used up now
    again, ///< it was used before
    full,  ///< there are too many that are not forgotten yet
};
/// Whether a state was used before; one look-up. Throws store::failure.
[[nodiscard]] bool is_used_state(store::store &s, std::string_view state);
/// Uses a state up, in one transaction without an event, after the provider has confirmed who signs in: only sign-ins
/// at the provider take room, however many cookies somebody makes up. It is remembered for as long as its cookie is
/// accepted. Throws store::failure.
[[nodiscard]] state_use use_state(store::store &s, const store::origin &by, std::string_view state);

} // namespace uniform::http::openid

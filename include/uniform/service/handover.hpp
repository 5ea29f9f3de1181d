// The words of a store about its handover to another one (store::retire()).
#pragma once

#include <optional>
#include <string>

#include <uniform/base/api.hpp>
#include <uniform/store/reading.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The store that goes on in the place of this one.
struct retirement {
    std::string successor = {}; ///< the URL of its service; empty: it was not said
};
/// Nothing if the last handover of the store was none to another one, or there was none. A follower has this of its
/// primary: it is retired itself only if store::follows() says so, too. One look-up. Throws store::failure.
[[nodiscard]] std::optional<retirement> retirement_of(store::reading &r);

} // namespace service
} // namespace uniform

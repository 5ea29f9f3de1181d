// With what a client proves what it may do to a registration request.
#pragma once

#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The credentials of a client: a token, the secret of a request, both, or neither.
struct credentials {
    const resolver::principal *who = nullptr; ///< null: without a token
    std::string_view secret = {};
};

} // namespace service
} // namespace uniform

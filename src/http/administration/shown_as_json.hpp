// Responses of the API of administrators that have one row.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <uniform/json/writer.hpp>

#include "http/api/router.hpp"

namespace uniform::http::administration {

/// The row as `write` writes it, for one user.
template <class Row>
[[nodiscard]] response shown_as_json(int status, const Row &row,
                                     std::type_identity_t<void (*)(json::writer &, const Row &)> write) {
    std::string body;
    json::writer w{body};
    write(w, row);
    return private_response(status, std::move(body));
}

} // namespace uniform::http::administration

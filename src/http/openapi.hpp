// The description of the API, as it was put together when building (scripts/make_openapi.py).
#pragma once

#include <string_view>

namespace uniform::http {

/// An OpenAPI 3.1 document, as JSON.
[[nodiscard]] std::string_view openapi_document() noexcept;

} // namespace uniform::http

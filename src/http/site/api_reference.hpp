// The reference of the API as pages: the OpenAPI document (openapi.hpp) as models of templates. Each operation has a
// page with its parameters, an example of its body and of its responses, the command for curl, and a form that sends
// the request.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/json/value.hpp>

#include "http/pages/texts.hpp"
#include "http/site/api_models.hpp"

namespace uniform::http {

/// The list of the operations, by their tags. Linear in the document.
[[nodiscard]] api_pages::overview_model overview_of(const json::value &document, pages::language l);
/// One operation; nothing if there is none with this operationId. Linear in the document.
[[nodiscard]] std::optional<api_pages::operation_model> operation_of(const json::value &document, std::string_view id,
                                                                     std::string_view base);
/// One schema; nothing if there is none of this name.
[[nodiscard]] std::optional<api_pages::schema_model> schema_of(const json::value &document, std::string_view name);

/// A value that fits the schema, for readers: its first example, else one made of its members that are required. The
/// depth is limited, since schemas may refer to themselves.
[[nodiscard]] json::value example_of(const json::value &document, const json::value &schema, unsigned depth = 0);

} // namespace uniform::http

// The conditions on what a token permits, whoever makes it.
#pragma once

#include <expected>
#include <string>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/token.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::token_documents {

/// The JSON pointer to one of the prefixes in the request.
[[nodiscard]] std::string pointer_to(const token_request &t, const std::string &prefix);
/// Whether the request has what its role requires. Problem: invalid.
[[nodiscard]] std::expected<void, resolver::problem> check_role(const token_request &t);
/// Makes the prefixes those of keys. Problems: malformed, invalid.
[[nodiscard]] std::expected<void, resolver::problem> normalize_prefixes(store::reading &r, token_request &t);
/// Whether the namespaces of the prefixes are managed here, and the registrar exists and has not ended. Problems:
/// not_found, invalid.
[[nodiscard]] std::expected<void, resolver::problem> check_scope(store::reading &r, const token_request &t);

} // namespace uniform::service::token_documents

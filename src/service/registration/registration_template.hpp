// The template of a request: what was sent, what the store has, what its check finds for the request.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

using resolver::problem;
using resolver::problem_type;

/// Reads a template of RFC 8141 that the store has. Problems: malformed, too_large; with line and column.
[[nodiscard]] std::expected<registry::namespace_template, problem> read(std::string_view template_text);

/// A template that was sent, and its text for the store.
struct parsed_template {
    registry::namespace_template document;
    std::string text;
};
/// Reads a template that stands at `pointer` in the body of a request. Problems: malformed, too_large, with that
/// pointer or one to a value in it; of the text form also with line and column.
[[nodiscard]] std::expected<parsed_template, problem> read(const sent_template &sent, std::string_view pointer);
[[nodiscard]] json::array shown(const std::vector<registry::finding> &findings);

/// Checks a template for this request.
[[nodiscard]] std::vector<registry::finding> check(store::reading &r, const registration_request &q,
                                                   const registry::namespace_template &t);

/// The template that the request registered.
[[nodiscard]] std::optional<std::string> registered_template(store::reading &r, std::uint64_t number);

} // namespace uniform::service::registration

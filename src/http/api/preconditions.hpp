// Conditional requests: RFC 9110 13.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/history_head.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

/// If-Match and If-None-Match of a request that changes something. An entity-tag that this service never generates
/// matches no version. Problems: malformed, for a field that is neither "*" nor a list of entity-tags.
[[nodiscard]] std::expected<service::precondition, resolver::problem> precondition_of(const request &r);

/// If-History of a request that changes something: an event that the store must have. Problems: malformed.
[[nodiscard]] std::expected<std::optional<store::history_head>, resolver::problem> required_event(const request &r);

/// 16 hexadecimal digits for an entity-tag: responses of one version differ if time, settings or health have changed.
/// FNV-1a, linear.
[[nodiscard]] std::string body_digest(std::string_view body);

/// RFC 9110 13.2.2, for the response 200 to GET or HEAD with its ETag: makes it 304, or a problem with 412, or leaves
/// it unchanged. A malformed field is ignored.
void apply_preconditions(response &out, const request &r);

} // namespace uniform::http

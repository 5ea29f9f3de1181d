// The contents of requests for changes of names.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/names.hpp>

namespace uniform::http {

struct request_context;

namespace name_requests {

inline constexpr std::size_t big_body = std::size_t{8} << 20U; ///< ten thousand long names

/// The path of a name.
[[nodiscard]] std::string address_of(std::string_view key);

/// Idempotency-Key, If-Match and If-None-Match. The key may be in quotation marks, as a string of RFC 9651.
[[nodiscard]] std::expected<service::write_options, resolver::problem> options_of(const request_context &c);

/// The contents of a request for a change: its body, an object, and its options.
struct wanted_change {
    json::value body = json::object{};
    service::write_options options = {};
};
[[nodiscard]] std::expected<wanted_change, resolver::problem> wanted_of(const request_context &c);
/// The same for names that the service chooses: they have no version that a precondition could name.
[[nodiscard]] std::expected<wanted_change, resolver::problem> wanted_of_new(const request_context &c);

} // namespace name_requests
} // namespace uniform::http

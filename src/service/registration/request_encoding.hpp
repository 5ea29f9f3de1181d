// Requests and versions of templates as documents of the store.
#pragma once

#include <cstdint>
#include <string>

#include <uniform/registry/process.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

/// "00000012": the ids have the order of the numbers.
[[nodiscard]] std::string request_id(std::uint64_t number);
/// "00000012/0003"
[[nodiscard]] std::string version_id(std::uint64_t number, std::uint32_t version);
/// "00000012/00003"
[[nodiscard]] std::string comment_id(std::uint64_t number, std::uint32_t comment);

[[nodiscard]] std::string encoded(const registration_request &q);
/// Throws store::failure (damaged).
[[nodiscard]] registration_request decoded(const store::document &d);

void put_version(store::writing &w, const registration_request &q, const submitted_version &v,
                 registry::request_action action);
[[nodiscard]] submitted_version version_from(const store::document &d);
[[nodiscard]] public_comment comment_from(const store::document &d);

} // namespace uniform::service::registration

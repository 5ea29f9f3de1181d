// Preconditions: a client states which version of a record it has seen, and changes no other version: If-Match and
// If-None-Match (RFC 9110 13.1.1, 13.1.2). A version is the number of versions of that record.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The versions in one of the two fields. Neither "*" nor a number: a version that never exists.
struct named_versions {
    bool any = false; ///< "*": any version
    std::vector<std::uint64_t> numbers = {};

    [[nodiscard]] bool has(std::uint64_t version) const noexcept;
    friend bool operator==(const named_versions &, const named_versions &) = default;
};

/// If-Match and If-None-Match (RFC 9110 13.1.1 and 13.1.2).
struct precondition {
    std::optional<named_versions> match = {};      ///< If-Match: the current version is one of these
    std::optional<named_versions> none_match = {}; ///< If-None-Match: the current version is none of these

    precondition() = default;
    /// If-Match with this version.
    precondition(std::uint64_t version) : match{named_versions{.numbers = {version}}} {}
    precondition(std::optional<std::uint64_t> version) {
        if (version) match = named_versions{.numbers = {*version}};
    }

    [[nodiscard]] bool empty() const noexcept { return !match && !none_match; }
    /// Whether the precondition holds for the version `there` of `what` ("the name"); std::nullopt: it does not exist.
    /// Problems: precondition_failed, with the member "version" if it exists.
    [[nodiscard]] std::expected<void, resolver::problem> check(std::optional<std::uint64_t> there,
                                                               std::string_view what) const;
};

/// The same for the same conditions; "17" for the version 17 alone.
[[nodiscard]] std::string to_string(const precondition &p);

} // namespace service
} // namespace uniform

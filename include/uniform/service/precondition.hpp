// What a client says must hold of the version that is there, so that it changes nothing that it has not seen: If-Match
// and If-None-Match (RFC 9110 13.1.1, 13.1.2). A version is the number of the last event.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/problem.hpp>

namespace uniform::service {

/// The versions that one of the two fields names. Neither "*" nor a number: none that is ever there.
struct named_versions {
    bool any = false; ///< "*": whatever is there
    std::vector<std::uint64_t> numbers = {};

    [[nodiscard]] bool has(std::uint64_t version) const noexcept;
    friend bool operator==(const named_versions &, const named_versions &) = default;
};

struct precondition {
    std::optional<named_versions> match = {};      ///< If-Match: one of these is there
    std::optional<named_versions> none_match = {}; ///< If-None-Match: none of these is there

    precondition() = default;
    /// Based on this version, or on any.
    precondition(std::uint64_t version) : match{named_versions{.numbers = {version}}} {}
    precondition(std::optional<std::uint64_t> version) {
        if (version) match = named_versions{.numbers = {*version}};
    }

    [[nodiscard]] bool empty() const noexcept { return !match && !none_match; }
    /// Whether it holds of `there`, the version of `what` ("the name"); nothing: it is not there. Problems:
    /// precondition_failed, with the member "version" when there is one.
    [[nodiscard]] std::expected<void, resolver::problem> check(std::optional<std::uint64_t> there,
                                                               std::string_view what) const;
};

/// The same for the same conditions; "17" for the version 17 alone.
[[nodiscard]] std::string to_string(const precondition &p);

} // namespace uniform::service

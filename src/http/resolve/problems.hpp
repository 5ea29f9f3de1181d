// The problems of resolving a name, and what they add to problem details.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

#include "http/operation/statistics.hpp"

namespace uniform::http {

/// RFC 2483 4.1: the name existed in the past. With the members name, reason, withdrawn and successor.
[[nodiscard]] resolver::problem withdrawn_problem(std::string_view key, const resolver::name_record &r);

/// The name has to be asked for at another resolver: no_output, with the member location.
[[nodiscard]] resolver::problem delegated_problem(std::string_view location);

/// The problem with the member "corrected", if there are corrections.
[[nodiscard]] resolver::problem with_corrections(resolver::problem p,
                                                 std::span<const resolver::correction> corrections);

/// The outcome as which a problem is counted.
[[nodiscard]] outcome outcome_of(const resolver::problem &p) noexcept;

} // namespace uniform::http

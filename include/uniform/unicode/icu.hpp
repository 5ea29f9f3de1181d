// Unicode's rules for words and labels: UTS 39, and IDNA 2008 behind the mapping of UTS 46. The name is from the time
// when ICU answered.
//
//     const auto findings = uniform::lint(text, {.unicode = &uniform::icu_checks()});
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/lint/unicode_checks.hpp>

namespace uniform UNIFORM_API {

/// One object for the whole process, made at the first call. Thread-safe.
[[nodiscard]] const unicode_checks &icu_checks();

} // namespace uniform

// Whether the address sanitizer is on. It takes terabytes of address space for itself, so that a limit of address space
// cannot be set, and keeps what was freed for a while, so that resident memory does not say what was given back. A test
// asks this constant, not the preprocessor: each build compiles all of it.
#pragma once

namespace uniform::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool address_sanitizer = true;
#else
inline constexpr bool address_sanitizer = false;
#endif
#else
inline constexpr bool address_sanitizer = false;
#endif

} // namespace uniform::test

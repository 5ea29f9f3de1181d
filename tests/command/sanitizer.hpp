// UNIFORM_ADDRESS_SANITIZER is defined where the address sanitizer is on: it takes terabytes of address space for
// itself, so that a limit of address space cannot be set.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define UNIFORM_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNIFORM_ADDRESS_SANITIZER
#endif
#endif

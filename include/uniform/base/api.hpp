// Macros for the features of the compiler that every public header needs, in one place.
//
//     namespace uniform UNIFORM_API { ... }
//
// UNIFORM_API gives default visibility to what a block of a public header declares. The libraries are compiled with
// hidden visibility, so that a shared library exports the public interface and nothing else; of a private header, what
// another part of the library needs is in a block marked UNIFORM_INTERNAL_API. Both are empty for compilers without
// visibility.
//
//     std::string_view host() const noexcept UNIFORM_LIFETIMEBOUND;
//     std::string_view trim(std::string_view text UNIFORM_LIFETIMEBOUND);
//
// UNIFORM_LIFETIMEBOUND stands behind the parameter that a result refers to, or at the end of a member function whose
// result refers to its object. Clang and MSVC then report a result that outlives a temporary. It does not stand at
// parameters such as `const uri_view &`: there a compiler would take the view for what the result refers to, and a view
// may well end before its text. Accessors of views have none for the same reason.
#pragma once

// C++20 is 202002; GCC 12 and Clang 16 call what they have of C++23 202100 and 202101, MSVC 202004.
#if defined(_MSVC_LANG) ? _MSVC_LANG <= 202002L : __cplusplus <= 202002L
#error "Uniform needs C++23: compile with -std=c++23 (Clang 16: -std=c++2b; MSVC: /std:c++latest)."
#else

#include <version>

#if !defined(__cpp_lib_expected) && defined(__clang__) && defined(__GLIBCXX__)
#error "Clang 16 to 18 find std::expected in libstdc++ with -D__cpp_concepts=202002L."
#elif !defined(__cpp_lib_expected)
#error "Uniform needs std::expected: the standard library of GCC 12, Clang 16, Visual Studio 2022 17.3, or newer."
#endif

#endif

// GCC and Clang go on after #error, and would report hundreds of errors that follow from this one. A file that is not
// there ends the compilation.
/// @cond
#ifndef __cpp_lib_expected
#define UNIFORM_STOP "the error above says why"
#include UNIFORM_STOP
#endif
/// @endcond

#if defined(__GNUC__) && !defined(_WIN32)
#define UNIFORM_API __attribute__((visibility("default")))
#define UNIFORM_INTERNAL_API __attribute__((visibility("default")))
#else
#define UNIFORM_API
#define UNIFORM_INTERNAL_API
#endif

#if defined(__clang__)
#define UNIFORM_LIFETIMEBOUND [[clang::lifetimebound]]
#elif defined(_MSC_VER)
#define UNIFORM_LIFETIMEBOUND [[msvc::lifetimebound]]
#else
#define UNIFORM_LIFETIMEBOUND
#endif

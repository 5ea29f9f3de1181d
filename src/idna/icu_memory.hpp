// ICU's one error that says nothing about a name: there is no memory.
#pragma once

#include <new>

#include <unicode/utypes.h>

namespace uniform::idna::detail {

/// Throws std::bad_alloc when ICU had no memory: a name is not refused for want of it, and what is opened once is
/// opened again by the next call.
inline void throw_if_no_memory(UErrorCode status) {
    if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc{};
}

} // namespace uniform::idna::detail

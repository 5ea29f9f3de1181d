// The number of times that this thread has asked for memory.
#pragma once

#include <cstddef>

namespace test {

[[nodiscard]] std::size_t allocations() noexcept;

} // namespace test

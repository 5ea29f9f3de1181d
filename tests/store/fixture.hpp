// The stores of version 0.1.0 in fixtures/0.1.0, made by fixtures/make_0_1_0.py.
#pragma once

#include <string>

namespace uniform::test {

/// The bytes of a file of the fixture, decompressed when `name` is without the suffix ".zst" that the file has. Throws
/// std::runtime_error.
[[nodiscard]] std::string fixture_of_0_1_0(const std::string &name);

} // namespace uniform::test

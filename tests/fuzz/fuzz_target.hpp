// A fuzz target, for the generated table of all.
#pragma once

#include <cstddef>
#include <string_view>

namespace uniform::fuzz {

// A target ends the process where a promise does not hold.
struct fuzz_target {
    std::string_view name;
    int (*run)(const unsigned char *data, std::size_t size);
};

} // namespace uniform::fuzz

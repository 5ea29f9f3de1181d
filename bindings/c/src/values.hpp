// The values of values.h.
#pragma once

#include "boundary.hpp"

struct uniform_values {
    struct entry {
        std::string name;
        uniform_value_kind kind = UNIFORM_VALUE_ABSENT;
        std::string text{};
        std::vector<std::string> list{};
        std::vector<std::pair<std::string, std::string>> pairs{};
    };
    std::vector<entry> entries;
};

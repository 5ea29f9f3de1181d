// A scalar function of SQL, and the functions that scripts/generate_bindings.py writes.
#pragma once

#include <span>

#include "sqlite/call.hpp"

namespace uniform::sqlite {

struct function {
    const char *name;
    int arguments;
    void (*run)(const call &);
    /// Whether the result depends on nothing but the arguments: then it may be indexed.
    bool deterministic = true;
};

// The functions of data/functions.json.
[[nodiscard]] std::span<const function> table_functions() noexcept;

} // namespace uniform::sqlite

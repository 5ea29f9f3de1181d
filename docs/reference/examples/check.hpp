// The macro by which the examples of the reference check an expression.
#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program unless `condition` holds.
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                         \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

// The two structs of Arrow's C data interface, as the Arrow specification defines them ("The Arrow C data interface",
// "Structure definitions"): the layout and the names are the interface, so that every library may declare them.
#pragma once

#include <cstdint>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1 ///< the order of the dictionary has a meaning
#define ARROW_FLAG_NULLABLE 2           ///< values may be null
#define ARROW_FLAG_MAP_KEYS_SORTED 4    ///< the keys of each map are sorted

extern "C" {

/// The type of an array.
struct ArrowSchema {
    const char *format;             ///< the type: "u" is utf8, "U" large_utf8, "vu" utf8_view, "b" bool, "i" int32
    const char *name;               ///< may be null
    const char *metadata;           ///< may be null
    std::int64_t flags;             ///< ARROW_FLAG_NULLABLE, ...
    std::int64_t n_children;        ///< of nested types
    struct ArrowSchema **children;  ///< of nested types
    struct ArrowSchema *dictionary; ///< the type of the values, if the array has indices into a dictionary

    void (*release)(struct ArrowSchema *); ///< by whoever owns the struct; null when it was released
    void *private_data;                    ///< the producer's
};

/// The data of an array.
struct ArrowArray {
    std::int64_t length;           ///< of the array, in rows
    std::int64_t null_count;       ///< -1 if it was not counted
    std::int64_t offset;           ///< of the first row in the buffers
    std::int64_t n_buffers;        ///< by the type
    std::int64_t n_children;       ///< of nested types
    const void **buffers;          ///< validity, then by the type
    struct ArrowArray **children;  ///< of nested types
    struct ArrowArray *dictionary; ///< the values, if the array has indices

    void (*release)(struct ArrowArray *); ///< by whoever owns the struct; null when it was released
    void *private_data;                   ///< the producer's
};
}

#endif // ARROW_C_DATA_INTERFACE

/// Functions over whole columns of texts in Arrow's memory format: one call for a million rows. Columns come and go by
/// Arrow's C data interface, which pyarrow, Polars, DuckDB, nanoarrow and others speak; nothing is copied on the way
/// in.
///
///     uniform_column_function *host = NULL;
///     uniform_column_function_new("host", 4, NULL, &host, NULL);
///     struct ArrowSchema type;
///     struct ArrowArray hosts;
///     if (uniform_column_function_run(host, &urls_type, &urls, &type, &hosts, NULL) == UNIFORM_OK) {
///         ... // hosts has a row for each row of urls: null for what is no URL
///         hosts.release(&hosts);
///         type.release(&type);
///     }
///     uniform_column_function_free(host);
#ifndef UNIFORM_C_COLUMNS_H
#define UNIFORM_C_COLUMNS_H

#include <uniform-c/values.h>

#ifdef __cplusplus
extern "C" {
#endif

// The structs of the Arrow C data interface, as its specification gives them to be copied.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/// The type of an array.
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

/// The data of an array.
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

/// A function of columns with its options. It never changes, so any number of threads may run it at once.
typedef struct uniform_column_function uniform_column_function;

/// The function of that name: "normalize", "valid", "host", "registrable_domain", "urn_nid", ... (docs/guide/columns.md
/// has all). `options` are texts by name, {"level": "scheme"}; NULL for none. Errors: "unknown_function",
/// "unknown_option", "missing_option", "invalid_option". Allocates.
uniform_status uniform_column_function_new(const char *name, size_t name_size, const uniform_values *options,
                                           uniform_column_function **function, uniform_error *error);
/// Ends it; NULL is accepted.
void uniform_column_function_free(uniform_column_function *function);

/// One row of `result` for each row of `texts`, an array of utf8, large_utf8, utf8_view, or a dictionary of these; null
/// where the row is null, and where the function has nothing to say. `type` and `texts` stay the caller's; both results
/// become the caller's, who calls their `release`; if the call fails they are not touched. Errors: "unsupported_type",
/// "malformed_array". Linear in the bytes of the column; allocates the result.
uniform_status uniform_column_function_run(const uniform_column_function *function, const struct ArrowSchema *type,
                                           const struct ArrowArray *texts, struct ArrowSchema *result_type,
                                           struct ArrowArray *result, uniform_error *error);

/// The description of a function; its texts live as long as the program.
typedef struct uniform_column_info {
    uint32_t struct_size;
    uint32_t options;      ///< the number of its options
    uniform_text name;     ///< "normalize"
    uniform_text result;   ///< "text", "boolean" or "int32"
    uniform_text says;     ///< the meaning of a row of the result, in one sentence
    uniform_text document; ///< which defines it, and its section: "RFC 3986 6.2"
} uniform_column_info;

/// An option of a function; its texts live as long as the program.
typedef struct uniform_column_option {
    uint32_t struct_size;
    int32_t required;      ///< 1 if it must be given
    uniform_text name;     ///< "level"
    uniform_text fallback; ///< the value that it has if it is not given
    uniform_text values;   ///< the values that it may have, for a person
} uniform_column_option;

/// The number of functions. Constant time.
size_t uniform_column_count(void);
/// The function at `index`, by name; UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_column_get(size_t index, uniform_column_info *info);
/// The option `option` of the function at `index`; UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_column_option_get(size_t index, size_t option, uniform_column_option *result);

#ifdef __cplusplus
}
#endif

#endif

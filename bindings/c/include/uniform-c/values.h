/// Values by name, in an order: the variables of a URI template, the fields of a URL, the parameters of a query.
///
///     uniform_values *v = NULL;
///     uniform_values_new(&v);
///     uniform_values_add_text(v, "lang", 4, "fi", 2);
///     ...
///     uniform_values_free(v);
#ifndef UNIFORM_C_VALUES_H
#define UNIFORM_C_VALUES_H

#include <uniform-c/basics.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A list of named values, which owns its texts. See uniform_values_free().
typedef struct uniform_values uniform_values;

/// The kind of a value.
typedef int32_t uniform_value_kind;
enum {
    UNIFORM_VALUE_ABSENT = 0,  ///< a name alone
    UNIFORM_VALUE_TEXT = 1,    ///< one text
    UNIFORM_VALUE_NUMBER = 2,  ///< a text of decimal digits
    UNIFORM_VALUE_BOOLEAN = 3, ///< the text "false" or "true"
    UNIFORM_VALUE_LIST = 4,    ///< texts
    UNIFORM_VALUE_PAIRS = 5,   ///< keys with texts
};

/// A new, empty list of values.
uniform_status uniform_values_new(uniform_values **values);
/// Ends it; NULL is accepted.
void uniform_values_free(uniform_values *values);

/// Appends a name without a value.
uniform_status uniform_values_add_absent(uniform_values *values, const char *name, size_t name_size);
/// Appends a name with a text. Both are copied; linear in them.
uniform_status uniform_values_add_text(uniform_values *values, const char *name, size_t name_size, const char *text,
                                       size_t size);
/// Appends a name with an empty list, to which uniform_values_add_item() adds.
uniform_status uniform_values_add_list(uniform_values *values, const char *name, size_t name_size);
/// Appends a name with an empty list of pairs, to which uniform_values_add_pair() adds.
uniform_status uniform_values_add_pairs(uniform_values *values, const char *name, size_t name_size);
/// Appends a text to the last value, which must be a list, else UNIFORM_BAD_ARGUMENT.
uniform_status uniform_values_add_item(uniform_values *values, const char *text, size_t size);
/// Appends a pair to the last value, which must be pairs, else UNIFORM_BAD_ARGUMENT.
uniform_status uniform_values_add_pair(uniform_values *values, const char *key, size_t key_size, const char *text,
                                       size_t size);

/// The number of names. Constant time.
size_t uniform_values_size(const uniform_values *values);

/// One of them.
typedef struct uniform_value {
    uint32_t struct_size;
    uniform_value_kind kind;
    uniform_text name;
    uniform_text text; ///< absent for a list, for pairs, and where there is no value
    size_t items;      ///< the number of texts or pairs that a list has
} uniform_value;

/// The value at `index`; its texts live until the values are changed or freed. UNIFORM_NONE beyond the last. Constant
/// time.
uniform_status uniform_values_get(const uniform_values *values, size_t index, uniform_value *value);

/// The first value with that name; UNIFORM_NONE if there is none. Linear in the number of names.
uniform_status uniform_values_find(const uniform_values *values, const char *name, size_t name_size,
                                   uniform_value *value);

/// The text `item` of the list or pairs at `index`, and for pairs its key, else an absent one; `key` may be NULL.
/// UNIFORM_NONE beyond the last. Constant time.
uniform_status uniform_values_item(const uniform_values *values, size_t index, size_t item, uniform_text *key,
                                   uniform_text *text);

/// The options of reading the parameters of a query.
typedef struct uniform_query_options {
    uint32_t struct_size;
    int32_t separator;     ///< the character between pairs; 0: "&"
    int32_t semicolon;     ///< 1: ";" separates pairs, too
    int32_t plus_is_space; ///< 1: form data (URL Standard 5.1): "+" is a space, an empty sequence no parameter
} uniform_query_options;

/// The parameters of a query, decoded, in their order: a text, or absent for a key without "=". Error: a "%" without
/// two hexadecimal digits. Linear; allocates.
///
///     uniform_query_decode("a=1&b", 5, NULL, &v, NULL); // "a" is the text "1", "b" absent
uniform_status uniform_query_decode(const char *query, size_t size, const uniform_query_options *options,
                                    uniform_values **values, uniform_error *error);

/// The query that has these parameters, texts or absent ones. UNIFORM_BAD_ARGUMENT if there is a list or pairs;
/// "lost_parameter" if one that has an empty name and no value would not be read back: in form data always, else if it
/// is the only one; the offset is its own in the query. Linear.
uniform_status uniform_query_encode(const uniform_values *values, const uniform_query_options *options,
                                    uniform_string *out, uniform_error *error);

#ifdef __cplusplus
}
#endif

#endif

// Columns in Arrow's memory format, in and out.
#include "check.h"

// A column of utf8 that lies in static memory.
static void nothing_to_release_type(struct ArrowSchema *type) { type->release = NULL; }
static void nothing_to_release(struct ArrowArray *array) { array->release = NULL; }

static const char bytes[] = "http://a/HTTP://B:80/a bhttps://www.example.co.uk/";
static const int32_t offsets[] = {0, 9, 21, 24, 24, 50};
static const uint8_t validity[] = {0x17}; // the fourth row is null
static const void *buffers[] = {validity, offsets, bytes};

static struct ArrowSchema utf8(void) {
    struct ArrowSchema type;
    memset(&type, 0, sizeof type);
    type.format = "u";
    type.flags = ARROW_FLAG_NULLABLE;
    type.release = nothing_to_release_type;
    return type;
}

static struct ArrowArray urls(void) {
    struct ArrowArray array;
    memset(&array, 0, sizeof array);
    array.length = 5;
    array.null_count = 1;
    array.n_buffers = 3;
    array.buffers = buffers;
    array.release = nothing_to_release;
    return array;
}

static int is_valid(const struct ArrowArray *array, int64_t row) {
    const uint8_t *bits = array->buffers[0];
    return bits == NULL || ((bits[row / 8] >> (row % 8)) & 1) != 0;
}

// The rows as one text, "http://a/|null|...".
static void print_rows(const struct ArrowSchema *type, const struct ArrowArray *array, char *to, size_t size) {
    to[0] = '\0';
    for (int64_t row = 0; row < array->length; ++row) {
        const size_t used = strlen(to);
        if (!is_valid(array, row)) {
            snprintf(to + used, size - used, "null|");
        } else if (type->format[0] == 'b') {
            const uint8_t *bits = array->buffers[1];
            snprintf(to + used, size - used, "%d|", (bits[row / 8] >> (row % 8)) & 1);
        } else if (type->format[0] == 'i') {
            snprintf(to + used, size - used, "%d|", (int)((const int32_t *)array->buffers[1])[row]);
        } else {
            const int32_t *at = array->buffers[1];
            snprintf(to + used, size - used, "%.*s|", (int)(at[row + 1] - at[row]),
                     (const char *)array->buffers[2] + at[row]);
        }
    }
}

static void runs(const char *name, const char *option, const char *value, const char *expected) {
    uniform_column_function *function = NULL;
    uniform_values *options = NULL;
    uniform_error e = new_error();
    if (option != NULL) {
        CHECK(uniform_values_new(&options) == UNIFORM_OK, "%s", name);
        CHECK(uniform_values_add_text(options, option, strlen(option), value, strlen(value)) == UNIFORM_OK, "%s", name);
    }
    CHECK(uniform_column_function_new(name, strlen(name), options, &function, &e) == UNIFORM_OK, "%s", e.message);
    uniform_values_free(options);
    if (function == NULL) return;
    struct ArrowSchema type = utf8();
    struct ArrowArray array = urls();
    struct ArrowSchema result_type;
    struct ArrowArray result;
    CHECK(uniform_column_function_run(function, &type, &array, &result_type, &result, &e) == UNIFORM_OK, "%s",
          e.message);
    uniform_column_function_free(function); // the results do not need it
    char rows[200];
    print_rows(&result_type, &result, rows, sizeof rows);
    CHECK(same(rows, expected), "%s: %s", name, rows);
    CHECK(type.release != NULL && array.release != NULL, "what was given stays the caller's");
    result.release(&result);
    result_type.release(&result_type);
}

static void refusals(void) {
    uniform_column_function *function = NULL;
    uniform_error e = new_error();
    CHECK(uniform_column_function_new("no-such", 7, NULL, &function, &e) == UNIFORM_REFUSED, "unknown");
    CHECK(same(e.code, "unknown_function") && function == NULL, "%s", e.code);
    uniform_values *options = NULL;
    CHECK(uniform_values_new(&options) == UNIFORM_OK, "new");
    CHECK(uniform_values_add_text(options, "level", 5, "no-such", 7) == UNIFORM_OK, "add");
    CHECK(uniform_column_function_new("normalize", 9, options, &function, &e) == UNIFORM_REFUSED, "unknown");
    CHECK(same(e.code, "invalid_option"), "%s", e.code);
    uniform_values_free(options);
    CHECK(uniform_column_function_new("host", 4, NULL, &function, &e) == UNIFORM_OK, "%s", e.message);
    struct ArrowSchema type = utf8();
    struct ArrowArray array = urls();
    struct ArrowSchema result_type;
    struct ArrowArray result;
    type.format = "l";
    CHECK(uniform_column_function_run(function, &type, &array, &result_type, &result, &e) == UNIFORM_REFUSED, "int64");
    CHECK(same(e.code, "unsupported_type"), "%s", e.code);
    type.format = "u";
    array.length = -1;
    CHECK(uniform_column_function_run(function, &type, &array, &result_type, &result, &e) == UNIFORM_REFUSED, "length");
    CHECK(same(e.code, "malformed_array"), "%s", e.code);
    CHECK(uniform_column_function_run(function, &type, NULL, &result_type, &result, &e) == UNIFORM_BAD_ARGUMENT,
          "NULL");
    uniform_column_function_free(function);
    uniform_column_function_free(NULL);
}

static void described(void) {
    uniform_column_info info;
    info.struct_size = sizeof info;
    uniform_column_option option;
    option.struct_size = sizeof option;
    const size_t count = uniform_column_count();
    CHECK(count > 5, "%d", (int)count);
    for (size_t i = 0; i < count; ++i) {
        CHECK(uniform_column_get(i, &info) == UNIFORM_OK && info.name.size > 0 && info.says.size > 0, "%d", (int)i);
        for (size_t k = 0; k < info.options; ++k)
            CHECK(uniform_column_option_get(i, k, &option) == UNIFORM_OK && option.name.size > 0, "%d", (int)k);
        CHECK(uniform_column_option_get(i, info.options, &option) == UNIFORM_NONE, "beyond the last");
    }
    CHECK(uniform_column_get(count, &info) == UNIFORM_NONE, "beyond the last");
}

void test_columns(void) {
    runs("host", NULL, NULL, "a|B|null|null|www.example.co.uk|");
    runs("normalize", "level", "scheme", "http://a/|http://b/|null|null|https://www.example.co.uk/|");
    runs("registrable_domain", NULL, NULL, "null|null|null|null|example.co.uk|");
    runs("port", NULL, NULL, "null|80|null|null|null|");
    refusals();
    described();
}

#include "check.h"

int checks_done = 0;
int checks_failed = 0;

int same(const char *a, const char *b) {
    if (a == NULL || b == NULL) return a == b;
    return strcmp(a, b) == 0;
}

int is_text(uniform_text text, const char *expected) {
    if (text.data == NULL || expected == NULL) return text.data == expected;
    return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

int is_string(const uniform_string *string, const char *expected) {
    if (string->data == NULL) return expected == NULL;
    return string->size == strlen(expected) && strcmp(string->data, expected) == 0;
}

int is_range(uniform_range range, const char *text, const char *expected) {
    if (range.begin == UNIFORM_ABSENT) return range.end == UNIFORM_ABSENT && expected == NULL;
    if (expected == NULL || range.end < range.begin || range.end > strlen(text)) return 0;
    return range.end - range.begin == strlen(expected) && memcmp(text + range.begin, expected, strlen(expected)) == 0;
}

uniform_error new_error(void) {
    uniform_error e;
    memset(&e, 0, sizeof e);
    e.struct_size = sizeof e;
    return e;
}

static const struct {
    const char *name;
    void (*run)(void);
} suites[] = {
    {"basics", test_basics},   {"columns", test_columns}, {"parse", test_parse}, {"compare", test_compare},
    {"resolve", test_resolve}, {"encode", test_encode},   {"edit", test_edit},   {"host", test_host},
    {"web", test_web},         {"urn", test_urn},         {"lint", test_lint},   {"find", test_find},
    {"values", test_values},
};

// Without an argument, all suites; else the one of that name.
int main(int count, char **arguments) {
    int ran = 0;
    for (size_t i = 0; i < COUNT_OF(suites); ++i) {
        if (count > 1 && strcmp(arguments[1], suites[i].name) != 0) continue;
        suites[i].run();
        ++ran;
    }
    printf("%d suites, %d checks, %d failed\n", ran, checks_done, checks_failed);
    return ran == 0 || checks_failed != 0;
}

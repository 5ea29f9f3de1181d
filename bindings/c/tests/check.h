// A small test harness in C11: facts, counted, with a message for each that is wrong.
#ifndef UNIFORM_C_CHECK_H
#define UNIFORM_C_CHECK_H

#include <stdio.h>
#include <string.h>

#include <uniform.h>

extern int checks_done;
extern int checks_failed;

// Checks the condition; if it does not hold, prints the place and the message.
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        ++checks_done;                                                                                                 \
        if (!(condition)) {                                                                                            \
            ++checks_failed;                                                                                           \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                                     \
            printf(__VA_ARGS__);                                                                                       \
            printf("\n");                                                                                              \
        }                                                                                                              \
    } while (0)

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// Whether a text is those characters; NULL: absent.
int is_text(uniform_text text, const char *expected);
// Whether a string is those characters, and ends with NUL.
int is_string(const uniform_string *string, const char *expected);
// Whether the range of `text` has those characters; NULL: absent.
int is_range(uniform_range range, const char *text, const char *expected);
// An error that can be written.
uniform_error new_error(void);
// Whether the strings are the same, NULL included.
int same(const char *a, const char *b);

// The suites, one for each file facts_NAME.c.
void test_basics(void);
void test_parse(void);
void test_columns(void);
void test_compare(void);
void test_resolve(void);
void test_encode(void);
void test_edit(void);
void test_host(void);
void test_web(void);
void test_urn(void);
void test_lint(void);
void test_find(void);
void test_values(void);

#endif

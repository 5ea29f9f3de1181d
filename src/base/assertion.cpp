#include <uniform/base/assertion.hpp>

#include <cstdio>
#include <cstdlib>

namespace uniform::detail {

#ifdef __wasm__ // where a module has no standard error: it stops with a trap
void assertion_failed(const char *, const char *, int, const char *) noexcept { __builtin_trap(); }
#else
void assertion_failed(const char *condition, const char *file, int line, const char *function) noexcept {
    std::fprintf(stderr, "%s:%d: %s: UNIFORM_ASSERT(%s) does not hold\n", file, line, function, condition);
    std::abort();
}
#endif

} // namespace uniform::detail

#include "proof/failure.hpp"

#if defined(__cpp_exceptions)
#include <stdexcept>
#else
#include <cstdio>
#include <cstdlib>
#endif

namespace proof {

void fail(const std::string &why) {
#if defined(__cpp_exceptions)
    throw std::runtime_error(why);
#else
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
#endif
}

} // namespace proof

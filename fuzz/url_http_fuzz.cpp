// http and https URLs: path and query as written, never a user (3.3).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::httpurl_view &url) {
    using url_fuzz::promise;

    promise(!url.login.user && !url.login.password, "a user", url.text);
    promise(!url.search || url.hpath || url.edition == uniform::edition::rfc9110, "a query without a path", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::httpurl_view>("http", data, size, promises);
}

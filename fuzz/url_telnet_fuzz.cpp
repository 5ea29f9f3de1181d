// telnet URLs: a login and nothing else (3.8).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::telneturl_view &url) {
    using url_fuzz::promise;

    const auto plan = uniform::plan_access(uniform::url_view{url}, {.insist = true});
    if (!plan) return;
    promise(plan->user.has_value() == url.login.user.has_value(), "another user", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::telneturl_view>("telnet", data, size, promises);
}

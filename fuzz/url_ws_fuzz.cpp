// ws and wss URLs: a resource name that begins with "/" and no fragment (RFC 6455 3).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::wsurl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    promise(parts.resource_name.starts_with('/'), "no resource name", url.text);
    promise(!parts.resource_name.contains('#'), "a fragment", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::wsurl_view>("ws", data, size, promises);
}

// mailto URLs: an address by itself in the documents of 1994, addresses and header fields in RFC 6068.
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::mailtourl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    if (url.edition == uniform::edition::rfc6068) {
        for (const std::string &address : parts.to) promise(address.contains('@'), "an address without @", url.text);
    } else {
        promise(parts.to.size() == 1 && parts.hfields.empty(), "not one address", url.text);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::mailtourl_view>("mailto", data, size, promises);
}

// data URLs: base64 is decoded or refused (RFC 2397).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::dataurl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    promise(parts.data.size() <= url.data.size(), "more data than text", url.text);
    promise(!parts.mediatype.empty(), "no media type", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::dataurl_view>("data", data, size, promises);
}

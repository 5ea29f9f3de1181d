// prospero URLs: a name that may have slashes, and fields (3.11).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::prosperourl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    promise(!url.ppath.contains(';'), "a semicolon in the name", url.text);
    for (const auto &[name, value] : parts.fields) {
        promise(!name.contains('=') || url.fieldspecs.contains('%'), "= in a name", url.text);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::prosperourl_view>("prospero", data, size, promises);
}

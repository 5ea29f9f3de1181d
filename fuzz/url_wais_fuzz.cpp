// wais URLs: one of three forms (3.9).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::waisurl_view &url) {
    using url_fuzz::promise;

    promise(url.wtype.has_value() == url.wpath.has_value(), "half a document", url.text);
    promise(!url.search || !url.wtype, "a search for a document", url.text);
    promise(uniform::parts_of(url).wpath == url.wpath, "a document-id that is not opaque", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::waisurl_view>("wais", data, size, promises);
}

// news and snews URLs: an article or groups, told apart by "@" (3.6).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::newsurl_view &url) {
    using url_fuzz::promise;

    promise(url.article.has_value() != url.group.has_value(), "not one of article and group", url.text);
    promise(!url.article || url.article->contains('@'), "an article without @", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::newsurl_view>("news", data, size, promises);
}

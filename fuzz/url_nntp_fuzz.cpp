// nntp URLs: a group, and a number of digits (3.7).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::nntpurl_view &url) {
    using url_fuzz::promise;

    promise(!url.group.empty(), "no group", url.text);
    promise(!url.article_number || url.article_number->find_first_not_of("0123456789") == std::string_view::npos,
            "no number", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::nntpurl_view>("nntp", data, size, promises);
}

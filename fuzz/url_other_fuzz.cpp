// URLs of schemes that only otherurl reads: reserved, experimental, unknown (section 4).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::otherurl_view &url) {
    using url_fuzz::promise;

    promise(url.text == std::string(url.scheme) + ":" + std::string(url.schemepart), "something is lost", url.text);
    (void)uniform::reserved_for(url.scheme);
    (void)uniform::to_string(uniform::scheme_standing_of(url.scheme));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    // Any scheme: the input begins with one, and those of the others are theirs.
    static differential::url_judge judge;
    const std::string url(reinterpret_cast<const char *>(data), size < 8192 ? size : 8192);
    judge.parse(url);
    judge.round_trip(url);
    judge.plan(url);
    url_fuzz::must_not_differ(judge);
    for (const uniform::edition e : {uniform::edition::url_06, uniform::edition::rfc1738}) {
        const auto read = uniform::parse_otherurl(url, {.edition = e});
        if (read) promises(*read);
    }
    return 0;
}

// gopher URLs: a request is one line, but for the answers to a form (3.4.9); Gopher+ strings are read and written.
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::gopherurl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    const std::string request = uniform::gopher_request(parts, url.edition);
    promise(request.ends_with("\n") && request.starts_with(parts.selector), "another request", url.text);
    if (!parts.gopher_plus) return;
    const auto plus = uniform::read_gopher_plus(*parts.gopher_plus);
    const auto written = uniform::write_gopher_plus(plus);
    if (written) promise(uniform::read_gopher_plus(*written) == plus, "another gopher+ string", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::gopherurl_view>("gopher", data, size, promises);
}

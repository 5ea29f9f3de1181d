// file URLs: names on three kinds of systems lead back to the URL's path (RFC 8089; 3.10).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::fileurl_view &url) {
    using url_fuzz::promise;

    for (const auto system : {uniform::file_system::posix, uniform::file_system::windows, uniform::file_system::vms}) {
        const auto name = uniform::filename(url, system);
        if (!name) continue;
        promise(!name->contains('\0'), "NUL in a name", url.text);
        const auto back = uniform::make_fileurl(*name, system, {.edition = url.edition});
        if (!back) continue;
        const auto again = uniform::parse_fileurl(*back, {.edition = url.edition});
        promise(again.has_value(), "no URL of a name", url.text);
        if (system == uniform::file_system::posix) {
            promise(uniform::filename(*again, system) == name, "another name", url.text);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::fileurl_view>("file", data, size, promises);
}

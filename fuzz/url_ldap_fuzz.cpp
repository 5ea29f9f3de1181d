// ldap and ldaps URLs (RFC 4516).
#include "url_fuzz.hpp"

namespace {

void promises(const uniform::ldapurl_view &url) {
    using url_fuzz::promise;

    const auto parts = uniform::parts_of(url);
    promise(!parts.scope || parts.scope == "" || parts.scope == "base" || parts.scope == "one" || parts.scope == "sub",
            "no scope", url.text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    return url_fuzz::one_input<uniform::ldapurl_view>("ldap", data, size, promises);
}

// A first program: all of the core by one header, and literals that the compiler checks.
#include <uniform/uniform.hpp>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::literals;

namespace {

void everything_of_the_core() {
    constexpr uri_view page = "https://www.example.org/a/../b"_uri;
    static_assert(page.host() == "www.example.org");
    CHECK(normalize(page) == "https://www.example.org/b");
    CHECK(*resolve(page, "?q"_uri_reference) == "https://www.example.org/a/../b?q");
    CHECK(namespace_equivalent("urn:isbn:978-951-0-18435-6"_urn, "URN:ISBN:951-0-18435-7"_urn));
    CHECK(find_uris("see http://a.example/ and mailto:b@c.example").size() == 2);
    CHECK(!version.empty());
}

} // namespace

int main() {
    everything_of_the_core();
    return 0;
}

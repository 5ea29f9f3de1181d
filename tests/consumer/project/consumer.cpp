// Uses what is installed as a project outside would: a literal that the compiler checks, parsing, normalizing. By the
// headers of what it uses, or by the one of the whole core.
#ifdef CONSUMER_BY_WHOLE_CORE
#include <uniform/uniform.hpp>
#else
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/version.hpp>
#endif

#include <iostream>

using namespace uniform::literals;

static_assert("urn:isbn:978-951-0-18435-6"_urn.nid() == "isbn");
static_assert("https://example.com/"_uri.host() == "example.com");

int main() {
    std::cout << "uniform " << uniform::version << '\n';

    const auto uri = uniform::parse_uri("HTTP://Example.COM/%7Estaff/./minutes");
    if (!uri) return 1;
    std::cout << uniform::normalize(*uri) << '\n';
    std::cout << uniform::namespace_normalized("URN:ISBN:951-0-18435-7"_urn) << '\n';
    return 0;
}

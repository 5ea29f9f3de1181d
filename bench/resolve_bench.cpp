// Reference resolution: the examples of RFC 3986 5.4, base and references parsed before on all sides, the target as a
// string in a buffer that is used again. libcurl resolves only while it parses and forgets its base by doing so, which
// is another operation; it is not here.

#include <array>
#include <string>
#include <vector>

#include <uniform/uri/resolve.hpp>

#include "measure.hpp"
#include "peers.hpp"

namespace {

using bench::must;

constexpr std::string_view base_text = "http://a/b/c/d;p?q";

// RFC 3986 5.4.1 and 5.4.2
constexpr std::array<std::string_view, 42> references{
    "g:h",       "g",          "./g",     "g/",         "/g",
    "//g",       "?y",         "g?y",     "#s",         "g#s",
    "g?y#s",     ";x",         "g;x",     "g;x?y#s",    "",
    ".",         "./",         "..",      "../",        "../g",
    "../..",     "../../",     "../../g", "../../../g", "../../../../g",
    "/./g",      "/../g",      "g.",      ".g",         "g..",
    "..g",       "./../g",     "./g/.",   "g/./h",      "g/../h",
    "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x",   "g#s/./x",
    "g#s/../x",  "http:g"};

void uniform_examples() {
    const uniform::uri_view base = uniform::parse_uri(base_text).value();
    std::vector<uniform::reference_view> parsed;
    for (const std::string_view r : references) parsed.push_back(uniform::parse_uri_reference(r).value());
    bench::measure("resolve/rfc3986-5.4/uniform", parsed.size(),
                   [base, parsed, buffer = std::vector<char>(256)] mutable {
                       for (const uniform::reference_view &r : parsed) {
                           const auto t = uniform::resolve_to(buffer, base, r);
                           must(t.has_value(), "uniform");
                           benchmark::DoNotOptimize(buffer.data());
                       }
                   });
}

void uriparser_examples() {
    static UriUriA base;
    static std::array<UriUriA, references.size()> parsed;
    const auto parse = [](UriUriA &u, std::string_view s) {
        must(uriParseSingleUriExA(&u, s.data(), s.data() + s.size(), nullptr) == URI_SUCCESS, "uriparser");
    };
    parse(base, base_text);
    for (std::size_t i = 0; i < references.size(); ++i) parse(parsed[i], references[i]);
    bench::measure("resolve/rfc3986-5.4/uriparser", parsed.size(), [buffer = std::vector<char>(256)] mutable {
        UriUriA target;
        for (const UriUriA &r : parsed) {
            must(uriAddBaseUriA(&target, &r, &base) == URI_SUCCESS, "uriparser");
            must(uriToStringA(buffer.data(), &target, static_cast<int>(buffer.size()), nullptr) == URI_SUCCESS,
                 "uriparser");
            uriFreeUriMembersA(&target);
            benchmark::DoNotOptimize(buffer.data());
        }
    });
}

void boost_examples() {
    const auto base = boost::urls::parse_uri({base_text.data(), base_text.size()}).value();
    std::vector<boost::urls::url_view> parsed;
    for (const std::string_view r : references) {
        parsed.push_back(boost::urls::parse_uri_reference({r.data(), r.size()}).value());
    }
    bench::measure("resolve/rfc3986-5.4/boost", parsed.size(), [base, parsed, target = boost::urls::url{}] mutable {
        for (const boost::urls::url_view &r : parsed) {
            must(boost::urls::resolve(base, r, target).has_value(), "Boost.URL");
            benchmark::DoNotOptimize(target.data());
        }
    });
}

void register_all() {
    uniform_examples();
    uriparser_examples();
    boost_examples();
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

// Parsing with full validation: text to a view, or to the structure that a peer has instead of one.

#include "measure.hpp"
#include "peers.hpp"

namespace {

using bench::list;
using bench::must;

void uniform_pass(const list &l) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) {
        const auto u = uniform::parse_uri(line);
        must(u.has_value(), "uniform");
        sum += u->path().size();
    }
    benchmark::DoNotOptimize(sum);
}

void uriparser_pass(const list &l) {
    std::size_t sum = 0;
    UriUriA u;
    for (const std::string_view line : l.lines()) {
        must(uriParseSingleUriExA(&u, line.data(), line.data() + line.size(), nullptr) == URI_SUCCESS, "uriparser");
        sum += static_cast<std::size_t>(u.scheme.afterLast - u.scheme.first);
        uriFreeUriMembersA(&u);
    }
    benchmark::DoNotOptimize(sum);
}

void boost_pass(const list &l) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) {
        const auto u = boost::urls::parse_uri({line.data(), line.size()});
        must(u.has_value(), "Boost.URL");
        sum += u->encoded_path().size();
    }
    benchmark::DoNotOptimize(sum);
}

void curl_pass(const list &l) {
    CURLU *const handle = bench::curl_handle();
    for (const std::string_view line : l.lines()) {
        must(curl_url_set(handle, CURLUPART_URL, line.data(), 0) == CURLUE_OK, "libcurl");
    }
}

void register_all() {
    for (const list &l : bench::lists()) {
        const std::string prefix = "parse/" + l.name() + "/";
        const std::size_t items = l.lines().size();
        bench::measure_kernels(prefix + "uniform", items, [&l] { uniform_pass(l); });
        if (l.has("uriparser")) bench::measure(prefix + "uriparser", items, [&l] { uriparser_pass(l); });
        if (l.has("boost")) bench::measure(prefix + "boost", items, [&l] { boost_pass(l); });
        if (l.has("curl")) bench::measure(prefix + "curl", items, [&l] { curl_pass(l); });
    }
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

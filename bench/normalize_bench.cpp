// Text to normalized string, the parse included on both sides. RFC 3986 6.2.2 everywhere: letter case,
// percent-encoding, dot segments. libcurl has no normalization; what it prints after a parse is shown for comparison
// only.

#include <cstring>
#include <vector>

#include <uniform/uri/normalize.hpp>

#include "measure.hpp"
#include "peers.hpp"

namespace {

using bench::list;
using bench::must;

void uniform_pass(const list &l, std::string &out) {
    for (const std::string_view line : l.lines()) {
        const auto u = uniform::parse_uri(line);
        must(u.has_value(), "uniform");
        out.clear();
        uniform::normalize_append(out, *u);
        benchmark::DoNotOptimize(out.data());
    }
}

// As its documentation shows it: normalize, then write.
void uriparser_pass(const list &l, std::vector<char> &buffer) {
    UriUriA u;
    for (const std::string_view line : l.lines()) {
        must(uriParseSingleUriExA(&u, line.data(), line.data() + line.size(), nullptr) == URI_SUCCESS, "uriparser");
        must(uriNormalizeSyntaxA(&u) == URI_SUCCESS, "uriparser");
        must(uriToStringA(buffer.data(), &u, static_cast<int>(buffer.size()), nullptr) == URI_SUCCESS, "uriparser");
        uriFreeUriMembersA(&u);
        benchmark::DoNotOptimize(buffer.data());
    }
}

// The quicker way: ask first which components would change, and copy the text when none would.
void uriparser_mask_pass(const list &l, std::vector<char> &buffer) {
    UriUriA u;
    for (const std::string_view line : l.lines()) {
        must(uriParseSingleUriExA(&u, line.data(), line.data() + line.size(), nullptr) == URI_SUCCESS, "uriparser");
        unsigned int mask = 0;
        must(uriNormalizeSyntaxMaskRequiredExA(&u, &mask) == URI_SUCCESS, "uriparser");
        if (mask == URI_NORMALIZED) {
            std::memcpy(buffer.data(), line.data(), line.size());
        } else {
            must(uriNormalizeSyntaxExA(&u, mask) == URI_SUCCESS, "uriparser");
            must(uriToStringA(buffer.data(), &u, static_cast<int>(buffer.size()), nullptr) == URI_SUCCESS, "uriparser");
        }
        uriFreeUriMembersA(&u);
        benchmark::DoNotOptimize(buffer.data());
    }
}

void boost_pass(const list &l, boost::urls::url &u) {
    for (const std::string_view line : l.lines()) {
        const auto view = boost::urls::parse_uri({line.data(), line.size()});
        must(view.has_value(), "Boost.URL");
        u = *view;
        u.normalize();
        benchmark::DoNotOptimize(u.data());
    }
}

void curl_pass(const list &l) {
    CURLU *const handle = bench::curl_handle();
    for (const std::string_view line : l.lines()) {
        char *text = nullptr;
        must(curl_url_set(handle, CURLUPART_URL, line.data(), 0) == CURLUE_OK, "libcurl");
        must(curl_url_get(handle, CURLUPART_URL, &text, 0) == CURLUE_OK, "libcurl");
        benchmark::DoNotOptimize(text);
        curl_free(text);
    }
}

void register_all() {
    for (const list &l : bench::lists()) {
        const std::string prefix = "normalize/" + l.name() + "/";
        const std::size_t items = l.lines().size();
        constexpr std::size_t room = 65536;
        bench::measure_kernels(prefix + "uniform", items,
                               [&l, out = std::string{}]() mutable { uniform_pass(l, out); });
        if (l.has("uriparser")) {
            bench::measure(prefix + "uriparser", items,
                           [&l, buffer = std::vector<char>(room)]() mutable { uriparser_pass(l, buffer); });
            bench::measure(prefix + "uriparser (mask first)", items,
                           [&l, buffer = std::vector<char>(room)]() mutable { uriparser_mask_pass(l, buffer); });
        }
        if (l.has("boost")) {
            bench::measure(prefix + "boost", items, [&l, u = boost::urls::url{}]() mutable { boost_pass(l, u); });
        }
        if (l.has("curl")) bench::measure(prefix + "curl", items, [&l] { curl_pass(l); });
    }
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

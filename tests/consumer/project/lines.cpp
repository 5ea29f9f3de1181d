// Prints what the core makes of each line of its input, with the library or with the amalgamation: the same.
//
//     lines <FILE        what each line is
//     lines speed <FILE  nanoseconds for parsing and normalizing a line, the best of 20 rounds
#if __has_include("uniform.hpp")
#include "uniform.hpp"
#else
#include <uniform/text/find.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/url/url.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>
#endif

#include <chrono>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

void show(const std::string &line) {
    const auto reference = uniform::parse_uri_reference(line);
    if (!reference) {
        std::cout << uniform::message(reference.error(), line) << '\n';
    } else {
        std::cout << uniform::normalize(*reference) << '\n';
        const auto base = uniform::parse_uri("http://a/b/c/d;p?q").value();
        std::cout << "  " << uniform::resolve(base, *reference).value_or("-") << '\n';
    }
    if (const auto urn = uniform::parse_urn(line)) std::cout << "  " << uniform::namespace_normalized(*urn) << '\n';
    if (const auto url = uniform::parse_url(line)) std::cout << "  a URL\n";
    for (const uniform::found &f : uniform::find_uris(line)) std::cout << "  " << f.begin << ' ' << f.text << '\n';
}

double nanoseconds(const std::vector<std::string> &lines) {
    using clock = std::chrono::steady_clock;
    double best = 1e9;
    std::size_t bytes = 0;
    for (int round = 0; round < 20; ++round) {
        const auto begin = clock::now();
        for (const std::string &line : lines) {
            if (const auto uri = uniform::parse_uri(line)) bytes += uniform::is_normal(*uri) ? uri->path().size() : 1;
        }
        const std::chrono::duration<double, std::nano> time = clock::now() - begin;
        best = std::min(best, time.count() / static_cast<double>(lines.size()));
    }
    return bytes == 0 ? 0 : best;
}

} // namespace

int main(int count, char **arguments) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
    if (count > 1 && arguments[1] == std::string_view{"speed"}) {
        std::cout << nanoseconds(lines) << '\n';
        return 0;
    }
    for (const std::string &line : lines) show(line);
    return 0;
}

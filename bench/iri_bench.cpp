// IRIs (RFC 3987): parsing texts of US-ASCII and of UTF-8, and conversion between IRIs and URIs. The result is
// nanoseconds for each byte, so that texts of different scripts compare. RFC 3986 on the same ASCII list is measured in
// the same run.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/uri/iri.hpp>
#include <uniform/uri/parse.hpp>

#include "measure.hpp"

namespace {

// Lines of a file, without the ones that are no IRI.
class iri_list {
public:
    explicit iri_list(std::string name) : name_{std::move(name)} {
        const char *folder = std::getenv("UNIFORM_BENCH_LISTS");
        const std::string path = std::string{folder != nullptr ? folder : "."} + "/" + name_ + ".txt";
        std::ifstream in{path, std::ios::binary};
        if (!in) {
            std::fprintf(stderr, "bench: cannot read the list %s; scripts/bench.sh makes the lists\n", path.c_str());
            std::exit(2);
        }
        text_.assign(std::istreambuf_iterator<char>{in}, {});
        for (std::string_view rest = text_; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            if (uniform::parse_iri(rest.substr(0, end))) {
                lines_.push_back(rest.substr(0, end));
                bytes_ += end;
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    [[nodiscard]] const std::string &name() const noexcept { return name_; }
    [[nodiscard]] const std::vector<std::string_view> &lines() const noexcept { return lines_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    std::string name_;
    std::string text_;
    std::vector<std::string_view> lines_;
    std::size_t bytes_ = 0;
};

void parse_pass(const iri_list &l, uniform::edition e) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) {
        const auto u = uniform::parse_uri(line, {.edition = e});
        if (!u) std::abort();
        sum += u->path().size();
    }
    benchmark::DoNotOptimize(sum);
}

void to_uri_pass(const iri_list &l) {
    for (const std::string_view line : l.lines()) {
        const std::string uri = uniform::iri_to_uri(*uniform::parse_iri(line));
        benchmark::DoNotOptimize(uri.data());
    }
}

void to_iri_pass(const std::vector<std::string> &uris) {
    for (const std::string &line : uris) {
        const std::string iri = uniform::uri_to_iri(*uniform::parse_uri(line));
        benchmark::DoNotOptimize(iri.data());
    }
}

void register_all() {
    static const iri_list web{"web"};
    static const iri_list iris{"iri"};
    static const std::vector<std::string> uris = [] {
        std::vector<std::string> all;
        for (const std::string_view line : iris.lines()) all.push_back(uniform::iri_to_uri(*uniform::parse_iri(line)));
        return all;
    }();
    static const std::size_t uri_bytes = [] {
        std::size_t sum = 0;
        for (const std::string &uri : uris) sum += uri.size();
        return sum;
    }();
    using uniform::edition;
    bench::measure_kernels("iri/web/rfc3986", web.bytes(), [] { parse_pass(web, edition::rfc3986); });
    bench::measure_kernels("iri/web/rfc3987", web.bytes(), [] { parse_pass(web, edition::rfc3987); });
    bench::measure_kernels("iri/iri/rfc3987", iris.bytes(), [] { parse_pass(iris, edition::rfc3987); });
    bench::measure("iri/iri/iri_to_uri", iris.bytes(), [] { to_uri_pass(iris); });
    bench::measure("iri/iri/uri_to_iri", uri_bytes, [] { to_iri_pass(uris); });
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

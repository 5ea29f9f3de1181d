// Equivalence of two parsed URIs at the level syntax (RFC 3986 6.2.2). Half of the pairs are two copies of one text at
// different addresses, half are neighbours in the list, which differ. uriparser compares without normalizing, so it is
// compared with simple comparison (6.2.1) instead. Also the hash at the level syntax, which the other libraries lack.

#include <vector>

#include <uniform/uri/compare.hpp>

#include "measure.hpp"
#include "peers.hpp"

namespace {

using bench::list;
using bench::must;

// The second text of each pair, as a copy.
struct pairs {
    std::vector<std::string_view> a;
    std::vector<std::string> b;

    explicit pairs(const list &l) {
        for (std::size_t i = 0; i < l.lines().size(); ++i) {
            a.push_back(l.lines()[i]);
            b.emplace_back(l.lines()[i % 2 == 0 || i + 1 == l.lines().size() ? i : i + 1]);
        }
    }
};

void uniform_pairs(const std::string &prefix, const pairs &p) {
    std::vector<uniform::reference_view> a;
    std::vector<uniform::reference_view> b;
    for (const std::string_view s : p.a) a.push_back(uniform::parse_uri(s).value());
    for (const std::string &s : p.b) b.push_back(uniform::parse_uri(s).value());
    bench::measure_kernels(prefix + "uniform", a.size(), [a, b] {
        std::size_t same = 0;
        for (std::size_t i = 0; i < a.size(); ++i) same += uniform::equivalent(a[i], b[i]) ? 1 : 0;
        benchmark::DoNotOptimize(same);
    });
    bench::measure(prefix + "uniform simple", a.size(), [a, b] {
        std::size_t same = 0;
        for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
        benchmark::DoNotOptimize(same);
    });
    bench::measure(prefix + "uniform hash", a.size(), [a] {
        std::uint64_t sum = 0;
        for (const uniform::reference_view &r : a) sum += uniform::hash(r);
        benchmark::DoNotOptimize(sum);
    });
}

void boost_pairs(const std::string &prefix, const pairs &p) {
    std::vector<boost::urls::url_view> a;
    std::vector<boost::urls::url_view> b;
    for (const std::string_view s : p.a) a.push_back(boost::urls::parse_uri({s.data(), s.size()}).value());
    for (const std::string &s : p.b) b.push_back(boost::urls::parse_uri(s).value());
    bench::measure(prefix + "boost", a.size(), [a, b] {
        std::size_t same = 0;
        for (std::size_t i = 0; i < a.size(); ++i) same += a[i] == b[i] ? 1 : 0;
        benchmark::DoNotOptimize(same);
    });
}

void uriparser_pairs(const std::string &prefix, const pairs &p) {
    std::vector<UriUriA> a(p.a.size());
    std::vector<UriUriA> b(p.b.size());
    const auto parse = [](UriUriA &u, std::string_view s) {
        must(uriParseSingleUriExA(&u, s.data(), s.data() + s.size(), nullptr) == URI_SUCCESS, "uriparser");
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        parse(a[i], p.a[i]);
        parse(b[i], p.b[i]);
    }
    bench::measure(prefix + "uriparser simple", a.size(), [a, b] { // the members live until the process ends
        std::size_t same = 0;
        for (std::size_t i = 0; i < a.size(); ++i) same += uriEqualsUriA(&a[i], &b[i]) == URI_TRUE ? 1 : 0;
        benchmark::DoNotOptimize(same);
    });
}

void register_all() {
    static const pairs p{bench::list_of("web")};
    const std::string prefix = "compare/web/";
    uniform_pairs(prefix, p);
    boost_pairs(prefix, p);
    uriparser_pairs(prefix, p);
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

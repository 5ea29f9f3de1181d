// URNs compared with URIs in general: the same texts parsed as URNs and as URIs; web addresses truncated to the same
// lengths; and lexical comparison compared with the comparison of URIs.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/urn.hpp>

#include "measure.hpp"

namespace {

using bench::list;

// A web address of the length of each URN: the next one that is long enough, truncated, if it is still valid.
std::vector<std::string_view> addresses_as_long_as(const list &urns) {
    std::vector<std::string_view> cut;
    const auto web = bench::list_of("web").lines();
    std::size_t next = 0;
    for (const std::string_view line : urns.lines()) {
        while (true) {
            const std::string_view candidate = web[next++ % web.size()].substr(0, line.size());
            if (candidate.size() != line.size() || !uniform::parse_uri(candidate)) continue;
            cut.push_back(candidate);
            break;
        }
    }
    return cut;
}

std::size_t parse_uri_pass(std::span<const std::string_view> lines) {
    std::size_t sum = 0;
    for (const std::string_view line : lines) sum += uniform::parse_uri(line)->path().size();
    return sum;
}

std::size_t parse_urn_pass(const list &l) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) sum += uniform::parse_urn(line)->nss().size();
    return sum;
}

std::size_t parse_2141_pass(const list &l) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) {
        sum += uniform::parse_urn(line, {uniform::edition::rfc2141}).has_value() ? 1U : 0U;
    }
    return sum;
}

// The cost of parsing a URI and then reading it as a URN.
std::size_t parse_and_ask_pass(const list &l) {
    std::size_t sum = 0;
    for (const std::string_view line : l.lines()) sum += uniform::as_urn(*uniform::parse_uri(line))->nss().size();
    return sum;
}

// Pairs, half of them equivalent but different: the scheme and the NID in upper case.
struct pairs {
    std::vector<std::string> texts;
    std::vector<std::pair<uniform::urn_view, uniform::urn_view>> urns;
    std::vector<std::pair<uniform::uri_view, uniform::uri_view>> uris;

    explicit pairs(const list &l) {
        texts.reserve(l.lines().size() * 2);
        bool equal = false;
        for (const std::string_view line : l.lines()) {
            std::string other{line};
            for (std::size_t i = 0; i < uniform::parse_urn(line)->nid().size() + 4; ++i) {
                if (other[i] >= 'a' && other[i] <= 'z') other[i] = static_cast<char>(other[i] & ~0x20);
            }
            equal = !equal;
            if (!equal) other.back() = other.back() == '0' ? '1' : '0';
            const std::string &a = texts.emplace_back(line);
            const std::string &b = texts.emplace_back(other);
            urns.emplace_back(*uniform::parse_urn(a), *uniform::parse_urn(b));
            uris.emplace_back(*uniform::parse_uri(a), *uniform::parse_uri(b));
        }
    }
};

void register_all() {
    const list &l = bench::list_of("urn");
    const std::size_t items = l.lines().size();
    const auto pass = [&l](auto f) { return [&l, f] { benchmark::DoNotOptimize(f(l)); }; };
    static const auto addresses = addresses_as_long_as(l);
    bench::measure_kernels("urn/parse/web-as-long", items, [] { benchmark::DoNotOptimize(parse_uri_pass(addresses)); });
    bench::measure_kernels("urn/parse/as-uri", items, [&l] { benchmark::DoNotOptimize(parse_uri_pass(l.lines())); });
    bench::measure_kernels("urn/parse/as-urn", items, pass(parse_urn_pass));
    bench::measure_kernels("urn/parse/as-urn-of-rfc2141", items, pass(parse_2141_pass));
    bench::measure_kernels("urn/parse/uri-then-as_urn", items, pass(parse_and_ask_pass));

    static const pairs p{l};
    bench::measure("urn/compare/uri-case-level", items, [] {
        std::size_t sum = 0;
        for (const auto &[a, b] : p.uris)
            sum += uniform::equivalent(a, b, {uniform::comparison_level::letter_case}) ? 1 : 0;
        benchmark::DoNotOptimize(sum);
    });
    bench::measure("urn/compare/lexical", items, [] {
        std::size_t sum = 0;
        for (const auto &[a, b] : p.urns) sum += uniform::urn_equivalent(a, b) ? 1 : 0;
        benchmark::DoNotOptimize(sum);
    });
    bench::measure("urn/hash/lexical", items, [] {
        std::size_t sum = 0;
        for (const auto &[a, b] : p.urns) sum += uniform::urn_hash(a);
        benchmark::DoNotOptimize(sum);
    });
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

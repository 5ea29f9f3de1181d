// The cost of namespace rules, for the four namespaces with most names in use: normalization into one buffer (ISBN-10
// to ISBN-13, hyphens, case), matching the NSS, the check character; compared with the lexical comparison of the same
// names. The names are generated here, half of them not in normal form.

#include <array>
#include <random>
#include <string>
#include <vector>

#include <uniform/urn/namespace_equivalence.hpp>

#include "measure.hpp"

namespace {

using namespace uniform;

class names {
public:
    static constexpr std::size_t count = 4096;

    std::vector<std::string> isbn() {
        return make([this](bool normal) {
            if (random_() % 2 == 0) {
                const std::string digits = "978" + random_text("0123456789", 9);
                const std::string check{compute(check_algorithm::isbn_13_mod10, digits)->view()};
                return normal ? "urn:isbn:" + digits + check
                              : "URN:ISBN:978-" + digits.substr(3, 3) + "-" + digits.substr(6, 2) + "-" +
                                    digits.substr(8) + "-" + check;
            }
            const std::string digits = random_text("0123456789", 9);
            return "urn:isbn:" + digits.substr(0, 3) + "-" + digits.substr(3, 2) + "-" + digits.substr(5) + "-" +
                   std::string{compute(check_algorithm::isbn_10_mod11, digits)->view()};
        });
    }
    std::vector<std::string> issn() {
        return make([this](bool normal) {
            const std::string digits = random_text("0123456789", 7);
            const std::string check{compute(check_algorithm::issn_mod11, digits)->view()};
            return normal ? "urn:issn:" + digits + check
                          : "URN:ISSN:" + digits.substr(0, 4) + "-" + digits.substr(4) + check;
        });
    }
    std::vector<std::string> uuid() {
        return make([this](bool normal) {
            const std::string_view digits = normal ? "0123456789abcdef" : "0123456789ABCDEF";
            std::string text = "urn:uuid:" + random_text(digits, 8);
            for (const std::size_t n : {4U, 4U, 4U, 12U}) text += "-" + random_text(digits, n);
            return text;
        });
    }
    std::vector<std::string> nbn() {
        return make([this](bool normal) {
            return (normal ? "urn:nbn:de:101:1-" : "URN:NBN:DE:101:1-") + random_text("0123456789", 8) +
                   random_text("abcdefghijklmnopqrstuvwxyz0123456789", 6);
        });
    }

private:
    std::string random_text(std::string_view characters, std::size_t n) {
        std::string text;
        for (std::size_t i = 0; i < n; ++i) text += characters[random_() % characters.size()];
        return text;
    }
    template <class Make>
    std::vector<std::string> make(Make one) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(one(i % 2 == 0));
        return all;
    }
    std::mt19937 random_{8141};
};

void measure_names(const std::string &name, const std::vector<std::string> &texts) {
    static std::vector<std::vector<std::string>> kept; // the views look at them until the process ends
    kept.push_back(texts);
    std::vector<urn_view> urns;
    for (const std::string &t : kept.back()) urns.push_back(parse_urn(t).value());
    const std::string prefix = "namespace/" + name + "/uniform ";
    bench::measure(prefix + "normalize", urns.size(), [urns] {
        std::array<char, 128> buffer; // NOLINT: written before it is read
        for (const urn_view &u : urns) benchmark::DoNotOptimize(namespace_normalized_to(buffer, u));
    });
    bench::measure(prefix + "normalize into a string", urns.size(), [urns, out = std::string{}]() mutable {
        for (const urn_view &u : urns) {
            out.clear();
            namespace_normalized_append(out, u);
            benchmark::DoNotOptimize(out.data());
        }
    });
    bench::measure(prefix + "fits", urns.size(), [urns] {
        for (const urn_view &u : urns) benchmark::DoNotOptimize(validate(u));
    });
    bench::measure(prefix + "check", urns.size(), [urns] {
        for (const urn_view &u : urns) benchmark::DoNotOptimize(check(u));
    });
    // neighbours are different names, as in a search for duplicates
    bench::measure(prefix + "urn_equivalent", urns.size(), [urns] {
        std::size_t equal = 0;
        for (std::size_t i = 0; i + 1 < urns.size(); ++i) equal += urn_equivalent(urns[i], urns[i + 1]) ? 1 : 0;
        benchmark::DoNotOptimize(equal);
    });
    bench::measure(prefix + "namespace_equivalent", urns.size(), [urns] {
        std::size_t equal = 0;
        for (std::size_t i = 0; i + 1 < urns.size(); ++i) equal += namespace_equivalent(urns[i], urns[i + 1]) ? 1 : 0;
        benchmark::DoNotOptimize(equal);
    });
}

void register_all() {
    names n;
    measure_names("isbn", n.isbn());
    measure_names("issn", n.issn());
    measure_names("uuid", n.uuid());
    measure_names("nbn", n.nbn());
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

// The loops of columns as one would write them in C++ over a file's lines: what uniform.arrow is measured against.
// loops FILE: nanoseconds for each line, by function.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

namespace {

// A column as Arrow has it: bytes, offsets, and which rows are there.
struct column {
    std::string bytes;
    std::vector<std::int32_t> offsets;
    std::vector<bool> valid;
};

template <class F>
void measure(const char *name, const column &lines, F f) {
    double best = 1e18;
    std::size_t sum = 0;
    for (int run = 0; run < 7; ++run) {
        const std::clock_t begin = std::clock();
        column out;
        out.offsets.reserve(lines.offsets.size());
        out.offsets.push_back(0);
        out.valid.reserve(lines.offsets.size());
        for (std::size_t i = 0; i + 1 < lines.offsets.size(); ++i) {
            const std::string_view text{lines.bytes.data() + lines.offsets[i],
                                        static_cast<std::size_t>(lines.offsets[i + 1] - lines.offsets[i])};
            out.valid.push_back(f(text, out.bytes));
            out.offsets.push_back(static_cast<std::int32_t>(out.bytes.size()));
        }
        const auto took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC * 1e9;
        best = std::min(best, took);
        sum += out.bytes.size();
    }
    std::printf("%s %.2f %zu\n", name, best / static_cast<double>(lines.offsets.size() - 1), sum);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    column lines;
    lines.offsets.push_back(0);
    std::ifstream file{argv[1]};
    for (std::string line; std::getline(file, line);) {
        lines.bytes += line;
        lines.offsets.push_back(static_cast<std::int32_t>(lines.bytes.size()));
    }
    using namespace uniform;
    measure("host", lines, [](std::string_view text, std::string &out) {
        const auto r = parse_uri_reference(text);
        if (!r || !r->host()) return false;
        out += *r->host();
        return true;
    });
    measure("normalize", lines, [](std::string_view text, std::string &out) {
        const auto r = parse_uri_reference(text);
        if (!r) return false;
        normalize_append(out, *r);
        return true;
    });
    measure("valid", lines, [](std::string_view text, std::string &) { return parse_uri_reference(text).has_value(); });
    measure("registrable_domain", lines, [](std::string_view text, std::string &out) {
        const auto r = parse_iri_reference(text);
        if (!r || !r->host()) return false;
        const auto parts = idna::domain_of(*r->host());
        if (!parts || parts->registrable_size == 0) return false;
        out += parts->registrable();
        return true;
    });
    measure("urn_nid", lines, [](std::string_view text, std::string &out) {
        const auto u = parse_urn(text);
        if (!u) return false;
        out += u->nid();
        return true;
    });
}

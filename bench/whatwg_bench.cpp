// URLs as browsers read them: parsing texts that are serialized URLs already, and texts that are not, beside libcurl's
// URL API. "unchanged" has the lines of a list that `view_of` recognizes, "changed" the same lines with the scheme and
// the host in upper case.

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <uniform/whatwg/web_url.hpp>

#include "measure.hpp"
#include "peers.hpp"

namespace {

using bench::must;

using texts = std::vector<std::string>;

texts unchanged(const bench::list &l) {
    texts lines;
    for (const auto line : l.lines())
        if (uniform::whatwg::view_of(line)) lines.emplace_back(line);
    return lines;
}

texts changed(const texts &lines) {
    texts made = lines;
    for (auto &line : made) {
        const auto authority = std::min(line.find("//") + 2, line.size());
        const auto end = line.begin() + static_cast<std::ptrdiff_t>(std::min(line.find('/', authority), line.size()));
        std::transform(line.begin(), end, line.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    }
    return made;
}

void view_pass(const texts &lines) {
    std::size_t sum = 0;
    for (const auto &line : lines) {
        const auto u = uniform::whatwg::view_of(line);
        must(u.has_value(), "uniform");
        sum += u->pathname().size();
    }
    benchmark::DoNotOptimize(sum);
}

void parse_pass(const texts &lines) {
    std::size_t sum = 0;
    for (const auto &line : lines) {
        const auto u = uniform::whatwg::parse(line);
        must(u.has_value(), "uniform");
        sum += u->pathname().size();
    }
    benchmark::DoNotOptimize(sum);
}

void curl_pass(const texts &lines) {
    CURLU *const handle = bench::curl_handle();
    for (const auto &line : lines) must(curl_url_set(handle, CURLUPART_URL, line.c_str(), 0) == CURLUE_OK, "libcurl");
}

void register_all() {
    for (const auto &l : bench::lists()) {
        if (!l.has("curl")) continue;
        const auto lines = unchanged(l);
        const auto prefix = "whatwg/" + l.name() + "/";
        const auto count = lines.size();
        if (count == 0) continue;
        bench::measure(prefix + "unchanged/view", count, [lines] { view_pass(lines); });
        bench::measure(prefix + "unchanged/uniform", count, [lines] { parse_pass(lines); });
        bench::measure(prefix + "unchanged/curl", count, [lines] { curl_pass(lines); });
        const auto others = changed(lines);
        bench::measure(prefix + "changed/uniform", count, [others] { parse_pass(others); });
        bench::measure(prefix + "changed/curl", count, [others] { curl_pass(others); });
    }
}

} // namespace

UNIFORM_BENCH_MAIN(register_all)

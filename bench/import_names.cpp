// The speed of imports, including validation and history.
//
//     import_names LOCATION COUNT [ndjson|csv|described] [random|ordered] [FIRST [LINES]]
//
// LOCATION is that of an empty store; with FIRST, of one that has that many of the names. Keys are in random order, as
// those of hashes and UUIDs are, or in their own. LINES: the most that are sorted (import_options::sorted_lines; 0:
// none). Prints names a second, bytes of the store per name (SQLite), the bytes that this process has written, the peak
// memory, and the cost of reading and validating alone (a dry run in a namespace without names).
#include <sys/resource.h>
#include <time.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/import.hpp>
#include <uniform/store/store.hpp>

#include "service/lists/bulk_line.hpp"
#include "service/names/name_check.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using steady = std::chrono::steady_clock;

double seconds_since(steady::time_point t) { return std::chrono::duration<double>(steady::now() - t).count(); }

// Processor time of all threads: it does not depend on other processes.
double processor_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

// Lines are generated on demand, so that an input of any length needs no memory.
class lines {
public:
    lines(std::uint64_t first, std::uint64_t count, std::string_view form, bool random)
        : end_(first + count), form_(form), random_(random), first_(first), at_(first) {}

    std::string_view next() {
        text_.clear();
        if (at_ == first_ && form_ == "csv") text_ = "name,url\r\n";
        for (; at_ < end_ && text_.size() < 60000; ++at_) line();
        bytes_ += text_.size();
        return text_;
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    void line() {
        char number[24];
        std::snprintf(number, sizeof number, "%016llx", static_cast<unsigned long long>(random_ ? mixed(at_) : at_));
        const std::string_view d = number;
        if (form_ == "csv") {
            text_.append("urn:nbn:us:bench-").append(d).append(",https://repository.example.org/items/").append(d);
            text_ += "\r\n";
            return;
        }
        text_.append(R"({"name":"urn:nbn:us:bench-)").append(d);
        text_.append(R"(","locators":[{"url":"https://repository.example.org/items/)").append(d).append(R"("}])");
        if (form_ == "described") {
            text_.append(R"(,"metadata":{"title":"Item )")
                .append(d)
                .append(R"( of the collection","creator":"N. N."})");
        }
        text_ += "}\n";
    }
    // Another number for each one, in no order (SplitMix64, whose steps can be undone).
    static std::uint64_t mixed(std::uint64_t n) {
        n = (n ^ n >> 30U) * 0xbf58476d1ce4e5b9U;
        n = (n ^ n >> 27U) * 0x94d049bb133111ebU;
        return n ^ n >> 31U;
    }

    std::uint64_t end_;
    std::string_view form_;
    bool random_;
    std::uint64_t first_;
    std::uint64_t at_;
    std::uint64_t bytes_ = 0;
    std::string text_;
};

void prepare(store::store &s) {
    const store::origin by{.who = "bench", .from = "here"};
    (void)s.write(by, [](store::writing &w) -> std::expected<int, resolver::problem> {
        w.put("namespace", "nbn", to_json(resolver::namespace_settings{.nid = "nbn"}), "put");
        const resolver::delegation d{.prefix = "nbn:us:bench-", .registrar = "bench", .naming = "[0-9a-f]{16}"};
        w.put("delegation", d.prefix, to_json(d), "put");
        return 0;
    });
}

// The bytes that this process has sent to the disk.
std::uint64_t bytes_written() {
    std::ifstream io("/proc/self/io");
    std::string word;
    std::uint64_t n = 0;
    while (io >> word >> n) {
        if (word == "write_bytes:") return n;
    }
    return 0;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t n = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), n).ec != std::errc{}) return std::nullopt;
    return n;
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view form = argc > 3 ? argv[3] : "ndjson";
    const std::string_view order = argc > 4 ? argv[4] : "random";
    const std::uint64_t count = argc > 2 ? number_in(argv[2]).value_or(0) : 0;
    const auto first = argc > 5 ? number_in(argv[5]) : 0;
    const auto sorted = argc > 6 ? number_in(argv[6]) : import_options{}.sorted_lines;
    if (count == 0 || (order != "random" && order != "ordered") || !first || !sorted) {
        std::fprintf(stderr,
                     "usage: import_names LOCATION COUNT [ndjson|csv|described] [random|ordered] [FIRST [LINES]]\n");
        return 2;
    }
    const bool random = order == "random";
    const auto s = store::store::open(argv[1]);
    if (*first == 0) prepare(*s);
    const resolver::principal who{
        .id = "bench", .role = resolver::role::registrar, .registrar = "bench", .prefixes = {"nbn:"}};

    { // reading and the checks of form, alone
        lines input(*first, std::min<std::uint64_t>(count, 1000000), form == "csv" ? "ndjson" : form, random);
        const double begin = processor_seconds();
        std::uint64_t n = 0;
        const resolver::namespace_rules rules = resolver::namespace_settings{.nid = "nbn"}.rules;
        for (std::string_view part = input.next(); !part.empty(); part = input.next()) {
            while (!part.empty()) {
                const std::size_t end = part.find('\n');
                const auto line = read_ndjson(part.substr(0, end));
                if (!line || !check_new_name(line->urn, rules)) return 1;
                part.remove_prefix(end + 1);
                ++n;
            }
        }
        std::printf("read and check form  %.2f us a line\n",
                    (processor_seconds() - begin) / static_cast<double>(n) * 1e6);
    }
    lines input(*first, count, form, random);
    const import_options o{.format = form == "csv" ? bulk_format::csv : bulk_format::ndjson, .sorted_lines = *sorted};
    std::uint64_t out = 0;
    const auto begin = steady::now();
    const double processor_begin = processor_seconds();
    const auto done = import_names(
        *s, {.who = "bench", .from = "here"}, who, o, [&] { return input.next(); },
        [&](std::string_view part) { out += part.size(); });
    const double took = seconds_since(begin);
    const double processor = processor_seconds() - processor_begin;
    if (!done || done->counts.assigned != count) {
        std::fprintf(stderr, "import_names: %s\n", done ? json::written(*done).c_str() : done.error().detail.c_str());
        return 1;
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("import               %.0f names a second (%.1f s for %llu)\n", static_cast<double>(count) / took, took,
                static_cast<unsigned long long>(count));
    std::printf("processor            %.2f us a name\n", processor / static_cast<double>(count) * 1e6);
    std::printf("memory               %ld MiB at most\n", used.ru_maxrss / 1024);
    std::printf("written              %.0f bytes a name\n",
                static_cast<double>(bytes_written()) / static_cast<double>(count));
    std::error_code none;
    const auto size = std::filesystem::file_size(argv[1], none);
    if (!none)
        std::printf("file                 %.1f bytes a name\n",
                    static_cast<double>(size) / static_cast<double>(*first + count));
}

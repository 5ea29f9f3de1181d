// Edits on arbitrary references with arbitrary arguments: each does what it says or nothing.
//
// Input: one byte of options, a reference up to a line feed, then any number of edits: a byte that chooses it, a byte
// for the index and the reading of the query, and two arguments up to a line feed each.
#include <uniform/uri/uri.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "uri/edit_model.hpp"

using namespace uniform;

namespace {

class reader {
public:
    explicit reader(std::string_view rest) : rest_{rest} {}
    [[nodiscard]] bool done() const { return rest_.empty(); }
    std::uint8_t byte() {
        if (rest_.empty()) return 0;
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return static_cast<std::uint8_t>(c);
    }
    std::string line() {
        const auto end = rest_.find('\n');
        std::string text{rest_.substr(0, end)};
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        return text;
    }

private:
    std::string_view rest_;
};

void must(bool holds, const std::string &what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    reader in{{reinterpret_cast<const char *>(data), size}};
    const std::uint8_t bits = in.byte();
    const parse_options options{.edition = editions[(bits & 3U) % editions.size()],
                                .max_length = (bits & 8U) != 0 ? 60U : 0xFFFFFFFE,
                                .zone_ids = (bits & 4U) != 0};
    auto parsed = reference::parse(in.line(), options);
    if (!parsed) return 0;
    reference r = *std::move(parsed);

    const auto again = build(components_of(r), options);
    must(again && again->text() == r.text(), "the components of <" + r.text() + "> do not build it");

    for (int steps = 0; steps < 32 && !in.done(); ++steps) {
        const auto &edit = model::edits()[in.byte() % model::edits().size()];
        const std::uint8_t flags = in.byte();
        model::arguments x;
        x.index = flags & 7U;
        x.query.semicolon = (flags & 8U) != 0;
        x.query.plus = (flags & 16U) != 0 ? plus::as_space : plus::as_written;
        x.first = in.line();
        x.second = in.line();
        const std::string problem = model::carry_out(r, edit, x);
        must(problem.empty(), problem);
    }
    return 0;
}

#include "sql/rows.hpp"

#include <utility>

#include <uniform/lint/lint.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/find.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/uri/query.hpp>

namespace uniform::sql {

namespace {

// Counts the characters of a text in UTF-8 from one offset to the next, so that a whole text is read once.
class character_counter {
public:
    explicit character_counter(std::string_view text) : text_{text} {}
    // How many characters begin before the offset, which is not before the last one that was asked for.
    std::int64_t before(std::size_t offset) {
        for (; at_ < offset && at_ < text_.size(); ++at_) {
            if ((static_cast<unsigned char>(text_[at_]) & 0xC0U) != 0x80U) ++count_;
        }
        return count_;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::int64_t count_ = 0;
};

} // namespace

bool is_text(std::string_view data) { return data.find('\0') == std::string_view::npos && is_utf8(data); }

std::string decoded_text(std::string_view text) {
    auto data = decode(text);
    return data && is_text(*data) ? *std::move(data) : std::string{text};
}

std::vector<parameter_row> parameters(std::string_view text) {
    std::vector<parameter_row> rows;
    const auto query = component(text, rule::query, edition::rfc3987);
    if (!query) return rows;
    for (const auto p : query_parameters{*query}) {
        rows.push_back({decoded_text(p.key), p.value ? std::optional{decoded_text(*p.value)} : std::nullopt,
                        std::string{p.text()}});
    }
    return rows;
}

std::vector<found_row> find(std::string_view text) {
    std::vector<found_row> rows;
    character_counter characters{text};
    for (auto &f : find_uris(text)) {
        const std::int64_t begin = characters.before(f.begin);
        const std::int64_t end = characters.before(f.end);
        rows.push_back({begin + 1, end - begin, std::move(f.text)});
    }
    return rows;
}

std::vector<lint_row> lint(std::string_view text) {
    std::vector<lint_row> rows;
    character_counter characters{text};
    for (auto &f : uniform::lint(text, {.unicode = &icu_checks()})) {
        const std::int64_t begin = characters.before(f.where.begin);
        const std::int64_t end = character_counter{text.substr(f.where.begin)}.before(f.where.end - f.where.begin);
        rows.push_back({begin + 1, end, to_string(f.check), to_string(f.severity), std::move(f.explanation),
                        std::string{f.document} + " section " + std::string{f.section}, std::move(f.safer)});
    }
    return rows;
}

} // namespace uniform::sql

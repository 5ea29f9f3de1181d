#include "sql/rows.hpp"

#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/lint/lint.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/find.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>

#include "sql/decoded_text.hpp"

namespace uniform::sql {

namespace {

// Counts the characters of a text in UTF-8 from one offset to the next, so that a whole text is read once.
class character_counter {
public:
    explicit character_counter(std::string_view text) : text_{text} {}
    // The number of characters that begin before the offset, which is not before the last one that was asked for.
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

// A text in UTF-8 as a string of JSON (RFC 8259 section 7). The writer of uniform::json would bring its library along.
void append_json(std::string &out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            base::append_octet(out, static_cast<unsigned char>(c), base::lower_hex);
        } else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    out += '"';
}

} // namespace

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

maybe_text query_json(std::string_view text) {
    if (!component(text, rule::query, edition::rfc3987)) return std::nullopt;
    std::string out = "{";
    for (const parameter_row &p : parameters(text)) {
        append_json(out, p.key);
        out += ':';
        p.value ? append_json(out, *p.value) : void(out += "null");
        out += ',';
    }
    if (out.ends_with(',')) out.pop_back();
    return out + '}';
}

maybe_text path_json(std::string_view text) {
    const auto path = component(text, rule::path, edition::rfc3987);
    if (!path) return std::nullopt;
    std::string out = "[";
    for (const std::string_view segment : path_segments{*path}) {
        append_json(out, segment);
        out += ',';
    }
    if (out.ends_with(',')) out.pop_back();
    return out + ']';
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
                        citation(f.document, f.section), std::move(f.safer)});
    }
    return rows;
}

} // namespace uniform::sql

// Reading CSV (RFC 4180). A row with only name, URL and registrar is read directly; any other becomes the object that
// NDJSON has, so that both are read by the same rules.

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/locator_url.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/lists/csv_formula.hpp"
#include "service/names/name_check.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;

std::unexpected<problem> wrong(std::string detail, std::optional<std::size_t> offset = {},
                               problem_type type = problem_type::malformed) {
    return std::unexpected{
        problem{.type = type, .detail = std::move(detail), .offset = offset, .rule = "RFC 4180 section 2"}};
}

constexpr std::size_t most_fields = 64;
static_assert(csv_columns.size() == static_cast<std::size_t>(csv_column::key) + 1);
constexpr std::array csv_headers = csv_columns.names();

std::string_view header_of(csv_column c) noexcept { return csv_columns.name(c); }

// The offset of field `index` of a valid row.
std::size_t begin_of_field(std::string_view row, std::size_t index) {
    std::size_t i = 0;
    for (bool quoted = false; index > 0 && i < row.size(); ++i) {
        if (row[i] == '"') quoted = !quoted; // two of them in a quoted field: twice
        if (row[i] == ',' && !quoted) --index;
    }
    return i;
}

// A field in a message: an octet that is not UTF-8 is percent-encoded.
std::string printable_field(std::string_view field) {
    std::string out;
    while (!field.empty()) {
        const base::utf8_sequence s = base::utf8_sequence_at(field);
        for (const char octet : field.substr(0, s.size)) {
            if (s.valid) {
                out += octet;
            } else {
                base::append_percent_encoded(out, octet);
            }
        }
        field.remove_prefix(s.size);
    }
    return out;
}

// The column that an unknown one probably stands for; "" if there is none.
std::string_view similar_column(std::string_view field) {
    if (field == "urn") return "name";
    if (field == "locator" || field == "uri") return "url"; // "locators" is the JSON of several
    const std::string_view *const near = closest(field, csv_headers);
    return near == nullptr ? std::string_view{} : *near;
}

// The problem of the header row, which is the first line.
std::unexpected<problem> in_header(problem p) {
    p.detail.insert(0, "the header row: ");
    if (p.offset) p.members = {{"line", 1}, {"column", *p.offset + 1}};
    return std::unexpected{std::move(p)};
}

// The column that a value of the record comes from.
csv_column column_of(std::string_view pointer, const std::vector<csv_column> &columns, std::string_view row) {
    const auto is_filled = [&](csv_column c) {
        const auto at = std::ranges::find(columns, c);
        if (at == columns.end()) return false;
        const std::size_t begin = begin_of_field(row, static_cast<std::size_t>(at - columns.begin()));
        return begin < row.size() && row[begin] != ',';
    };
    const std::string_view first = pointer.substr(1, pointer.find('/', 1) - 1);
    const std::string_view last = pointer.substr(pointer.rfind('/') + 1);
    using enum csv_column;
    if ((first == "locators" && is_filled(locators)) || (first == "metadata" && is_filled(metadata))) {
        return first == "locators" ? locators : metadata;
    }
    const std::string_view header = first == "metadata" ? last : first == "locators" && last == "0" ? "url" : last;
    return csv_columns.find(first == "other_names" ? first : header).value_or(name);
}

// A row, its fields by column.
class csv_row {
public:
    csv_row(std::string_view text, const std::vector<csv_column> &columns, const std::vector<std::string> &fields)
        : text_{text}, columns_{columns} {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const csv_column c = columns[i];
            value_[static_cast<std::size_t>(c)] = fields[i];
            const bool direct = c == csv_column::name || c == csv_column::url || c == csv_column::registrar ||
                                c == csv_column::key || (c == csv_column::state && fields[i] == "active");
            simple_ = simple_ && (direct || fields[i].empty());
        }
    }

    // Whether it is read directly.
    [[nodiscard]] bool is_simple() const {
        using enum csv_column;
        return simple_ && !of(name).empty() && (of(url).empty() || resolver::check_locator_url(of(url))) &&
               of(registrar).size() <= 64 && is_plain_text(of(registrar));
    }
    [[nodiscard]] bulk_line simple_line() const {
        using enum csv_column;
        bulk_line line{.urn = std::string(of(name)), .key = std::string(of(key))};
        if (!of(url).empty()) line.record.locators.push_back({.url = std::string(of(url))});
        line.record.registrar = of(registrar);
        return line;
    }

    // The object that NDJSON has.
    [[nodiscard]] std::expected<json::value, problem> object() const {
        using enum csv_column;
        json::value made{json::object{}};
        put(made, {name, key, state, registrar, successor, predecessor, batch, reason, withdrawn});
        UNIFORM_CHECK(put_locators(made));
        UNIFORM_CHECK(put_metadata(made));
        put_other_names(made);
        if (!of(values).empty()) {
            UNIFORM_TRY(auto &all, embedded(values));
            made.set("values", std::move(all));
        }
        return made;
    }

private:
    [[nodiscard]] std::string_view of(csv_column c) const noexcept { return value_[static_cast<std::size_t>(c)]; }

    void put(json::value &object, std::initializer_list<csv_column> columns) const {
        for (const csv_column c : columns) {
            if (!of(c).empty()) object.set(header_of(c), of(c));
        }
    }

    [[nodiscard]] std::unexpected<problem> wrong_value(csv_column c, std::string_view why) const {
        const std::string header{header_of(c)};
        problem p{.type = problem_type::invalid, .detail = "\"" + header + "\" of a line " + std::string(why)};
        p.rule = "RFC 4180 section 2";
        p.pointer = "/" + header;
        return std::unexpected{in_row(std::move(p), text_, columns_)};
    }

    // The JSON in a field.
    [[nodiscard]] std::expected<json::value, problem> embedded(csv_column c) const {
        auto read = resolver::read_json(of(c), {.exact = true});
        if (!read) {
            problem p = read.error();
            p.detail = "\"" + std::string(header_of(c)) + "\": " + p.detail;
            p.pointer = "/" + std::string(header_of(c)) + p.pointer.value_or("");
            return std::unexpected{in_row(std::move(p), text_, columns_)};
        }
        return read;
    }

    // The columns of a single locator, or the array of several.
    [[nodiscard]] std::expected<void, problem> put_locators(json::value &object) const {
        using enum csv_column;
        json::value one{json::object{}};
        put(one, {url, media_type, language, country, valid_from, valid_until});
        if (const std::string_view w = of(weight); !w.empty()) {
            std::uint32_t number = 0;
            const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), number);
            if (error != std::errc{} || end != w.data() + w.size()) {
                return wrong_value(weight, "must be a whole number from 0 to 1000000");
            }
            one.set("weight", number);
        }
        if (!of(locators).empty()) {
            if (!one.members().empty()) {
                return wrong_value(locators, "and the columns of a single locator exclude each other");
            }
            UNIFORM_TRY(auto &all, embedded(locators));
            object.set("locators", std::move(all));
        } else if (!one.members().empty()) {
            object.set("locators", json::array{std::move(one)});
        }
        return {};
    }

    // The whole metadata, and the columns of their own beside it.
    [[nodiscard]] std::expected<void, problem> put_metadata(json::value &object) const {
        using enum csv_column;
        json::value description{json::object{}};
        if (!of(metadata).empty()) {
            UNIFORM_TRY(auto &all, embedded(metadata));
            if (!all.is_object()) return wrong_value(metadata, "must be a JSON object");
            description = std::move(all);
        }
        for (const csv_column c : {title, creator, date, type, publisher}) {
            if (of(c).empty()) continue;
            if (description.find(header_of(c)) != nullptr) {
                return wrong_value(c, "is also in \"metadata\"");
            }
            description.set(header_of(c), of(c));
        }
        if (!description.members().empty()) object.set("metadata", std::move(description));
        return {};
    }

    void put_other_names(json::value &object) const {
        std::string_view names = of(csv_column::other_names);
        if (names.empty()) return;
        json::array list;
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            if (end != 0) list.emplace_back(names.substr(0, end));
            names.remove_prefix(std::min(end + 1, names.size()));
        }
        object.set("other_names", std::move(list));
    }

    std::string_view text_;
    const std::vector<csv_column> &columns_;
    std::array<std::string_view, csv_columns.size()> value_{};
    bool simple_ = true; // no column but those that are read directly has a value
};

} // namespace

std::expected<void, problem> split_csv(std::string_view text, std::vector<std::string> &fields) {
    fields.clear();
    std::size_t i = 0;
    for (;;) {
        if (fields.size() == most_fields) return wrong("more than 64 fields", i);
        std::string &field = fields.emplace_back();
        if (i < text.size() && text[i] == '"') {
            // RFC 4180 2.5 to 2.7
            for (++i;;) {
                const std::size_t quote = text.find('"', i);
                if (quote == std::string_view::npos) return wrong("a quotation mark is not closed", text.size());
                field += text.substr(i, quote - i);
                i = quote + 1;
                if (i == text.size() || text[i] != '"') break;
                field += '"';
                ++i;
            }
            if (i < text.size() && text[i] != ',') return wrong("text after a quoted field", i);
        } else {
            const std::size_t end = std::min(text.find(',', i), text.size());
            const std::size_t quote = text.substr(0, end).find('"', i);
            if (quote != std::string_view::npos) return wrong("a quotation mark in a field that is not quoted", quote);
            field = text.substr(i, end - i);
            i = end;
        }
        if (field.starts_with('\'') && is_formula(field)) field.erase(0, 1); // as append_csv() wrote it
        if (i == text.size()) return {};
        ++i;
    }
}

std::expected<std::vector<csv_column>, problem> read_csv_header(std::string_view text) {
    std::vector<std::string> fields;
    if (auto fine = split_csv(text, fields); !fine) return in_header(std::move(fine.error()));
    std::vector<csv_column> columns;
    const auto refuse = [&](std::string detail, std::size_t offset) {
        return in_header(wrong(std::move(detail), offset, problem_type::invalid).error());
    };
    for (const std::string &field : fields) {
        const std::size_t begin = begin_of_field(text, static_cast<std::size_t>(&field - fields.data()));
        const auto column = csv_columns.find(field);
        if (!column) {
            const std::string_view meant = similar_column(field);
            return refuse(base::concat({"unknown column \"", printable_field(field), "\"",
                                        meant.empty() ? "" : ": did you mean \"", meant, meant.empty() ? ". " : "\"? ",
                                        "The columns are ", joined_names<csv_columns, ", ">}),
                          begin);
        }
        if (std::ranges::find(columns, *column) != columns.end()) {
            return refuse("the column \"" + field + "\" is repeated", begin);
        }
        columns.push_back(*column);
    }
    if (std::ranges::find(columns, csv_column::name) == columns.end()) {
        return refuse("the column \"name\" is missing", 0);
    }
    return columns;
}

problem in_row(problem p, std::string_view row, const std::vector<csv_column> &columns) {
    if (p.offset && !p.pointer) p.pointer = "/name";
    if (!p.pointer || p.pointer->empty()) return p;
    const auto at = std::ranges::find(columns, column_of(*p.pointer, columns, row));
    if (at == columns.end()) {
        p.offset.reset();
        return p;
    }
    const std::size_t begin = begin_of_field(row, static_cast<std::size_t>(at - columns.begin()));
    const bool quoted = begin < row.size() && row[begin] == '"';
    const std::size_t inner = p.pointer->starts_with("/other_names/") ? 0 : p.offset.value_or(0);
    const bool marked = row.substr(begin + (quoted ? 1 : 0)).starts_with('\'');
    const bool escaped = marked || (quoted && row.substr(begin + 1, inner + 1).contains('"'));
    p.offset = escaped ? begin : begin + (quoted ? 1 : 0) + inner;
    return p;
}

std::expected<bulk_line, problem> read_csv(std::string_view text, const std::vector<csv_column> &columns) {
    thread_local std::vector<std::string> fields;
    if (const auto at = base::find_invalid_utf8(text)) {
        return std::unexpected{
            problem{.type = problem_type::malformed, .detail = "not UTF-8", .offset = at, .rule = "RFC 3629"}};
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) return wrong("a NUL", nul);
    UNIFORM_CHECK(split_csv(text, fields));
    if (fields.size() != columns.size()) {
        return wrong("the row has " + std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") +
                     ", the header row " + std::to_string(columns.size()));
    }
    const csv_row row{text, columns, fields};
    if (row.is_simple()) return row.simple_line();
    UNIFORM_TRY(const auto &object, row.object());
    auto line = bulk_line_from_json(object);
    if (!line) return std::unexpected{in_row(std::move(line.error()), text, columns)};
    return line;
}

} // namespace uniform::service

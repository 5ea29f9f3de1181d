// CSV (RFC 4180). A row with only name, URL and registrar is read directly; any other becomes the object that
// NDJSON has, so that both are read by the same rules.

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/service/export.hpp>

#include "base/text.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/names/name_check.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;
using failed = std::unexpected<problem>;

failed wrong(std::string detail, std::optional<std::size_t> offset = {}, problem_type type = problem_type::malformed) {
    return failed(problem{.type = type, .detail = std::move(detail), .offset = offset, .rule = "RFC 4180 section 2"});
}

constexpr std::size_t most_fields = 64;
constexpr std::size_t column_count = 25;
static_assert(csv_columns.size() == column_count);

std::string_view header_of(csv_column c) noexcept { return csv_columns[static_cast<std::size_t>(c)]; }

// Whether a spreadsheet may take the field for a formula, and run it: OWASP, CSV injection. An apostrophe before it
// makes it a text there. A field that begins with apostrophes before such a character gets one more, so that reading
// can remove one of each.
bool is_formula(std::string_view field) noexcept {
    field.remove_prefix(std::min(field.find_first_not_of('\''), field.size()));
    constexpr std::array<std::string_view, 11> beginnings{"=",  "+",      "-",      "@",      "\t",    "\r",
                                                          "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"}; // full width
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return field.starts_with(b); });
}

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

namespace {

// Where field `index` of a valid row begins.
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
    const std::string_view *const near = closest(field, csv_columns);
    return near == nullptr ? std::string_view{} : *near;
}

// The problem of the header row, which is the first line.
failed in_header(problem p) {
    p.detail.insert(0, "the header row: ");
    if (p.offset) p.members = {{"line", 1}, {"column", *p.offset + 1}};
    return failed(std::move(p));
}

} // namespace

std::expected<std::vector<csv_column>, problem> read_csv_header(std::string_view text) {
    std::vector<std::string> fields;
    if (auto fine = split_csv(text, fields); !fine) return in_header(std::move(fine.error()));
    std::vector<csv_column> columns;
    const auto refuse = [&](std::string detail, std::size_t offset) {
        return in_header(wrong(std::move(detail), offset, problem_type::invalid).error());
    };
    for (const std::string &field : fields) {
        const std::size_t begin = begin_of_field(text, static_cast<std::size_t>(&field - fields.data()));
        const auto *const at = std::ranges::find(csv_columns, std::string_view(field));
        if (at == csv_columns.end()) {
            std::string all;
            for (const std::string_view c : csv_columns) all += (all.empty() ? "" : ", ") + std::string(c);
            const std::string_view meant = similar_column(field);
            return refuse(base::concat({"unknown column \"", printable_field(field), "\"",
                                        meant.empty() ? "" : ": did you mean \"", meant, meant.empty() ? ". " : "\"? ",
                                        "The columns are ", all}),
                          begin);
        }
        const auto column = static_cast<csv_column>(at - csv_columns.begin());
        if (std::ranges::find(columns, column) != columns.end()) {
            return refuse("the column \"" + field + "\" is repeated", begin);
        }
        columns.push_back(column);
    }
    if (std::ranges::find(columns, csv_column::name) == columns.end()) {
        return refuse("the column \"name\" is missing", 0);
    }
    return columns;
}

namespace {

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
    const auto *const at = std::ranges::find(csv_columns, first == "other_names" ? first : header);
    return at == csv_columns.end() ? name : static_cast<csv_column>(at - csv_columns.begin());
}

} // namespace

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
        return failed(
            problem{.type = problem_type::malformed, .detail = "not UTF-8", .offset = at, .rule = "RFC 3629"});
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) return wrong("a NUL", nul);
    if (auto fine = split_csv(text, fields); !fine) return failed(std::move(fine.error()));
    if (fields.size() != columns.size()) {
        return wrong("the row has " + std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") +
                     ", the header row " + std::to_string(columns.size()));
    }
    std::array<std::string_view, column_count> value{};
    bool simple = true;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const csv_column c = columns[i];
        value[static_cast<std::size_t>(c)] = fields[i];
        const bool direct = c == csv_column::name || c == csv_column::url || c == csv_column::registrar ||
                            c == csv_column::key || (c == csv_column::state && fields[i] == "active");
        simple = simple && (direct || fields[i].empty());
    }
    const auto of = [&](csv_column c) { return value[static_cast<std::size_t>(c)]; };
    using enum csv_column;
    if (simple && !of(name).empty() && (of(url).empty() || resolver::check_locator_url(of(url))) &&
        of(registrar).size() <= 64 && is_plain_text(of(registrar))) {
        bulk_line line{.urn = std::string(of(name)), .key = std::string(of(key))};
        if (!of(url).empty()) line.record.locators.push_back({.url = std::string(of(url))});
        line.record.registrar = of(registrar);
        return line;
    }
    const auto wrong_value = [&](csv_column c, std::string_view why) {
        const std::string header{header_of(c)};
        problem p{.type = problem_type::invalid, .detail = "\"" + header + "\" of a line " + std::string(why)};
        p.rule = "RFC 4180 section 2";
        p.pointer = "/" + header;
        return failed(in_row(std::move(p), text, columns));
    };
    json::value object{json::object{}};
    for (const csv_column c : {name, key, state, registrar, successor, predecessor, batch, reason, withdrawn}) {
        if (!of(c).empty()) object.set(header_of(c), of(c));
    }
    json::value one{json::object{}};
    for (const csv_column c : {url, media_type, language, country, valid_from, valid_until}) {
        if (!of(c).empty()) one.set(header_of(c), of(c));
    }
    if (const std::string_view w = of(weight); !w.empty()) {
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), number);
        if (error != std::errc{} || end != w.data() + w.size()) {
            return wrong_value(weight, "must be a whole number from 0 to 1000000");
        }
        one.set("weight", number);
    }
    const auto embedded = [&](csv_column c) -> std::expected<json::value, problem> {
        auto read = resolver::read_json(of(c), {.exact = true});
        if (!read) {
            problem p = read.error();
            p.detail = "\"" + std::string(header_of(c)) + "\": " + p.detail;
            p.pointer = "/" + std::string(header_of(c)) + p.pointer.value_or("");
            return failed(in_row(std::move(p), text, columns));
        }
        return read;
    };
    if (!of(locators).empty()) {
        if (!one.members().empty()) {
            return wrong_value(locators, "and the columns of a single locator exclude each other");
        }
        auto all = embedded(locators);
        if (!all) return failed(std::move(all.error()));
        object.set("locators", std::move(*all));
    } else if (!one.members().empty()) {
        object.set("locators", json::array{std::move(one)});
    }
    json::value description{json::object{}};
    if (!of(metadata).empty()) {
        auto all = embedded(metadata);
        if (!all) return failed(std::move(all.error()));
        if (!all->is_object()) return wrong_value(metadata, "must be a JSON object");
        description = std::move(*all);
    }
    for (const csv_column c : {title, creator, date, type, publisher}) {
        if (of(c).empty()) continue;
        if (description.find(header_of(c)) != nullptr) {
            return wrong_value(c, "is also in \"metadata\"");
        }
        description.set(header_of(c), of(c));
    }
    if (!description.members().empty()) object.set("metadata", std::move(description));
    if (std::string_view names = of(other_names); !names.empty()) {
        json::array list;
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            if (end != 0) list.emplace_back(names.substr(0, end));
            names.remove_prefix(std::min(end + 1, names.size()));
        }
        object.set("other_names", std::move(list));
    }
    if (!of(values).empty()) {
        auto all = embedded(values);
        if (!all) return failed(std::move(all.error()));
        object.set("values", std::move(*all));
    }
    auto line = bulk_line_from_json(object);
    if (!line) return failed(in_row(std::move(line.error()), text, columns));
    return line;
}

void append_csv(std::string &out, std::string_view text) {
    const std::string_view mark = is_formula(text) ? "'" : "";
    // Some spreadsheets end a field at a semicolon or a tab, unless it is quoted.
    if (text.find_first_of("\",;\t\r\n") == std::string_view::npos) {
        (out += mark) += text;
        return;
    }
    (out += '"') += mark;
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

void append_csv_field(std::string &out, std::string_view text) { append_csv(out, text); }

std::string_view csv_header() noexcept {
    return "name,state,registrar,url,media_type,language,country,weight,valid_from,valid_until,locators,title,creator,"
           "date,type,publisher,metadata,other_names,successor,predecessor,batch,reason,withdrawn,values\r\n";
}

void append_csv(std::string &out, const resolver::name_record &r, std::string_view key) {
    const auto field = [&](std::string_view text) {
        append_csv(out, text);
        out += ',';
    };
    field(resolver::urn_of(key, r));
    field(resolver::to_string(r.state));
    field(r.registrar);
    static const resolver::locator none{};
    const resolver::locator &l = r.locators.size() == 1 ? r.locators.front() : none;
    field(l.url);
    field(l.media_type);
    field(l.language);
    field(l.country);
    field(l.weight == 1 ? std::string{} : std::to_string(l.weight));
    field(l.valid_from ? resolver::to_string(*l.valid_from) : std::string{});
    field(l.valid_until ? resolver::to_string(*l.valid_until) : std::string{});
    std::string list;
    if (r.locators.size() > 1) {
        json::writer w{list};
        w.begin_array();
        for (const resolver::locator &one : r.locators) write(w, one);
        w.end_array();
    }
    field(list);
    out += ",,,,,"; // the whole metadata has a column of its own
    field(r.metadata.text());
    std::string others;
    for (const std::string &n : r.other_names) others += (others.empty() ? "" : " ") + n;
    field(others);
    field(r.successor);
    field(r.predecessor);
    field(r.batch);
    field(r.reason);
    field(r.withdrawn ? resolver::to_string(*r.withdrawn) : std::string{});
    std::string typed;
    if (!r.values.empty()) {
        json::writer w{typed};
        w.begin_array();
        for (const resolver::typed_value &v : r.values) {
            w.begin_object().member("type", v.type).member("value", v.value).end_object();
        }
        w.end_array();
    }
    append_csv(out, typed);
    out += "\r\n";
}

} // namespace uniform::service

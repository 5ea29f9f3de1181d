#include "service/typed_lines.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/import.hpp>

#include "run/typed_arguments.hpp"

namespace uniform::cli {

namespace {

constexpr std::array<std::string_view, 4> identifier_columns{"name", "url", "successor", "predecessor"};

bool is_identifier(std::string_view member) {
    return std::ranges::find(identifier_columns, member) != identifier_columns.end();
}

// Whether the text was changed.
bool clean(std::string &text) {
    const std::string before = text;
    clean_argument(text);
    return text != before;
}

bool clean(json::value &v) {
    const std::string *const text = v.if_string();
    if (text == nullptr) return false;
    std::string cleaned = *text;
    if (!clean(cleaned)) return false;
    v = json::value{std::move(cleaned)};
    return true;
}

// Strings, and the "url" of objects.
bool clean_each(json::value &list) {
    json::array *const items = list.if_array();
    if (items == nullptr) return false;
    bool changed = false;
    for (json::value &item : *items) {
        json::object *const members = item.if_object();
        if (members == nullptr) {
            changed = clean(item) || changed;
            continue;
        }
        for (json::member &m : *members) changed = (m.name == "url" && clean(m.value)) || changed;
    }
    return changed;
}

bool clean_record(json::value &record) {
    json::object *const members = record.if_object();
    if (members == nullptr) return false;
    bool changed = false;
    for (json::member &m : *members) {
        if (is_identifier(m.name)) changed = clean(m.value) || changed;
        if (m.name == "locators" || m.name == "other_names") changed = clean_each(m.value) || changed;
    }
    return changed;
}

std::size_t end_size(std::string_view line) noexcept {
    return line.ends_with("\r\n") ? 2 : line.ends_with('\n') ? 1 : 0;
}

// RFC 4180 2: the fields of a row; std::nullopt for quotation marks at other places.
std::optional<std::vector<std::string>> fields_in(std::string_view text) {
    std::vector<std::string> fields(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ',') {
            fields.emplace_back();
        } else if (text[i] != '"') {
            fields.back() += text[i];
        } else if (!fields.back().empty()) {
            return std::nullopt;
        } else {
            for (++i;; ++i) {
                if (i >= text.size()) return std::nullopt;
                if (text[i] == '"' && text.substr(i + 1).starts_with('"'))
                    ++i;
                else if (text[i] == '"')
                    break;
                fields.back() += text[i];
            }
            if (i + 1 < text.size() && text[i + 1] != ',') return std::nullopt;
        }
    }
    return fields;
}

void append_field(std::string &out, std::string_view field) {
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += field;
        return;
    }
    out += '"';
    for (const char c : field) out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

// URNs separated by white space.
bool clean_names(std::string &names) {
    std::string all;
    for (std::string_view rest = names; !rest.empty();) {
        const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
        const std::size_t end = std::min(rest.find_first_of(" \t", begin), rest.size());
        std::string one{rest.substr(begin, end - begin)};
        rest.remove_prefix(end);
        if (one.empty()) continue;
        clean_argument(one);
        all += (all.empty() ? "" : " ") + one;
    }
    return std::exchange(names, all) != names;
}

} // namespace

void typed_lines::add(std::string_view part, std::string &out) {
    pending_ += part;
    std::size_t begin = 0;
    for (; seen_ < pending_.size(); ++seen_) {
        if (csv_ && pending_[seen_] == '"') in_quotes_ = !in_quotes_;
        const bool too_long = seen_ - begin >= service::longest_line; // it is refused
        if ((pending_[seen_] != '\n' || in_quotes_) && !too_long) continue;
        line(std::string_view{pending_}.substr(begin, seen_ + 1 - begin), out);
        begin = seen_ + 1;
    }
    pending_.erase(0, begin);
    seen_ -= begin;
}

void typed_lines::finish(std::string &out) {
    if (!pending_.empty()) line(pending_, out);
    pending_.clear();
    seen_ = 0;
}

void typed_lines::line(std::string_view text, std::string &out) {
    if (csv_) return row(text, out);
    const std::size_t end = end_size(text);
    auto record = json::read(text.substr(0, text.size() - end));
    if (!record || !clean_record(*record)) {
        out += text;
        return;
    }
    (out += json::to_text(*record)) += text.substr(text.size() - end);
}

void typed_lines::row(std::string_view text, std::string &out) {
    const std::size_t end = end_size(text);
    auto fields = fields_in(text.substr(0, text.size() - end));
    bool changed = false;
    if (fields && columns_.empty()) {
        for (const std::string &name : *fields) {
            columns_.push_back(is_identifier(name)     ? column::identifier
                               : name == "other_names" ? column::identifiers
                                                       : column::other);
        }
    } else if (fields) {
        for (std::size_t i = 0; i < std::min(fields->size(), columns_.size()); ++i) {
            std::string &field = (*fields)[i];
            if (columns_[i] == column::identifier && !field.contains('\n')) changed = clean(field) || changed;
            if (columns_[i] == column::identifiers) changed = clean_names(field) || changed;
        }
    }
    if (!changed) {
        out += text;
        return;
    }
    for (std::size_t i = 0; i < fields->size(); ++i) {
        if (i != 0) out += ',';
        append_field(out, (*fields)[i]);
    }
    out += text.substr(text.size() - end);
}

} // namespace uniform::cli

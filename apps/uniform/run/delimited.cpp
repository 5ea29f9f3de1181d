#include "run/delimited.hpp"

#include <cstring>

namespace uniform::cli {

namespace {

// `end` if there is none.
const char *find(const char *begin, const char *end, char c) {
    const auto *found = static_cast<const char *>(std::memchr(begin, c, static_cast<std::size_t>(end - begin)));
    return found == nullptr ? end : found;
}

// Behind the quotation mark that closes; nullptr if none does. Two of them are one of the value.
const char *behind_quotes(const char *at, const char *end) {
    for (;;) {
        const char *const mark = find(at, end, '"');
        if (mark == end) return nullptr;
        if (mark + 1 == end || mark[1] != '"') return mark + 1;
        at = mark + 2;
    }
}

} // namespace

void delimited::read(std::string_view text, delimited_record &into) const {
    const char *const begin = text.data();
    const char *const end = begin + text.size();
    const char *line_end = find(begin, end, '\n');
    into.fields.clear();
    into.is_closed = true;
    for (const char *at = begin;;) {
        const char *const field = at;
        if (has_quotes_ && at != end && *at == '"') {
            at = behind_quotes(at + 1, end);
            into.is_closed = at != nullptr;
            if (at == nullptr) at = end;
            if (at > line_end) line_end = find(at, end, '\n');
        }
        const char *const stop = find(at, line_end, delimiter_);
        into.fields.push_back({static_cast<std::size_t>(field - begin), static_cast<std::size_t>(stop - begin)});
        if (stop == line_end) break;
        at = stop + 1;
    }
    auto size = static_cast<std::size_t>(line_end - begin);
    into.size = size + (line_end == end ? 0 : 1);
    if (into.is_closed && size != 0 && begin[size - 1] == '\r') {
        --size;
        into.fields.back().end = size;
    }
    into.text = text.substr(0, size);
}

std::size_t delimited::whole_records(std::string_view text) const {
    const std::size_t last = text.rfind('\n') + 1; // npos + 1 is 0
    if (!has_quotes_ || last == 0 || !text.substr(0, last).contains('"')) return last;
    delimited_record r;
    std::size_t whole = 0;
    while (whole < last) {
        read(text.substr(whole), r);
        if (!r.is_closed || text[whole + r.size - 1] != '\n') break;
        whole += r.size;
    }
    return whole;
}

std::string_view delimited::value_of(std::string_view written, std::string &room) const {
    if (!is_quoted(written)) return written;
    const std::string_view inside = written.substr(1);
    const std::size_t first = inside.find('"');
    if (first == std::string_view::npos || first + 1 == inside.size()) return inside.substr(0, first);
    room.clear();
    bool is_open = true;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '"' || !is_open) {
            room += inside[i];
        } else if (i + 1 < inside.size() && inside[i + 1] == '"') {
            room += inside[i++];
        } else {
            is_open = false; // the rest is not as it should be, and is kept
        }
    }
    return room;
}

bool delimited::can_have(std::string_view value) const noexcept {
    return has_quotes_ || value.find_first_of("\t\r\n") == std::string_view::npos;
}

void delimited::append(std::string &out, std::string_view value, bool was_quoted) const {
    const char needs[]{delimiter_, '"', '\r', '\n'};
    if (!has_quotes_ || (!was_quoted && value.find_first_of({needs, sizeof needs}) == std::string_view::npos)) {
        out += value;
        return;
    }
    out += '"';
    for (std::size_t at = 0;;) {
        const std::size_t mark = value.find('"', at);
        out += value.substr(at, mark - at);
        if (mark == std::string_view::npos) break;
        out += "\"\"";
        at = mark + 1;
    }
    out += '"';
}

} // namespace uniform::cli

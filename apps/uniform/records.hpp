// The records of a block, and what becomes of those that are not valid.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "batch.hpp"
#include "words.hpp"

namespace uniform::command {

struct record {
    std::string_view text; // without what ends it
    std::uint64_t index = 0;
};

// Calls f(record) for each record of the block and counts them all. Empty lines are left out.
template <class F>
void for_each_record(work &w, F f) {
    const char *p = w.in.buffer.get();
    const char *const end = p + w.in.size;
    record r;
    while (p != end) {
        const auto *stop = static_cast<const char *>(std::memchr(p, w.in.separator, static_cast<std::size_t>(end - p)));
        r.text = {p, static_cast<std::size_t>(stop - p)};
        p = stop + 1;
        if (w.in.lines && r.text.ends_with('\r')) r.text.remove_suffix(1);
        if (!r.text.empty() || !w.in.lines) f(std::as_const(r));
        ++r.index;
    }
    w.records = r.index;
}

// Two fields: of one line, or two records.
struct record_pair {
    record first;
    record second;
    std::size_t column = 0; // bytes of the line before the second
    bool complete = false;
    std::string_view line; // both of them, as they stand
};

template <class F>
void for_each_pair(work &w, F f) {
    if (w.in.lines) {
        for_each_record(w, [&](const record &r) {
            const auto tab = r.text.find('\t');
            record_pair p{{r.text.substr(0, tab), r.index}, {{}, r.index}, 0, tab != std::string_view::npos, r.text};
            if (p.complete) {
                p.column = tab + 1;
                p.second.text = r.text.substr(p.column);
            }
            f(std::as_const(p));
        });
        return;
    }
    record_pair p;
    bool open = false;
    for_each_record(w, [&](const record &r) {
        if (!open) {
            p.first = r;
        } else {
            p.second = r;
            p.complete = true;
            p.line = {p.first.text.data(), p.first.text.size() + 1 + r.text.size()};
            f(std::as_const(p));
        }
        open = !open;
    });
    if (!open) return;
    p.complete = false;
    p.second = {};
    p.line = p.first.text;
    f(std::as_const(p));
}

// For verbs whose every answer begins with an empty line: before the first one stands none. For in_order().
inline void drop_first_line_end(work &w, bool &first) {
    if (!first || w.out.empty()) return;
    first = false;
    if (w.out.front() != '\n') return;
    w.out.erase(0, 1);
    for (problem &p : w.problems) p.after -= p.after == 0 ? 0 : 1;
}

// Puts a record that is not valid into the output: byte for byte, but not onto a terminal.
inline void append_as_it_is(const options &o, std::string &out, std::string_view text) {
    o.to_terminal ? out += printable(text) : out += text;
}

// Notes a record that is not valid and does with it what --on-error says. `write_json` appends the object that stands
// for it, `keep` the record as it is.
template <class Json, class Keep>
void refuse(const options &o, work &w, problem p, Json write_json, Keep keep) {
    w.bad = true;
    if (o.policy == on_error::drop) return;
    p.silent = p.silent || o.quiet || o.json;
    p.after = w.out.size();
    if (o.json) {
        write_json();
        p.after = w.out.size();
    }
    if (!p.silent || o.policy == on_error::stop) w.problems.push_back(std::move(p));
    if (!o.json && o.policy == on_error::keep) keep();
}

// The same for verbs that read single records.
template <class Json>
void refuse(const options &o, work &w, const record &r, const error &why, Json write_json) {
    refuse(o, w, {.record = r.index, .why = why, .text = r.text}, write_json, [&] {
        if (w.in.truncated && r.text.size() > o.parse.max_length) return; // it is not there as a whole
        append_as_it_is(o, w.out, r.text);
        w.out += o.terminator();
    });
}

} // namespace uniform::command

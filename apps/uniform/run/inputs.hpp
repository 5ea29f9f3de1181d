// The inputs of a block, and what happens to those that are not valid.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "run/batch.hpp"
#include "run/typed_input.hpp"

namespace uniform::cli {

struct input {
    std::string_view text; // without what ends it
    std::uint64_t index = 0;
};

// Calls f(input) for each input of the block and counts all of them. Empty lines are skipped.
template <class F>
void for_each_input(work &w, F f) {
    const char *p = w.in.buffer.get();
    const char *const end = p + w.in.size;
    input r;
    while (p != end) {
        const auto *stop = static_cast<const char *>(std::memchr(p, w.in.separator, static_cast<std::size_t>(end - p)));
        r.text = {p, static_cast<std::size_t>(stop - p)};
        p = stop + 1;
        if (w.in.lines && r.text.ends_with('\r')) r.text.remove_suffix(1);
        r.text.empty() && w.in.lines ? void(++w.empty) : f(std::as_const(r));
        ++r.index;
    }
    w.inputs = r.index;
}

// Two fields of one line, or two inputs.
struct input_pair {
    input first;
    input second;
    std::size_t column = 0; // bytes of the line before the second
    bool complete = false;
    std::string_view line; // both of them, as in the input
};

template <class F>
void for_each_pair(work &w, F f) {
    if (w.in.lines) {
        for_each_input(w, [&](const input &r) {
            const auto tab = r.text.find('\t');
            input_pair p{{r.text.substr(0, tab), r.index}, {{}, r.index}, 0, tab != std::string_view::npos, r.text};
            if (p.complete) {
                p.column = tab + 1;
                p.second.text = r.text.substr(p.column);
            }
            f(std::as_const(p));
        });
        return;
    }
    input_pair p;
    bool open = false;
    for_each_input(w, [&](const input &r) {
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

// For commands whose every result begins with an empty line: removes it from the first one. For in_order().
void drop_first_line_end(work &w, bool &first);

// Appends an input that is not valid: unchanged, but escaped if the output goes to a terminal.
void append_unchanged(const batch_options &o, std::string &out, std::string_view text);
// The same as one result; nothing if the input was cut because it is too long.
void keep_unchanged(const batch_options &o, work &w, const input &r);

// {"input": ..., "valid": false, "error": {...}} as one line.
void append_rejected(std::string &out, std::string_view input, const error &why, std::string_view message = {},
                     bool valid = false);

// For --summary: once for each input, whatever it has.
inline void count_rejected(work &w, std::uint64_t input) {
    if (std::exchange(w.last_rejected, input + 1) != input + 1) ++w.rejected;
}

// Notes an input that is not valid and does with it what --on-error specifies. `write_json` appends the object for it,
// `keep` the input unchanged.
template <class Json, class Keep>
void reject(const batch_options &o, work &w, problem p, Json write_json, Keep keep) {
    w.bad = true;
    count_rejected(w, p.input);
    if (o.policy == on_error::drop && !o.rejects) return;
    p.silent = p.silent || o.quiet || o.json;
    suggest_typed(o, p);
    p.after = w.out.size();
    if (o.json && o.policy != on_error::drop) {
        write_json();
        p.after = w.out.size();
    }
    if (!p.silent || o.policy == on_error::stop || o.rejects) w.problems.push_back(std::move(p));
    if (!o.json && o.policy == on_error::keep) keep();
}

// The same for commands that read single inputs.
template <std::invocable Json>
void reject(const batch_options &o, work &w, const input &r, const error &why, Json write_json) {
    reject(o, w, {.input = r.index, .why = why, .text = r.text}, write_json, [&] { keep_unchanged(o, w, r); });
}

// The same, with append_rejected(). `message` replaces the error's own sentence if it is not empty.
void reject(const batch_options &o, work &w, const input &r, const error &why, std::string_view message = {});

} // namespace uniform::cli

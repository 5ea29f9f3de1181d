#include "run/inputs.hpp"

#include <uniform/syntax/percent.hpp>

#include "print/json.hpp"
#include "print/words.hpp"

namespace uniform::cli {

void drop_first_line_end(work &w, bool &first) {
    if (!first || w.out.empty()) return;
    first = false;
    if (w.out.front() != '\n') return;
    w.out.erase(0, 1);
    for (problem &p : w.problems) p.after -= p.after == 0 ? 0 : 1;
}

void append_unchanged(const batch_options &o, std::string &out, std::string_view text) {
    o.to_terminal ? out += printable(text) : out += text;
}

void keep_unchanged(const batch_options &o, work &w, const input &r) {
    if (w.in.truncated && r.text.size() > o.max_length) return;
    append_unchanged(o, w.out, r.text);
    w.out += o.terminator();
}

void append_rejected(std::string &out, std::string_view input, const error &why, std::string_view message, bool valid) {
    json_object object{out, !is_utf8(input)};
    object.text("input", input).boolean("valid", valid);
    append_error(object, why, {}, message, typed_hint(why, input)); // with --typed, nothing is left to remove
    object.end_line();
}

void reject(const batch_options &o, work &w, const input &r, const error &why, std::string_view message) {
    reject(
        o, w, {.input = r.index, .why = why, .message = std::string{message}, .text = r.text},
        [&] { append_rejected(w.out, r.text, why, message); }, [&] { keep_unchanged(o, w, r); });
}

} // namespace uniform::cli

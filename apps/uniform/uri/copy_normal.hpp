// Blocks whose inputs are mostly normal already: a run of them is copied at once, line ends included.
#pragma once

#include <cstring>
#include <string_view>

#include "run/inputs.hpp"

namespace uniform::cli {

// `parse` gives the input's view or an error, `is_normal`: whether the view's text is the result, `append` writes
// the result of one that is not, `write` handles an input that is not valid.
template <class Parse, class IsNormal, class Append, class Write>
void copy_normal(const batch_options &o, work &w, Parse parse, IsNormal is_normal, Append append, Write write) {
    const char sep = w.in.separator;
    const char out_sep = o.terminator();
    const bool same_end = sep == out_sep;
    const char *const end = w.in.buffer.get() + w.in.size;
    const char *p = w.in.buffer.get();
    const char *normal_from = p; // from here to p all is normal
    w.out.reserve(w.in.size + w.in.size / 16 + 256);
    input r;
    for (; p != end; ++r.index) {
        const auto *stop = static_cast<const char *>(std::memchr(p, sep, static_cast<std::size_t>(end - p)));
        r.text = {p, static_cast<std::size_t>(stop - p)};
        const auto parsed = parse(r.text);
        if (parsed) [[likely]] {
            const bool empty_line = r.text.empty() && w.in.lines;
            if (same_end && !empty_line && w.cleaned.empty() && is_normal(*parsed)) [[likely]] {
                p = stop + 1;
                continue;
            }
        }
        w.out.append(normal_from, static_cast<std::size_t>(p - normal_from));
        p = stop + 1;
        normal_from = p;
        if (w.in.lines && r.text.ends_with('\r')) r.text.remove_suffix(1);
        if (r.text.empty() && w.in.lines) {
            ++w.empty;
            continue;
        }
        if (parsed) {
            const std::size_t begin = w.out.size();
            append(w.out, *parsed);
            if (std::string_view{w.out}.substr(begin) != r.text || w.was_cleaned(r.index)) ++w.changed;
            w.out += out_sep;
        } else {
            write(r); // perhaps it was not valid only because of its CR
        }
    }
    w.out.append(normal_from, static_cast<std::size_t>(p - normal_from));
    w.inputs = r.index;
}

} // namespace uniform::cli

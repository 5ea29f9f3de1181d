// Commands that read pairs, or combine every input with one base.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "print/json.hpp"
#include "run/base_option.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

// A pair of which one field is not valid.
struct rejected_pair {
    std::string_view first;
    std::string_view second;
    std::string_view line;  // both of them, as in the input
    input field;            // the one that is not valid
    std::size_t column = 0; // bytes of the line before it
    std::string_view name;  // of the field in JSON
    error why;
    std::string_view message{}; // instead of the error's own sentence, if not empty
};

// Notes it as reject() does. `write_members` writes the members of its JSON object before "error", `keep` the pair
// unchanged.
template <class Members, class Keep>
void reject_pair(const batch_options &o, work &w, const rejected_pair &p, Members write_members, Keep keep) {
    const auto write_json = [&] {
        json_object object{w.out, !is_utf8(p.first) || !is_utf8(p.second)};
        write_members(object);
        append_error(object, p.why, p.name, p.message, typed_hint(p.why, p.field.text));
        object.end_line();
    };
    reject(o, w,
           {.input = p.field.index,
            .why = p.why,
            .message = std::string{p.message},
            .text = p.field.text,
            .column = p.column},
           write_json, keep);
}
template <class Members>
void reject_pair(const batch_options &o, work &w, const rejected_pair &p, Members write_members) {
    reject_pair(o, w, p, write_members, [&] {
        w.out += p.line;
        w.out += o.terminator();
    });
}

// A second field, with the view of the first one.
template <class View>
struct paired_input {
    const View &base;
    std::string_view base_text;
    const input &second;
    std::size_t column; // of the second field
    std::string_view line;

    [[nodiscard]] rejected_pair rejected(std::string_view name, const error &why) const {
        return {base_text, second.text, line, second, column, name, why};
    }
};

// Calls f(paired_input) for each input with `base`; without one, for each pair, whose first field `parse` reads.
// on_rejected(rejected_pair) is called for pairs without a second field, and if the first one is not valid.
// @param name of the first field in JSON
// @param incomplete the sentence about a first field without a second, if they are inputs of their own
template <class View, class Parse, class Rejected, class F>
void for_each_paired(work &w, const std::optional<View> &base, std::string_view name, std::string_view incomplete,
                     Parse parse, Rejected on_rejected, F f) {
    if (base) {
        for_each_input(w, [&](const input &r) { f(paired_input<View>{*base, base->text(), r, 0, r.text}); });
        return;
    }
    for_each_pair(w, [&](const input_pair &p) {
        if (!p.complete) {
            const error at_end{p.first.text.size(), error_code::not_found, rule::none};
            on_rejected(rejected_pair{p.first.text,
                                      {},
                                      p.line,
                                      p.first,
                                      0,
                                      name,
                                      at_end,
                                      w.in.lines ? "no TAB between two fields" : incomplete});
            return;
        }
        const auto first = parse(p.first.text);
        if (!first) {
            on_rejected(rejected_pair{p.first.text, p.second.text, p.line, p.first, 0, name, first.error()});
            return;
        }
        f(paired_input<View>{*first, p.first.text, p.second, p.column, p.line});
    });
}

// The base of the run, read by `parse`; std::nullopt with --pairs. A mistake is reported, and the error is the exit
// code.
template <class View, class Parse>
std::expected<std::optional<View>, int> parse_base(const batch_options &o, const base_of_run &base, Parse parse) {
    if (o.pairs) return std::nullopt;
    const auto parsed = parse(std::string_view{base.text});
    if (!parsed) return std::unexpected{reject_base(o, base, parsed.error())};
    return std::optional<View>{*parsed};
}

} // namespace uniform::cli

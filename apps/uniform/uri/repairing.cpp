#include "uri/repairing.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/typed.hpp>

#include "print/json.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

std::string cited(const no_repair &why) {
    if (why.document.empty()) return {};
    std::string says = " (";
    if (!why.production.empty()) says.append(why.production) += ", ";
    says += uniform::citation(why.document, why.section);
    return says + ')';
}

void reject_unrepaired(const batch_options &o, work &w, const input &r, const no_repair &why) {
    const error at{why.offset, error_code::invalid_character, rule::none, edition::rfc3986};
    reject(
        o, w, {.input = r.index, .why = at, .message = why.says + cited(why), .text = r.text},
        [&] {
            json_object object{w.out, !is_utf8(r.text)};
            object.text("input", r.text).boolean("valid", false);
            json_object inner = object.object("error");
            inner.number("offset", why.offset).text("rule", why.production).text("document", why.document);
            inner.text("section", why.section).text("message", why.says).end();
            object.end_line();
        },
        [&] { keep_unchanged(o, w, r); });
}

// The characters that were removed and are no pair of delimiters: a reader may miss them. "" for nothing.
std::string unpaired(std::string_view text, const std::vector<cleaning> &removed) {
    std::string taken;
    std::size_t brackets = 0;
    std::size_t quotes = 0;
    for (const cleaning &c : removed) {
        brackets += c.kind == cleaning::what::angle_bracket ? 1 : 0;
        quotes += c.kind == cleaning::what::quote ? 1 : 0;
    }
    for (const cleaning &c : removed) {
        const bool half = (c.kind == cleaning::what::angle_bracket && brackets % 2 != 0) ||
                          (c.kind == cleaning::what::quote && quotes % 2 != 0);
        if (!half && c.kind != cleaning::what::punctuation) continue;
        taken += taken.empty() ? "" : ", ";
        taken += in_quotes(text.substr(static_cast<std::size_t>(c.begin), static_cast<std::size_t>(c.end - c.begin)));
    }
    return taken;
}

// The notes on a repair for people, as sentences.
std::vector<std::string> notes_about(std::string_view text, const repaired_uri &repaired) {
    std::vector<std::string> notes;
    const std::string_view inside = strip_typed(text);
    const bool had_gap = std::ranges::any_of(repaired.removed, [&](const cleaning &c) {
        const auto begin = static_cast<std::size_t>(inside.data() - text.data());
        return c.kind == cleaning::what::white_space && c.begin >= begin && c.end <= begin + inside.size();
    });
    if (had_gap) notes.emplace_back("white space inside was removed");
    if (repaired.host_before) {
        const auto parsed = parse_uri_reference(repaired.uri);
        const std::string after = in_quotes(parsed ? parsed->host().value_or("") : "");
        notes.push_back(repaired.host_before->empty()
                            ? "the text has no host by RFC 3986; the repaired one has " + after
                            : "the host " + in_quotes(*repaired.host_before) + " became " + after);
    }
    if (repaired.encoded_percent) notes.emplace_back("\"%\" without two hexadecimal digits became \"%25\"");
    if (const std::string taken = unpaired(text, repaired.removed); !taken.empty())
        notes.push_back("removed around it: " + taken);
    return notes;
}

} // namespace

std::optional<repaired_uri> repaired_or_rejected(const batch_options &o, const repair_options &how, work &w,
                                                 const input &r) {
    if (o.typed && w.in.lines && std::ranges::all_of(r.text, ascii::is_space)) {
        ++w.empty;
        return std::nullopt;
    }
    auto result = repair(r.text, how);
    if (!result) {
        reject_unrepaired(o, w, r, result.error());
        return std::nullopt;
    }
    if (result->host_before) ++w.hosts;
    if (o.json || o.quiet) return *std::move(result);
    for (const std::string &note : notes_about(r.text, *result)) {
        w.problems.push_back({.input = r.index,
                              .after = w.out.size(),
                              .why = error{0, error_code::not_found, rule::none},
                              .message = "note: " + note,
                              .text = r.text,
                              .harmless = true});
    }
    return *std::move(result);
}

void append_notes(json_object &object, std::string_view text, const repaired_uri &repaired) {
    const auto notes = notes_about(text, repaired);
    if (notes.empty()) return;
    std::string &out = object.raw("notes");
    const char *separator = "[";
    for (const std::string &note : notes) {
        out += std::exchange(separator, ", ");
        json::append_string(out, note, object.strings());
    }
    out += ']';
}

} // namespace uniform::cli

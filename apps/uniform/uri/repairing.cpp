#include "uri/repairing.hpp"

#include <uniform/syntax/percent.hpp>

#include "print/json.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

std::string cited(const no_repair &why) {
    if (why.document.empty()) return {};
    std::string says = " (";
    if (!why.production.empty()) says.append(why.production) += ", ";
    says += why.document;
    if (!why.section.empty()) {
        says += why.section.front() >= 'A' && why.document.starts_with("RFC") ? " appendix " : " section ";
        says += why.section;
    }
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

} // namespace

std::optional<repaired_uri> repaired_or_rejected(const batch_options &o, const repair_options &how, work &w,
                                                 const input &r) {
    auto result = repair(r.text, how);
    if (!result) {
        reject_unrepaired(o, w, r, result.error());
        return std::nullopt;
    }
    if (result->changed) ++w.changed;
    if (result->host_before) {
        ++w.hosts;
        const auto parsed = parse_uri_reference(result->uri);
        if (!o.json && !o.quiet) {
            w.problems.push_back({.input = r.index,
                                  .after = w.out.size(),
                                  .why = error{0, error_code::not_found, rule::none},
                                  .message = "note: the host " + in_quotes(*result->host_before) + " became " +
                                             in_quotes(parsed ? parsed->host().value_or("") : ""),
                                  .text = r.text,
                                  .harmless = true});
        }
    }
    return *std::move(result);
}

} // namespace uniform::cli

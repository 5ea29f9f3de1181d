#include "namespace/namespace_document.hpp"

#include <algorithm>
#include <cerrno>

#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/urn/nid.hpp>

#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

using registry::finding;
using registry::severity;
using registry::template_error;

void append_start(std::string &out, std::string_view file, registry::position at, std::string_view pointer,
                  severity level, bool colour) {
    if (colour) out += ansi::bold;
    out += printable(file);
    if (at.line != 0) {
        out += ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
    }
    out += ": ";
    if (colour) {
        out += ansi::plain;
        if (level == severity::error) out += ansi::red;
        if (level == severity::warning) out += ansi::yellow;
        if (level == severity::note) out += ansi::dim;
    }
    out += to_string(level);
    if (colour) out += ansi::plain;
    out += ": ";
    if (!pointer.empty()) (out += printable(pointer)) += ": "; // a JSON pointer
}

// Gives the fields of a JSON document the positions of their values, so that findings have line and column in both
// forms.
void place_fields(registry::namespace_template &t, std::string_view text) {
    const auto document = json::read(text);
    if (!document) return;
    const json::value *const other = document->find("other");
    const std::size_t others = other != nullptr ? other->elements().size() : 0; // the last fields, in their order
    const std::size_t named = t.entries.size() - std::min(others, t.entries.size());
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        if (i >= named) {
            t.entries[i].at = registry::position_of(text, other->elements()[i - named].offset());
            continue;
        }
        for (const json::member &m : document->members()) {
            if (registry::field_from_name(m.name) == t.entries[i].id) {
                t.entries[i].at = registry::position_of(text, m.value.offset());
                break;
            }
        }
    }
}

// The position of the value that a JSON pointer names, or of the nearest one around it.
registry::position place_of_pointer(std::string_view text, std::string pointer) {
    const auto document = json::read(text);
    if (!document) return {};
    for (;;) {
        if (const json::value *const found = json::at(*document, pointer))
            return registry::position_of(text, found->offset());
        if (pointer.empty()) return {};
        pointer.erase(pointer.rfind('/'));
    }
}

void append_place(json_object &object, registry::position at, std::string_view pointer) {
    if (at.line != 0) {
        object.number("line", at.line).number("column", at.column);
    } else {
        object.null("line").null("column");
    }
    pointer.empty() ? object.null("pointer") : object.text("pointer", pointer);
}

} // namespace

std::string_view name_of_file(std::string_view file) noexcept { return file == "-" ? "<stdin>" : file; }

std::expected<registry::namespace_template, no_document> read_document(const std::string &file,
                                                                       const template_edition_option &o) {
    registry::read_options reading;
    if (o.given) reading.edition = o.given;
    const auto content = content_of(file, reading.max_size);
    if (!content) {
        std::string says = file_error(name_of_file(file), content.error());
        if (content.error() == ENOENT && !classify_nid(file).fault) { // of a namespace rather than of a file
            says += ". The argument is the file of a template: `uniform namespace settings " + file +
                    "` shows a namespace that is managed here, `uniform urn namespaces " + file +
                    "` one that is registered with IANA";
        }
        fail(exit_io, says);
        return std::unexpected{no_document{}};
    }
    auto document = registry::read_any_template(*content, reading);
    if (!document) {
        template_error &why = document.error();
        if (why.at.line == 0 && why.offset) why.at = registry::position_of(*content, *why.offset);
        if (why.at.line == 0 && !why.pointer.empty()) why.at = place_of_pointer(*content, why.pointer);
        const bool contradicts = document.error().code == template_error::what::other_edition;
        return std::unexpected{no_document{contradicts ? exit_usage : exit_bad_input, std::move(document.error())}};
    }
    if (document->read_from == registry::form::json) place_fields(*document, *content);
    return *std::move(document);
}

void append_finding(std::string &out, std::string_view file, const finding &f, bool colour) {
    append_start(out, file, f.at, f.pointer, f.level, colour);
    out += f.message;
    if (const std::string rule = registry::citation(f); !rule.empty()) out += " (" + rule + ')';
    out += '\n';
}

void append_finding(std::string &out, std::string_view file, const template_error &e, bool colour) {
    append_start(out, file, e.at, e.pointer, severity::error, colour);
    (out += e.message) += '\n';
}

void append_findings(json_object &object, const std::vector<finding> &findings) {
    std::string &out = object.raw("findings");
    out += '[';
    bool first = true;
    for (const finding &f : findings) {
        if (!first) out += ", ";
        first = false;
        json_object item{out};
        append_place(item, f.at, f.pointer);
        item.text("severity", to_string(f.level)).text("code", to_string(f.code));
        f.about ? item.text("field", to_string(*f.about)) : item.null("field");
        item.text("message", f.message);
        f.document.empty() ? item.null("document") : item.text("document", f.document);
        f.section.empty() ? item.null("section") : item.text("section", f.section);
        f.word == registry::requirement::none ? item.null("requirement") : item.text("requirement", to_string(f.word));
        item.end();
    }
    out += ']';
}

void append_template_error(json_object &object, const template_error &e) {
    json_object inner = object.object("error");
    append_place(inner, e.at, e.pointer);
    inner.text("code", to_string(e.code)).text("message", e.message);
    inner.end();
}

int edition_with_template(const template_edition_option &o) {
    if (!registry::template_fields(o.urn_edition()).empty()) return exit_good;
    return fail(exit_usage, std::string{document(o.urn_edition())} +
                                " has no registration template; rfc8141, urnbis-16 "
                                "and urnbis-14 have one");
}

} // namespace uniform::cli

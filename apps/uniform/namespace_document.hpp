// Registration templates from files, and findings about them.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>

#include "json.hpp"
#include "options.hpp"

namespace uniform::command {

// "-" as messages call it.
[[nodiscard]] std::string_view name_of_file(std::string_view file) noexcept;

// Why a file gives no template: it cannot be read, or holds none.
struct no_document {
    int code = exit_io;
    registry::template_error why{};
};

// The template in a file, in either form; "-" is standard input. What cannot be read is reported at once.
[[nodiscard]] std::expected<registry::namespace_template, no_document> read_document(const std::string &file,
                                                                                     const options &o);

// "FILE:LINE:COLUMN: error: ..." as compilers say it; in JSON documents a pointer stands instead of line and column.
void append_finding(std::string &out, std::string_view file, const registry::finding &f, bool colour);
void append_finding(std::string &out, std::string_view file, const registry::template_error &e, bool colour);

// "findings": an array with an object for each.
void append_findings(json_object &object, const std::vector<registry::finding> &findings);
// "error": why there is no document.
void append_template_error(json_object &object, const registry::template_error &e);

// A usage error, already printed, where the edition has no template; exit_good otherwise.
[[nodiscard]] int edition_with_template(const options &o);

} // namespace uniform::command

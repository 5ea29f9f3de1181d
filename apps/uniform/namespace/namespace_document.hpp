// Registration templates from files, and findings about them.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/json.hpp"
#include "urn/options.hpp"

namespace uniform::cli {

// The edition of templates. Without it, a template in JSON is of the edition that it names, and one in text of the
// edition of its labels.
struct template_edition_option {
    std::optional<edition> given;

    [[nodiscard]] edition urn_edition() const noexcept { return given.value_or(edition::rfc8141); }

    static constexpr auto rows() {
        return std::array{named<&template_edition_option::given, edition_of_use<edition_use::urn>>(
            {heading::input, 'e', "edition", "EDITION", "The edition of URNs whose grammar and rules apply.",
             editions_of<edition_use::urn>, "rfc8141"})};
    }
};

// The name in messages: "<stdin>" for "-".
[[nodiscard]] std::string_view name_of_file(std::string_view file UNIFORM_LIFETIMEBOUND) noexcept;

// Why there is no template in a file: it cannot be read, or it contains none.
struct no_document {
    int code = exit_io;
    registry::template_error why{};
};

// The template in a file, in either form; "-" is standard input. A file that cannot be read is reported.
[[nodiscard]] std::expected<registry::namespace_template, no_document> read_document(const std::string &file,
                                                                                     const template_edition_option &o);

// "FILE:LINE:COLUMN: error: ...", as compilers print it; in a JSON document the pointer precedes the sentence.
void append_finding(std::string &out, std::string_view file, const registry::finding &f, bool colour);
void append_finding(std::string &out, std::string_view file, const registry::template_error &e, bool colour);

// "findings": an array with an object for each.
void append_findings(json_object &object, const std::vector<registry::finding> &findings);
// "error": why there is no document.
void append_template_error(json_object &object, const registry::template_error &e);

// exit_good, or a usage error, which is reported, if the edition has no template.
[[nodiscard]] int edition_with_template(const template_edition_option &o);

} // namespace uniform::cli

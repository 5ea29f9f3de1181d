// Names in the formats of reference managers and search engines. Each is made of the metadata alone: what is missing is
// left out, and nothing is made up.
#pragma once

#include <string>

#include "http/metadata/description.hpp"

namespace uniform::http {

/// BibTeX: one entry. Its key is the name, in the characters that keys may have. Characters that LaTeX interprets are
/// written as its commands; "{" and "}", too, as commands without braces of their own that could be unbalanced. Linear.
[[nodiscard]] std::string bibtex(const name_description &d);

/// RIS: a line for each value, CR LF at its end. A line break in a value becomes a space. Linear.
[[nodiscard]] std::string ris(const name_description &d);

/// CSL-JSON (schema 1.0.2): one item, an object. Linear.
[[nodiscard]] std::string csl_json(const name_description &d);

/// JSON-LD with the vocabulary of schema.org. Linear.
[[nodiscard]] std::string json_ld(const name_description &d);

/// The same for an element "script" in HTML: "<" is escaped, so that no text ends the element or begins a comment.
[[nodiscard]] std::string json_ld_in_html(const name_description &d);

/// text/x-bibliography: "Creators (Year). Title. Publisher. URN", on one line. Linear.
[[nodiscard]] std::string bibliography(const name_description &d);

} // namespace uniform::http

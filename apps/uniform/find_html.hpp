// What `uniform find` does with HTML documents and with messages that hold some (MHTML).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace uniform::command {

// How a file is read when neither --html nor --text says so.
enum class document_kind : std::uint8_t { text, html, message };
[[nodiscard]] document_kind kind_of(std::string_view beginning) noexcept;

struct html_outcome {
    bool bad = false;                  // some reference, the base or the document could not be read
    std::vector<std::string> messages; // for standard error, a line each without "\n": "FILE:LINE:COLUMN: sentence"
};

// Appends the references of a document to `out`: one a line, as JSON with --json, and resolved with --resolve. Of the
// options it reads json, resolve_found, base, content_locations, retrieved, parse and the terminator. `is_new` is asked
// for what would be printed and says whether it should be (--unique); it may be empty. `name` is the file's, for
// messages and for "file" in JSON ("" leaves it out).
[[nodiscard]] html_outcome html_report(const options &o, std::string_view name, std::string_view document,
                                       document_kind kind, const std::function<bool(std::string_view)> &is_new,
                                       std::string &out);

} // namespace uniform::command

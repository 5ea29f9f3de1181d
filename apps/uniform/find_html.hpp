// What `uniform find` does with HTML documents and with messages that hold some (MHTML).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/html/message.hpp>

#include "options.hpp"

namespace uniform::command {

// How a file is read when neither --html nor --text says so.
enum class document_kind : std::uint8_t { text, html, message };

// The most of a file that kind_of() asks for.
inline constexpr std::size_t enough_to_know = 16384;

// What the beginning of a file shows; nothing when more of it may tell. A mailbox (RFC 4155) is text: it holds many
// messages, of which those that are not plain would be lost on one another.
[[nodiscard]] std::optional<document_kind> kind_of(std::string_view beginning, bool ended);

// ".html", ".htm", ".xhtml", ".xht" in any case.
[[nodiscard]] bool is_name_of_html(std::string_view file) noexcept;

// Where a report goes, piece by piece.
struct html_sink {
    std::string &out;                               // what is printed
    std::function<void()> grown;                    // called after each addition to `out`, which it may empty
    std::function<bool(std::string_view)> is_new;   // whether that should be printed (--unique)
    std::function<void(std::string_view)> complain; // "FILE:LINE:COLUMN: sentence"
    html::text_callback text;                       // parts of a message that are text, but not HTML
};

// The references of a document: one a line, as JSON with --json, and resolved with --resolve. Of the options it reads
// json, resolve_found, base, content_locations, retrieved, parse and the terminator. `name` is the file's, for messages
// and for "file" in JSON ("" leaves it out). False when some reference, the base or the document could not be read.
[[nodiscard]] bool html_report(const options &o, std::string_view name, std::string_view document, document_kind kind,
                               const html_sink &sink);

} // namespace uniform::command

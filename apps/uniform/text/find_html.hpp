// The part of `uniform find` for HTML documents and for messages that hold some (MHTML).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/html/message.hpp>

#include "text/options.hpp"

namespace uniform::cli {

// The kind as which a file is read without --html and --text.
enum class document_kind : std::uint8_t { text, html, message };

// kind_of() does not need more of a file.
inline constexpr std::size_t enough_to_know = 16384;

// The kind of a file, by its beginning; std::nullopt if more of it is needed. A mailbox (RFC 4155), which consists of
// many messages, is read as text.
[[nodiscard]] std::optional<document_kind> kind_of(std::string_view beginning, bool ended);

// ".html", ".htm", ".xhtml", ".xht" in any case.
[[nodiscard]] bool is_name_of_html(std::string_view file) noexcept;

// The destination of a report, part by part.
struct html_sink {
    std::string &out;                               // the output
    std::function<void()> grown;                    // called after each addition to `out`, which it may empty
    std::function<bool(std::string_view)> is_new;   // whether that should be printed (--unique)
    std::function<void(std::string_view)> complain; // "FILE:LINE:COLUMN: sentence"
    std::string_view charset{};                     // that of the document, where it is known
    html::text_callback text;                       // parts of a message that are text, but not HTML
};

// The references of a document: one a line, as JSON with --json, and resolved with --resolve. `name` is that of
// the file, for messages and for "file" in JSON ("" leaves it out). False if a reference, the base or the document
// could not be read.
[[nodiscard]] bool html_report(const find_uris_options &o, std::string_view name, std::string_view document,
                               document_kind kind, const html_sink &sink);

} // namespace uniform::cli

// Messages of the service, the library and its checks in the language of a page. They are made in English, as the API
// sends them; the messages.json of a language has their translations, by the English message with placeholders:
//
//     "the namespace \"{}\" is not managed here": "Der Namensraum „{}“ wird hier nicht verwaltet."
//
// {} stands for any text, which stays; {word} for a word of the API, such as the name of a member, of which the
// catalogue has the label on the pages; {message} for a message of its own, which is translated, too. A translation has
// them in the same order, or by number: {1} is the second. English has only those that the pages do not show as the API
// does; what another language lacks, pages show in English.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/pages/texts.hpp"

namespace uniform::http::pages {

/// The message in the language; std::nullopt if there is no translation. Cost: linear in the message for each entry of
/// the catalogue, and bounded for messages in messages; a message of more than 2000 bytes has no translation.
[[nodiscard]] std::optional<std::string> translated(language l, std::string_view message);

/// The message for a page, escaped for HTML: translated; else in English, in an element with lang="en". A text of the
/// language's pages.json stays as it is. Templates have it as {{message NAME}}, outside of attributes.
[[nodiscard]] std::string message_html(language l, std::string_view message);

/// The label of the pages for a word of the API, such as the name of a member, a state or a role; the word itself if
/// the catalogue has none. Logarithmic.
[[nodiscard]] std::string_view label_of(language l, std::string_view word) noexcept;

/// A text in which what stands between backticks is code, escaped for HTML. Templates have it as {{code NAME}}. Only
/// for texts of the service itself: a value of somebody else may have backticks.
[[nodiscard]] std::string html_with_code(std::string_view text);

} // namespace uniform::http::pages

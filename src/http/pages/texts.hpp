// The languages of the pages, and which of them a reader gets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/engine/engine.hpp"

namespace uniform::http::pages {

/// A folder of web/texts, by its number in the generated tables (scripts/generate_web.py): English, then by their tags.
/// Only English, to which everything falls back, has a name here.
enum class language : std::uint8_t { english };

/// All of them, in that order.
[[nodiscard]] std::span<const language> languages() noexcept;

/// "en": the language tag (RFC 5646), which is the name of its folder.
[[nodiscard]] std::string_view tag_of(language l) noexcept;
/// The name of a language in that language: "Deutsch".
[[nodiscard]] std::string_view name_of(language l) noexcept;
/// The language with that tag.
[[nodiscard]] std::optional<language> language_tagged(std::string_view tag) noexcept;

/// The language that the reader has chosen (cookie "lang", which /language/TAG sets), else the one that Accept-Language
/// prefers (RFC 9110 12.5.4, with the lookup of RFC 4647 3.4: "de-AT" is German), else English. Linear.
[[nodiscard]] language language_of(const request &r) noexcept;

/// The text with this key in the language's pages.json; the key itself if there is none. Logarithmic.
[[nodiscard]] std::string_view text(language l, std::string_view key) noexcept;

/// Whether it is a text of the language's pages.json, with anything at its first placeholder. Linear.
[[nodiscard]] bool is_text(language l, std::string_view what) noexcept;

/// 1234567 -> "1,234,567" or "1.234.567", by the text language.thousands.
[[nodiscard]] std::string number(language l, std::uint64_t n);

} // namespace uniform::http::pages

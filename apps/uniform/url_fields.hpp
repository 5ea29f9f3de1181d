// The parts of URLs as people and programs read them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/url/url.hpp>

#include "json.hpp"
#include "options.hpp"
#include "records.hpp"

namespace uniform::command {

[[nodiscard]] inline url_options urls(const options &o) noexcept { return {o.url_edition, o.parse.max_length}; }

// The scheme's name in lower case.
[[nodiscard]] std::string scheme_of(const url_view &url);

// Whether people are told: what is not there is left out, and so are answers "no" to questions that few URLs raise.
[[nodiscard]] bool is_shown(const url_field &f) noexcept;

// A line for each part that is there, each item of a list on one of its own: "  host         host.dom".
void append_fields(std::string &out, std::span<const url_field> fields);

// "scheme", "edition", "document", and "fields": {...}. An absent part is null, and pairs are lists of two.
void append_url(json_object &object, const url_view &url, std::span<const url_field> fields);
void append_fields(json_object &object, std::span<const url_field> fields);

// Refuses a record of `url parse` and `url plan`. The message says so where what is around or behind a URL is to blame.
void refuse_url(const options &o, work &w, const record &r, const error &why);

// Whether all values are UTF-8; else an object that has them needs to be one of bytes.
[[nodiscard]] bool are_utf8(std::span<const url_field> fields) noexcept;

} // namespace uniform::command

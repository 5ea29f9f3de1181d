// The parts of URLs, for people and for programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/url/url.hpp>

#include "print/json.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

// The scheme's name in lower case.
[[nodiscard]] std::string scheme_of(const url_view &url);

// Whether a person sees it: absent parts are left out, and so is "no" for what few URLs have.
[[nodiscard]] bool is_shown(const url_field &f) noexcept;

// A line for each part that is present, and for each item of a list: "  host         host.dom".
void append_fields(std::string &out, std::span<const url_field> fields, passwords p);

// "scheme", "edition", "document", and "fields": {...}. An absent part is null, and pairs are lists of two.
void append_url(json_object &object, const url_view &url, std::span<const url_field> fields);
void append_fields(json_object &object, std::span<const url_field> fields);

// Rejects an input of `url parse` and `url plan`. The message also mentions a wrapper or a fragment around the URL.
void reject_url(const batch_options &o, work &w, const input &r, const error &why);

// Whether all values are UTF-8; otherwise a JSON object with them must be one of bytes.
[[nodiscard]] bool are_utf8(std::span<const url_field> fields) noexcept;

} // namespace uniform::cli

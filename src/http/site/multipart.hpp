// Forms with a file: multipart/form-data (RFC 7578).
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/problem.hpp>

#include "http/engine/http_message.hpp"

namespace uniform::http {

/// One field of the form; its content is a part of the body.
struct form_part {
    std::string name = {};
    std::string file = {}; ///< the name of the file, without folders; empty if the field is none
    std::string_view content = {};
};

/// The parts of a body (RFC 2046 5.1.1), by the boundary in its Content-Type; at most 100. std::nullopt: it is no
/// multipart/form-data, or its end is missing. Linear.
[[nodiscard]] std::optional<std::vector<form_part>> parts_of(std::string_view content_type, std::string_view body);
/// The parts of the body of a request. Problem: malformed.
[[nodiscard]] std::expected<std::vector<form_part>, resolver::problem> parts_of(const request &q);
/// The first part with this name; null: none has it.
[[nodiscard]] const form_part *find_part(const std::vector<form_part> &parts, std::string_view name) noexcept;

} // namespace uniform::http

// Forms with a file: multipart/form-data (RFC 7578).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

} // namespace uniform::http

#include "sql/decoded_text.hpp"

#include <utility>

#include <uniform/syntax/percent.hpp>

namespace uniform::sql {

namespace {

bool is_text(std::string_view data) { return data.find('\0') == std::string_view::npos && is_utf8(data); }

} // namespace

std::string decoded_text(std::string_view text) {
    auto data = decode(text);
    return data && is_text(*data) ? *std::move(data) : std::string{text};
}

} // namespace uniform::sql

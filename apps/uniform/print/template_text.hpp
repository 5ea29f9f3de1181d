// The text of a template of --get: what is printed as it is, and the names in braces.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

struct template_fault {
    std::size_t offset = 0;
    std::string says;
};

struct template_piece {
    bool is_name = false;
    std::size_t offset = 0; // of a name
    std::string text;       // without braces and escapes
};

// "{{", "}}", "\\t" and so on are literals.
[[nodiscard]] std::expected<std::vector<template_piece>, template_fault> split_template(std::string_view text);

} // namespace uniform::cli

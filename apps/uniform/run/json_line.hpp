// The places of members in a line that is a JSON object (https://github.com/ndjson/ndjson-spec), so that one can be
// replaced and all else stays as it is written.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// Octets of the line.
struct json_place {
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct json_fault {
    std::size_t offset = 0;
    std::string says;
};

// A member by its name, or, if it begins with "/", by its JSON Pointer (RFC 6901 sections 3 and 4).
class json_member {
public:
    // Error: an escape of the pointer that is none.
    [[nodiscard]] static std::expected<json_member, std::string> read(std::string_view name);
    [[nodiscard]] bool is_nested() const noexcept { return steps_.size() != 1; }
    [[nodiscard]] const std::string &name() const noexcept { return steps_.back(); }

private:
    friend class json_line;
    std::vector<std::string> steps_;
};

// The values of members in a line. What is within a value that is not asked for is not checked. Memory is used again.
class json_line {
public:
    // Linear. Error: no object (RFC 8259 section 4), a member that is repeated among those asked for, text behind it.
    [[nodiscard]] std::expected<void, json_fault> read(std::string_view line, std::span<const json_member> members);

    // The value of the member of that number; nothing if it is absent.
    [[nodiscard]] std::optional<json_place> value(std::size_t member) const noexcept { return values_[member]; }
    // Where "}" is, and whether the object has members.
    [[nodiscard]] std::size_t end() const noexcept { return end_; }
    [[nodiscard]] bool is_empty() const noexcept { return is_empty_; }
    // Whether a space follows the colons.
    [[nodiscard]] bool is_spaced() const noexcept { return is_spaced_; }

private:
    std::vector<std::optional<json_place>> values_;
    std::size_t end_ = 0;
    bool is_empty_ = true;
    bool is_spaced_ = false;
};

// The string that is written at a place, in `room` where it has escapes; an error if it is not a string.
[[nodiscard]] std::expected<std::string_view, json_fault> json_string_at(std::string_view line, json_place place,
                                                                         std::string &room);

} // namespace uniform::cli

// Lines of a history and of proofs: members with the types that docs/reference/history-format.md says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/read.hpp>
#include <uniform/json/value.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/records.hpp>

namespace uniform::service {

/// Bytes by their hexadecimal digits; nothing for any other text.
[[nodiscard]] std::optional<std::string> bytes_from_hex(std::string_view digits);

/// Whether events of this kind may be without a part of their body, which is secret.
[[nodiscard]] bool may_be_withheld(std::string_view kind) noexcept;

/// A line, which it refers to. What it does not have throws store::other_history.
class history_line_reader {
public:
    explicit history_line_reader(std::string_view line);
    [[nodiscard]] const json::value *find(std::string_view name) const { return value_.find(name); }
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::uint64_t number(std::string_view name) const;
    [[nodiscard]] std::int64_t time(std::string_view name) const;
    [[nodiscard]] store::digest hash(std::string_view name) const;
    [[nodiscard]] std::vector<store::digest> hashes(std::string_view name) const;
    /// NUMBER:HASH.
    [[nodiscard]] store::history_head head(std::string_view name) const;
    [[noreturn]] void refuse(std::string_view why) const;

private:
    std::string_view line_;
    json::value value_;
};

} // namespace uniform::service

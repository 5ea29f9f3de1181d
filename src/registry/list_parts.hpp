// The common part of the readers of IANA's list: the checks of the contents of a list.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <uniform/registry/iana_list.hpp>

namespace uniform::registry {

// A list that is being read. Each function returns why the list is refused, if it is.
class list_reader {
public:
    list_reader(std::string_view text, const list_options &options) : text_{text}, options_{options} {}

    // A list_error with line and column of the offset.
    [[nodiscard]] list_error refused(std::string message, std::size_t offset) const;
    [[nodiscard]] std::optional<list_error> set_date(std::string_view date, std::size_t offset);
    [[nodiscard]] std::optional<list_error> add(iana_namespace n, std::size_t offset);
    // The list in order; an error if it is empty.
    [[nodiscard]] std::expected<iana_list, list_error> done();

private:
    [[nodiscard]] std::optional<list_error> check_value(std::string_view what, std::string_view value,
                                                        std::size_t offset) const;
    std::string_view text_;
    const list_options &options_;
    iana_list list_;
    std::set<std::string, std::less<>> nids_;
};

// The text of a value without white space around it, and with one space for each white space inside.
[[nodiscard]] std::string one_line(std::string_view text);

} // namespace uniform::registry

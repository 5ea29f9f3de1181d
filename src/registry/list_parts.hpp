// What the readers of IANA's list share: the checks of what a list says.
#pragma once

#include <cstddef>
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

// The URL of a template: IANA writes those of its own without the folder of its assignments.
[[nodiscard]] std::string template_url_at(const std::string &where);

// The text of a value without white space around it, and with one space for each white space inside.
[[nodiscard]] std::string one_line(std::string_view text);

[[nodiscard]] std::expected<iana_list, list_error> read_iana_xml(std::string_view text, const list_options &options);
[[nodiscard]] std::expected<iana_list, list_error> read_iana_csv(std::string_view text, const list_options &options);

} // namespace uniform::registry

// The output of the commands of the service for people: members of the JSON of the API, labelled lines, columns.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>

#include "service/options.hpp"

namespace uniform::cli {

// The text in a member, or a number as text; "" if there is none.
[[nodiscard]] std::string member_of(const json::value &object, std::string_view member);

// The elements of the array in a member; none if there is none.
[[nodiscard]] const json::array &list_in(const json::value &object, std::string_view member);

// Removes a member, if there is one.
void remove_member(json::value &object, std::string_view member);

// "  label        value" on standard output; nothing if the value is empty. A value of several lines is indented.
void print_member(std::string_view label, std::string_view value);

// Cells of one line, each at least as wide as `width`.
struct cell {
    std::string text;
    std::size_t width = 0;
};
void print_cells(std::initializer_list<cell> cells);

// The value on a line of its own. Returns the exit code.
[[nodiscard]] int print_json(const json::value &value);

// The members of an object, each on a line of its own, for a message: "  NAME: VALUE". Those of an inner object, and of
// the objects of an array, are below its name and indented further, the latter with "- " before the first member.
[[nodiscard]] std::string member_lines(const json::value &object);

// "a, b" of an array of texts.
[[nodiscard]] std::string joined(const json::value &object, std::string_view member);
// "line 5: error: sentence (RFC 8141 section 6.4)", of a finding in a registration template.
[[nodiscard]] std::string finding_text(const json::value &finding);

using header_fields = std::vector<std::pair<std::string, std::string>>;

// If-Match, if --if-version is given.
[[nodiscard]] header_fields if_match_of(const if_version_option &o);

struct secret_option {
    std::optional<std::string> secret;

    static constexpr auto rows() {
        return std::array{option<&secret_option::secret>({heading::running, 0, "secret", "SECRET",
                                                          "The secret of the registration request.", "",
                                                          "the environment variable UNIFORM_SECRET"})};
    }
};

// Request-Secret, if --secret or UNIFORM_SECRET is given: it makes its holder the submitter of a request.
[[nodiscard]] header_fields secret_of(const secret_option &o);

} // namespace uniform::cli

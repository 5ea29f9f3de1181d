#include "cli/options.hpp"

#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

std::expected<std::optional<output_template>, int> template_of(std::string_view option,
                                                               const std::optional<std::string> &text, bool demands) {
    if (!text) return std::nullopt;
    auto read = output_template::read(*text);
    if (read && read->has_demands() && !demands)
        return std::unexpected{
            fail(exit_usage,
                 std::string{option} +
                     ": only the templates of parse, resolve and edit may have the modifiers required and strict")};
    if (read) return std::optional{*std::move(read)};
    const output_template::fault &fault = read.error();
    std::string says = std::string{option} + ": " + fault.says;
    if (printable(*text) == *text) { // otherwise the caret would not be under the place
        says += "\n    " + *text + "\n    " + std::string(fault.offset, ' ') + '^';
    }
    return std::unexpected{fail(exit_usage, says)};
}

} // namespace uniform::cli

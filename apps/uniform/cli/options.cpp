#include "cli/options.hpp"

#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

std::expected<std::optional<output_template>, int> template_of(const template_option &o) {
    if (!o.get) return std::nullopt;
    auto read = output_template::read(*o.get);
    if (read) return std::optional{*std::move(read)};
    const output_template::fault &fault = read.error();
    std::string says = "--get: " + fault.says;
    if (printable(*o.get) == *o.get) { // otherwise the caret would not be under the place
        says += "\n    " + *o.get + "\n    " + std::string(fault.offset, ' ') + '^';
    }
    return std::unexpected{fail(exit_usage, says)};
}

} // namespace uniform::cli

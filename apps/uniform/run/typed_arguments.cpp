#include "run/typed_arguments.hpp"

#include <unistd.h>

#include <uniform/text/typed.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

void clean_argument(std::string &argument) {
    const std::string_view stripped = strip_typed(argument);
    cleaned_text clean = clean_typed(stripped);
    if (clean.text.empty()) return; // it stays, so that it is reported
    if (clean.text.size() != stripped.size()) {
        print_message("uniform: note: white space inside of " + in_quotes(clean.text) + " was removed\n");
    }
    argument = std::move(clean.text);
}

void suggest_typed_for(const std::vector<std::string> &arguments) {
    for (const std::string &argument : arguments) {
        if (typed_hint({}, argument).empty()) continue;
        print_message("uniform: " + std::string{typed_removes} + ": " + in_quotes(argument) + '\n');
        return;
    }
}

} // namespace uniform::cli

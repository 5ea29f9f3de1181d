// The boundary of the functions that scripts/generate_bindings.py writes.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include <uniform/syntax/edition_use.hpp>

#include "columns/functions/functions.hpp"
#include "sqlite/function.hpp"

namespace uniform::sqlite {

// The options of a call, which are its arguments after the text. A word that there is not is an SQL error: the
// exception that each function throws has its sentence.
class table_options {
public:
    explicit table_options(const call &c) noexcept : call_{&c} {}

    template <edition_use use>
    [[nodiscard]] uniform::edition edition(int argument) const {
        const auto name = call_->text(argument);
        if (const auto e = edition_of_use<use>(name)) return *e;
        throw std::invalid_argument{refused_edition(use, name)};
    }

    [[nodiscard]] bool flag(int argument) const { return call_->flag(argument); }

    [[nodiscard]] std::string_view word(std::initializer_list<std::string_view> words, int argument) const {
        const auto found = std::find(words.begin(), words.end(), call_->text(argument));
        if (found != words.end()) return *found;
        std::string says = "the argument is one of";
        for (const std::string_view each : words) says.append(says.ends_with("of") ? " " : ", ").append(each);
        throw std::invalid_argument{says};
    }

private:
    const call *call_;
};

// Gives the result of a function: NULL for none and for a text that it refuses.
template <class T>
void give_outcome(const call &c, const columns::scalar::outcome<T> &given) {
    if (given && *given) c.gives(**given);
}

} // namespace uniform::sqlite

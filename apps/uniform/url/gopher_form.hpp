// The form of a Gopher+ item (draft-ietf-uri-url-06 3.4.5): its questions, and the answers to them.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// One line of an +ASK block, by the names that Gopher+ gives them.
struct form_question {
    enum class kind : std::uint8_t {
        ask,      // Ask: a line
        password, // AskP: a line that is not shown
        lines,    // AskL: several lines
        select,   // Select: yes or no
        choose,   // Choose: one of some texts
        note,     // Note: nothing to answer
        file,     // AskF, ChooseF: a file of this machine
    };
    kind what = kind::ask;
    std::string text{};
    std::vector<std::string> choices{}; // of kind choose; otherwise the default, if there is one
};

// The questions in the reply to the request for "!+ASK"; the error is a sentence.
[[nodiscard]] std::expected<std::vector<form_question>, std::string> read_form(std::string_view reply);

// The lines to send, in the order of the questions: the given answers, one for each question, or, if there are none,
// those that are entered on the terminal. The error is a sentence.
[[nodiscard]] std::expected<std::vector<std::string>, std::string> answer_form(std::span<const form_question> form,
                                                                               std::span<const std::string> given);

} // namespace uniform::cli

// Reports about inputs that are not valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/syntax/error.hpp>

#include "print/hidden_password.hpp"
#include "print/terminal.hpp"

namespace uniform::cli {

// A problem of one input of a block.
struct problem {
    std::uint64_t input = 0;  // its number in the block, from 0
    std::size_t after = 0;    // the size of the block's output before the message
    error why{};              // the offset is one into `text`
    std::string message{};    // instead of the error's own sentence, when not empty
    std::string hint{};       // advice after the sentence
    std::string_view text{};  // the field; lives as long as the block
    std::string_view value{}; // where the caret is instead, at `value_offset`; empty: in the field
    std::size_t value_offset = 0;
    std::size_t column = 0; // bytes of the line that come before the field
    bool silent = false;    // counts, but is not printed
    bool harmless = false;  // is printed, but does not count
    bool whole = false;     // is about the whole text: no column and no caret
};

struct message_style {
    bool caret = false; // show the text with a caret under the place
    bool colour = false;
    std::size_t width = 100;
    passwords show_password = passwords::hidden;
};

// For messages on standard error: with a caret on a terminal, and with colors as --color specifies.
[[nodiscard]] message_style style_of_messages(when colour, passwords p = passwords::hidden);

// "FILE:LINE:COLUMN: sentence (rule, document section)" and a line end; with a caret two lines more.
void append_message(std::string &out, std::string_view source, std::uint64_t line, const problem &p,
                    const message_style &style);

// The text and a caret under the place of the error, each on a line of its own, indented. A password is hidden.
void append_caret(std::string &out, const error &why, std::string_view text, const message_style &style);

// "  EDITION: sentence (rule, document section)" with a caret below, for commands that show several editions.
void append_rejection(std::string &out, std::string_view text, edition e, const error &why, bool colour);

// "rule, document section", or the document alone; "" for a limit or a policy of the library.
[[nodiscard]] std::string citation(const error &e);

} // namespace uniform::cli

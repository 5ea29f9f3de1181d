// The output of `uniform lint` for a finding.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/lint/lint.hpp>

#include "print/hidden_password.hpp"

namespace uniform::cli {

// The place of an identifier. Lines and columns count from 1.
struct identifier_place {
    std::string_view source; // in messages
    std::string_view file{}; // its name; "" for arguments and standard input
    std::uint64_t line = 1;
    std::uint64_t column = 1;                   // in bytes
    std::uint64_t character_column = 1;         // in characters
    std::optional<std::uint64_t> byte_offset{}; // into the file
    std::uint64_t size = 0;                     // in bytes
    bool as_it_is = true; // the identifier's bytes stand there one after another, so that places in it are places there
};

// The findings that are printed, and those that make the exit code 1.
struct lint_verdicts {
    static constexpr std::size_t count = static_cast<std::size_t>(lint_check::editions_differ) + 1;
    using by_severity =
        std::array<bool, static_cast<std::size_t>(lint_severity::error) + 1>; // a finding may weigh less than its check
    std::array<by_severity, count> shown{};
    std::array<by_severity, count> denied{};

    [[nodiscard]] bool shows(lint_check c, lint_severity s) const noexcept {
        return shown[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
    }
    [[nodiscard]] bool denies(lint_check c, lint_severity s) const noexcept {
        return denied[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
    }
};

struct lint_style {
    bool colour = false;
    std::size_t width = 100;
    passwords show_password = passwords::hidden;
};

// FILE:LINE:COLUMN: severity: sentence (document section) [id], the identifier with carets under the place, the safer
// form.
void append_finding(std::string &out, const identifier_place &place, std::string_view identifier, const lint_finding &f,
                    const lint_style &style);
// One object a line.
void append_finding_json(std::string &out, const identifier_place &place, std::string_view identifier,
                         const lint_finding &f, bool denied, std::string_view hint = {});

// One document of SARIF 2.1.0, part by part.
void append_sarif_head(std::string &out, const lint_verdicts &verdicts);
void append_sarif_result(std::string &out, const identifier_place &place, std::string_view identifier,
                         const lint_finding &f, bool denied, bool first);
// `problems`: what could not be read, or was not looked at.
void append_sarif_tail(std::string &out, const std::vector<std::string> &problems);

// The number of characters of the text; a byte that is no UTF-8 counts as one.
[[nodiscard]] std::uint64_t characters_in(std::string_view text) noexcept;

} // namespace uniform::cli

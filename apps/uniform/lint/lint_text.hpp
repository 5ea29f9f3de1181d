// `uniform lint --in-text`, and the output of both kinds of linting.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/lint_report.hpp"
#include "lint/options.hpp"

namespace uniform::cli {

// Prints findings in the form that the options ask for.
class lint_printer {
public:
    lint_printer(const lint_command_options &o, const lint_verdicts &verdicts);

    [[nodiscard]] bool shows(const lint_finding &f) const noexcept { return verdicts_.shows(f.check, f.severity); }
    [[nodiscard]] bool denies(const lint_finding &f) const noexcept { return verdicts_.denies(f.check, f.severity); }
    void add(std::string &out, const identifier_place &place, std::string_view identifier,
             const std::vector<lint_finding> &findings);
    // Something could not be read, or was not checked.
    void not_read(std::string_view message);
    // Output after the last finding.
    void end(std::string &out);

private:
    const lint_command_options &options_;
    const lint_verdicts &verdicts_;
    lint_style style_;
    bool begun_ = false;
    std::vector<std::string> not_read_;
};

// The arguments and --file name texts; without any, standard input is one. The exit code.
[[nodiscard]] int lint_text(const lint_command_options &o, const lint_verdicts &verdicts, const lint_options &how);

} // namespace uniform::cli

// The options of `uniform lint`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "run/options.hpp"
#include "text/options.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

struct lint_command_options : with<batch_options, zone_ids_option, text_rules, quiet_row> {
    uniform::edition edition = uniform::edition::rfc3986;
    bool iris = false;
    bool in_text = false;
    bool browser = false;
    std::vector<std::string> deny;
    std::vector<std::string> allow;
    bool sarif = false;
    bool list_checks = false;

    [[nodiscard]] uniform::edition syntax() const noexcept { return iris ? uniform::edition::rfc3987 : edition; }

    static constexpr auto rows() {
        using enum heading;
        using self = lint_command_options;
        return std::array{
            named<&self::edition, edition_of_use<edition_use::lint>>(
                {input, 'e', "edition", "EDITION",
                 "The edition of the grammar. By rfc3987 the identifiers "
                 "are IRIs, whose characters beyond US-ASCII are "
                 "no finding; by an edition of URNs, URNs are read by "
                 "that document.",
                 editions_of<edition_use::lint>}),
            option<&store_kind<self>>(kind_text),
            option<&self::in_text>({input, 0, "in-text", "",
                                    "The input is text (source code, mail, logs): find the identifiers in it and check "
                                    "those."}),
            option<&self::browser>({rules, 0, "browser", "",
                                    "Also find where browsers, which follow the URL Standard of the WHATWG, read "
                                    "another scheme, host, path or query than RFC 3986."}),
            option<&self::deny>({rules, 0, "deny", "CHECK",
                                 "Exit with code 1 also for findings of that check or severity, as for errors; none: "
                                 "not even for errors. May be repeated."}),
            option<&self::allow>(
                {rules, 0, "allow", "CHECK", "Leave out findings of that check or severity. May be repeated."}),
            option<&self::sarif>({output, 0, "sarif", "", "Print one SARIF 2.1.0 document, as code hosts read it."}),
            option<&self::list_checks>({output, 0, "checks", "", "List the checks."}),
        };
    }
};

} // namespace uniform::cli

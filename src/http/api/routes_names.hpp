// Handlers of names that are not in routes_names.cpp, where the table is: those that stream, minting, reserving.
#pragma once

#include "http/api/parameters.hpp"
#include "http/api/router.hpp"

namespace uniform::http {

[[nodiscard]] handler_result import_names(request_context &c);
[[nodiscard]] handler_result export_names(request_context &c);
[[nodiscard]] handler_result mint_names(request_context &c);
[[nodiscard]] handler_result reserve_names(request_context &c);

inline constexpr parameter dry_run{
    .name = "dry_run",
    .type = parameter_type::boolean,
    .description =
        "check the lines and compare them with the existing names, but write nothing; input lines are compared "
        "with each other only within a block",
    .fallback = "false"};
inline constexpr parameter on_error{.name = "on_error",
                                    .type = parameter_type::choice,
                                    .description = "stop at the first conflict or problem, or report it and continue",
                                    .fallback = "report",
                                    .choices = "stop report"};
inline constexpr parameter existing_names{
    .name = "on_conflict",
    .type = parameter_type::choice,
    .description =
        "what to do with a name that exists with another name record: report the line as a conflict; update the name, "
        "so "
        "that it has the members of the line and keeps those that the line lacks; or replace them all. A line whose "
        "state is withdrawn withdraws the name. Names without a line stay as they are, and withdrawn names withdrawn",
    .fallback = "report",
    .choices = joined_names<service::on_conflict_names, " ">};
inline constexpr parameter results{.name = "results",
                                   .type = parameter_type::choice,
                                   .description = "results for all lines, or only conflicts and problems",
                                   .fallback = "all",
                                   .choices = "all problems"};
inline constexpr parameter results_after{
    .name = "results_after",
    .type = parameter_type::number,
    .description =
        "the last line whose result the client received: an import that continues after a later line also reports "
        "the lines in between as they are in the store, without writing them"};
inline constexpr parameter export_format{.name = "format",
                                         .type = parameter_type::choice,
                                         .description = "the format of the export",
                                         .fallback = "ndjson",
                                         .choices = joined_names<service::bulk_format_names, " ">};
inline constexpr parameter export_after{
    .name = "after",
    .description = "a URN: continue after it, without the header row; for an export that was interrupted",
    .most = 2048};

} // namespace uniform::http

// uniform name export: any number of names, in constant memory.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/words.hpp"
#include "run/typed_arguments.hpp"
#include "service/commands.hpp"
#include "service/name_bulk.hpp"
#include "service/name_options.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

struct export_options : with<service_options, format_option, selection_options, progress_option> {
    std::optional<std::string> output;
    std::string after;

    static constexpr auto rows() {
        using enum heading;
        using self = export_options;
        return std::array{
            option<&self::output>({heading::output, 'o', "output", "FILE",
                                   "Write to FILE instead of standard output; the name appears only when the file is "
                                   "complete.",
                                   "", "", true}),
            option<&self::after>({rules, 0, "after", "URN", "Only names after this one.", "", "all"}),
        };
    }
};

int export_names(const export_options &o) {
    const std::string target = o.output.value_or("");
    const std::string part = target + ".part";
    auto call = service_call::open(o);
    if (!call) return call.error();
    if (const int code = call->check_namespace_of(o.prefix); code != exit_good) return code;
    catch_interrupts();
    if (format_of(o, target) == "ndjson") output_is_json();
    descriptor out(target.empty() ? STDOUT_FILENO
                                  : ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (out.get() < 0) return fail(exit_io, file_error(target, errno));
    bulk_progress progress(o.progress && !target.empty(), 0);
    const auto give_up = [&](int code) {
        if (!target.empty()) ::unlink(part.c_str());
        return code;
    };
    http::api_response answer;
    bool enough = false; // the reader has ended
    try {
        answer = call->api().stream(
            {.path =
                 "/api/v1/export" +
                 query_of(
                     {{"format", format_of(o, target)}, {"prefix", o.prefix}, {"after", o.after}, {"state", o.state}})},
            nullptr, [&](std::string_view text) {
                if (is_interrupted()) throw stop("interrupted");
                errno = 0;
                try {
                    write_all(out.get(), text, target.empty() ? std::string{standard_output} : target);
                } catch (const stop &) {
                    enough = target.empty() && errno == EPIPE;
                    throw;
                }
                progress.lines(static_cast<std::uint64_t>(std::ranges::count(text, '\n')), 0);
                return true;
            });
    } catch (const std::runtime_error &e) {
        progress.clear();
        if (enough) return exit_good;
        const int code = fail(exit_io, e.what());
        return give_up(is_interrupted() ? 130 : code);
    }
    progress.clear();
    if (answer.status >= 300) return give_up(call->report(answer));
    if (target.empty()) return exit_good;
    const bool on_disk = ::fsync(out.get()) == 0;
    if (!out.close() || !on_disk || ::rename(part.c_str(), target.c_str()) != 0)
        return give_up(fail(exit_io, file_error(target, errno)));
    return exit_good;
}

constexpr example export_examples[]{
    {"All names of a namespace", "uniform name export --prefix urn:example: --output example.csv"},
};

} // namespace

const command name_export_command = command_of<run_typed<export_names>>(
    {"name export", "write name records", "",
     "Writes the name records of all names in the order of their keys, as NDJSON or CSV, in "
     "the form that import reads.",
     export_examples});

} // namespace uniform::cli

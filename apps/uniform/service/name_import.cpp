// uniform name import: any number of names, in constant memory.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"
#include "run/typed_arguments.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/name_bulk.hpp"
#include "service/name_options.hpp"
#include "service/service_call.hpp"
#include "service/typed_lines.hpp"

namespace uniform::cli {

namespace {

// The same file, unchanged, has the same id: its path, size and time of change, hashed (FNV-1a, 64 bits).
std::string id_of(const std::string &path, const struct stat &s) {
    std::error_code ignored;
    const std::string text = std::filesystem::absolute(path, ignored).string() + '\n' + std::to_string(s.st_size) +
                             '\n' + std::to_string(s.st_mtim.tv_sec) + '.' + std::to_string(s.st_mtim.tv_nsec);
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    std::array<char, 17> digits{};
    (void)std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return "file-" + std::string{digits.data()};
}

// Result lines as they arrive: counts them, passes them on, and stores the summary.
class result_lines {
public:
    result_lines(int fd, std::string name, bulk_progress &progress)
        : fd_(fd), name_(std::move(name)), progress_(&progress) {}

    // For a file with the results of an earlier run of this import, which the service may be unable to resume.
    void begin_again_unless_resumed(std::string head) { head_ = std::move(head); }

    void take(std::string_view part) {
        pending_ += part;
        if (head_ && pending_.contains('\n')) {
            if (!pending_.starts_with("{\"resumed_after_line\"") && !pending_.starts_with("{\"problem\"")) {
                if (::ftruncate(fd_, 0) != 0) throw stop(file_error(name_, errno));
                write_all(fd_, *head_, name_);
            }
            head_.reset();
        }
        std::string_view rest = pending_;
        std::string_view out;
        std::uint64_t lines = 0;
        std::uint64_t wrong = 0;
        for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos;) {
            const std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end + 1);
            if (line.starts_with("{\"summary\"")) {
                summary_ = line;
                continue; // printed on standard error
            }
            if (line.starts_with("{\"problem\"")) aborted_ = line;
            if (line.starts_with("{\"line\"")) ++lines;
            const std::string_view head = line.substr(0, 64);
            if (head.contains("\"conflict\"") || head.contains("\"problem\"")) {
                ++wrong;
                if (first_wrong_.empty()) first_wrong_ = json::read(line).value_or(json::value{}).string_of("name");
            }
            out = {pending_.data(), static_cast<std::size_t>(rest.data() - pending_.data())};
        }
        write_all(fd_, out, name_);
        pending_.erase(0, pending_.size() - rest.size());
        progress_->lines(lines, wrong);
    }
    [[nodiscard]] const std::string &summary() const noexcept { return summary_; }
    // The name of the first line that was rejected, if it has one.
    [[nodiscard]] const std::string &first_wrong() const noexcept { return first_wrong_; }
    // The problem for which there is no summary.
    [[nodiscard]] const std::string &aborted() const noexcept { return aborted_; }

private:
    int fd_;
    std::string name_;
    bulk_progress *progress_;
    std::string pending_;
    std::string first_wrong_;
    std::string summary_;
    std::string aborted_;
    std::optional<std::string> head_;
};

// The last line of the input whose result is in a file that begins with `head`; the file is truncated after the last
// complete line. std::nullopt if it begins differently: then it is emptied and has `head` alone.
std::optional<std::uint64_t> last_result(int fd, std::string_view head, const std::string &name) {
    std::string buffer(std::size_t{1} << 18U, '\0');
    std::string begin; // of the line that is read
    std::uint64_t last = 0;
    off_t whole = 0;
    off_t at = 0;
    bool known = false;
    for (ssize_t n; (n = ::pread(fd, buffer.data(), buffer.size(), at)) > 0;) {
        std::string_view part{buffer.data(), static_cast<std::size_t>(n)};
        while (!part.empty()) {
            const std::size_t end = std::min(part.find('\n'), part.size());
            begin += part.substr(0, std::min(end, std::max<std::size_t>(begin.size(), 512) - begin.size()));
            if (end == part.size()) {
                at += static_cast<off_t>(end);
                break;
            }
            part.remove_prefix(end + 1);
            at += static_cast<off_t>(end) + 1;
            if (whole == 0 && begin + '\n' != head) break;
            known = true;
            whole = at;
            constexpr std::string_view line = "{\"line\":";
            if (begin.starts_with(line)) std::from_chars(begin.data() + line.size(), begin.data() + begin.size(), last);
            begin.clear();
        }
        if (!known && (at > 512 || !part.empty())) break;
    }
    if (::ftruncate(fd, known ? whole : 0) != 0) throw stop(file_error(name, errno));
    if (!known) write_all(fd, head, name);
    return known ? std::optional{last} : std::nullopt;
}

struct import_options : with<service_options, key_option, format_option, progress_option, typed_option> {
    bool quiet = false;
    bool dry_run = false;
    bool stop_on_error = false;
    std::optional<std::string> results;

    static constexpr auto rows() {
        using enum heading;
        using self = import_options;
        return std::array{
            option<&self::dry_run>(
                {running, 0, "dry-run", "", "Check everything and report what would happen; change nothing."}),
            choice<&self::stop_on_error, false, true>(
                {running, 0, "on-error", "POLICY",
                 "For a line that is rejected: report it and continue, or report it and stop.", "report stop"}),
            option<&self::quiet>(
                {output, 'q', "quiet", "", "Write only the results of rejected lines, and no counts."}),
            option<&self::results>({output, 0, "results", "FILE",
                                    "Write the result of each line to FILE instead of standard output.", "", "", true}),
        };
    }
};

int import_names(const import_options &o) {
    const std::string &path = o.arguments[0];
    const descriptor in(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (in.get() < 0) return fail(exit_io, file_error(path, errno));
    struct stat s{};
    const bool regular = ::fstat(in.get(), &s) == 0 && S_ISREG(s.st_mode);
    const auto &results = o.results;
    descriptor out(results ? ::open(results->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : STDOUT_FILENO);
    if (out.get() < 0) return fail(exit_io, file_error(*results, errno));
    struct stat results_are{};
    const bool results_stay = results && ::fstat(out.get(), &results_are) == 0 && S_ISREG(results_are.st_mode);
    if (results_stay && s.st_dev == results_are.st_dev && s.st_ino == results_are.st_ino)
        return fail(exit_usage, "--results: " + in_quotes(*results) + " is the input file");

    const bool dry = o.dry_run;
    const std::string id = dry ? "" : o.key ? *o.key : path != "-" && regular ? id_of(path, s) : "";
    const std::string format = format_of(o, path);
    auto call = service_call::open(o);
    if (!call) return call.error();
    catch_interrupts();

    bulk_progress progress(o.progress, regular ? static_cast<std::uint64_t>(s.st_size) : 0);
    result_lines lines(out.get(), results ? *results : std::string{standard_output}, progress);
    std::string results_after;
    if (results_stay) {
        try {
            const std::string head = id.empty() ? "" : json::to_text(json::object{{"import", id}}) + '\n';
            if (id.empty()) {
                if (::ftruncate(out.get(), 0) != 0) throw stop(file_error(*results, errno));
            } else if (const auto line = last_result(out.get(), head, *results)) {
                results_after = std::to_string(*line);
                lines.begin_again_unless_resumed(head);
            }
        } catch (const stop &e) {
            return fail(exit_io, e.what());
        }
    }
    std::string buffer(std::size_t{1} << 18U, '\0');
    const http::api_request request{.method = "POST",
                                    .path = "/api/v1/imports" + query_of({{"format", format},
                                                                          {"id", id},
                                                                          {"dry_run", dry ? "true" : ""},
                                                                          {"on_error", o.stop_on_error ? "stop" : ""},
                                                                          {"results", o.quiet ? "problems" : ""},
                                                                          {"results_after", results_after}}),
                                    .content_type = format == "csv" ? "text/csv" : "application/x-ndjson"};
    http::api_response answer;
    const auto read_part = [&]() -> std::string_view { // empty at the end
        for (;;) {
            if (is_interrupted()) throw stop("interrupted");
            const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) throw stop(file_error(path, errno));
            progress.bytes(static_cast<std::uint64_t>(n));
            return {buffer.data(), static_cast<std::size_t>(n)};
        }
    };
    typed_lines typed{format == "csv"};
    std::string cleaned;
    const auto read_typed = [&]() -> std::string_view {
        for (cleaned.clear(); cleaned.empty();) {
            const std::string_view part = read_part();
            if (!part.empty()) {
                typed.add(part, cleaned);
                continue;
            }
            typed.finish(cleaned);
            break;
        }
        return cleaned;
    };
    try {
        answer = call->api().stream(
            request, [&]() -> std::string_view { return o.typed ? read_typed() : read_part(); },
            [&](std::string_view part) {
                lines.take(part);
                return true;
            });
    } catch (const std::runtime_error &e) { // stop, and http::no_response
        progress.clear();
        const int code = fail(exit_io, e.what());
        if (!id.empty())
            print_message("uniform: the committed lines remain; to continue, import the same file again" +
                          std::string{o.key ? " (with the same --key)" : ""} + '\n');
        return is_interrupted() ? 130 : code;
    }
    progress.clear();
    const auto report = [&](const http::api_response &a) {
        // the header row: a problem of the whole import
        const json::value problem = json::read(a.body).value_or(json::value{});
        const std::string line = member_of(problem, "line");
        const std::string name = path == "-" ? "<stdin>" : path;
        return call->report(a, {}, 0, line.empty() ? "" : name + ':' + line + ':' + member_of(problem, "column"));
    };
    if (answer.status >= 300) return report(answer);
    if (results && !out.close()) return fail(exit_io, file_error(*results, errno));

    if (!lines.aborted().empty()) {
        const auto line = json::read(lines.aborted());
        const json::value *const problem = line ? line->find("problem") : nullptr;
        const json::value *const status = problem ? problem->find("status") : nullptr;
        return report({.status = status ? static_cast<int>(status->if_integer().value_or(500)) : 500,
                       .fields = {},
                       .body = problem ? json::to_text(*problem) : "{}"});
    }
    const auto last = json::read(lines.summary());
    const json::value *const summary = last ? last->find("summary") : nullptr;
    if (summary == nullptr || !summary->is_object())
        return fail(exit_io, "the service stopped before the end of the import");
    const auto count = [&](const char *member) {
        const json::value *const v = summary->find(member);
        return v ? v->if_unsigned().value_or(0) : 0;
    };
    const std::uint64_t wrong = count("conflicts") + count("problems");
    if (wrong != 0 && !o.typed) suggest_typed_for({lines.first_wrong()});
    if (!o.quiet) {
        const auto several = [&](const char *member, std::string word) { // "1 line", "2 lines"
            const std::uint64_t n = count(member);
            return std::to_string(n) + ' ' + std::move(word) + (n == 1 ? "" : "s");
        };
        const std::string says = several("lines", "line") + ": " + std::to_string(count("assigned")) +
                                 (dry ? " would be assigned, " : " assigned, ") + std::to_string(count("unchanged")) +
                                 " unchanged, " + several("conflicts", "conflict") + ", " +
                                 several("problems", "problem") + '\n';
        print_message(says);
        if (const auto after = count("resumed_after_line"); after != 0)
            print_message("resumed after line " + std::to_string(after) + ", the last one of an earlier run\n");
    }
    return wrong == 0 ? exit_good : exit_bad_input;
}

constexpr example import_examples[]{
    {"Check first", "uniform name import --dry-run --quiet names.csv"},
    {"Then import; after an interruption, the same command continues",
     "uniform name import names.csv > results.ndjson"},
};

} // namespace

const command name_import_command = command_of<import_names>(
    {"name import", "assign many names", "FILE",
     "Reads name records as NDJSON or CSV (docs/guide/names-assigning.md; \"-\" is standard input), and assigns the "
     "names. The result of each line goes to standard output as NDJSON, the counts go to standard error; with --quiet, "
     "there are only the results of rejected lines. After an interruption, the same command continues after the last "
     "line that was "
     "committed; for standard input, --key identifies it. --typed cleans the names and the URLs of each line. The exit "
     "code is 1 if lines were "
     "rejected.",
     import_examples});

} // namespace uniform::cli

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

// The same file, unchanged, has the same id for the same --on-conflict: its path, size and time of change, hashed
// (FNV-1a, 64 bits).
std::string id_of(const std::string &path, const struct stat &s, std::string_view existing) {
    std::error_code ignored;
    std::string text = std::filesystem::absolute(path, ignored).string() + '\n' + std::to_string(s.st_size) + '\n' +
                       std::to_string(s.st_mtim.tv_sec) + '.' + std::to_string(s.st_mtim.tv_nsec);
    if (existing != "report") (text += '\n') += existing;
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
    std::string existing = "report";
    bool stop_on_error = false;
    std::optional<std::string> results;

    static constexpr auto rows() {
        using enum heading;
        using self = import_options;
        return std::array{
            option<&self::dry_run>(
                {running, 0, "dry-run", "", "Check everything and report what would happen; change nothing."}),
            option<&self::existing>({running, 0, "on-conflict", "POLICY",
                                     "For a name that exists with another record: report it, update what the line "
                                     "has, or replace the record.",
                                     "report update replace"}),
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

// The parts of the input, cleaned with --typed.
class import_input {
public:
    import_input(int fd, const std::string &path, bool typed, bool csv, bulk_progress &progress)
        : fd_{fd}, path_{path}, typed_{typed}, lines_{csv}, progress_{progress} {}

    // The next part, valid until the next call; empty at the end.
    std::string_view next() {
        if (!typed_) return read();
        for (cleaned_.clear(); cleaned_.empty();) {
            const std::string_view part = read();
            if (!part.empty()) {
                lines_.add(part, cleaned_);
                continue;
            }
            lines_.finish(cleaned_);
            break;
        }
        return cleaned_;
    }

private:
    std::string_view read() {
        for (;;) {
            if (is_interrupted()) throw stop("interrupted");
            const ssize_t n = ::read(fd_, buffer_.data(), buffer_.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) throw stop(file_error(path_, errno));
            progress_.bytes(static_cast<std::uint64_t>(n));
            return {buffer_.data(), static_cast<std::size_t>(n)};
        }
    }

    int fd_;
    const std::string &path_;
    bool typed_;
    typed_lines lines_;
    bulk_progress &progress_;
    std::string buffer_ = std::string(std::size_t{1} << 18U, '\0');
    std::string cleaned_;
};

// The problem of a line for which there is no summary, as the response that it would have been.
http::api_response aborted_response(std::string_view aborted) {
    const auto line = json::read(aborted);
    const json::value *const problem = line ? line->find("problem") : nullptr;
    const json::value *const status = problem ? problem->find("status") : nullptr;
    return {.status = status ? static_cast<int>(status->if_integer().value_or(500)) : 500,
            .fields = {},
            .body = problem ? json::to_text(*problem) : "{}"};
}

// One run of the command. What returns an optional code has ended it if there is one.
class import_run {
public:
    explicit import_run(const import_options &o)
        : options_{o},
          path_{o.arguments[0]},
          in_{path_ == "-" ? STDIN_FILENO : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC)},
          format_{format_of(o, path_)} {}

    int run() {
        if (const auto code = open_files()) return *code;
        if (!options_.dry_run)
            id_ = options_.key               ? *options_.key
                  : path_ != "-" && is_file_ ? id_of(path_, of_in_, options_.existing)
                                             : "";
        auto call = service_call::open(options_);
        if (!call) return call.error();
        catch_interrupts();

        bulk_progress progress(options_.progress, is_file_ ? static_cast<std::uint64_t>(of_in_.st_size) : 0);
        result_lines lines(out_->get(), options_.results ? *options_.results : std::string{standard_output}, progress);
        if (results_stay_) {
            try {
                continue_results(lines);
            } catch (const stop &e) {
                return fail(exit_io, e.what());
            }
        }
        import_input input(in_.get(), path_, options_.typed, format_ == "csv", progress);
        http::api_response answer;
        try {
            answer = call->api().stream(
                request(), [&] { return input.next(); },
                [&](std::string_view part) {
                    lines.take(part);
                    return true;
                });
        } catch (const std::runtime_error &e) { // stop, and http::no_response
            progress.clear();
            return broken_off(e.what());
        }
        progress.clear();
        if (answer.status >= 300) return report(*call, answer);
        if (options_.results && !out_->close()) return fail(exit_io, file_error(*options_.results, errno));
        if (!lines.aborted().empty()) return report(*call, aborted_response(lines.aborted()));
        return finish(lines);
    }

private:
    std::optional<int> open_files() {
        if (in_.get() < 0) return fail(exit_io, file_error(path_, errno));
        is_file_ = ::fstat(in_.get(), &of_in_) == 0 && S_ISREG(of_in_.st_mode);
        const auto &results = options_.results;
        out_.emplace(results ? ::open(results->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : STDOUT_FILENO);
        if (out_->get() < 0) return fail(exit_io, file_error(*results, errno));
        struct stat of_out{};
        results_stay_ = results && ::fstat(out_->get(), &of_out) == 0 && S_ISREG(of_out.st_mode);
        if (results_stay_ && of_in_.st_dev == of_out.st_dev && of_in_.st_ino == of_out.st_ino)
            return fail(exit_usage, "--results: " + in_quotes(*results) + " is the input file");
        return std::nullopt;
    }

    [[nodiscard]] bool changes() const { return options_.existing != "report"; }

    // The file of results is of this run alone, or goes on where an earlier run of this import ended. Throws stop.
    void continue_results(result_lines &lines) {
        if (id_.empty()) {
            if (::ftruncate(out_->get(), 0) != 0) throw stop(file_error(*options_.results, errno));
            return;
        }
        const std::string head = json::to_text(json::object{{"import", id_}}) + '\n';
        if (const auto line = last_result(out_->get(), head, *options_.results)) {
            results_after_ = std::to_string(*line);
            lines.begin_again_unless_resumed(head);
        }
    }

    [[nodiscard]] http::api_request request() const {
        return {.method = "POST",
                .path = "/api/v1/imports" + query_of({{"format", format_},
                                                      {"id", id_},
                                                      {"dry_run", options_.dry_run ? "true" : ""},
                                                      {"on_conflict", changes() ? options_.existing : ""},
                                                      {"on_error", options_.stop_on_error ? "stop" : ""},
                                                      {"results", options_.quiet ? "problems" : ""},
                                                      {"results_after", results_after_}}),
                .content_type = format_ == "csv" ? "text/csv" : "application/x-ndjson"};
    }

    [[nodiscard]] int broken_off(const char *why) const {
        const int code = fail(exit_io, why);
        if (!id_.empty())
            print_message("uniform: the committed lines remain; to continue, import the same file again" +
                          std::string{options_.key ? " (with the same --key)" : ""} + '\n');
        return is_interrupted() ? 130 : code;
    }

    int report(service_call &call, const http::api_response &a) const {
        // the header row: a problem of the whole import
        const json::value problem = json::read(a.body).value_or(json::value{});
        const std::string line = member_of(problem, "line");
        const std::string name = path_ == "-" ? "<stdin>" : path_;
        return call.report(a, {}, 0, line.empty() ? "" : name + ':' + line + ':' + member_of(problem, "column"));
    }

    [[nodiscard]] int finish(const result_lines &lines) const {
        const auto last = json::read(lines.summary());
        const json::value *const summary = last ? last->find("summary") : nullptr;
        if (summary == nullptr || !summary->is_object())
            return fail(exit_io, "the service stopped before the end of the import");
        const auto count = [&](const char *member) {
            const json::value *const v = summary->find(member);
            return v ? v->if_unsigned().value_or(0) : 0;
        };
        const std::uint64_t wrong = count("conflicts") + count("problems");
        if (wrong != 0 && !options_.typed) suggest_typed_for({lines.first_wrong()});
        if (options_.quiet) return wrong == 0 ? exit_good : exit_bad_input;
        const auto several = [&](const char *member, std::string word) { // "1 line", "2 lines"
            const std::uint64_t n = count(member);
            return std::to_string(n) + ' ' + std::move(word) + (n == 1 ? "" : "s");
        };
        print_message(several("lines", "line") + ": " + std::to_string(count("assigned")) +
                      (options_.dry_run ? " would be assigned, " : " assigned, ") + std::to_string(count("unchanged")) +
                      " unchanged, " +
                      (changes() ? std::to_string(count("changed")) + " changed, " +
                                       std::to_string(count("withdrawn")) + " withdrawn, "
                                 : std::string{}) +
                      several("conflicts", "conflict") + ", " + several("problems", "problem") + '\n');
        if (const auto after = count("resumed_after_line"); after != 0)
            print_message("resumed after line " + std::to_string(after) + ", the last one of an earlier run\n");
        return wrong == 0 ? exit_good : exit_bad_input;
    }

    const import_options &options_;
    const std::string &path_;
    descriptor in_;
    struct stat of_in_{};
    bool is_file_ = false; // the input is; then it can be imported again
    std::optional<descriptor> out_;
    bool results_stay_ = false; // in a file, not in a pipe
    std::string format_;
    std::string id_; // for resuming; empty: the import cannot be resumed
    std::string results_after_;
};

int import_names(const import_options &o) { return import_run{o}.run(); }

constexpr example import_examples[]{
    {"Check first", "uniform name import --dry-run --quiet names.csv"},
    {"Then import; after an interruption, the same command continues",
     "uniform name import names.csv > results.ndjson"},
    {"Bring the names to what a newer list says: see what would change, then do it",
     "uniform name import --on-conflict update --dry-run --quiet newer.csv\n"
     "uniform name import --on-conflict update newer.csv > results.ndjson"},
};

} // namespace

const command name_import_command = command_of<import_names>(
    {"name import", "assign or change many names", "FILE",
     "Reads name records as NDJSON or CSV (docs/guide/names-assigning.md; \"-\" is standard input), and assigns the "
     "names. The result of each line goes to standard output as NDJSON, the counts go to standard error; with --quiet, "
     "there are only the results of rejected lines. After an interruption, the same command continues after the last "
     "line that was "
     "committed; for standard input, --key identifies it. With --on-conflict update or replace, names that exist are "
     "brought "
     "to what their lines say, and a line whose state is withdrawn withdraws its name; names that no line has stay as "
     "they are. --typed cleans the names and the URLs of each line. The exit "
     "code is 1 if lines were "
     "rejected.",
     import_examples});

} // namespace uniform::cli

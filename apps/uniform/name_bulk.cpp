// uniform name import and export: any number of names, in constant memory.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "progress.hpp"
#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;

volatile std::sig_atomic_t interrupted = 0;
void on_interrupt(int /*signal*/) { interrupted = 1; }

struct stop : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// An open file, closed at the end; standard input and output stay open.
class descriptor {
public:
    explicit descriptor(int fd) noexcept : fd_(fd) {}
    ~descriptor() {
        if (fd_ > STDERR_FILENO) ::close(fd_);
    }
    descriptor(const descriptor &) = delete;
    descriptor &operator=(const descriptor &) = delete;
    [[nodiscard]] int get() const noexcept { return fd_; }
    // Whether all that was written arrived.
    [[nodiscard]] bool close() noexcept { return ::close(std::exchange(fd_, -1)) == 0; }

private:
    int fd_;
};

void write_all(int fd, std::string_view text, const std::string &name) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0) {
            if (errno == EINTR && !interrupted) continue;
            throw stop(interrupted ? "interrupted" : "cannot write to " + name + ": " + std::strerror(errno));
        }
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

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

// "12 names, 3 a second, 1 not taken, 40 % read"
class bulk_progress {
public:
    bulk_progress(bool wanted, std::uint64_t of) : line_(wanted), of_(of) {}

    void lines(std::uint64_t n, std::uint64_t wrong) {
        lines_ += n;
        wrong_ += wrong;
        show();
    }
    void bytes(std::uint64_t n) {
        bytes_ += n;
        show();
    }
    void clear() { line_.clear(); }

private:
    void show() {
        line_.update([&](double seconds) {
            std::string says =
                std::to_string(lines_) + " names, " + rounded(static_cast<double>(lines_) / seconds) + " a second";
            if (wrong_ != 0) says += ", " + std::to_string(wrong_) + " not taken";
            if (of_ != 0)
                says += ", " + rounded(100.0 * static_cast<double>(bytes_) / static_cast<double>(of_)) + " % read";
            return says;
        });
    }

    progress_line line_;
    std::uint64_t of_;
    std::uint64_t bytes_ = 0;
    std::uint64_t lines_ = 0;
    std::uint64_t wrong_ = 0;
};

std::string format_of(const options &o, std::string_view path) {
    if (const std::string *const format = o.value_of("format")) return *format;
    return path.ends_with(".csv") || path.ends_with(".CSV") ? "csv" : "ndjson";
}

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

// Result lines as they come in: counted, passed on, and the last one kept.
class result_lines {
public:
    result_lines(int fd, std::string name, bulk_progress &progress)
        : fd_(fd), name_(std::move(name)), progress_(&progress) {}

    // A file with the results of an earlier run of this import, for which the service may have nothing to go on with.
    void begin_again_unless_resumed(std::string head) { head_ = std::move(head); }

    void take(std::string_view part) {
        pending_ += part;
        if (head_ && pending_.contains('\n')) {
            if (!pending_.starts_with("{\"resumed_after_line\"") && !pending_.starts_with("{\"problem\"")) {
                if (::ftruncate(fd_, 0) != 0) throw stop("cannot write to " + name_ + ": " + std::strerror(errno));
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
                continue; // said on standard error
            }
            if (line.starts_with("{\"problem\"")) broke_off_ = line;
            if (line.starts_with("{\"line\"")) ++lines;
            const std::string_view head = line.substr(0, 64);
            if (head.contains("\"conflict\"") || head.contains("\"problem\"")) ++wrong;
            out = {pending_.data(), static_cast<std::size_t>(rest.data() - pending_.data())};
        }
        write_all(fd_, out, name_);
        pending_.erase(0, pending_.size() - rest.size());
        progress_->lines(lines, wrong);
    }
    [[nodiscard]] const std::string &summary() const noexcept { return summary_; }
    // The problem for which there is no summary.
    [[nodiscard]] const std::string &broke_off() const noexcept { return broke_off_; }

private:
    int fd_;
    std::string name_;
    bulk_progress *progress_;
    std::string pending_;
    std::string summary_;
    std::string broke_off_;
    std::optional<std::string> head_;
};

// The last line of the input whose result is in a file that begins with `head`; the file is cut off behind the last
// whole line. Nothing when it begins otherwise: then it is emptied and has `head` alone.
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
    if (::ftruncate(fd, known ? whole : 0) != 0) throw stop("cannot write to " + name + ": " + std::strerror(errno));
    if (!known) write_all(fd, head, name);
    return known ? std::optional{last} : std::nullopt;
}

} // namespace

int name_import_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "name import takes one FILE; \"-\" is standard input");
    if (o.policy == on_error::keep || o.policy == on_error::drop)
        return fail(exit_usage, "name import has --on-error report and stop: a name is taken or not");
    const std::string &path = o.arguments[0];
    const descriptor in(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (in.get() < 0) return fail(exit_io, "cannot open " + in_quotes(path) + ": " + std::strerror(errno));
    struct stat s {};
    const bool regular = ::fstat(in.get(), &s) == 0 && S_ISREG(s.st_mode);
    const std::string *const results = o.value_of("results");
    descriptor out(results ? ::open(results->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : STDOUT_FILENO);
    if (out.get() < 0) return fail(exit_io, "cannot open " + in_quotes(*results) + ": " + std::strerror(errno));
    struct stat results_are {};
    const bool results_stay = results && ::fstat(out.get(), &results_are) == 0 && S_ISREG(results_are.st_mode);
    if (results_stay && s.st_dev == results_are.st_dev && s.st_ino == results_are.st_ino)
        return fail(exit_usage, "--results: " + in_quotes(*results) + " is the file that is read");

    const bool dry = o.value_of("dry-run") != nullptr;
    const std::string *const key = o.value_of("key");
    const std::string id = dry ? "" : key ? *key : path != "-" && regular ? id_of(path, s) : "";
    const std::string format = format_of(o, path);
    auto call = service_call::open(o);
    if (!call) return call.error();
    catch_interrupts();

    bulk_progress progress(o.progress, regular ? static_cast<std::uint64_t>(s.st_size) : 0);
    result_lines lines(out.get(), results ? *results : "standard output", progress);
    std::string results_after;
    if (results_stay) {
        try {
            const std::string head = id.empty() ? "" : json{{"import", id}}.dump() + '\n';
            if (id.empty()) {
                if (::ftruncate(out.get(), 0) != 0) throw stop("cannot write to " + *results);
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
                                    .path = "/api/v1/imports" +
                                            query_of({{"format", format},
                                                      {"id", id},
                                                      {"dry_run", dry ? "true" : ""},
                                                      {"on_error", o.policy == on_error::stop ? "stop" : ""},
                                                      {"results", o.quiet ? "problems" : ""},
                                                      {"results_after", results_after}}),
                                    .content_type = format == "csv" ? "text/csv" : "application/x-ndjson"};
    http::api_response answer;
    try {
        answer = call->api().stream(
            request,
            [&]() -> std::string_view {
                for (;;) {
                    if (interrupted) throw stop("interrupted");
                    const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
                    if (n < 0 && errno == EINTR) continue;
                    if (n < 0) throw stop("cannot read " + in_quotes(path) + ": " + std::strerror(errno));
                    progress.bytes(static_cast<std::uint64_t>(n));
                    return {buffer.data(), static_cast<std::size_t>(n)};
                }
            },
            [&](std::string_view part) {
                lines.take(part);
                return true;
            });
    } catch (const std::runtime_error &e) { // ours, and http::no_answer
        progress.clear();
        const int code = fail(exit_io, e.what());
        if (!id.empty())
            std::fprintf(stderr, "uniform: what was committed stays; the same file again goes on from there%s\n",
                         key ? " (with the same --key)" : "");
        return interrupted ? 130 : code;
    }
    progress.clear();
    if (answer.status >= 300) return call->report(answer);
    if (results && !out.close()) return fail(exit_io, "cannot write to " + in_quotes(*results));

    const json last = json::parse(lines.summary(), nullptr, false);
    const auto summary = last.is_object() ? last.find("summary") : last.end();
    if (!lines.broke_off().empty()) {
        const json why = json::parse(lines.broke_off(), nullptr, false);
        const json p = why.is_object() ? why.value("problem", json::object()) : json::object();
        return call->report({.status = p.value("status", 500), .fields = {}, .body = p.dump()});
    }
    if (!last.is_object() || summary == last.end() || !summary->is_object())
        return fail(exit_io, "the service broke off before the end");
    const auto count = [&](const char *member) { return summary->value(member, std::uint64_t{0}); };
    const std::uint64_t wrong = count("conflicts") + count("problems");
    if (!o.quiet) {
        std::fprintf(
            stderr, "%llu lines: %llu %s, %llu unchanged, %llu conflicts, %llu problems\n",
            static_cast<unsigned long long>(count("lines")), static_cast<unsigned long long>(count("assigned")),
            dry ? "would be assigned" : "assigned", static_cast<unsigned long long>(count("unchanged")),
            static_cast<unsigned long long>(count("conflicts")), static_cast<unsigned long long>(count("problems")));
        if (const auto after = count("resumed_after_line"); after != 0)
            std::fprintf(stderr, "resumed after line %llu, which an earlier run had come to\n",
                         static_cast<unsigned long long>(after));
    }
    return wrong == 0 ? exit_good : exit_bad_input;
}

int name_export_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "name export takes no arguments; --prefix says which names");
    const std::string target = o.output.value_or("");
    const std::string part = target + ".part";
    auto call = service_call::open(o);
    if (!call) return call.error();
    catch_interrupts();
    descriptor out(target.empty() ? STDOUT_FILENO
                                  : ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (out.get() < 0) return fail(exit_io, "cannot open " + in_quotes(part) + ": " + std::strerror(errno));
    const auto value = [&](const char *name) -> std::string_view {
        const std::string *const v = o.value_of(name);
        return v ? std::string_view{*v} : std::string_view{};
    };
    bulk_progress progress(o.progress && !target.empty(), 0);
    const auto give_up = [&](int code) {
        if (!target.empty()) ::unlink(part.c_str());
        return code;
    };
    http::api_response answer;
    bool enough = false; // of a reader that went away
    try {
        answer = call->api().stream({.path = "/api/v1/export" + query_of({{"format", format_of(o, target)},
                                                                          {"prefix", value("prefix")},
                                                                          {"after", value("after")},
                                                                          {"state", value("state")}})},
                                    nullptr, [&](std::string_view text) {
                                        if (interrupted) throw stop("interrupted");
                                        errno = 0;
                                        try {
                                            write_all(out.get(), text, target.empty() ? "standard output" : target);
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
        return give_up(interrupted ? 130 : code);
    }
    progress.clear();
    if (answer.status >= 300) return give_up(call->report(answer));
    if (target.empty()) return exit_good;
    const bool on_disk = ::fsync(out.get()) == 0;
    if (!out.close() || !on_disk || ::rename(part.c_str(), target.c_str()) != 0)
        return give_up(fail(exit_io, "cannot write to " + in_quotes(target) + ": " + std::strerror(errno)));
    return exit_good;
}

} // namespace uniform::command

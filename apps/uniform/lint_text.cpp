// uniform lint --in-text: identifiers are found in texts of any size and linted where they stand.

#include "lint_text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/text/find.hpp>

#include "progress.hpp"
#include "verbs.hpp"
#include "writer.hpp"

namespace uniform::command {

namespace {

// Lines and columns of offsets that only grow, in a text that is seen piece by piece. Keeps what a finder may still
// look back at.
class line_counter {
public:
    void feed(std::string_view piece) {
        kept_ += piece;
        constexpr std::size_t most = std::size_t{2} << 20; // several times what a finder holds back
        if (kept_.size() > most) go_to(begin_ + kept_.size() - most / 2);
    }
    void go_to(std::uint64_t offset) {
        if (offset < begin_) return;
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(offset - begin_, kept_.size()));
        const std::string_view gone = std::string_view{kept_}.substr(0, n);
        line_ += static_cast<std::uint64_t>(std::ranges::count(gone, '\n'));
        const auto last = gone.rfind('\n');
        const std::string_view tail = last == std::string_view::npos ? gone : gone.substr(last + 1);
        if (last != std::string_view::npos) column_ = character_column_ = 1;
        column_ += tail.size();
        character_column_ += characters_in(tail);
        kept_.erase(0, n);
        begin_ += n;
    }
    [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
    [[nodiscard]] std::uint64_t column() const noexcept { return column_; }
    [[nodiscard]] std::uint64_t character_column() const noexcept { return character_column_; }

private:
    std::string kept_;
    std::uint64_t begin_ = 0; // the offset of its first byte
    std::uint64_t line_ = 1;
    std::uint64_t column_ = 1;
    std::uint64_t character_column_ = 1;
};

class text_run {
public:
    text_run(const options &o, const lint_verdicts &verdicts, const lint_options &how)
        : options_{o}, printer_{o, verdicts}, how_{how}, progress_{o.progress} {}

    int run() {
        std::vector<std::string> files = options_.files;
        files.insert(files.end(), options_.arguments.begin(), options_.arguments.end());
        if (files.empty()) files.emplace_back("-");
        for (const std::string &file : files) {
            read(file);
            if (out_.failure() != 0) break;
        }
        std::string rest;
        printer_.end(rest);
        out_.write_now(rest);
        progress_.clear();
        if (const int failure = out_.failure(); failure != 0) {
            if (failure != EPIPE) fail(exit_io, std::string{"standard output: "} + std::strerror(failure));
            failed_ = failed_ || failure != EPIPE;
        }
        if (failed_) return exit_io;
        return denied_ ? exit_bad_input : exit_good;
    }

private:
    void complain(std::string_view name, int number) {
        progress_.clear();
        fail(exit_io, std::string{name} + ": " + std::strerror(number));
        failed_ = true;
    }

    void read(const std::string &file) {
        const bool standard = file == "-";
        const std::string_view name = standard ? std::string_view{"<stdin>"} : std::string_view{file};
        const int descriptor = standard ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) return complain(name, errno);
        uri_finder finder{{.schemes = options_.schemes_found == which_schemes::any          ? found_schemes::any
                                      : options_.schemes_found == which_schemes::registered ? found_schemes::registered
                                                                                            : found_schemes::likely,
                           .join_lines = options_.join_lines}};
        line_counter lines;
        std::string out;
        const auto look_at = [&](const found &f) {
            auto findings = lint(f.text, how_);
            std::erase_if(findings, [&](const lint_finding &one) { return !printer_.shows(one); });
            if (findings.empty()) return;
            denied_ = denied_ || std::ranges::any_of(findings, [&](const auto &one) { return printer_.denies(one); });
            lines.go_to(f.begin);
            const identifier_place place{.source = name,
                                         .file = standard ? std::string_view{} : name,
                                         .line = lines.line(),
                                         .column = lines.column(),
                                         .character_column = lines.character_column(),
                                         .byte_offset = f.begin,
                                         .size = f.end - f.begin,
                                         .as_it_is = !f.cleaned};
            printer_.add(out, place, f.text, findings);
        };
        std::vector<char> buffer(std::size_t{256} << 10);
        for (;;) {
            const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) complain(name, errno);
            if (n <= 0) break;
            const std::string_view piece{buffer.data(), static_cast<std::size_t>(n)};
            lines.feed(piece);
            finder.feed(piece, look_at);
            bytes_ += piece.size();
            flush(out);
            progress_.update(0, bytes_);
            if (out_.failure() != 0) break;
        }
        finder.finish(look_at);
        flush(out);
        if (!standard) ::close(descriptor);
    }

    void flush(std::string &out) {
        if (out.empty()) return;
        progress_.clear();
        out_.write_now(out);
        out.clear();
    }

    const options &options_;
    lint_printer printer_;
    const lint_options &how_;
    progress progress_;
    writer out_{STDOUT_FILENO};
    std::uint64_t bytes_ = 0;
    bool denied_ = false;
    bool failed_ = false;
};

} // namespace

int lint_text(const options &o, const lint_verdicts &verdicts, const lint_options &how) {
    return text_run{o, verdicts, how}.run();
}

} // namespace uniform::command

// uniform lint --in-text: finds identifiers in texts of any size and checks them in their places.

#include "lint/lint_text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/text/find.hpp>

#include "lint/lint_runs.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"

namespace uniform::cli {

namespace {

// Lines and columns of increasing offsets, in a text that comes in pieces. Keeps the part to which a finder may still
// refer.
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
    text_run(const lint_command_options &o, const lint_verdicts &verdicts, const lint_options &how)
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
            if (failure != EPIPE) fail(exit_io, file_error(standard_output, failure));
            failed_ = failed_ || failure != EPIPE;
        }
        if (failed_) return exit_io;
        return denied_ ? exit_bad_input : exit_good;
    }

private:
    void complain(std::string_view name, int number) {
        progress_.clear();
        const std::string says = file_error(name, number);
        fail(exit_io, says);
        printer_.not_read(says);
        failed_ = true;
    }

    void read(const std::string &file) {
        const bool standard = file == "-";
        const std::string_view name = standard ? std::string_view{"<stdin>"} : std::string_view{file};
        const int descriptor = standard ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) return complain(name, errno);
        uri_finder finder{
            {.edition = options_.syntax(), .schemes = options_.schemes, .join_lines = options_.join_lines}};
        begin_text(name, standard);
        const auto keep = [this](const found &f) {
            founds_.push_back({f.begin, f.end, f.text, f.cleaned, f.text.contains("://")});
        };
        std::vector<char> buffer(std::size_t{256} << 10);
        for (;;) {
            const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) complain(name, errno);
            if (n <= 0) break;
            const std::string_view piece{buffer.data(), static_cast<std::size_t>(n)};
            lines_.feed(piece);
            finder.feed(piece, keep);
            runs_.feed(piece, false, odd_);
            settle(finder.settled());
            bytes_ += piece.size();
            flush(text_out_);
            progress_.update(0, bytes_);
            if (out_.failure() != 0) break;
        }
        finder.finish(keep);
        runs_.feed({}, true, odd_);
        settle(std::numeric_limits<std::uint64_t>::max());
        flush(text_out_);
        if (!standard) ::close(descriptor);
    }

    // A URI of the finder, held until it is certain whether a longer run begins there or before.
    struct candidate {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::string text;
        bool cleaned = false;
        bool has_authority = false;
    };

    void begin_text(std::string_view name, bool standard) {
        name_ = name;
        file_ = standard ? std::string_view{} : name;
        lines_ = {};
        runs_ = {};
        founds_.clear();
        odd_.clear();
        run_end_ = 0;
    }

    // Checks what is certain by now, in the order of the places; the finder is done with the text before `found_upto`.
    void settle(std::uint64_t found_upto) {
        std::size_t f = 0;
        std::size_t r = 0;
        const auto never = std::numeric_limits<std::uint64_t>::max();
        for (;;) {
            const std::uint64_t found_at = f < founds_.size() ? founds_[f].begin : never;
            const std::uint64_t run_at = r < odd_.size() ? odd_[r].begin : never;
            if (found_at == never && run_at == never) break;
            if (run_at <= found_at) {
                if (found_at == never && run_at > found_upto) break; // a URI before it may be found yet
                const odd_run &run = odd_[r++];
                run_end_ = std::max(run_end_, run.end);
                look_at(run.begin, run.end, run.text, true);
                continue;
            }
            const candidate &one = founds_[f];
            if (one.begin < run_end_) { // a part of a longer run
                ++f;
                continue;
            }
            if (run_at == never && runs_.settled() <= one.begin && found_upto != never) break;
            odd_run run;
            // Runs with "://" are found without a URI.
            const auto is =
                one.cleaned || one.has_authority ? odd_runs::longer::no : runs_.look_behind(one.begin, one.end, run);
            if (is == odd_runs::longer::need_more) break;
            if (is == odd_runs::longer::yes) {
                run_end_ = std::max(run_end_, run.end);
                look_at(run.begin, run.end, run.text, true);
            } else {
                look_at(one.begin, one.end, one.text, !one.cleaned);
            }
            ++f;
        }
        founds_.erase(founds_.begin(), founds_.begin() + static_cast<std::ptrdiff_t>(f));
        odd_.erase(odd_.begin(), odd_.begin() + static_cast<std::ptrdiff_t>(r));
        runs_.drop_before(std::min(founds_.empty() ? never : founds_.front().begin, found_upto));
    }

    void look_at(std::uint64_t begin, std::uint64_t end, const std::string &text, bool as_it_is) {
        auto findings = lint(text, how_);
        std::erase_if(findings, [&](const lint_finding &one) { return !printer_.shows(one); });
        if (findings.empty()) return;
        denied_ = denied_ || std::ranges::any_of(findings, [&](const auto &one) { return printer_.denies(one); });
        lines_.go_to(begin);
        const identifier_place place{.source = name_,
                                     .file = file_,
                                     .line = lines_.line(),
                                     .column = lines_.column(),
                                     .character_column = lines_.character_column(),
                                     .byte_offset = begin,
                                     .size = end - begin,
                                     .as_it_is = as_it_is};
        printer_.add(text_out_, place, text, findings);
    }

    void flush(std::string &out) {
        if (out.empty()) return;
        progress_.clear();
        out_.write_now(out);
        out.clear();
    }

    const lint_command_options &options_;
    lint_printer printer_;
    const lint_options &how_;
    progress progress_;
    writer out_{STDOUT_FILENO, use_colour(options_.colour, STDOUT_FILENO) ? own_colours::yes : own_colours::no};
    // The name and the file of the text that is read.
    std::string_view name_;
    std::string_view file_;
    line_counter lines_;
    odd_runs runs_;
    std::vector<candidate> founds_;
    std::vector<odd_run> odd_;
    std::uint64_t run_end_ = 0; // of the last run that was checked
    std::string text_out_;

    std::uint64_t bytes_ = 0;
    bool denied_ = false;
    bool failed_ = false;
};

} // namespace

int lint_text(const lint_command_options &o, const lint_verdicts &verdicts, const lint_options &how) {
    return text_run{o, verdicts, how}.run();
}

} // namespace uniform::cli

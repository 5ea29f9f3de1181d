// On a terminal: colours, carets, progress.

#include <array>
#include <chrono>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "run/progress.hpp"

namespace uniform::test {
namespace {

bool coloured(const result &r) { return r.out.find("\x1b[") != std::string::npos; }

TEST(terminal, has_colours) {
    EXPECT_TRUE(coloured(run_on_terminal({"parse", "http://h/"})));
    EXPECT_TRUE(coloured(run_on_terminal({"parse", "a b"})));
    EXPECT_TRUE(coloured(run_on_terminal({"explain", "a b"})));
    EXPECT_TRUE(coloured(run_on_terminal({"schemes", "http"})));
    EXPECT_FALSE(coloured(run_on_terminal({"parse", "--color", "never", "http://h/", "a b"})));
    EXPECT_FALSE(coloured(run_on_terminal({"parse", "--json", "http://h/"})));
    EXPECT_FALSE(coloured(run_on_terminal({"normalize", "http://h/"})));
}

TEST(terminal, no_color) {
    EXPECT_FALSE(coloured(run_on_terminal({"parse", "http://h/", "a b"}, "", {"NO_COLOR=1"})));
    EXPECT_TRUE(coloured(run_on_terminal({"parse", "http://h/"}, "", {"NO_COLOR="})));
    EXPECT_TRUE(coloured(run_on_terminal({"parse", "--color", "always", "http://h/"}, "", {"NO_COLOR=1"})));
}

TEST(terminal, elsewhere_no_colours) {
    EXPECT_FALSE(coloured(run({"parse", "http://h/"})));
    EXPECT_TRUE(coloured(run({"parse", "--color=always", "http://h/"})));
}

TEST(terminal, shows_where) {
    const result r = run_on_terminal({"check", "--color", "never", "http://a b/"});
    EXPECT_NE(r.out.find("<argument>:1:9: "), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("\n    http://a b/\n            ^\n"), std::string::npos) << r.out;
    // not there in a file
    EXPECT_EQ(run({"check", "http://a b/"}).err.find('^'), std::string::npos);
}

TEST(terminal, messages_stand_where_their_lines_stood) {
    const result r = run_on_terminal({"normalize", "--color", "never"}, "a:1\nb c\na:2\nd e\na:3\n");
    const auto at = [&](std::string_view text) { return r.out.find(text); };
    EXPECT_LT(at("a:1"), at("<stdin>:2:"));
    EXPECT_LT(at("<stdin>:2:"), at("a:2"));
    EXPECT_LT(at("a:2"), at("<stdin>:4:"));
    EXPECT_LT(at("<stdin>:4:"), at("a:3"));
}

TEST(terminal, control_characters_are_not_passed_on) {
    const result r = run_on_terminal({"check", "--color", "never"}, "a\x1b]0;title\x07\n");
    EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
    EXPECT_NE(r.out.find("\\x1B"), std::string::npos) << r.out;
    EXPECT_EQ(run({"explain", "a\x1b[31m"}).out.find('\x1b'), std::string::npos);
}

TEST(terminal, what_is_quoted_is_escaped_too) {
    const std::string evil = "\x1b[31mx";
    for (const words &line : {words{"urn", "check", "--color", "never", "urn:example:" + evil},
                              words{"urn", "check", "--color", "never", "--list", "invalid", "urn:example:" + evil},
                              words{"check", "--color", "never", "--list", "invalid", evil},
                              words{"normalize", "--color", "never", "--on-error", "keep", evil},
                              words{"urn", "compare", "--color", "never", "--on-error", "keep", "urn:example:a", evil},
                              words{"urn", "namespaces", evil}, words{"schemes", evil}, words{"check", "-f", evil},
                              words{"check", "--" + evil}, words{"normalize", "--level", evil},
                              words{"urn", "make", "--color", "never", evil, "a"}, words{evil}}) {
        const std::string shown = run_on_terminal(line).out;
        EXPECT_EQ(shown.find('\x1b'), std::string::npos) << shown;
    }
    // to others, the data goes byte for byte, and the messages escaped all the same
    const result r = run({"urn", "check", "--list", "invalid", "urn:example:" + evil});
    EXPECT_EQ(r.out, "urn:example:" + evil + "\n");
    EXPECT_EQ(run({"urn", "namespaces", evil}).err,
              "uniform: \"\\x1B[31mx\" is not in IANA's registry of URN namespaces\n");
    EXPECT_EQ(run({"check", "-f", evil}).err, "uniform: \\x1B[31mx: No such file or directory\n");
}

TEST(terminal, a_long_line_is_drawn_in_its_width) {
    const result r = run_on_terminal({"parse", "--color", "never", "http://h/" + std::string(90, 'a')});
    EXPECT_NE(r.out.find("\n    path              /aaa"), std::string::npos) << r.out;
}

// A run that waits for its source shows its progress, on standard error alone.
TEST(terminal, shows_progress) {
    if (shell("command -v script").code != 0) GTEST_SKIP() << "script(1) is not installed";
    const std::string shown = shell("export TERM=xterm U; echo 'until grep -q \" inputs, 0 MB\" shown; do echo a:6; "
                                    "done | $U normalize > out' > "
                                    "slow; script -qefc 'bash slow' shown; echo; tail -n 1 out")
                                  .out;
    EXPECT_NE(shown.find(" inputs, 0 MB, 0 MB/s"), std::string::npos) << shown;
    EXPECT_TRUE(shown.ends_with("\r\x1b[K\na:6\n")) << shown;
}

std::chrono::steady_clock::time_point now_of_the_test;

// Standard error is a terminal as long as it lives.
class error_on_terminal {
public:
    error_on_terminal() : saved_{::dup(STDERR_FILENO)} {
        int theirs = -1;
        if (::openpty(&ours_, &theirs, nullptr, nullptr, nullptr) != 0) throw std::runtime_error{"openpty"};
        ::dup2(theirs, STDERR_FILENO);
        ::close(theirs);
        ::fcntl(ours_, F_SETFL, O_NONBLOCK);
    }
    ~error_on_terminal() {
        ::dup2(saved_, STDERR_FILENO);
        ::close(saved_);
        ::close(ours_);
    }
    error_on_terminal(const error_on_terminal &) = delete;
    error_on_terminal &operator=(const error_on_terminal &) = delete;
    // The text that was written since the last call.
    [[nodiscard]] std::string shown() const {
        std::array<char, 4096> text{};
        const ssize_t n = ::read(ours_, text.data(), text.size());
        return {text.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
    }

private:
    int saved_;
    int ours_ = -1;
};

TEST(terminal, progress_is_shown_when_it_is_due_and_removed) {
    const error_on_terminal terminal;
    const auto now = [] { return now_of_the_test; };
    const auto text = [](double seconds) { return std::to_string(static_cast<int>(seconds * 1000)); };
    cli::progress_line line{true, std::chrono::milliseconds{500}, now};
    cli::progress_line unwanted{false, std::chrono::milliseconds{500}, now};
    std::string all;
    for (int i = 0; i < 9; ++i) {
        line.update(text);
        unwanted.update(text);
        all += terminal.shown() + '|';
        now_of_the_test += std::chrono::milliseconds{100};
    }
    EXPECT_EQ(all, "|||||\r500\x1b[K|||\r800\x1b[K|");
    line.clear();
    unwanted.clear();
    EXPECT_EQ(terminal.shown(), "\r\x1b[K");
    line.clear();
    EXPECT_EQ(terminal.shown(), "");
}

} // namespace
} // namespace uniform::test

// The batch engine: however many threads work, the answer is that of one.

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

// More than a few blocks of lines: some normal, some not, some not valid, some empty, a few very long, many alike.
std::string many_lines(std::uint32_t seed, char end) {
    std::mt19937 random{seed};
    std::string text;
    const char *const starts[]{"http://example.com/",
                               "HTTP://Example.COM/",
                               "http://a b/",
                               "",
                               "urn:isbn:",
                               "//h/../x/",
                               "%41?",
                               "URN:Example:b",
                               "urn:foo:"};
    while (text.size() < 1'500'000) {
        text += starts[random() % std::size(starts)];
        const auto length = random() % 2000 == 0 ? random() % 700000 : random() % 40;
        for (std::uint32_t i = 0; i < length; ++i) text += "abc%7e./?~"[random() % 10];
        if (random() % 50 == 0) text += '\r';
        text += end;
    }
    text += "no-end:HERE";
    return text;
}

void expect_same(const result &a, const result &b, const std::string &what) {
    EXPECT_TRUE(a.out == b.out) << what << ": " << a.out.size() << " and " << b.out.size() << " bytes of output";
    EXPECT_TRUE(a.err == b.err) << what << ": " << a.err.size() << " and " << b.err.size() << " bytes of messages";
    EXPECT_EQ(a.code, b.code) << what;
}

TEST(threads, give_the_same_answer) {
    const words lines[]{{"normalize"},
                        {"normalize", "--on-error", "keep", "--level", "scheme"},
                        {"normalize", "--json"},
                        {"normalize", "--changes"},
                        {"check", "--list", "invalid"},
                        {"unique"},
                        {"unique", "--on-error", "keep"},
                        {"unique", "--count"},
                        {"parse", "--get", "{host} {query.abc}"},
                        {"edit", "--set", "fragment=f"},
                        {"resolve", "--base", "http://h/a/b/c"},
                        {"compare", "--base", "http://example.com/"},
                        {"unique", "--urn", "namespace"},
                        {"urn", "check"},
                        {"urn", "check", "--json"},
                        {"urn", "normalize"},
                        {"urn", "normalize", "--on-error", "keep", "--urn", "namespace"},
                        {"urn", "parse", "--get", "{nid} {nss} {q}"},
                        {"urn", "compare", "--base", "urn:example:b"},
                        {"urn", "convert", "--to", "rfc2141"},
                        {"normalize", "--on-error", "stop"}};
    const std::string text = many_lines(1, '\n');
    for (const words &line : lines) {
        words one = line;
        one.insert(one.end(), {"--threads", "1"});
        const result expected = run(one, text);
        EXPECT_EQ(expected.code, 1);
        for (const char *threads : {"2", "5"}) {
            words several = line;
            several.insert(several.end(), {"--threads", threads});
            expect_same(run(several, text), expected, line.front() + " with " + threads);
        }
    }
    const std::string with_nul = many_lines(2, '\0');
    expect_same(run({"normalize", "-0", "-t", "3"}, with_nul), run({"normalize", "-0", "-t", "1"}, with_nul), "-0");
    expect_same(run({"compare", "-0", "-p", "-t", "3"}, with_nul), run({"compare", "-0", "-p", "-t", "1"}, with_nul),
                "-0 -p");
}

TEST(pipes, give_the_same_answer_as_files) {
    const std::string text = many_lines(3, '\n');
    const result file = run({"normalize"}, text);
    const result piped = shell("cat > in; cat in | $U normalize -t 2 2> err; cat err", text);
    EXPECT_TRUE(piped.out == file.out + file.err);
}

// The result for a line does not depend on the lines before it and after it: runs of one line, of two, of three, ...
TEST(lines, in_runs_of_any_length_give_the_same_answer) {
    std::string text = many_lines(4, '\n');
    text.resize(text.rfind('\n', 20000) + 1);
    std::string out;
    std::size_t begin = 0;
    for (std::size_t length = 1; begin < text.size(); ++length) {
        words some{"normalize", "--"};
        for (std::size_t end; some.size() < length + 2 && (end = text.find('\n', begin)) != std::string::npos;
             begin = end + 1) {
            std::string line = text.substr(begin, end - begin);
            if (line.ends_with('\r')) line.pop_back();
            if (!line.empty()) some.push_back(std::move(line));
        }
        if (some.size() > 2) out += run(some).out;
    }
    EXPECT_EQ(run({"normalize"}, text).out, out);
}

// The first of each: what a plain set of normal forms says.
TEST(unique, is_exact) {
    std::string text;
    std::mt19937 random{5};
    for (int i = 0; i < 60000; ++i)
        text += (random() % 2 == 0 ? "http://h/" : "HTTP://H/") + std::to_string(random() % 30000) + '\n';
    const result unique = run({"unique", "-t", "2"}, text);
    const result expected =
        shell("cat > in; $U normalize -f in | paste - in | awk -F'\\t' '!seen[$1]++ { print $2 }'", text);
    EXPECT_TRUE(unique.out == expected.out);
    const result counted = run({"unique", "--count"}, text);
    const result counts =
        shell("cat > in; $U normalize -f in | paste - in | awk -F'\\t' "
              "'!n[$1]++ { k[++m] = $1; v[$1] = $2 } END { for (i = 1; i <= m; ++i) print n[k[i]] \"\\t\" v[k[i]] }'",
              text);
    EXPECT_TRUE(counted.out == counts.out);
}

TEST(unique, by_level) {
    const std::string text = "http://h\nhttp://h/\nhttp://h:80/\nHTTP://h/\nhttp://h/%41\nhttp://h/A\n";
    EXPECT_EQ(run({"unique", "-l", "simple"}, text).out, text);
    EXPECT_EQ(run({"unique"}, text).out, "http://h\nhttp://h/\nhttp://h:80/\nhttp://h/%41\n");
    EXPECT_EQ(run({"unique", "-l", "scheme"}, text).out, "http://h\nhttp://h/%41\n");
    EXPECT_EQ(run({"unique", "-l", "scheme", "-c"}, text).out, "4\thttp://h\n2\thttp://h/%41\n");
    EXPECT_EQ(run({"unique", "-0", "-c"}, std::string{"a\0\0b\0a\0", 7}).out,
              (std::string{"2\ta\0001\t\0001\tb\0", 11}));
}

} // namespace
} // namespace uniform::test

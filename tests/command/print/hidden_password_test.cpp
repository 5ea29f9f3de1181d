// Texts for people have *** in place of a password (RFC 3986 3.2.1, 7.5), unless they ask for it.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "print/hidden_password.hpp"

namespace uniform::test {
namespace {

struct text_case {
    const char *text;
    const char *shown;
    const char *with_delimiters = shown;
};

const text_case texts[]{
    {"ftp://u:secret@h/a", "ftp://u:***@h/a"},
    {"//u:secret@h", "//u:***@h"},
    {"ftp://u:@h/a", "ftp://u:@h/a"},
    {"ftp://u@h:21/a:b@c", "ftp://u@h:21/a:b@c"},
    {"http://h:80/?u:p@x", "http://h:80/?u:p@x"},
    {"mailto:a:b@example.org", "mailto:a:b@example.org"},
    {"urn:example:a:b@c", "urn:example:a:b@c"},
    {"a:b@c", "a:b@c"},
    {"ftp://u:a:b~c%20@h/", "ftp://u:***@h/", "ftp://u:***:~@h/"},
    // no references
    {"ftp://u:my secret@h/", "ftp://u:***@h/", "ftp://u:*** @h/"},
    {"ftp://u:sec%zzret@h/", "ftp://u:***@h/", "ftp://u:***%@h/"},
    {"ftp://u:pa/ss@h/a", "ftp://u:***@h/a", "ftp://u:***/@h/a"},
    {"ftp://u:a@b@h/", "ftp://u:***@h/", "ftp://u:***@@h/"},
    {"http:\\\\u:secret@h", "http:\\\\u:***@h"},
    {"http://h/a b@c:d@e", "http://h/a b@c:d@e"},
    {"http://[::1]/a b@c", "http://[::1]/a b@c"},
    {"http://h:80/a b@c", "http://h:80/a b@c"},
    // the texts that browsers read
    {"http:/u:secret@h/", "http:/u:***@h/"},
    {"HTTP:u:secret@h", "HTTP:u:***@h"},
    {"ftp:///u:secret@h/", "ftp:///u:***@h/"},
    {"urn:/u:secret@h/", "urn:/u:secret@h/"},
    // with something around them, and several
    {"<http://u:secret@h/>", "<http://u:***@h/>"},
    {"URL:http://u:secret@h/ ", "URL:http://u:***@h/ "},
    {"view-source:http://u:secret@h/ x", "view-source:http://u:***@h/ x"},
    {"jdbc:postgresql://u:secret@h/db x", "jdbc:postgresql://u:***@h/db x"},
    {"http://a/ http://u:secret@h/", "http://a/ http://u:***@h/"},
    {"http://u:secret@a/ http://v:secret@b/", "http://u:***@a/ http://v:***@b/"},
    {"http://h:80/?to=http://u:secret@h/", "http://h:80/?to=http://u:***@h/"},
    {"", ""},
};

TEST(hidden_password, is_what_a_person_would_see_as_one) {
    using namespace cli;
    for (const text_case &c : texts) {
        EXPECT_EQ(without_password_text{c.text}.text(), c.shown);
        EXPECT_EQ((without_password_text{c.text, passwords::hidden, redaction::with_delimiters}.text()),
                  c.with_delimiters);
        EXPECT_EQ((without_password_text{c.text, passwords::shown}.text()), c.text);
    }
    const without_password_text shown{"ftp://u:secret@h/a"};
    EXPECT_EQ(shown.at(6), 6U);
    EXPECT_EQ(shown.at(10), 8U);
    EXPECT_EQ(shown.at(14), 11U);
    EXPECT_EQ(shown.at(18), 15U);
    const without_password_text two{"http://u:secret@a/ http://v:secret@b/"};
    EXPECT_EQ(two.at(15), 12U);
    EXPECT_EQ(two.at(30), 25U);
    EXPECT_EQ(two.at(34), 28U);
}

TEST(hidden_password, is_in_no_uri_of_a_sentence) {
    using cli::without_passwords_in;
    EXPECT_EQ(without_passwords_in("no store at postgresql://u:p@h/x, \"http://u:q@h/\" and a@b"),
              "no store at postgresql://u:***@h/x, \"http://u:***@h/\" and a@b");
    EXPECT_EQ(without_passwords_in("not \"<http:/u:p@h/>\""), "not \"<http:/u:***@h/>\"");
    EXPECT_EQ(without_passwords_in("http://a/ and b:c@d"), "http://a/ and b:c@d");
    EXPECT_EQ(without_passwords_in(""), "");
}

TEST(hidden_password, is_in_no_output_for_people) {
    for (const words &line :
         {words{"parse", "ftp://u:s3cret@h/a"}, words{"explain", "ftp://u:s3cret@h/a"},
          words{"explain", "ftp://u:s3cret@h/a b"}, words{"url", "parse", "ftp://u:s3cret@h/a"},
          words{"url", "plan", "ftp://u:s3cret@h/a"}, words{"url", "plan", "telnet://u:s3cret@h/"},
          words{"lint", "ftp://u:s3cret@h/a"}, words{"lint", "http://u:s3cret@h/a?u=\xFF"},
          words{"get", "telnet://u:s3cret@h/"}, words{"get", "ftp://u:s3cret@h:22/a"},
          words{"get", "wais://u:s3cret@h/a"}, words{"get", "file://u:s3cret@h/a b"},
          words{"get", "--gateway", "wais=http://h:1/", "wais://u:s3cret@h/a"}, words{"check", "ftp://u:s3cret@h/a b"},
          words{"normalize", "ftp://u:s3cret@h/a b"}, words{"resolve", "-b", "ftp://u:s3cret@h/a b", "x"},
          words{"edit", "--set", "port=x", "ftp://u:s3cret@h/"},
          words{"edit", "--set", "password=s3cret x", "ftp://u@h/"}}) {
        const result hidden = run_on_terminal(line);
        EXPECT_EQ(hidden.out.find("s3cret"), std::string::npos) << hidden.out;
        EXPECT_NE(hidden.out, "");
    }
}

// The names of all commands, as the help lists them.
std::vector<words> all_commands() {
    std::vector<words> all;
    const std::string help = run({"help"}).out;
    for (std::string_view rest = help; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto end = line.find("  ", 2);
        if (!line.starts_with("  ") || end == std::string_view::npos || line[2] < 'a' || line[2] > 'z') continue;
        words command;
        for (std::string_view name = line.substr(2, end - 2); !name.empty();) {
            const std::string_view word = name.substr(0, name.find(' '));
            command.emplace_back(word);
            name.remove_prefix(std::min(word.size() + 1, name.size()));
        }
        all.push_back(std::move(command));
    }
    return all;
}

// With the arguments, neither what is printed nor a message has the password.
void expect_hidden(const words &command, const words &arguments, bool of_identifiers) {
    words line = command;
    line.insert(line.end(), arguments.begin(), arguments.end());
    const result r = run(line);
    std::string all;
    for (const std::string &word : line) all += word + ' ';
    EXPECT_EQ(r.err.find("s3cret"), std::string::npos) << all << ": " << r.err;
    if (of_identifiers) return;
    EXPECT_EQ(r.out.find("s3cret"), std::string::npos) << all << ": " << r.out;
}

TEST(hidden_password, is_in_no_message_of_any_command) {
    // These commands print identifiers on standard output, for programs.
    const std::set<std::string> of_identifiers{"normalize", "compare", "resolve", "relativize", "edit", "unique",
                                               "complete", "template expand", "repair", "iri to-uri", "iri to-iri",
                                               // The name of a registrar, which is what was given.
                                               "registrar add"};
    // The commands of the service have a store, of this test alone, so that they come as far as the arguments.
    const std::string folder = testing::TempDir() + "hidden_password." + std::to_string(getpid());
    setenv("XDG_DATA_HOME", folder.c_str(), 1);
    ASSERT_EQ(run({"store", "migrate", "--store", folder + "/uniform/uniform.db"}).code, 0);
    const std::vector<words> commands = all_commands();
    EXPECT_GT(commands.size(), 100U);
    const std::string uri = "http://u:s3cret@127.0.0.1/";
    for (const words &command : commands) {
        std::string name;
        for (const std::string &word : command) name += (name.empty() ? "" : " ") + word;
        const bool for_programs = of_identifiers.contains(name);
        expect_hidden(command, {uri}, for_programs);
        expect_hidden(command, {uri, uri}, for_programs);
        expect_hidden(command, {"isbn", uri}, for_programs);
        expect_hidden(command, {"isbn", uri, uri}, for_programs);
        expect_hidden(command, {"<" + uri + ">"}, for_programs);
    }
    unsetenv("XDG_DATA_HOME");
    std::filesystem::remove_all(folder);
}

// The passwords of URLs of other schemes, with text around them, or as browsers read them, are hidden too.
TEST(hidden_password, is_in_no_message_about_a_text) {
    constexpr const char *around[]{"smb://u:s3cret@h/db",
                                   "redis://u:s3cret@h/db",
                                   "unknown://u:s3cret@h/db",
                                   "<http://u:s3cret@h/>",
                                   "URL:http://u:s3cret@h/ ",
                                   "view-source:http://u:s3cret@h/ x",
                                   "jdbc:postgresql://u:s3cret@h/db x",
                                   "http://a/ http://u:s3cret@h/",
                                   "http:/u:s3cret@h/"};
    for (const words &command :
         {words{"parse"}, words{"check"}, words{"explain"}, words{"lint"}, words{"url", "parse"}, words{"url", "plan"},
          words{"urn", "parse"}, words{"urn", "check"}, words{"name", "show"}, words{"name", "resolve"},
          words{"find", "--resolve", "--retrieved"}, words{"template", "check"}, words{"schemes"},
          words{"name", "list", "--prefix"}, words{"urn", "make"}}) {
        for (const char *const text : around) {
            expect_hidden(command, {text}, false);
        }
    }
}

TEST(hidden_password, is_shown_on_request) {
    for (const words &line : {words{"parse", "ftp://u:s3cret@h/a"}, words{"explain", "ftp://u:s3cret@h/a"},
                              words{"url", "parse", "ftp://u:s3cret@h/a"}, words{"url", "plan", "ftp://u:s3cret@h/a"},
                              words{"lint", "ftp://u:s3cret@h/a"}, words{"get", "telnet://u:s3cret@h/"},
                              words{"check", "ftp://u:s3cret@h/a b"}}) {
        words asked = line;
        asked.emplace_back("--show-password");
        EXPECT_NE(run_on_terminal(asked).out.find("s3cret"), std::string::npos) << line.front();
    }
}

TEST(hidden_password, is_in_output_for_programs) {
    EXPECT_NE(run({"parse", "--json", "ftp://u:s3cret@h/a"}).out.find("s3cret"), std::string::npos);
    EXPECT_NE(run({"explain", "--json", "ftp://u:s3cret@h/a"}).out.find("s3cret"), std::string::npos);
    EXPECT_EQ(run({"parse", "--get", "{password}", "ftp://u:s3cret@h/a"}).out, "s3cret\n");
    EXPECT_EQ(run({"normalize", "ftp://u:s3cret@h/a"}).out, "ftp://u:s3cret@h/a\n");
}

// Hiding the password does not change the readings of the text by the editions.
TEST(hidden_password, leaves_the_readings_as_they_are) {
    const result r = run({"explain", "ftp://u:a:b@h/a"});
    EXPECT_NE(r.out.find("rfc1738: \":\" is not allowed here"), std::string::npos) << r.out;
    EXPECT_EQ(r.out.find("a:b"), std::string::npos) << r.out;
}

} // namespace
} // namespace uniform::test

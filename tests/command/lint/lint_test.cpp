// `uniform lint`: what it prints, and its exit codes.

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const char *const misleading = "http://www.example.com&story=breaking_news@192.0.33.8/";

const row rows[]{
    {"lint_finds_nothing", {"lint", "http://example.com/", "urn:example:a"}, "", "", ""},
    {"lint_says_what_where_and_whose",
     {"lint", misleading},
     "",
     "<argument>:1:8: error: \"www.example.com&story=breaking_news\" looks like a host, but is a user name; the host "
     "is \"192.0.33.8\" (RFC 3986 section 7.6) [userinfo-like-host]\n"
     "    http://www.example.com&story=breaking_news@192.0.33.8/\n"
     "           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
     "",
     1},
    {"lint_reads_lines",
     {"lint", "--json"},
     "http://example.com/\r\n\nftp://u:p@h.example/\n",
     "{\"file\": \"<stdin>\", \"line\": 3, \"column\": 9, \"input\": \"ftp://u:p@h.example/\", \"check\": "
     "\"password\", "
     "\"severity\": \"error\", \"offset\": 8, \"end\": 9, \"message\": \"a password in plain text, which histories, "
     "logs and proxies store; it is deprecated and should be treated as an error\", \"document\": \"RFC 3986\", "
     "\"section\": "
     "\"7.5\", \"safer\": \"ftp://u@h.example/\", \"denied\": true}\n",
     "",
     1},
    {"lint_by_rfc8141", {"lint", "-q", "--deny", "scheme-rules", "urn:example:a?b"}, "", "", "", 1},
    {"lint_by_a_draft_of_urns", // -14 2: "?" begins the q-component
     {"lint", "-q", "-e", "urnbis-14", "--deny", "scheme-rules", "urn:example:a?b"},
     "",
     "",
     ""},
    {"lint_by_a_draft_of_urns_sees_r_components",
     {"lint", "-q", "-e", "urnbis-14", "--deny", "r-component", "urn:example:a??r"},
     "",
     "",
     "",
     1},
    {"lint_by_the_last_draft_of_urns", // -16 2.3: in either order
     {"lint", "-q", "-e", "urnbis-16", "--deny", "r-component", "urn:example:a?=q?+r"},
     "",
     "",
     "",
     1},
    {"lint_quiet", {"lint", "-q", misleading}, "", "", "", 1},
    {"lint_notes_are_not_denied", {"lint", "-q", "http://example.com:8080/"}, "", "", ""},
    {"lint_deny_severity", {"lint", "-q", "--deny", "note", "http://example.com:8080/"}, "", "", "", 1},
    {"lint_deny_id", {"lint", "-q", "--deny", "other-port", "http://example.com:8080/"}, "", "", "", 1},
    {"lint_deny_adds_to_the_default", {"lint", "-q", "--deny", "other-port", misleading}, "", "", "", 1},
    {"lint_deny_none", {"lint", "-q", "--deny", "none", misleading}, "", "", ""},
    {"lint_deny_one_alone", {"lint", "-q", "--deny", "other-port", "--deny", "none", misleading}, "", "", ""},
    {"lint_deny_one_alone_and_it_is_there",
     {"lint", "-q", "--deny", "none", "--deny", "other-port", misleading, "http://example.com:8080/"},
     "",
     "",
     "",
     1},
    {"lint_a_finding_may_weigh_less_than_its_check", {"lint", "-q", "ssh://first.last@h.example/"}, "", "", ""},
    {"lint_and_is_a_note_then", {"lint", "-q", "--deny", "note", "ssh://first.last@h.example/"}, "", "", "", 1},
    {"lint_and_an_id_names_all_of_them",
     {"lint", "-q", "--deny", "userinfo-like-host", "ssh://first.last@h.example/"},
     "",
     "",
     "",
     1},
    {"lint_allow_id", {"lint", "--allow", "userinfo-like-host", misleading}, "", "", ""},
    {"lint_allow_severity", {"lint", "--allow", "note", "http://example.com:8080/"}, "", "", ""},
    {"lint_allow_severity_and_those_below", {"lint", "--allow", "error", misleading, "http://a:8080/"}, "", "", ""},
    {"lint_ids_are_exceptions",
     {"lint", "-q", "--allow", "note", "--deny", "other-port", "http://example.com:8080/"},
     "",
     "",
     "",
     1},
    {"lint_unknown_check",
     {"lint", "--deny", "pasword", "a"},
     "",
     "",
     "uniform: --deny: unknown check or severity \"pasword\": did you mean \"password\"?\n"
     "`uniform lint --checks` lists the checks\n",
     2},
    {"lint_json_or_sarif",
     {"lint", "--json", "--sarif", "a"},
     "",
     "",
     "uniform: --json and --sarif exclude each other\n*",
     2},
    {"lint_no_such_file", {"lint", "-f", "/no/such/file"}, "", "", "*", 3},
    {"lint_in_text_no_such_file", {"lint", "--in-text", "/no/such/file"}, "", "", "*", 3},
    {"lint_too_long", {"lint", "--max-length", "10", "http://example.com/"}, "", "", "*", 1},
    {"lint_in_text",
     {"lint", "--in-text", "--allow", "warning"},
     "see\n  \xC3\xBC <http://u:p@h.example/> or\n<http://h.\nexample:25/>",
     "<stdin>:2:16: error: a password in plain text, which histories, logs and proxies store; it is deprecated and "
     "should be treated as an error (RFC 3986 section 7.5) [password]\n"
     "    http://u:***@h.example/\n"
     "             ^^^\n"
     "    safer: http://u@h.example/\n"
     "<stdin>:3:2: error: port 25 is that of SMTP; the port of http is 80: the content of the identifier may be a "
     "command for the service on that port (RFC 3986 section 7.2) [well-known-port]\n"
     "    http://h.example:25/\n"
     "                     ^^\n",
     "",
     1},
};

// Texts that common software reads as one identifier though no URI goes on there; and similar texts in source code and
// prose.
struct run_row {
    const char *name;
    std::string in;
    std::string found; // "LINE:COLUMN ID", one a line, of what is more than a note
};

const run_row run_rows[]{
    {"a_host_beyond_ascii", "<http://\xD0\xBF\xD0\xB0\xD0\xB9.example/> x", "1:9 non-ascii\n"},
    {"a_backslash_before_at", R"(x = "http://h.example\@evil.example/";)", "1:13 userinfo-like-host\n1:22 backslash\n"},
    {"an_escape_before_at", R"("http://h.example\n@evil.example/")", "1:9 userinfo-like-host\n1:18 backslash\n"},
    {"a_bar_before_at", "http://h.example|@evil.example/", "1:8 userinfo-like-host\n1:17 unencoded-character\n"},
    {"a_bidi_control", "see http://h.example/\xE2\x80\xAEgpj ok", "1:22 bidi-character\n"},
    {"a_backslash_in_a_port", R"(http://h:80\80/x)", "1:12 backslash\n"},
    {"a_wide_dot",
     "http://a\xE3\x80\x82"
     "b.example/",
     "1:9 non-ascii\n"},
    {"a_wide_slash", "http://h.example\xEF\xBC\x8Fx.example/", "1:8 idna-invalid\n1:10 confusable\n1:17 non-ascii\n"},
    {"without_an_authority", "mailto:joe@h.example\xC3\xA9 urn:example:a\\b", "1:21 non-ascii\n1:37 backslash\n"},
    {"escapes_end_it", R"(printf("http://h.example/\n"); "http://h.example\nand\"" r"https://www\.example\.com/")", ""},
    {"a_line_continuation", "curl http://h.example/ \\\n  http://h.example/\\\n", ""},
    {"curly_brackets", "http://h.example/{id} https://{user}:{password}@h.example/", ""},
    {"sentences_end_it",
     "http://h.example\xE3\x80\x82 \xE2\x80\x9Chttp://h.example/\xE2\x80\x9D http://h.example/\xE2\x80\x94x "
     "\xE8\xA7\x81http://h.example\xE3\x80\x82\xE8\xB0\xA2",
     ""},
    {"isolates_around_it", "\xE2\x81\xA8http://h.example/\xE2\x81\xA9", ""},
    {"colours_of_a_log", "\x1B[1mhttp://h.example/\x1B[0m", ""},
    {"where_pieces_of_the_file_meet", std::string(262140, ' ') + R"(http://h:80\80/x)", "1:262152 backslash\n"},
    {"where_pieces_meet_behind_a_uri", std::string(262143 - 14, ' ') + "urn:example:a\xC3\xA9", "1:262143 non-ascii\n"},
};

TEST(lint_in_text, reads_on_where_software_does) {
    for (const run_row &r : run_rows) {
        const result answer = run({"lint", "--in-text", "--allow", "note", "--json"}, r.in);
        std::istringstream lines{answer.out};
        std::string found;
        for (std::string line; std::getline(lines, line);) {
            const auto one = nlohmann::json::parse(line);
            found += std::to_string(one.at("line").get<int>()) + ':' + std::to_string(one.at("column").get<int>()) +
                     ' ' + one.at("check").get<std::string>() + '\n';
        }
        EXPECT_EQ(found, r.found) << r.name;
    }
}

// With a square these would take many minutes.
TEST(lint_in_text, long_texts) {
    for (const std::string piece : {"http://", "a://", "http://\xC3\xA9", "http://a\\n", "|", "\\n", "\xE3\x80\x82",
                                    "http://h\\ ", "urn:example:a\xC3\xA9 ", "\\n@"}) {
        std::string text = "http://";
        while (text.size() < 300'000) text += piece; // if the time were quadratic: minutes
        const auto start = std::chrono::steady_clock::now();
        const result answer = run({"lint", "--in-text", "-q"}, text);
        EXPECT_LE(answer.code, 1) << piece;
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{30}) << piece;
    }
}

class lint_command : public testing::TestWithParam<row> {};
TEST_P(lint_command, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, lint_command, testing::ValuesIn(rows),
                         [](const auto &r) { return std::string{r.param.name}; });

TEST(lint_checks_command, lists_each_once) {
    const result table = run({"lint", "--checks"});
    const result json = run({"lint", "--checks", "--json"});
    EXPECT_EQ(table.code, 0);
    EXPECT_EQ(std::ranges::count(table.out, '\n'), std::ranges::count(json.out, '\n'));
    EXPECT_TRUE(table.out.contains("\npassword "));
    EXPECT_TRUE(json.out.contains("{\"check\": \"rare-ipv4\", \"severity\": \"error\", "));
}

// SARIF 2.1.0: 3.13 sarifLog, 3.14 run, 3.18 tool, 3.27 result, 3.30 region, 3.55 fix.
TEST(lint_sarif, is_one_document) {
    const result answer =
        shell("printf '\\xEF\\xBB\\xBFhttp://example.com/\\n\\xC3\\xBC ftp://u:p@h.example/\\n' > 'a b:c'; "
              "\"$U\" lint --in-text --sarif 'a b:c'");
    EXPECT_EQ(answer.code, 1);
    const auto log = nlohmann::json::parse(answer.out);
    EXPECT_EQ(log.at("version"), "2.1.0");
    ASSERT_EQ(log.at("runs").size(), 1U);
    const auto &only = log.at("runs").at(0);
    EXPECT_EQ(only.at("columnKind"), "unicodeCodePoints");
    const auto &driver = only.at("tool").at("driver");
    EXPECT_EQ(driver.at("name"), "uniform");
    for (const auto &rule : driver.at("rules")) {
        EXPECT_FALSE(rule.at("id").get<std::string>().empty());
        EXPECT_FALSE(rule.at("shortDescription").at("text").get<std::string>().empty());
        EXPECT_FALSE(rule.at("help").at("text").get<std::string>().empty());
    }
    ASSERT_EQ(only.at("results").size(), 1U);
    const auto &found = only.at("results").at(0);
    EXPECT_EQ(found.at("ruleId"), "password");
    EXPECT_EQ(driver.at("rules").at(found.at("ruleIndex").get<std::size_t>()).at("id"), "password");
    EXPECT_EQ(found.at("level"), "error");
    EXPECT_FALSE(found.at("message").at("text").get<std::string>().empty());
    const auto &place = found.at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("artifactLocation").at("uri"), "./a%20b:c");
    const nlohmann::json region = {
        {"startLine", 2}, {"startColumn", 11}, {"endColumn", 12}, {"byteOffset", 34}, {"byteLength", 1}};
    EXPECT_EQ(place.at("region"), region);
    const auto &change = found.at("fixes").at(0).at("artifactChanges").at(0);
    EXPECT_EQ(change.at("replacements").at(0).at("insertedContent").at("text"), "ftp://u@h.example/");
    EXPECT_EQ(change.at("replacements").at(0).at("deletedRegion").at("byteLength"), 20);
    EXPECT_EQ(found.at("partialFingerprints").at("uniformFinding/v1").get<std::string>().size(), 16U);
}

TEST(lint_sarif, offsets_of_lines_count_the_byte_order_mark) {
    const result answer =
        shell("printf '\\xEF\\xBB\\xBFhttp://example.com/\\r\\n\\nftp://u:p@h.example/' > f; \"$U\" lint --sarif -f f");
    const auto log = nlohmann::json::parse(answer.out);
    const auto &region =
        log.at("runs").at(0).at("results").at(0).at("locations").at(0).at("physicalLocation").at("region");
    EXPECT_EQ(region.at("startLine"), 3);
    EXPECT_EQ(region.at("byteOffset"), 3 + 21 + 1 + 8);
}

TEST(lint_sarif, without_findings_is_a_document_too) {
    const result answer = run({"lint", "--sarif", "http://example.com/"});
    EXPECT_EQ(answer.code, 0);
    EXPECT_TRUE(nlohmann::json::parse(answer.out).at("runs").at(0).at("results").empty());
}

TEST(lint_sarif, what_was_not_read_is_not_clean) {
    const auto invocation_of = [](const result &answer) {
        return nlohmann::json::parse(answer.out).at("runs").at(0).at("invocations").at(0);
    };
    EXPECT_EQ(invocation_of(run({"lint", "--sarif", "http://example.com/"})).at("executionSuccessful"), true);
    for (const result &answer :
         {run({"lint", "--sarif", "-f", "/no/such/file"}), run({"lint", "--sarif", "--in-text", "/no/such/file"}),
          run({"lint", "--sarif", "--max-length", "5", "http://example.com/"})}) {
        const auto invocation = invocation_of(answer);
        EXPECT_NE(answer.code, 0);
        EXPECT_EQ(invocation.at("executionSuccessful"), false);
        EXPECT_EQ(invocation.at("toolExecutionNotifications").size(), 1U);
    }
}

// 3.33: an argument is in no file that a host could show or change.
TEST(lint_sarif, arguments_have_no_artifact) {
    const result answer = run({"lint", "--sarif", "ftp://u:p@h.example/"});
    const auto found = nlohmann::json::parse(answer.out).at("runs").at(0).at("results").at(0);
    EXPECT_EQ(found.at("locations").at(0).at("logicalLocations").at(0).at("name"), "argument 1");
    EXPECT_FALSE(found.at("locations").at(0).contains("physicalLocation"));
    EXPECT_FALSE(found.contains("fixes"));
}

TEST(lint_sarif, long_identifiers_are_not_repeated) {
    const std::string text = "ftp://u:p@h.example/" + std::string(100'000, 'a') + "\n";
    const result answer = run({"lint", "--sarif"}, text);
    EXPECT_LT(answer.out.size(), 60'000U);
    EXPECT_EQ(
        nlohmann::json::parse(answer.out).at("runs").at(0).at("results").at(0).at("properties").at("identifierLength"),
        text.size() - 1);
}

TEST(lint_sarif, many_results_in_many_blocks) {
    std::string in;
    for (int i = 0; i < 20000; ++i) in += "ftp://u:p" + std::to_string(i) + "@h.example/\n";
    const result answer = run({"lint", "--sarif", "--allow", "warning", "-t", "4"}, in);
    EXPECT_EQ(answer.code, 1);
    const auto results = nlohmann::json::parse(answer.out).at("runs").at(0).at("results");
    ASSERT_EQ(results.size(), 20000U);
    for (std::size_t i = 0; i < results.size(); ++i) {
        ASSERT_EQ(results[i].at("locations").at(0).at("physicalLocation").at("region").at("startLine"), i + 1);
    }
}

TEST(lint_terminal, no_control_reaches_it) {
    const result answer = run_on_terminal({"lint", "http://h.example/\x1B]0;x\x07\xE2\x80\xAE"});
    EXPECT_FALSE(answer.out.contains("\x1B]"));
    EXPECT_FALSE(answer.out.contains('\x07'));
    EXPECT_FALSE(answer.out.contains("\xE2\x80\xAE"));
}

} // namespace
} // namespace uniform::test

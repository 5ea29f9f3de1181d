// --csv, --tsv and --ndjson: RFC 4180 (with its quoting and line ends kept), text/tab-separated-values, objects on
// lines.

#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const std::string table =
    "id,url,note\r\n1,HTTP://Example.COM:80/%7ea,\"x, \"\"y\"\"\"\r\n2,\"http://a b/\",n\r\n3,,empty\r\n";
const std::string space_at_12 = "<stdin>:3:12: a space is not allowed here (reg-name, RFC 3986 section 3.2.2)\n";

const row rows[] = {
    // Results in the column, in another one, and made by templates; all else stays as it is written.
    {"in_place",
     {"normalize", "--csv", "--field", "url"},
     table,
     "id,url,note\r\n1,http://example.com:80/~a,\"x, \"\"y\"\"\"\r\n2,\"http://a b/\",n\r\n3,,empty\r\n",
     space_at_12,
     1},
    {"by_number", {"normalize", "--csv", "--field", "2"}, "a,b\nA:%7e,B:%7e\n", "a,b\nA:%7e,b:~\n", ""},
    {"in_another_column",
     {"normalize", "--csv", "--field", "url", "--into", "normal"},
     table,
     "id,url,note,normal\r\n1,HTTP://Example.COM:80/%7ea,\"x, \"\"y\"\"\",http://example.com:80/~a\r\n2,\"http://a "
     "b/\",n,\r\n3,,empty,\r\n",
     space_at_12,
     1},
    {"in_a_column_that_is_there",
     {"normalize", "--csv", "--field", "url", "--into", "id"},
     "id,url\n1,A:\n\"2\",B:\n",
     "id,url\na:,A:\n\"b:\",B:\n",
     ""},
    {"by_templates",
     {"parse", "--csv", "--field", "url", "--into", "host={host}", "--into", "domain={host.registrable}"},
     table,
     "id,url,note,host,domain\r\n1,HTTP://Example.COM:80/%7ea,\"x, \"\"y\"\"\",Example.COM,example.com\r\n2,\"http://a "
     "b/\",n,,\r\n3,,empty,,\r\n",
     space_at_12,
     1},
    {"several_results",
     {"normalize", "--csv", "--field", "url", "--into", "path={path}", "--into", "url"},
     "url\nHTTP://A/%7e\n",
     "url,path\nhttp://a/~,/~\n",
     ""},
    {"a_result_that_needs_quotation_marks",
     {"decode", "path", "--csv", "--field", "t"},
     "t,u\na%2Cb,\nc%22%0Ad,\n",
     "t,u\n\"a,b\",\n\"c\"\"\nd\",\n",
     ""},
    {"line_ends_within_fields",
     {"normalize", "--csv", "--field", "u"},
     "n,u\n\"1\n2\",A:\nx,b c\n",
     "n,u\n\"1\n2\",a:\nx,b c\n",
     "<stdin>:4:4: a space is not allowed here (*\n",
     1},
    {"another_delimiter",
     {"normalize", "--csv", "--delimiter", ";", "--field", "u"},
     "u;v\nA:,;1\n",
     "u;v\na:,;1\n",
     ""},
    {"no_header",
     {"normalize", "--csv", "--no-header", "--field", "1", "--into", "4"},
     "A:,x\nB:\n",
     "A:,x,,a:\nB:,,,b:\n",
     ""},
    {"a_byte_order_mark_stays",
     {"normalize", "--csv", "--field", "u"},
     "\xEF\xBB\xBFu\nA:\n",
     "\xEF\xBB\xBFu\na:\n",
     ""},
    {"a_last_line_without_an_end", {"normalize", "--csv", "--field", "u"}, "u\nA:", "u\na:\n", ""},
    {"tsv", {"normalize", "--tsv", "--field", "u"}, "u\tv\nA:\t\"q\n", "u\tv\na:\t\"q\n", ""},
    {"tsv_has_no_line_ends_in_fields",
     {"decode", "path", "--tsv", "--field", "u"},
     "u\na%0Ab\n",
     "u\n\n",
     "<stdin>:2:1: the result has a TAB or a line end, which tab-separated values do not have\n",
     1},
    {"ndjson",
     {"normalize", "-e", "rfc3987", "--ndjson", "--field", "url"},
     "{\"id\": 1, \"url\": \"HTTP:\\/\\/A\\/\\u00fc%7e\", \"n\": {\"url\": "
     "\"X:\"}}\n{\"u\\u0072l\":\"B:\"}\n\n{\"x\":1.0}\n",
     "{\"id\": 1, \"url\": \"http://a/\u00FC~\", \"n\": {\"url\": \"X:\"}}\n{\"u\\u0072l\":\"b:\"}\n\n{\"x\":1.0}\n",
     ""},
    {"ndjson_into_members",
     {"parse", "--ndjson", "--field", "url", "--into", "host={host}", "--into", "id"},
     "{\"id\": 1, \"url\": \"http://a/\"}\n{}\n{\"url\":null}\n{\"url\":\"\"}\n",
     "{\"id\": \"http://a/\", \"url\": \"http://a/\", \"host\": \"a\"}\n{\"host\":null,\"id\":null}\n{\"url\":null,"
     "\"host\":null,\"id\":null}\n{\"url\":\"\",\"host\":null,\"id\":null}\n",
     ""},
    {"ndjson_by_a_pointer", // RFC 6901
     {"normalize", "--ndjson", "--field", "/l/1/a~1b"},
     "{\"l\":[{},{\"a/b\":\"A:\"}],\"z\":[1]}\n{\"l\":7}\n{\"l\":[]}\n",
     "{\"l\":[{},{\"a/b\":\"a:\"}],\"z\":[1]}\n{\"l\":7}\n{\"l\":[]}\n",
     ""},

    {"ndjson_into_a_place",
     {"normalize", "--ndjson", "--field", "u", "--into", "/l/0/n"},
     "{\"u\":\"A:\",\"l\":[{\"n\":1}]}\n{\"u\":\"A:\",\"l\":[]}\n",
     "{\"u\":\"A:\",\"l\":[{\"n\":\"a:\"}]}\n{\"u\":\"A:\",\"l\":[]}\n",
     "<stdin>:2:17: the object has nothing at \"/l/0/n\"\n",
     1},

    // Commands that choose rows
    {"unique",
     {"unique", "--csv", "--field", "u"},
     "n,u\n1,http://A/\n2,b\n3,http://a/\n4,\n5,\n",
     "n,u\n1,http://A/\n2,b\n4,\n5,\n",
     ""},
    {"check_list_valid",
     {"check", "--csv", "--field", "url", "--list", "valid"},
     table,
     "id,url,note\r\n1,HTTP://Example.COM:80/%7ea,\"x, \"\"y\"\"\"\r\n",
     space_at_12,
     1},
    {"check_list_invalid",
     {"check", "--csv", "--field", "url", "--list", "invalid"},
     table,
     "id,url,note\r\n2,\"http://a b/\",n\r\n",
     space_at_12,
     1},
    {"check_into_a_column",
     {"check", "--csv", "--field", "url", "--into", "error"},
     table,
     "id,url,note,error\r\n1,HTTP://Example.COM:80/%7ea,\"x, \"\"y\"\"\",\r\n2,\"http://a b/\",n,a space is not "
     "allowed here\r\n3,,empty,\r\n",
     space_at_12,
     1},

    // Inputs that are not valid, and rows that cannot be read
    {"on_error_drop",
     {"normalize", "--csv", "--field", "u", "--on-error", "drop"},
     "u,v\nb c,1\nA:,2\n",
     "u,v\na:,2\n",
     "",
     1},
    {"on_error_stop",
     {"normalize", "--csv", "--field", "u", "--on-error", "stop"},
     "u,v\nA:,1\nb c,2\nC:,3\n",
     "u,v\na:,1\n",
     "<stdin>:3:2: a space is not allowed here (*\n",
     1},
    {"on_error_keep",
     {"normalize", "--csv", "--field", "u", "--into", "n", "--on-error", "keep"},
     "u\nb c\n",
     "u,n\nb c,b c\n",
     "<stdin>:2:2: a space is not allowed here (*\n",
     1},
    {"rows_of_other_sizes",
     {"normalize", "--csv", "--field", "u", "--into", "w"},
     "n,u,v\n1\n1,A:\n1,A:,2,3\n\n",
     "n,u,v,w\n1\n1,A:,,a:\n1,A:,2,3\n\n",
     "<stdin>:2:1: the row has 1 field, and the input is number 2\n<stdin>:4:1: the row has 4 fields, and the header "
     "3\n",
     1},
    {"a_quotation_mark_that_nothing_closes",
     {"normalize", "--csv", "--field", "u"},
     "u\nA:\n\"B:\nC:\n",
     "u\na:\n\"B:\nC:\n",
     "<stdin>:3:1: a quotation mark is not closed\n",
     1},
    {"nul",
     {"normalize", "--csv", "--field", "u"},
     {"u\nA:\0b\n", 7},
     {"u\nA:\0b\n", 7},
     "<stdin>:2:3: NUL is in no identifier\n",
     1},
    {"no_objects",
     {"normalize", "--ndjson", "--field", "u"},
     "[1]\n{\"u\" \"x\"}\n{\"u\":\"A:\"} x\n{\"u\":7}\n{\"u\":\"x\",\"u\":\"y\"}\n{\"u\":\"\\ud800\"}\n{\"u\":\"x}\n",
     "[1]\n{\"u\" \"x\"}\n{\"u\":\"A:\"} x\n{\"u\":7}\n{\"u\":\"x\",\"u\":\"y\"}\n{\"u\":\"\\ud800\"}\n{\"u\":\"x}\n",
     "<stdin>:1:1: a JSON object is expected\n<stdin>:2:6: \":\" is expected\n<stdin>:3:12: nothing is expected after "
     "the object\n<stdin>:4:6: a string is expected\n<stdin>:5:10: the member is repeated\n<stdin>:6:*\n<stdin>:7:6: a "
     "value is expected\n",
     1},
    {"no_such_column",
     {"normalize", "--csv", "--field", "x"},
     "u,v\nA:,1\n",
     "",
     "uniform: <stdin>: there is no column \"x\", only \"u\", \"v\"\n",
     1},
    {"columns_of_the_same_name",
     {"normalize", "--csv", "--field", "u"},
     "u,u\nA:,1\n",
     "",
     "uniform: <stdin>: several columns are called \"u\"; a number tells them apart\n",
     1},

    // Options that make no sense
    {"no_field", {"normalize", "--csv"}, "", "", "uniform: --csv needs --field, *", 2},
    {"two_formats", {"normalize", "--csv", "--tsv", "--field", "u"}, "", "", "uniform: --csv, --tsv and --ndjson *", 2},
    {"arguments", {"normalize", "--csv", "--field", "u", "A:"}, "", "", "uniform: --csv reads files *", 2},
    {"json", {"normalize", "--csv", "--field", "u", "--json"}, "", "", "uniform: *--csv*--json*", 2},
    {"a_field_without_a_table", {"normalize", "--field", "u"}, "", "", "uniform: --field, --into, *", 2},
    {"a_delimiter_of_two",
     {"normalize", "--csv", "--delimiter", ",,", "--field", "u"},
     "",
     "",
     "uniform: --delimiter is *",
     2},
    {"no_number", {"normalize", "--csv", "--no-header", "--field", "u"}, "", "", "uniform: \"u\" is no number *", 2},
    {"no_template",
     {"parse", "--csv", "--field", "u", "--into", "h={hos}"},
     "",
     "",
     "uniform: --into: unknown name*",
     2},
    {"twice",
     {"parse", "--csv", "--field", "u", "--into", "h", "--into", "h"},
     "",
     "",
     "uniform: --into names \"h\" twice*",
     2},
    {"no_pointer", {"parse", "--ndjson", "--field", "/~2"}, "", "", "uniform: \"/~2\": *", 2},
    {"no_results", {"lint", "--csv", "--field", "u"}, "", "", "uniform: this command prints no results *", 2},
};

class tables : public testing::TestWithParam<row> {};
TEST_P(tables, are_rows) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, tables, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

std::string lines_of(std::uint32_t seed, unsigned count) {
    std::mt19937 random{seed};
    constexpr std::string_view letters = "aB.:/?#%7e[]@ \"\\,";
    std::string lines;
    for (unsigned i = 0; i < count; ++i) {
        if (random() % 3 != 0) lines += "HTTP://Example.org/";
        for (auto n = 1 + random() % 12; n != 0; --n) lines += letters[random() % letters.size()];
        lines += '\n';
    }
    return lines;
}

std::string quoted(std::string_view line) {
    std::string out = "\"";
    for (const char c : line) out += c == '"' ? "\"\"" : std::string{c};
    return out + '"';
}

// A command says of the fields of a table what it says of lines, with one thread and with several.
TEST(tables, answer_as_lines_do) {
    const words commands[]{{"normalize"},
                           {"normalize", "--level", "scheme"},
                           {"edit", "--set", "fragment=f"},
                           {"repair"},
                           {"iri", "to-uri"},
                           {"complete"},
                           {"encode", "path"},
                           {"parse", "--get", "{host}{path}"},
                           {"resolve", "--base", "http://h/a/b"},
                           {"host", "ascii"},
                           {"normalize", "--edition", "whatwg"}};
    const std::string lines = lines_of(34, 4000);
    std::string csv = "note,url\n";
    std::string ndjson;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
        const std::string_view line = std::string_view{lines}.substr(at, lines.find('\n', at) - at);
        csv += "\"a\nb\"," + quoted(line) + '\n';
        ndjson += nlohmann::json{{"url", line}}.dump() + '\n';
    }
    for (words command : commands) {
        command.insert(command.end(), {"--on-error", "keep"});
        const result expected = run(command, lines);
        for (const char *threads : {"1", "5"}) {
            words of_table = command;
            of_table.insert(of_table.end(), {"--csv", "--field", "url", "--threads", threads});
            const result got = run(of_table, csv);
            EXPECT_EQ(got.code, expected.code) << command[0];
            std::string wanted = "note,url\n";
            for (std::size_t at = 0; at < expected.out.size(); at = expected.out.find('\n', at) + 1) {
                const std::string_view text = expected.out;
                wanted += "\"a\nb\"," + quoted(text.substr(at, text.find('\n', at) - at)) + '\n';
            }
            EXPECT_TRUE(got.out == wanted) << command[0] << ' ' << threads;
        }
        words of_objects = command;
        of_objects.insert(of_objects.end(), {"--ndjson", "--field", "url"});
        const result got = run(of_objects, ndjson);
        EXPECT_EQ(got.code, expected.code) << command[0];
        std::string values;
        for (std::size_t at = 0; at < got.out.size(); at = got.out.find('\n', at) + 1)
            values +=
                nlohmann::json::parse(got.out.substr(at, got.out.find('\n', at) - at))["url"].get<std::string>() + '\n';
        EXPECT_TRUE(values == expected.out) << command[0];
    }
}

// Two tables with the same columns are one; one with other columns is refused, and nothing of it is printed.
TEST(tables, of_several_files) {
    const result same =
        shell("printf 'u,v\\nA:,1\\n' >a; printf 'u,v\\nB:,2\\n' >b; $U normalize --csv --field u -f a -f b");
    EXPECT_EQ(same.out, "u,v\na:,1\nb:,2\n");
    const result other =
        shell("printf 'u,v\\nA:,1\\n' >a; printf 'v,u\\n2,B:\\n' >b; $U normalize --csv --field u -f a -f b; echo $?");
    EXPECT_EQ(other.out, "u,v\na:,1\nuniform: b: its columns are not those of the first table: \"v\", \"u\"\n1\n");
}

// A row beyond the limit ends its table: its end may be in its middle.
TEST(tables, have_rows_with_a_limit) {
    const std::string longer(5U << 20, 'x');
    const result r = run({"normalize", "--csv", "--field", "u", "--max-length", "1M"}, "u\nA:\n\"" + longer + "\nB:\n");
    EXPECT_EQ(r.out, "u\na:\n");
    EXPECT_EQ(r.code, 1);
    EXPECT_TRUE(r.err.contains("a row has more than 4194")) << r.err;
    const result header = run({"normalize", "--csv", "--field", "u", "--max-length", "1M"}, longer);
    EXPECT_EQ(header.out, "");
    EXPECT_TRUE(header.err.contains("a row has more than 4194")) << header.err;
}

} // namespace
} // namespace uniform::test

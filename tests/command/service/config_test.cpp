// uniform config check, show and reference.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(config, check_prints_nothing_for_valid_settings) {
    const result r = shell("printf '[server]\\nport = 8080\\n' > u.toml; $U config check u.toml");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "");
}

TEST(config, check_reports_line_and_column) {
    const result r = shell("printf '[server]\\nprot = 8080\\nworkers = 0\\n' > u.toml; $U config check u.toml");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out, "uniform: u.toml:2:1: unknown setting \"server.prot\": did you mean \"server.port\"?\n"
                     "uniform: u.toml:3:11: server.workers 0 is too small: at least 1\n");
}

TEST(config, a_header_of_a_section_without_a_key) {
    for (const char *text : {"[[[", "[=", "[#", "[.a]", "[!]", "[\u00e9]", "[[=", "[[#]]", "[a.=]", "[[a.!]]"}) {
        const result r = shell("printf '%s\\n' '[server]' 'port = 8080' '" + std::string{text} +
                               "' > u.toml; $U config check u.toml");
        EXPECT_EQ(r.code, 1) << text << r.out;
        EXPECT_THAT(r.out, testing::StartsWith("uniform: u.toml:3:")) << text;
        EXPECT_THAT(r.out, HasSubstr(": not TOML: ")) << text;
    }
}

TEST(config, a_value_without_a_beginning) {
    for (const char *list : {"[}", "[\"::1\", }"}) {
        const result r = shell("printf '%s\\n' '[limits]' 'trusted_proxies = " + std::string{list} +
                               "' '[server]' > u.toml; $U config check u.toml");
        EXPECT_EQ(r.code, 1) << list;
        EXPECT_EQ(r.out, "uniform: u.toml:2: not TOML: a key or value is malformed\n") << list;
    }
}

TEST(config, each_beginning_of_a_file_with_another_character) {
    const result r = shell(R"(cat > try.py <<'END'
import subprocess, sys
whole = '[server]\nport = 8080\naddress = "::1"\n[limits]\ntrusted_proxies = ["::1", "10.0.0.0/8"]\n[a."b"]\n'
files = []
for end in range(len(whole) + 1):
    for c in "[]{}=#.,\"'\u00e9\n":
        for more in ("", c, "\n[="):
            files.append(whole[:end] + c + more)
for step in range(0, len(files), 41):
    with open("u.toml", "w", encoding="utf-8") as f:
        f.write(files[step])
    code = subprocess.run([sys.argv[1], "config", "check", "--quiet", "u.toml"], capture_output=True).returncode
    if code not in (0, 1):
        print(code, repr(files[step]))
END
python3 try.py $U)");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, "");
}

TEST(config, check_says_the_range) {
    const result r = shell("printf '[server]\\nworkers = -1\\n' > u.toml; $U config check u.toml");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out, "uniform: u.toml:2:11: server.workers -1 is too small: at least 1\n");
}

TEST(config, check_goes_by_lines) {
    const result r =
        shell("printf '[tls]\\n[server]\\nworkers = 0\\nprot = 1\\n[links]\\nrate = 0\\n[demo]\\nfil = 1\\n' > u.toml; "
              "UNIFORM_SERVER_POOL=x $U config check u.toml 2>&1 | cut -d: -f2,3");
    EXPECT_EQ(
        r.out,
        " u.toml:1\n u.toml:3\n u.toml:4\n u.toml:6\n u.toml:8\n UNIFORM_SERVER_POOL: \"x\" is not a whole number\n");
    // The problems that are found when all files are read.
    const result both =
        shell("printf '[server]\\npublic_url = \"x\"\\naddress = \"y\"\\n[harvest]\\nzone = \"a b\"\\n' > u.toml; "
              "$U config check u.toml 2>&1 | cut -d: -f3");
    EXPECT_EQ(both.out, "2\n3\n5\n");
}

TEST(config, check_looks_whether_certificate_and_key_belong_together) {
    const result r =
        shell("for n in a b; do openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $n.key "
              "-out $n.pem -days 2 -subj /CN=test 2> log || exit 9; done; "
              "$U config check --set server.certificate=a.pem --set server.private_key=a.key; echo $?; "
              "$U config check --set server.certificate=a.pem --set server.private_key=b.key; echo $?; "
              "$U config check --set server.certificate=a.key --set server.private_key=a.key 2>&1 | cut -c-100; "
              "$U config check --quiet --set server.certificate=a.pem --set server.private_key=b.key; echo $?");
    EXPECT_THAT(r.out, testing::StartsWith("0\nuniform: server.certificate, server.private_key: the private key b.key "
                                           "does not belong to the certificate"));
    EXPECT_THAT(r.out, testing::HasSubstr(
                           "\n1\nuniform: server.certificate, server.private_key: the certificate a.key cannot"));
    EXPECT_THAT(r.out, testing::EndsWith("\n1\n"));
}

TEST(config, check_reads_environment_and_flags_too) {
    const result r = shell("UNIFORM_SERVER_PORT=x $U config check --set links.rate=0");
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.out, "uniform: UNIFORM_SERVER_PORT: \"x\" is not a whole number\n"
                     "uniform: --set links.rate: \"0\" is too small: at least 1\n");
}

TEST(config, the_file_is_the_argument_or_that_of_the_option_or_the_environment) {
    const std::string make = "printf '[server]\\nport = 8080\\n' > u.toml; ";
    for (const char *line : {"$U config show u.toml", "$U config show --config u.toml", "$U config show -c u.toml",
                             "UNIFORM_CONFIG=u.toml $U config show"}) {
        const result r = shell(make + line + " | grep '^port'");
        EXPECT_THAT(r.out, testing::MatchesRegex("port = 8080 +# u.toml:2:1\n")) << line;
    }
}

TEST(config, a_file_that_cannot_be_read) {
    EXPECT_EQ(shell("$U config check nowhere.toml").code, 3);
    EXPECT_THAT(shell("$U config check nowhere.toml").out, HasSubstr("nowhere.toml: No such file or directory"));
    EXPECT_EQ(shell("mkdir d; $U config check d").code, 3);
    EXPECT_EQ(shell("$U config check a b").code, 2);
}

TEST(config, what_is_shown_is_a_file_that_can_be_read) {
    const result r = shell("$U config show --set links.rate=7 > u.toml && $U config check u.toml && "
                           "$U config show u.toml | grep '^rate '");
    EXPECT_EQ(r.code, 0);
    EXPECT_THAT(r.out, testing::MatchesRegex("rate = 7 +# u.toml:[0-9]+:1\n"));
}

TEST(config, sources_are_shown) {
    const result r = shell("UNIFORM_SERVER_WORKERS=2 $U config show --port 99 | grep -E '^(# )?(port|workers|pool) '");
    EXPECT_THAT(r.out, HasSubstr("# --set server.port\n"));
    EXPECT_THAT(r.out, HasSubstr("# UNIFORM_SERVER_WORKERS\n"));
    EXPECT_THAT(r.out, testing::ContainsRegex("# pool = 32 +# default\n")) << "a default is not frozen";
    EXPECT_THAT(shell("$U config show --json --port 99").out,
                HasSubstr("\"server.port\": {\n    \"value\": 99,\n    \"source\": \"flag\""));
}

TEST(config, passwords_stay_hidden) {
    const result r = shell("UNIFORM_STORE_LOCATION=postgresql://u:swordfish@h/d $U config show; "
                           "UNIFORM_STORE_LOCATION=postgresql://u:swordfish@h/d $U config show --json");
    EXPECT_THAT(r.out, HasSubstr("postgresql://u:***@h/d"));
    EXPECT_THAT(r.out, HasSubstr("# location = ")) << "read back, it would be the password";
    EXPECT_THAT(r.out, Not(HasSubstr("swordfish")));
}

TEST(config, passwords_that_are_not_encoded_stay_hidden) {
    struct row {
        std::string location;
        int code;
    };
    for (const auto &[location, code] :
         {row{"postgresql://u:swordfish%zz@h/d", 1}, row{"postgresql://u:swordfish@x@h/d", 1},
          row{"postgresql://u:x@swordfish@h/d", 1}, row{"postgresql://u:swordfish/x@h/d", 1},
          row{"postgresql://u:x/swordfish@h/d", 1}, row{"postgresql://u:x?swordfish@h/d", 1},
          row{"postgresql://u:x#swordfish@h/d", 1}, row{"postgresql://h/d?password=swordfish%zz", 1},
          row{"postgresql://h/d?pass%77ord=swordfish%zz", 1}, row{"mysql://u:swordfish@h/d", 1},
          row{"POSTGRESQL://u:swordfish%zz@h/d", 1},
          // libpq would take the first of these for a user "h?password=a" at a host "swordfish", and the others are no
          // URIs.
          row{"postgresql://h?password=a@swordfish/d", 1}, row{"postgresql:u:swordfish@h/d", 1},
          row{"Postgres:/u:swordfish@h/d", 1}, row{" postgresql://u:swordfish@h/d", 1},
          row{"host=h password=swordfish", 1},
          // RFC 3986 3.4: "@" is nothing special in a query.
          row{"postgresql://h.invalid/d?password=a@swordfish", 1}, row{"postgresql://u:[swordfish]@h.invalid/d", 1},
          row{"postgresql://u%3Aswordfish@h.invalid/d", 1}}) {
        const std::string at = "'" + location + "' --set store.reconnect_for=0s";
        const result r = shell("$U config check --store " + at + "; code=$?; $U store verify --store " + at +
                               "; $U serve --port 0 --store " + at + "; UNIFORM_STORE_LOCATION='" + location +
                               "' $U config show; exit $code");
        EXPECT_EQ(r.code, code) << location << '\n' << r.out;
        EXPECT_EQ(r.out.contains("cannot be reached"), location.contains(".invalid")) << location << '\n' << r.out;
        EXPECT_THAT(r.out, Not(HasSubstr("swordfish"))) << location;
    }
    // A path may have such characters.
    EXPECT_THAT(shell("$U config show --store 'a:b@c/names.db'").out, HasSubstr("\"a:b@c/names.db\""));
}

TEST(config, check_finds_what_is_wrong_with_a_store) {
    EXPECT_THAT(shell("$U config check --set store.location=mysql://h/d").out,
                HasSubstr("the scheme mysql is not supported for stores"));
    const result none = shell("SECONDS=0; $U config check --set store.location=POSTGRESQL://u@127.0.0.1:1/d; code=$?; "
                              "test $SECONDS -lt 9 && exit $code");
    EXPECT_EQ(none.code, 1);
    EXPECT_THAT(none.out, HasSubstr("store.location: the store postgresql://u@127.0.0.1:1/d cannot be reached"));
    const result text =
        shell("seq 2000 > text; cp text y; $U config check --store text; code=$?; cmp y text && exit $code");
    EXPECT_EQ(text.code, 1);
    EXPECT_THAT(text.out, HasSubstr("store.location: text is not a store: the file is not an SQLite database"));
    const result newer = shell("$U store migrate --store a.db > begin; python3 -c \"import sqlite3; c = "
                               "sqlite3.connect('a.db'); c.execute('INSERT INTO schema_version VALUES (99, 0)'); "
                               "c.commit()\"; $U config check --store a.db");
    EXPECT_EQ(newer.code, 1);
    EXPECT_THAT(newer.out, HasSubstr("Use the newer program that wrote it"));
    EXPECT_EQ(shell("$U store migrate --store a.db > begin; $U config check --store a.db").code, 0);
    EXPECT_EQ(shell(": > a.db; $U config check --store a.db && test ! -s a.db").code, 0);
    EXPECT_EQ(shell("$U config check --set store.location=new/folder/names.db").code, 0);
    const result r = shell("echo > file; $U config check --set store.location=file/x/names.db");
    EXPECT_EQ(r.code, 1);
    EXPECT_THAT(r.out, HasSubstr("file/x does not exist, and cannot be created in "));
}

TEST(config, check_finds_what_is_wrong_with_other_values) {
    for (const std::string_view zone : {"a b", "urn..arpa", "-a.arpa", "b\xc3\xbc.example"}) {
        const result r = shell("$U config check --set 'harvest.zone=" + std::string(zone) + "'");
        EXPECT_EQ(r.code, 1) << zone;
        EXPECT_THAT(r.out, HasSubstr("harvest.zone is not a domain name")) << zone;
    }
    EXPECT_EQ(shell("$U config check --set harvest.zone=urn.arpa.").code, 0);
    const result r = shell("$U config check --set limits.token_days=20 --set limits.longest_token_days=10");
    EXPECT_EQ(r.code, 1);
    EXPECT_THAT(r.out, HasSubstr("limits.token_days is more than limits.longest_token_days, 10"));
}

TEST(config, what_others_append_to_a_name) {
    const auto check = [](const std::string &line) {
        return shell("printf '%s\\n' '[resolution]' '" + line + "' > u.toml; $U config check u.toml");
    };
    for (const char *parameter : {"*", "", "a b", "a=b", "a&b", "a*b", "**", "#", "\u00e9"}) {
        const result r = check(R"(added_parameters = ["fbclid", ")" + std::string{parameter} + R"("])");
        EXPECT_EQ(r.code, 1) << parameter;
        EXPECT_THAT(r.out, HasSubstr("u.toml:2:1: resolution.added_parameters has \"" + std::string{parameter} +
                                     "\", which is not the name of a query parameter"));
    }
    for (const char *suffixes : {".a", "1", ". ", "\u00bb"}) {
        const result r = check("added_suffixes = \"" + std::string{suffixes} + "\"");
        EXPECT_EQ(r.code, 1) << suffixes;
        EXPECT_THAT(r.out, HasSubstr("u.toml:2:1: resolution.added_suffixes has a character that is not ASCII "
                                     "punctuation"))
            << suffixes;
    }
    EXPECT_EQ(check(R"(added_parameters = ["a_*", "b[]", "%C3%A9"])").out, "");
    EXPECT_EQ(check(R"(added_suffixes = "")").out, "");
}

} // namespace
} // namespace uniform::test

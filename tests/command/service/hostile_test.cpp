// Commands of the service with input that is broken or malicious.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string make = "unset UNIFORM_SERVER UNIFORM_CONFIG; $U store migrate --store names.db > begin; "
                         "$U namespace add example title=E --store names.db > begin; ";

TEST(hostile, name_records) {
    struct row {
        std::string record; // in the syntax of printf(1)
        std::string says;
    };
    for (const row &r :
         {row{"", "uniform: <stdin>:1:1: the text is empty (RFC 8259 section 2)\n"},
          {"{\\n\"a\":}", "uniform: <stdin>:2:5: a value is missing here (RFC 8259 section 4)\n"},
          {"{\"metadata\":{\"title\":\"\\377\"}}",
           "uniform: <stdin>:1:23: this byte is not UTF-8 (RFC 8259 section 8.1)\n"},
          {"{\"metadata\":{\"title\":\"a\\000b\"}}",
           "uniform: <stdin>:1:24: a control character in a string must be escaped"},
          {"{\"metadata\":{\"n\":1e999}}", "uniform: <stdin>:1:18: a number must not be greater than"},
          {"[]", "uniform: <stdin>:1:1: a name record must be a JSON object\n"},
          {"{\"x\":1}", "\"x\" is not a member of a name record"},
          {"{\"locators\":5}", "\"locators\" of a name record must be an array of at most 1000 locators"},
          {"{\"locators\":[\"https://a/\\\\r\\\\nb\"]}", "a control character is not allowed here"}}) {
        const result got = shell(make + "printf '" + r.record + "' | $U name assign urn:example:a --store names.db " +
                                 "--record -; code=$?; $U name list --store names.db; exit $code");
        EXPECT_EQ(got.code, 1) << r.record;
        EXPECT_THAT(got.out, HasSubstr(r.says)) << r.record;
        EXPECT_THAT(got.out, Not(HasSubstr("urn:example:a\tactive"))) << r.record;
    }
    const result deep = shell(make + "head -c 200000 /dev/zero | tr '\\000' '[' | $U name assign urn:example:a " +
                              "--store names.db --record -");
    EXPECT_EQ(deep.code, 1) << deep.out;
    const result large = shell(make + "head -c 3000000 /dev/zero | tr '\\000' ' ' | $U name assign urn:example:a " +
                               "--store names.db --record -");
    EXPECT_EQ(large.out, "uniform: \"<stdin>\" is longer than 1048576 bytes\n");
}

// The caret is below what is wrong: the name, a locator, a pattern.
TEST(hostile, the_caret_is_under_the_value) {
    const std::pair<std::string, std::string> rows[]{
        {"name assign 'urn:exa mple:a'", "\n    urn:exa mple:a\n           ^\n"},
        {"name assign urn:example:a nourl", "\n    nourl\n         ^\n"},
        {"name assign urn:example:a https://a/ 'https://a b/'", "\n    https://a b/\n             ^\n"},
        {"name assign urn:example:a --successor x", "\n    x\n    ^\n"},
        {"namespace delegate example:p: --mint sequential --pattern 'dd{'", "\n    dd{\n      ^\n"},
    };
    for (const auto &[line, wanted] : rows) {
        const result got = shell(make + "$U " + line + " --store names.db");
        EXPECT_EQ(got.code, 1) << line;
        EXPECT_TRUE(got.out.ends_with(wanted)) << line << '\n' << got.out;
    }
}

TEST(hostile, a_reader_that_has_read_enough) {
    const result got =
        shell(make + "seq 20000 | sed 's/.*/{\"name\":\"urn:example:a&\"}/' | $U name import --quiet --store "
                     "names.db - 2> begin; "
                     "for line in 'name export' 'name list' 'name list --json' 'name history urn:example:a7'; do "
                     "$U $line --store names.db | head -n 1 | wc -l; echo ${PIPESTATUS[0]}; "
                     "$U $line --store names.db > /dev/full; echo $?; done");
    const std::string full = "uniform: standard output: No space left on device\n";
    const std::string each = "1\n0\n" + full + "3\n";
    EXPECT_EQ(got.out, each + each + each + each);
}

// Starts the service on names.db and waits for its log entry "started".
const std::string serve = "mkfifo log; $U serve --port 0 --store names.db 2> log & service=$!; exec 4< log; "
                          "while read -r line <&4; do [[ $line == *started* ]] && break; done; cat <&4 > rest & ";

// A user who may read the file of a store, but not write it, can read it without a trace, and gets an error from
// writing.
const std::string another_user = "$U name assign urn:example:a https://a/ --store names.db > begin; chmod 755 .; mkdir "
                                 "out; chmod 777 out; if test $(id -u) = 0; then cp $U u; AS='setpriv --reuid 65534 "
                                 "--clear-groups'; U=./u; else chmod 555 .; fi; ";

TEST(hostile, a_store_that_may_only_be_read) {
    const result got =
        shell(make + another_user +
              "for mode in 444 644; do for folder in 755 777; do for line in 'name list' 'name show urn:example:a' "
              "'name export' "
              "'name history urn:example:a' 'store verify' 'store backup out/b.db'; do "
              "chmod $mode names.db; chmod $folder .; ls > out/before; $AS $U $line --store names.db > out/said 2>&1; "
              "code=$?; "
              "ls > out/after; chmod 755 .; rm -f out/b.db; "
              "{ diff out/before out/after && test $code = 0; } || { echo $mode $folder $line: $code; cat out/said; }; "
              "done; done; done");
    EXPECT_EQ(got.out, "");
    EXPECT_EQ(got.code, 0);
}

TEST(hostile, a_store_in_use_by_another_user_is_read) {
    const result got = shell(make + another_user + "chmod 644 names.db; " + serve +
                             "$AS $U store verify --store names.db; code=$?; kill $service; wait $service; "
                             "chmod 755 .; exit $code");
    EXPECT_EQ(got.code, 0) << got.out;
}

TEST(hostile, a_store_that_cannot_be_written) {
    const std::string who = another_user + "chmod 444 names.db; ";
    for (const std::string command : {"name assign urn:example:b", "store migrate"}) {
        const result got =
            shell(make + who + "$AS $U " + command + " --store names.db; code=$?; chmod 755 .; exit $code");
        EXPECT_EQ(got.code, 3) << command << '\n' << got.out;
        EXPECT_THAT(got.out, HasSubstr("uniform: the store names.db cannot be written by this user")) << command;
        EXPECT_THAT(got.out, Not(HasSubstr("PRAGMA"))) << command;
    }
    const result got = shell(make + who + "$AS $U config check --store names.db; code=$?; chmod 755 .; exit $code");
    EXPECT_EQ(got.code, 1) << got.out;
    EXPECT_EQ(got.out, "uniform: store.location: the store names.db cannot be written by this user: "
                       "change the owner or mode of the file and of its folder\n");
}

TEST(hostile, a_store_in_use_is_not_replaced) {
    const result got = shell(make + "$U store backup --store names.db backup.db > begin; " + serve +
                             "$U store restore --replace --store names.db backup.db; code=$?; "
                             "kill $service; wait $service; $U store verify --quiet --store names.db && exit $code");
    EXPECT_EQ(got.code, 3) << got.out;
    EXPECT_THAT(got.out, HasSubstr("the store names.db is in use"));
}

TEST(hostile, a_certificate_that_cannot_be_read) {
    const result got = shell("$U config check --set server.certificate=no.pem --set server.private_key=no.key");
    EXPECT_EQ(got.code, 1);
    EXPECT_EQ(got.out, "uniform: server.certificate: no.pem: No such file or directory\n");
}

} // namespace
} // namespace uniform::test

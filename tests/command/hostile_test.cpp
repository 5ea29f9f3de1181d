// What the verbs of the service say to input that is broken or means harm.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string make = "unset UNIFORM_SERVER UNIFORM_CONFIG; $U store migrate --store names.db > begin; "
                         "$U namespace settings example title=E --store names.db > begin; ";

TEST(hostile, records) {
    struct row {
        std::string record; // in the syntax of printf(1)
        std::string says;
    };
    for (const row &r : {row{"", "\"-\" is no JSON (RFC 8259): it goes wrong at byte 1"},
                         {"{\"a\":}", "\"-\" is no JSON (RFC 8259): it goes wrong at byte 6"},
                         {"{\"metadata\":{\"title\":\"\\377\"}}", "it goes wrong at byte 23"},
                         {"{\"metadata\":{\"title\":\"a\\000b\"}}", "it goes wrong at byte 24"},
                         {"{\"metadata\":{\"n\":1e999}}", "\"-\" has a number that is out of range"},
                         {"[]", "\"-\" is no JSON object"},
                         {"{\"x\":1}", "a record has no member \"x\""},
                         {"{\"locators\":5}", "an array of at most 1000 locators is wanted"},
                         {"{\"locators\":[\"https://a/\\\\r\\\\nb\"]}", "a control character does not belong here"}}) {
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
    EXPECT_EQ(large.out, "uniform: \"-\" is longer than 1048576 bytes\n");
}

// The caret is below what is wrong: the name, a locator, a pattern.
TEST(hostile, the_caret_stands_under_the_value) {
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
    const std::string many = make + "seq 20000 | sed 's/.*/{\"name\":\"urn:example:a&\"}/' | $U name import --quiet " +
                             "--store names.db - 2> /dev/null; ";
    for (const std::string verb : {"name export", "name list", "name list --json", "name history urn:example:a7"}) {
        const result got = shell(many + "$U " + verb + " --store names.db | head -n 1 | wc -l; echo ${PIPESTATUS[0]}");
        EXPECT_EQ(got.out, "1\n0\n") << verb;
        const result full = shell(many + "$U " + verb + " --store names.db > /dev/full");
        EXPECT_EQ(full.code, 3) << verb;
        EXPECT_THAT(full.out, HasSubstr("cannot write to standard output")) << verb;
    }
}

// Who may read the file of a store and not write it reads, leaves no trace, and is told when it tries to write.
const std::string another_user = "$U name assign urn:example:a https://a/ --store names.db > begin; chmod 755 .; mkdir "
                                 "out; chmod 777 out; if test $(id -u) = 0; then cp $U u; AS='setpriv --reuid 65534 "
                                 "--clear-groups'; U=./u; else chmod 555 .; fi; ";

TEST(hostile, a_store_that_may_only_be_read) {
    for (const std::string mode : {"444", "644"})
        for (const std::string folder : {"755", "777"})
            for (const std::string verb : {"name list", "name show urn:example:a", "name export",
                                           "name history urn:example:a", "store verify", "store backup out/b.db"}) {
                const result got = shell(make + another_user + "chmod " + mode + " names.db; chmod " + folder +
                                         " .; ls > out/before; $AS $U " + verb +
                                         " --store names.db > out/said 2>&1; code=$?; ls > out/after; chmod 755 .; "
                                         "cat out/said; diff out/before out/after && exit $code; exit 9");
                EXPECT_EQ(got.code, 0) << mode << ' ' << folder << ' ' << verb << '\n' << got.out;
            }
}

TEST(hostile, a_store_in_use_by_another_user_is_read) {
    const result got = shell(make + another_user +
                             "chmod 644 names.db; $U serve --port 0 --store names.db 2> log & service=$!; "
                             "for i in $(seq 300); do grep -q started log && break; sleep 0.1; done; "
                             "$AS $U store verify --store names.db; code=$?; kill $service; wait $service; "
                             "chmod 755 .; exit $code");
    EXPECT_EQ(got.code, 0) << got.out;
}

TEST(hostile, a_store_that_cannot_be_written) {
    const std::string who = another_user + "chmod 444 names.db; ";
    for (const std::string verb : {"name assign urn:example:b", "store migrate"}) {
        const result got = shell(make + who + "$AS $U " + verb + " --store names.db; code=$?; chmod 755 .; exit $code");
        EXPECT_EQ(got.code, 3) << verb << '\n' << got.out;
        EXPECT_THAT(got.out, HasSubstr("uniform: the store names.db cannot be written by this user")) << verb;
        EXPECT_THAT(got.out, Not(HasSubstr("PRAGMA"))) << verb;
    }
    const result got = shell(make + who + "$AS $U config check --store names.db; code=$?; chmod 755 .; exit $code");
    EXPECT_EQ(got.code, 1) << got.out;
    EXPECT_EQ(got.out, "uniform: store.location: the store names.db cannot be written by this user\n");
}

TEST(hostile, a_store_in_use_is_not_replaced) {
    const result got =
        shell(make + "$U store backup --store names.db backup.db > begin; "
                     "$U serve --port 0 --store names.db 2> log & service=$!; "
                     "for i in $(seq 300); do grep -q started log && break; sleep 0.1; done; "
                     "$U store restore --replace --store names.db backup.db; code=$?; "
                     "kill $service; wait $service; $U store verify --quiet --store names.db && exit $code");
    EXPECT_EQ(got.code, 3) << got.out;
    EXPECT_THAT(got.out, HasSubstr("the store names.db is in use"));
}

TEST(hostile, a_certificate_that_cannot_be_read) {
    const result got = shell("$U config check --set server.certificate=no.pem --set server.private_key=no.key");
    EXPECT_EQ(got.code, 1);
    EXPECT_EQ(got.out, "uniform: server.certificate: no.pem cannot be read: No such file or directory\n");
}

} // namespace
} // namespace uniform::test

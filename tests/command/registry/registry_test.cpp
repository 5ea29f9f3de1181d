// uniform registry: the date of IANA's list, and newer lists.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <uniform/urn/namespace.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

// IANA's list as it publishes it, with these records as well.
std::string iana_list(std::string_view date, std::string_view formal = {}, std::string_view without = {}) {
    std::string parts[2];
    for (const namespace_info &n : iana_namespaces()) {
        if (n.status != namespace_status::registered || n.nid == without) continue;
        parts[n.kind == namespace_kind::informal ? 1 : 0] +=
            "<record><name>" + std::string{n.nid} + "</name></record>\n";
    }
    return "<registry id=\"urn-namespaces\"><updated>" + std::string{date} +
           "</updated>\n<registry><title>Formal URN Namespaces</title>\n" + std::string{formal} + parts[0] +
           "</registry><registry><title>Informal URN Namespaces</title>\n" + parts[1] + "</registry></registry>\n";
}

constexpr std::string_view newiana = "<record date=\"2027-01-02\"><name>newiana</name></record>\n";

// The file of the list is in the current folder, which is empty.
result with_list(const std::string &line, std::string_view list = {}) {
    return shell("export HOME=$PWD XDG_DATA_HOME= UNIFORM_REGISTRY=; " + line, list);
}

TEST(registry, has_the_date_of_the_release) {
    const result r = with_list("$U registry; $U registry --json");
    const std::string date{iana_namespaces_date()};
    EXPECT_EQ(r.out, "IANA's list of URN namespaces\n  date             " + date +
                         "\n  source           release\n  release_date     " + date +
                         "\n  namespaces       105\n{\"date\":\"" + date + "\",\"release_date\":\"" + date +
                         "\",\"source\":\"release\",\"namespaces\":105}\n");
}

// RFC 8141 5.1 (1), 7.2
TEST(registry, takes_a_newer_list) {
    const result r = with_list("$U urn nid newiana; $U registry update - --json | sed 's/,\"file\":[^,]*//'; "
                               "$U urn nid newiana; $U urn check -q urn:newiana:a && echo good; "
                               "$U urn nid --new newiana; $U registry | grep -c 2026-10-31; "
                               "$U urn namespaces | grep -c newiana; ls .local/share/uniform",
                               iana_list("2026-10-31", newiana));
    EXPECT_EQ(r.out, "unregistered  formal        RFC 8141 section 5.1      newiana\n"
                     "{\"date\":\"2026-10-31\",\"before\":\"" +
                         std::string{iana_namespaces_date()} +
                         "\",\"namespaces\":106,\"changed\":true,\"added\":[\"newiana\"]}\n"
                         "registered    formal        RFC 8141 section 5.1      newiana\n"
                         "good\n"
                         "refused    newiana       RFC 8141 section 5.1 (1)  it must not be registered already\n"
                         "1\n1\nurn-namespaces.json\n");
}

TEST(registry, is_a_file_that_the_environment_names) {
    const result r = with_list("export UNIFORM_REGISTRY=$PWD/mine.json; $U registry update - > one.txt; ls; "
                               "UNIFORM_REGISTRY= $U urn nid newiana; $U urn nid newiana",
                               iana_list("2026-10-31", newiana));
    EXPECT_EQ(r.out, "mine.json\none.txt\n"
                     "unregistered  formal        RFC 8141 section 5.1      newiana\n"
                     "registered    formal        RFC 8141 section 5.1      newiana\n");
}

TEST(registry, refuses_a_list_as_a_whole) {
    struct refused_row {
        std::string list;
        std::string why;
    };
    const std::string unchanged = "; the list in use was not changed\n";
    const refused_row rows[]{
        {iana_list("2099-01-31"), "uniform: <stdin>: the list is of 2099-01-31, which is in the future" + unchanged},
        {iana_list("2026-10-31").substr(0, 2000), "uniform: <stdin>:*: not well-formed XML: "},
        {iana_list("2026-10-31", "<record><name>a_b</name></record>\n"),
         "uniform: <stdin>:3:2: \"a_b\" is not a NID: \"_\" is not allowed here" + unchanged},
        {iana_list("2026-10-31", newiana, "isbn"), "uniform: <stdin>: the list lacks \"isbn\": registrations are "
                                                   "permanent (RFC 8141 section 5), so that it is not "
                                                   "whole" +
                                                       unchanged},
        {iana_list("2020-01-31"), "uniform: <stdin>: the list is of 2020-01-31, older than the one of " +
                                      std::string{iana_namespaces_date()} + " that is in use" + unchanged},
        {"URN Namespace\nnewiana\n",
         "uniform: <stdin>:3:1: a list in CSV states no date: give it, with --date YYYY-MM-DD" + unchanged},
    };
    for (const refused_row &row : rows) {
        const result r = with_list("$U registry update -; echo $?; ls -A", row.list);
        const std::string_view out = r.out;
        const std::size_t star = std::min(row.why.find('*'), row.why.size()); // any line and column
        EXPECT_TRUE(out.starts_with(row.why.substr(0, star))) << r.out;
        EXPECT_NE(out.find(row.why.substr(std::min(star + 1, row.why.size()))), out.npos) << r.out;
        EXPECT_TRUE(out.ends_with("\n1\n")) << r.out; // no file was made
    }
}

TEST(registry, goes_on_with_the_release_if_the_file_is_damaged) {
    const result r = with_list("echo '{\"date\":7}' > mine.json; UNIFORM_REGISTRY=mine.json $U urn nid isbn");
    EXPECT_EQ(r.out.find("uniform: mine.json:1:"), 0U) << r.out;
    EXPECT_NE(r.out.find("; the list of this release is used\nregistered    formal"), r.out.npos) << r.out;
}

// The namespaces of a store, with their rules, and its list.
TEST(registry, of_a_store_is_used_when_it_is_named) {
    const result r = with_list(
        "$U store migrate --store s.db > one.txt; "
        "$U namespace add quarry 'syntax={\"pattern\":\"^[0-9]+$\"}' --store s.db > one.txt; "
        "$U registry update - --store s.db > one.txt; $U registry --store s.db | grep source; "
        "$U urn nid quarry newiana; $U urn nid --store s.db quarry newiana; "
        "$U urn check --store s.db -q urn:quarry:7 && echo good; $U urn check --store s.db -q urn:quarry:x || echo "
        "bad; "
        "$U namespace new quarry | $U namespace check --store s.db 2>&1 | grep -c 'must not be registered already'; "
        "$U namespace add newiana --store s.db | grep origin; "
        "$U name assign urn:newiana:a https://www.example.org/ --store s.db > one.txt && echo assigned; "
        "$U store verify --store s.db | tail -1",
        iana_list("2026-10-31", newiana));
    EXPECT_EQ(r.out, "  source           store\n"
                     "unregistered  formal        RFC 8141 section 5.1      quarry\n"
                     "unregistered  formal        RFC 8141 section 5.1      newiana\n"
                     "registered    formal        RFC 8141 section 5.1      quarry\n"
                     "registered    formal        RFC 8141 section 5.1      newiana\n"
                     "good\nbad\n1\n"
                     "  origin           iana\n"
                     "assigned\n"
                     "the store matches its history\n");
}

} // namespace
} // namespace uniform::test

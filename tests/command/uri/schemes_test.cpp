// uniform schemes --request: requests to register a scheme, as a whole (RFC 7595 section 7).

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const std::string request = "Scheme name: tide\nStatus: Provisional\n"
                            "Applications/protocols that use this scheme name: tide tables\nContact: a@b.example\n"
                            "Change controller: c@b.example\nReferences: https://b.example/tide\n";

TEST(schemes, checks_requests) {
    const result good = run({"schemes", "--request", "-"}, request);
    EXPECT_EQ(good.out, "<stdin>: complete\n");
    EXPECT_EQ(good.code, 0);

    const result bad = run({"schemes", "--request", "-"}, "Scheme name: http\nStatus: Standard\n" + request.substr(38));
    EXPECT_EQ(bad.out,
              "<stdin>:1: error: a scheme of that name is registered (RFC 7595 section 7)\n"
              "<stdin>:2: error: the status is one of Permanent, Provisional and Historical (RFC 7595 section 7.4)\n");
    EXPECT_EQ(bad.code, 1);

    const result json = run({"schemes", "--request", "--json", "-"}, request.substr(0, request.find("Contact")));
    EXPECT_TRUE(json.out.starts_with(
        R"({"file": "<stdin>", "scheme": "tide", "complete": false, "findings": [{"severity": "error", "field": "Contact", "line": null, "message": "the field \"Contact\" is missing: IANA rejects the request", "document": "RFC 7595", "section": "7.4"}, )"))
        << json.out;
    EXPECT_EQ(json.code, 1);
}

TEST(schemes, prints_an_empty_request) {
    const result r = shell("$U schemes --template > a; $U schemes --request a | grep -c 'gives no answer'");
    EXPECT_EQ(r.out, "6\n");
    EXPECT_EQ(run({"schemes", "--request", "none/such"}).code, 3);
    EXPECT_EQ(run({"schemes", "--request"}).code, 2);
}

} // namespace
} // namespace uniform::test

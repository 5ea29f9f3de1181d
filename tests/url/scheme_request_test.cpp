// Requests to register a scheme: RFC 7595 section 7, draft-ietf-uri-url-06 section 4.

#include <uniform/url/scheme_request.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

constexpr std::string_view good = R"(Scheme name: tide
Status: Provisional
Applications/protocols that use this scheme name:
  Tide tables of harbours, for example tide:cuxhaven/2026
Contact: Ann Pilot <ann@harbour.example>
Change controller:
  The Harbour Office
  office@harbour.example
References:
  [RFC3986]
  "The tide scheme", https://harbour.example/tide.html
)";

std::string with(std::string_view what, std::string_view by) {
    std::string text{good};
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

// "LINE error SAYS (DOCUMENT SECTION)" of each finding that contains `part`, which is all of them for "".
std::string findings(std::string_view text) {
    std::string all;
    for (const scheme_finding &f : check_scheme_request(read_scheme_request(text))) {
        if (!all.empty()) all += '\n';
        all += std::to_string(f.line) + (f.severity == scheme_severity::error ? " error " : " warning ") + f.says +
               " (" + std::string{f.document} + ' ' + std::string{f.section} + ')';
    }
    return all;
}

struct row {
    std::string_view source;
    std::string text;
    std::string_view expected; // the beginning of the findings
};

TEST(scheme_request, is_checked_as_a_whole) {
    const row rows[]{
        {"RFC 7595 7.4: complete", std::string{good}, ""},
        {"RFC 7595 7.4: labels in any case", with("Change controller:", "CHANGE  CONTROLLER :"), ""},
        {"RFC 7595 7.4: no label", with("Scheme name:", "URI scheme name."),
         "0 error the field \"Scheme name\" is missing"},
        {"RFC 4395 5.4: the older labels", with("Scheme name:", "URI scheme name:"), ""},
        {"RFC 7595 7.4: no name", with("Scheme name: tide\n", ""), "0 error the field \"Scheme name\" is missing"},
        {"RFC 7595 7.4: no status", with("Status: Provisional\n", ""), "0 error the field \"Status\" is missing"},
        {"RFC 7595 7.4: no answer", with("Ann Pilot <ann@harbour.example>", "TBD"),
         "5 error the field \"Contact\" gives no answer (RFC 7595 7.4)"},
        {"RFC 7595 7.4: twice", with("Status: Provisional", "Status: Provisional\nStatus: Permanent"),
         "3 error a second field \"Status\" (RFC 7595 7.4)"},
        {"RFC 7595 7.4: one of three", with("Provisional", "Standard"),
         "2 error the status is one of Permanent, Provisional and Historical (RFC 7595 7.4)"},
        {"RFC 7595 7.2: registered", with("tide", "http"), "1 error a scheme of that name is registered (RFC 7595 7)"},
        {"RFC 7595 3.8: lower case", with("tide", "Tide"), "1 error it must be registered in lower case"},
        {"RFC 3986 3.1", with("tide", "ti_de"), "1 error \"_\" is not allowed here (offset 2 of \"ti_de\")"},
        {"url-06 4: experimental", with("tide", "x-tide"), "1 error names starting with \"x-\""},
        {"RFC 7595 7.4: contact information", with(" <ann@harbour.example>", ""), "5 error no contact information"},
        {"RFC 7595 7.4: of the change controller", with("  office@harbour.example\n", ""),
         "6 error no contact information"},
        {"RFC 7595 7.4: everybody knows it", with("  The Harbour Office\n  office@harbour.example", "  IETF"), ""},
        {"RFC 7595 7.4: none, where none is required",
         with("  [RFC3986]\n  \"The tide scheme\", https://harbour.example/tide.html", "  None"),
         "0 warning neither a field \"Scheme syntax\" nor a specification says how URIs of the scheme are written "
         "(draft-ietf-uri-url-06 4)\n0 warning neither a field \"Scheme semantics\" nor"},
        {"RFC 7595 7.2: a citation that is not correct",
         with("https://harbour.example/tide.html", "https://harbour.example:x/"),
         "9 error the citation \"https://harbour.example:x/\" is no URI"},
        {"RFC 7595 7.4: a specification", with("Provisional", "Permanent").replace(0, 0, ""),
         "0 warning \"Scheme syntax\" must be in the specification of a permanent scheme"},
        {"RFC 7595 3.2: the generic syntax", with("tide:cuxhaven/2026", "tide:cux%haven"),
         "3 error \"tide:cux%haven\" does not match the generic syntax: "},
        {"RFC 7595 3.2: a form is no example", with("tide:cuxhaven/2026", "tide:<harbour>"), ""},
        {"RFC 7595 3.7: security", std::string{good} + "Security considerations: none\n",
         "12 error the field \"Security considerations\" gives no answer (RFC 7595 3.7)"},
        {"nothing", "", "0 error the field \"Scheme name\" is missing"},
    };
    for (const row &r : rows) {
        const std::string found = findings(r.text);
        EXPECT_EQ(found.substr(0, r.expected.empty() ? found.size() : r.expected.size()), r.expected) << r.source;
    }
}

TEST(scheme_request, of_a_permanent_scheme_cites_its_specification) {
    const std::string text =
        "Scheme name: tide\nStatus: Permanent\nApplications/protocols that use this scheme name: tides\n"
        "Contact: a@b.example\nChange controller: IETF\nReferences: None\n";
    EXPECT_NE(findings(text).find(
                  "6 error no full citation of a document; a permanent registration requires a specification"),
              std::string::npos)
        << findings(text);
    const std::string whole = std::string{good} +
                              "Scheme syntax: tide-uri = \"tide:\" harbour\nScheme semantics: GET only.\n"
                              "Encoding considerations: none\nInteroperability considerations: none\n"
                              "Security considerations: As those of https.\n";
    EXPECT_EQ(findings(std::string{whole}.replace(whole.find("Provisional"), 11, "Permanent")), "");
}

TEST(scheme_request, is_read_field_by_field) {
    const scheme_request r = read_scheme_request("a line\r\n Status :\tx\r\n\r\n  y\r\nz: 1\nReferences:\n");
    ASSERT_EQ(r.fields.size(), 2U);
    EXPECT_EQ(r.stray, 1U);
    EXPECT_EQ(r.fields[0].what, scheme_field::status);
    EXPECT_EQ(r.fields[0].text, "x\ny\nz: 1");
    EXPECT_EQ(r.fields[0].line, 2U);
    EXPECT_EQ(r.fields[1].text, "");
    EXPECT_EQ(r.find(scheme_field::contact), nullptr);
}

TEST(scheme_request, that_is_empty_is_answered_nowhere) {
    const auto found = check_scheme_request(read_scheme_request(empty_scheme_request()));
    EXPECT_EQ(found.size(), required_scheme_fields + 2);
}

} // namespace

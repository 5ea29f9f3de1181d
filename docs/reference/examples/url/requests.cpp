// Access plans as data; names for new schemes, and requests to register them.
#include <uniform/url/access_plan.hpp>
#include <uniform/url/scheme_name.hpp>
#include <uniform/url/scheme_request.hpp>

#include <algorithm>

#include "../check.hpp"

using namespace uniform;

namespace {

void plans() {
    const access_plan plan =
        plan_access("ftp://host.dom/a/b;type=i", plan_options{.mail_address = "me@a.example"}).value();
    CHECK(plan.host == "host.dom" && plan.port == 21);
    CHECK(plan.login == credentials::anonymous && to_string(plan.login) == "anonymous");
    CHECK(plan.password == "me@a.example");
    const access_step last = plan.steps.back();
    CHECK(last.command == "RETR" && last.argument == "b");
    // Section 6 of the draft: a line end in an argument would be another command.
    CHECK(plan_access("ftp://host.dom/a%0D%0ADELE%20b").error().code == error_code::control_in_argument);
}

void names_for_schemes() {
    const scheme_name_classification c = classify_scheme_name("x-weather");
    CHECK(c.well_formed() && !c.available() && c.breaks(scheme_name_rule::not_experimental));
    const scheme_name_citation why = cite(scheme_name_rule::not_experimental);
    CHECK(why.document == "draft-ietf-uri-url-06" && why.section == "4");
    CHECK(classify_scheme_name("org.example.weather").is_private);
    for (const scheme_name_rule r : scheme_name_rules) CHECK(!cite(r).says.empty());
}

void requests_for_schemes() {
    const scheme_request r = read_scheme_request("Scheme name: weather\nStatus: Sunny\n");
    const scheme_request_field *status = r.find(scheme_field::status);
    CHECK(status != nullptr && status->text == "Sunny" && status->line == 2);
    CHECK(to_string(scheme_field::scheme_name) == "Scheme name");
    const std::vector<scheme_finding> findings = check_scheme_request(r);
    CHECK(std::ranges::any_of(findings, [](const scheme_finding &f) {
        return f.severity == scheme_severity::error && f.line == 2; // neither Permanent, Provisional nor Historical
    }));
    const scheme_request empty = read_scheme_request(empty_scheme_request());
    CHECK(empty.fields.size() == required_scheme_fields && required_scheme_fields < scheme_field_count);
}

} // namespace

int main() {
    plans();
    names_for_schemes();
    requests_for_schemes();
    return 0;
}

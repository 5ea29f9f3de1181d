// Carrying out access plans.
#include <uniform/access/access.hpp>
#include <uniform/url/access_plan.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void carrying_out_a_plan() {
    const access_plan plan = plan_access("data:,A%20brief%20note").value();
    std::string all;
    const access_sink sink = [&](std::string_view part) {
        all += part;
        return true; // go on
    };
    const access_options limits{.max_size = 1000, .addresses = address_policy::internet};
    const access_result done = carry_out(plan, sink, limits).value();
    CHECK(all == "A brief note" && done.size == 12);
}

void failures() {
    const access_plan plan = plan_access("file:///no/such/file").value();
    const access_failure why = carry_out(plan, [](std::string_view) { return true; }).error();
    CHECK(why.problem == access_problem::not_here && to_string(why.problem) == "not-here");
    CHECK(!message(why).empty());
}

void what_is_sent() {
    CHECK(can_carry_out("gopher") && !can_carry_out("telnet"));
    CHECK(session_commands("ftp").front() == "PWD");
    CHECK(mask_password("ftp://ann:secret@h/") == "ftp://ann:***@h/");
}

} // namespace

int main() {
    carrying_out_a_plan();
    failures();
    what_is_sent();
    return 0;
}

// Carrying out plans that were made by hand: what needs no server.
#include <uniform/access/access.hpp>

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

struct carried {
    std::string all;
    std::expected<access_result, access_failure> got;
};

carried carry(const access_plan &plan, const access_options &options = {}) {
    carried c;
    c.got = carry_out(
        plan,
        [&](std::string_view part) {
            c.all += part;
            return true;
        },
        options);
    return c;
}

access_plan plan_for(std::string scheme, std::vector<access_step> steps) {
    access_plan p;
    p.scheme = std::move(scheme);
    p.host = "127.0.0.1";
    p.port = 9; // discard: nothing of this is to be sent
    p.steps = std::move(steps);
    return p;
}

TEST(access, who_has_a_client) {
    for (const char *scheme : {"http", "https", "ftp", "gopher", "nntp", "news", "snews", "file", "data"}) {
        EXPECT_TRUE(can_carry_out(scheme)) << scheme;
    }
    for (const char *scheme : {"telnet", "mailto", "wais", "prospero", "ldap", "ws", "", "HTTP"}) {
        EXPECT_FALSE(can_carry_out(scheme)) << scheme;
        EXPECT_EQ(carry(plan_for(scheme, {{"connect"}})).got.error().problem, access_problem::no_client) << scheme;
    }
}

TEST(access, data) {
    const auto c = carry(plan_for("data", {{"data", "high\ntide"}}));
    EXPECT_EQ(c.all, "high\ntide");
    ASSERT_TRUE(c.got);
    EXPECT_EQ(c.got->size, 9U);
}

TEST(access, the_limit_is_of_bytes_received) {
    access_options o;
    o.max_size = 9;
    EXPECT_TRUE(carry(plan_for("data", {{"data", "high\ntide"}}), o).got);
    o.max_size = 8;
    const auto c = carry(plan_for("data", {{"data", "high\ntide"}}), o);
    EXPECT_EQ(c.got.error().problem, access_problem::too_large);
    EXPECT_EQ(c.all, "");
    o.max_size = 0;
    EXPECT_TRUE(carry(plan_for("data", {{"data", ""}}), o).got);
}

TEST(access, the_sink_may_have_enough) {
    const auto got = carry_out(plan_for("data", {{"data", "x"}}), [](std::string_view) { return false; });
    EXPECT_EQ(got.error().problem, access_problem::stopped);
}

TEST(access, the_observer_may_stop) {
    access_options o;
    o.observe = [](std::uint64_t, std::optional<std::uint64_t>) { return false; };
    const auto got = carry(plan_for("data", {{"data", "x"}}), o).got;
    EXPECT_EQ(got.error().problem, access_problem::stopped);
}

TEST(access, what_cannot_be_sent_is_not_tried) {
    const std::string nul{"a\0b", 3};
    const access_plan rows[]{
        plan_for("ftp", {{"CWD", nul}, {"RETR", "x"}}),
        plan_for("ftp", {{"RETR", ""}}),
        plan_for("ftp", {{"RETR", "a\r\nDELE b"}}),
        plan_for("ftp", {{"RETR", "a\tb"}}),
        plan_for("ftp", {{"RETR", "a/"}}),
        plan_for("ftp", {{"TYPE", "e"}, {"RETR", "x"}}),
        plan_for("ftp", {{"DELE", "x"}}),
        plan_for("gopher", {{"send", nul + "\r\n"}}),
        plan_for("http", {{"GET", "/"}, {"Host", "a\r\nX: y"}}),
        plan_for("http", {{"GET", "/\r\n\r\n"}, {"Host", "a"}}),
    };
    for (const access_plan &plan : rows) {
        const auto got = carry(plan).got;
        EXPECT_EQ(got.error().problem, access_problem::unsendable) << message(got.error());
    }
}

TEST(access, what_cannot_be_a_host_is_not_asked_for) {
    for (const std::string &host :
         {std::string{}, std::string{"a/b"}, std::string{"a@b"}, std::string{"a#b"}, std::string{"a?b"},
          std::string{"a%b"}, std::string{"a\0b", 3}, std::string{"a b"}, std::string{"a\r\nb"}}) {
        for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
            access_plan plan = plan_for(scheme, {});
            plan.host = host;
            const auto got = carry(plan).got;
            EXPECT_EQ(got.error().problem, access_problem::unsendable) << scheme << ' ' << host << message(got.error());
        }
    }
}

TEST(access, nobody_to_ask) {
    access_plan plan = plan_for("ftp", {{"RETR", "x"}});
    plan.login = credentials::ask_password;
    plan.user = "harbour";
    const auto c = carry(plan);
    EXPECT_EQ(c.got.error().problem, access_problem::no_password);
    EXPECT_EQ(c.got.error().step, "PASS");
}

TEST(access, a_file_elsewhere) {
    access_plan plan = plan_for("file", {{"path", "/etc/hostname"}});
    EXPECT_EQ(carry(plan).got.error().problem, access_problem::not_here);
    plan.local = true;
    plan.steps = {{"path", "/"}};
    EXPECT_EQ(carry(plan).got.error().problem, access_problem::not_here);
    EXPECT_EQ(message(carry(plan).got.error()), "open /: a directory");
}

TEST(access, no_time) {
    access_options o;
    o.timeout = std::chrono::milliseconds{0};
    for (const char *scheme : {"http", "ftp", "gopher", "nntp"}) {
        EXPECT_EQ(carry(plan_for(scheme, {}), o).got.error().problem, access_problem::timed_out) << scheme;
    }
}

TEST(access, problems_have_names) {
    for (int i = 0; i <= static_cast<int>(access_problem::stopped); ++i) {
        EXPECT_NE(to_string(static_cast<access_problem>(i)), "");
    }
}

} // namespace

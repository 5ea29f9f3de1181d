// State, nonce and code of a sign-in: bound to the browser, used up, and good once (RFC 6749 10.12).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/openid/flow_support.hpp"

namespace uniform::http {
namespace {

TEST_F(openid_sign_in, state_is_bound_to_the_browser) {
    const begun one = begin("?to=/manage/names");
    begun other = begin();
    const auto refused = [&](const begun &b, std::string_view more = "&code=good") {
        const std::size_t before = calls.size();
        const auto e = finish(b, more);
        EXPECT_TRUE(session_of(e).empty());
        EXPECT_EQ(calls.size(), before) << "the provider was asked";
        return e.sent.status;
    };
    // Without the cookie; with that of another browser; without state; with a state that was never sent.
    EXPECT_EQ(refused({.state = one.state}), 400);
    EXPECT_EQ(refused({.cookie = other.cookie, .state = one.state}), 400);
    EXPECT_EQ(refused({.cookie = one.cookie, .state = ""}), 400);
    EXPECT_EQ(refused({.cookie = one.cookie, .state = std::string(43, 'A')}), 400);
    // A cookie that was changed has another state: here, where it leads.
    begun changed = one;
    std::string &value = changed.cookie.front().second;
    value.replace(value.rfind('.') + 1, std::string::npos, base::to_base64url("/account"));
    EXPECT_EQ(refused(changed), 400);
    // RFC 6749 3.1: parameters that are there twice
    EXPECT_EQ(refused(one, "&code=good&code=good"), 400);
    EXPECT_EQ(refused(one, "&code=good&state=" + one.state), 400);
    EXPECT_EQ(refused(begin(), ""), 400);
    EXPECT_EQ(refused(one, "&code=%FF"), 400);
    EXPECT_EQ(refused(one, "&code=" + std::string(5000, 'x')), 400);
    // With https, only a cookie that no other host can have set.
    begun planted = one;
    planted.cookie.front().second.erase(0, std::string_view{"__Host-"}.size());
    EXPECT_EQ(refused(planted), 400);
    // Both go on; the second of two does not end the first.
    pairs both{{"Cookie", one.cookie.front().second + "; " + other.cookie.front().second}};
    other.cookie = both;
    nonce = parameter(other.location, "nonce");
    EXPECT_EQ(finish(other).sent.status, 200);
    nonce = parameter(one.location, "nonce");
    EXPECT_EQ(finish({.cookie = both, .state = one.state}).value("Refresh"), "0; url=/manage/names");
    // After ten minutes it is over.
    const begun late = begin();
    later = 10min + 2s;
    EXPECT_EQ(refused(late), 400);
}

TEST_F(openid_sign_in, survives_a_restart_and_finishes_on_another_node) {
    const begun b = begin();
    close();
    open();
    EXPECT_EQ(finish(b).sent.status, 200);
}

// The cookie is removed from the browser, which ends nothing on the server: a copy of cookie and response is of no use.
TEST_F(openid_sign_in, a_state_is_used_up_on_the_server) {
    const begun b = begin();
    EXPECT_EQ(finish(b).sent.status, 200);
    const std::size_t asked = calls.size();
    const auto again = finish(b);
    EXPECT_EQ(again.sent.status, 400);
    EXPECT_TRUE(session_of(again).empty());
    EXPECT_EQ(calls.size(), asked) << "the provider was asked";
    EXPECT_EQ(finish(begin()).sent.status, 200) << "another one is not used up";
    // Another process on the same store, or this one after a restart.
    close();
    open();
    EXPECT_EQ(finish(b).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200);
}

// Only sign-ins that the provider has confirmed take room in the store: anyone can make up a cookie and its state, or
// begin a sign-in and send a wrong code.
TEST_F(openid_sign_in, a_state_that_the_provider_does_not_confirm_is_not_stored) {
    for (std::size_t n = 0; n < 5; ++n) {
        EXPECT_EQ(finish(made_up(n), "&code=bad").sent.status, 502);
        EXPECT_EQ(finish(begin(), "&code=bad").sent.status, 502);
        nonce = "of another sign-in";
        EXPECT_EQ(finish(made_up(n + 10)).sent.status, 502);
    }
    away = true;
    EXPECT_EQ(finish(made_up(5)).sent.status, 503);
    EXPECT_EQ(used_states(), 0);
    away = false;
    const begun b = begin();
    EXPECT_EQ(finish(b, "&code=bad").sent.status, 502);
    EXPECT_EQ(finish(b).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200) << "its user tries again";
    EXPECT_EQ(used_states(), 1);
}

// RFC 6749 10.12, Core 15.5.2: one response for each state and nonce, whatever it was.
TEST_F(openid_sign_in, a_state_that_failed_is_used_up) {
    for (const std::string_view more : {"&error=access_denied", "&error=temporarily_unavailable", "&code=bad",
                                        "&code=good&iss=https%3A%2F%2Fa.example", ""}) {
        const begun b = begin();
        EXPECT_NE(finish(b, more).sent.status, 200) << more;
        const std::size_t asked = calls.size();
        const auto again = finish(b);
        EXPECT_EQ(again.sent.status, 400) << more;
        EXPECT_TRUE(session_of(again).empty()) << more;
        EXPECT_EQ(calls.size(), asked) << "the provider was asked";
    }
    const begun wrong = begin();
    const std::string right = nonce;
    nonce = "of another sign-in";
    EXPECT_EQ(finish(wrong).sent.status, 502);
    nonce = right;
    EXPECT_EQ(finish(wrong).sent.status, 400);
    const begun unreached = begin();
    away = true;
    EXPECT_EQ(finish(unreached).sent.status, 503);
    away = false;
    EXPECT_EQ(finish(unreached).sent.status, 400);
    EXPECT_EQ(finish(begin()).sent.status, 200);
    EXPECT_EQ(used_states(), 1);
}

// Whoever has a copy of cookie and response does not wait until the address may try again.
TEST_F(openid_sign_in, a_state_that_came_back_too_soon_is_used_up) {
    limit_failures(1);
    EXPECT_EQ(finish(begin(), "&code=bad").sent.status, 502);
    const begun b = begin();
    EXPECT_EQ(finish(b).sent.status, 429);
    limit_failures(0);
    const std::size_t asked = calls.size();
    const auto again = finish(b);
    EXPECT_EQ(again.sent.status, 400);
    EXPECT_TRUE(session_of(again).empty());
    EXPECT_EQ(calls.size(), asked) << "the provider was asked";
    EXPECT_EQ(finish(begin()).sent.status, 200) << "its user begins again";
}

TEST_F(openid_sign_in, a_code_is_good_once) {
    const begun b = begin();
    EXPECT_EQ(finish(b).sent.status, 200);
    EXPECT_EQ(finish({.state = b.state}).sent.status, 400) << "the browser has no cookie any more";
    const auto again = finish(begin(), "&code=used");
    EXPECT_EQ(again.sent.status, 502);
    EXPECT_TRUE(session_of(again).empty());
}

} // namespace
} // namespace uniform::http

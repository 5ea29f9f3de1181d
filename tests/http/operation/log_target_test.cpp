// Targets in the log: no tokens.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "http/operation/log_target.hpp"

namespace uniform::http {
namespace {

// RFC 6750 2.3, 5.3
TEST(log_target, has_no_token) {
    constexpr struct {
        std::string_view target, logged;
    } rows[]{
        {"/urn:example:a", "/urn:example:a"},
        {"/x?access_token=abc&y=1", "/x?access_token=...&y=1"},
        {"/x?ACCESS%5fTOKEN=abc;y=1", "/x?ACCESS%5fTOKEN=...;y=1"},
        {"/x?a%2563cess_token%253dabc", "/x?a%2563cess_token%253d..."},
        {"/x?%2525252561ccess_token=abc", "/x?%2525252561ccess_token=..."},
        {"/x?token=abc#y", "/x?token=...#y"},
        {"/x?id_token=abc", "/x?id_token=..."},
        {"/x?y=1&secret=0123456789abcdef", "/x?y=1&secret=..."},
        // RFC 6749 4.1.2, OpenID Connect Core 3.1.2.5: whoever reads the log must not finish a sign-in.
        {"/sign-in/openid/callback?code=abc&state=def&iss=x", "/sign-in/openid/callback?code=...&state=...&iss=x"},
        {"/sign-in/openid/callback?%73tate=abc&CODE%3Ddef", "/sign-in/openid/callback?%73tate=...&CODE%3D..."},
        {"/sign-in/openid/callback?code=a;b=c&state=d;e=f",
         "/sign-in/openid/callback?code=...&state=..."}, // RFC 6749 A.11
        {"http://h/sign-in/open%69d/callback?state=abc", "http://h/sign-in/open%69d/callback?state=..."},
        {"/sign-in?to=%2Fsign-in%2Fopenid%2Fcallback%3Fcode%3Dabc",
         "/sign-in?to=%2Fsign-in%2Fopenid%2Fcallback%3Fcode%3D..."},
        {"/sign-in/openid/callback?session_state=abc&decode=def",
         "/sign-in/openid/callback?session_state=...&decode=def"},
        {"/api/v1/transfers?state=requested", "/api/v1/transfers?state=requested"},
        // A parameter of OAI-PMH, which is none.
        {"/oai?verb=ListRecords&resumptionToken=abc", "/oai?verb=ListRecords&resumptionToken=abc"},
        // In whatever parameter, in the path, in a fragment.
        {"/x?t=uniform_7f3a9c112233_Zm9v-YmFy_x&y=1", "/x?t=uniform_7f3a9c112233_...&y=1"},
        {"/x?uniform_7f3a9c112233_Zm9vYmFy=1", "/x?uniform_7f3a9c112233_...=1"},
        {"/api/v1/uniform_7f3a9c112233_Zm9vYmFy/names", "/api/v1/uniform_7f3a9c112233_.../names"},
        {"/urn:example:uniform_7f3a9c112233_Zm9vYmFy", "/urn:example:uniform_7f3a9c112233_..."},
        {"/x#uniform_7f3a9c112233_Zm9vYmFy", "/x#uniform_7f3a9c112233_..."},
        {"/x?auth=Bearer%20uniform_7f3a9c112233_Zm9vYmFy", "/x?auth=Bearer%20uniform_7f3a9c112233_..."},
        // Percent-encoded, once, twice or ten times.
        {"/x?t=uniform%5F7f3a9c112233%5fZm9v%59mFy", "/x?t=uniform%5F7f3a9c112233%5f..."},
        {"/x?t=%75niform_7f3a9c112233_%5a%6d9vYmFy&y", "/x?t=%75niform_7f3a9c112233_...&y"},
        {"/x?t=uniform%255F7f3a9c112233%255fZm9v%2559mFy", "/x?t=uniform%255F7f3a9c112233%255f..."},
        {"/x?t=uniform_7f3a9c112233_Zm9v%2525252525252525252559mFy", "/x?t=uniform_7f3a9c112233_..."},
        // Two of them.
        {"/uniform_7f_a?uniform_7f_b", "/uniform_7f_...?uniform_7f_..."},
        // None.
        {"/x?t=uniform_", "/x?t=uniform_"},
        {"/x?t=uniform_xyz_abc", "/x?t=uniform_xyz_abc"},
        {"/x?t=uniform_7f3a9c112233", "/x?t=uniform_7f3a9c112233"},
        {"/x%", "/x%"},
        {"/x%2", "/x%2"},
        {"/x%25", "/x%25"},
    };
    for (const auto &r : rows) EXPECT_EQ(loggable_target(r.target, 200), r.logged) << r.target;
}

TEST(log_target, is_cut_off_after_the_token_was_left_out) {
    EXPECT_EQ(loggable_target("/x?t=uniform_7f3a_Zm9vYmFy&y=123456", 22), "/x?t=uniform_7f3a_...&");
    EXPECT_EQ(loggable_target("/abcdef", 4), "/abc");
    for (std::size_t most = 0; most < 40; ++most) {
        const std::string logged = loggable_target("/x?t=uniform_7f3a_Zm9vYmFy", most);
        EXPECT_EQ(logged.find("Zm"), std::string::npos) << most;
        EXPECT_LE(logged.size(), most);
    }
}

// Each byte of a hostile target is read a small number of times at most.
TEST(log_target, is_linear) {
    std::string hostile;
    while (hostile.size() < 1'000'000) hostile += "%252525uniform_7f";
    EXPECT_EQ(loggable_target(hostile, hostile.size()), hostile);
    hostile = "%";
    while (hostile.size() < 1'000'000) hostile += "25";
    EXPECT_EQ(loggable_target(hostile, hostile.size()), hostile);
}

} // namespace
} // namespace uniform::http

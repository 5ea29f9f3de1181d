// A bounded part of what uniform_differential does for hours.
#include "differential/judge_urn.hpp"
#include "differential/run.hpp"

#include "syntax/kernels.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace {

using uniform::detail::kernel_request;
using uniform::detail::offsets;

TEST(differential, MutatedTexts) {
    const differential::tally t = differential::run(300'000, 2, 2);
    std::fputs(differential::print(t).c_str(), stdout);
    EXPECT_TRUE(t.different.empty());
    // A comparison in which one side never accepts anything proves nothing.
    for (const auto &[name, n] : t.counts) EXPECT_GT(n, 20U) << name;
}

TEST(differential, MutatedUrns) {
    const differential::tally t = differential::run_urns(200'000, 2, 2);
    std::fputs(differential::print(t).c_str(), stdout);
    EXPECT_TRUE(t.different.empty());
    for (const auto &[name, n] : t.counts) EXPECT_GT(n, 20U) << name;
}

TEST(differential, MutatedUrls) {
    const differential::tally t = differential::run_urls(200'000, 2, 2);
    std::fputs(differential::print(t).c_str(), stdout);
    EXPECT_TRUE(t.different.empty());
    for (const auto &[name, n] : t.counts) EXPECT_GT(n, 20U) << name;
}

// The judge has to see a kernel that is wrong in the smallest way, also where its offsets could be those of a text:
// others end a build with assertions before the judge compares anything.
class differential_judge : public testing::Test {
protected:
    void TearDown() override { uniform::detail::use_kernel(uniform::detail::available_kernels().back()); }
};

TEST_F(differential_judge, SeesAKernelThatAcceptsTooMuch) {
    differential::judge j;
    j.views("http://a b/");
    EXPECT_TRUE(j.result().different.empty());
    uniform::detail::use_kernel({"wrong",
                                 [](const char *, std::uint32_t size, kernel_request, offsets &o) noexcept {
                                     o = {.path_end = size, .query_end = size}; // one path
                                     return true;
                                 },
                                 uniform::detail::available_kernels().front().urn, uniform::detail::may_change_scalar,
                                 uniform::detail::available_kernels().front().tail});
    j.views("http://a b/");
    EXPECT_FALSE(j.result().different.empty());
}

TEST_F(differential_judge, SeesAFragmentThatIsTakenForTheQuery) {
    differential::judge j;
    uniform::detail::use_kernel({"wrong",
                                 [](const char *text, std::uint32_t size, kernel_request r, offsets &o) noexcept {
                                     if (r.older || r.scheme_forbidden || r.fragment_forbidden) return false;
                                     uniform::detail::scalar_parser scalar({text, size}, *r.tables, false);
                                     if (!scalar.reference(uniform::detail::uri_reference_production)) return false;
                                     o = scalar.where();
                                     o.query_end = size;
                                     return true;
                                 },
                                 uniform::detail::available_kernels().front().urn, uniform::detail::may_change_scalar,
                                 uniform::detail::available_kernels().front().tail});
    j.views("http://a/b?c");
    EXPECT_TRUE(j.result().different.empty());
    j.views("http://a/b?c#d");
    EXPECT_FALSE(j.result().different.empty());
}

// A kernel whose may_change finds nothing leaves dot segments in place.
TEST_F(differential_judge, SeesAScreenThatIsBlind) {
    differential::judge j;
    j.normalize("http://a/b/../c");
    EXPECT_TRUE(j.result().different.empty());
    uniform::detail::use_kernel({"wrong", uniform::detail::available_kernels().front().parse,
                                 uniform::detail::available_kernels().front().urn,
                                 [](const char *, std::uint32_t, const offsets &) noexcept { return false; },
                                 uniform::detail::available_kernels().front().tail});
    j.normalize("http://a/b/../c");
    EXPECT_FALSE(j.result().different.empty());
}

TEST_F(differential_judge, SeesAUrnWhoseFComponentIsLost) {
    differential::urn_judge j;
    using uniform::detail::urn_offsets;
    uniform::detail::use_kernel(
        {"wrong", uniform::detail::available_kernels().front().parse,
         [](const char *text, std::uint32_t size, const uniform::detail::syntax &, urn_offsets &o) noexcept {
             uniform::error why;
             if (!uniform::detail::parse_namestring({text, size}, uniform::edition::rfc8141, o, why)) return false;
             o.f_begin = 0;
             return true;
         },
         uniform::detail::may_change_scalar, uniform::detail::available_kernels().front().tail});
    j.parse("urn:example:a");
    EXPECT_TRUE(j.result().different.empty());
    j.parse("urn:example:ab#c");
    EXPECT_FALSE(j.result().different.empty());
}

} // namespace

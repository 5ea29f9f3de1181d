// The connections that the file descriptors of the process suffice for.

#include "http/server/descriptors.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include <sys/resource.h>

#include <uniform/http/settings.hpp>

namespace uniform::http {
namespace {

TEST(descriptors, connections_leave_some_for_the_store) {
    settings s;
    s.connections = 10'000;
    s.store_pool = 16;
    s.readers = 16;
    s.workers = 1;
    s.links_check = false;
    s.webhooks_send = false;
    const struct {
        std::size_t descriptors, connections;
    } rows[]{{1'048'576, 10'000}, {10'132, 10'000}, {10'131, 9'999}, {1024, 892}, {256, 124}, {140, 16}, {10, 16}};
    for (const auto &r : rows) EXPECT_EQ(connections_within(s, r.descriptors), r.connections) << r.descriptors;
    s.links_check = true;
    s.links_parallel = 16;
    EXPECT_EQ(connections_within(s, 1024), 860U);
    s.connections = 5;
    EXPECT_EQ(connections_within(s, 1024), 5U);
}

TEST(descriptors, the_limit_is_raised_to_what_it_may_be) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit fewer = before;
    fewer.rlim_cur = before.rlim_max > 1000 ? 1000 : before.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &fewer), 0);
    EXPECT_EQ(raised_descriptor_limit(), before.rlim_max);
    rlimit after{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &after), 0);
    EXPECT_EQ(after.rlim_cur, before.rlim_max);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

} // namespace
} // namespace uniform::http

#include "http/engine/date.hpp"

#include <gtest/gtest.h>

namespace uniform::http {
namespace {

// RFC 9110 5.6.7
TEST(date, rows) {
    EXPECT_EQ(date_text{784111777}.view(), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(date_text{0}.view(), "Thu, 01 Jan 1970 00:00:00 GMT");
    EXPECT_EQ(date_text{-1}.view(), "Wed, 31 Dec 1969 23:59:59 GMT");
    EXPECT_EQ(date_text{951782400}.view(), "Tue, 29 Feb 2000 00:00:00 GMT");
    EXPECT_EQ(date_text{253402300799}.view(), "Fri, 31 Dec 9999 23:59:59 GMT");
    EXPECT_EQ(date_text{253402300800}.view(), "Fri, 31 Dec 9999 23:59:59 GMT");
}

TEST(date, another_second) {
    date_text date;
    date.set(784111776);
    date.set(784111777);
    EXPECT_EQ(date.view(), "Sun, 06 Nov 1994 08:49:37 GMT");
}

} // namespace
} // namespace uniform::http

// The fields of every response that restrict what browsers do with it.

#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>

#include "http/api/security_fields.hpp"

namespace uniform::http {
namespace {

TEST(security_fields, by_the_settings) {
    const std::string always = "X-Content-Type-Options: nosniff\r\nContent-Security-Policy: frame-ancestors 'none'\r\n";
    settings s = configure({})->values;
    EXPECT_EQ(security_fields(s), always) << "RFC 6797 7.2: not without TLS";
    s.certificate = "chain.pem";
    EXPECT_EQ(security_fields(s), always + "Strict-Transport-Security: max-age=31536000\r\n");
    s.hsts = std::chrono::hours{1};
    EXPECT_EQ(security_fields(s), always + "Strict-Transport-Security: max-age=3600\r\n");
    s.hsts = {};
    EXPECT_EQ(security_fields(s), always);
}

} // namespace
} // namespace uniform::http

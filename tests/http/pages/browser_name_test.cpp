// Short forms of User-Agent.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "http/pages/browser_name.hpp"

namespace uniform::http {

TEST(browser_name, is_short) {
    struct row {
        std::string_view agent;
        std::string_view name;
    };
    for (const row &r : std::initializer_list<row>{
             {"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128, Linux"},
             {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
              "Safari/537.36 Edg/131.0.0.0",
              "Edge 131, Windows"},
             {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
              "Version/17.5 Mobile/15E148 Safari/604.1",
              "Safari 17, iOS"},
             {"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile",
              "Chrome 131, Android"},
             {"curl/8.5.0 (x)", "curl/8.5.0"},
             {"Mozilla/5.0 Firefox/", "Firefox"},
             {"", ""},
         }) {
        EXPECT_EQ(pages::browser_name(r.agent), r.name);
    }
    EXPECT_EQ(pages::browser_name(std::string(1000, 'x')).size(), 60U);
}

} // namespace uniform::http

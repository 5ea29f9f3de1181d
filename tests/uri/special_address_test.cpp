// RFC 3986 7.3, 7.4; RFC 6890

#include <gtest/gtest.h>

#include <uniform/uri/special_address.hpp>

namespace uniform::test {
namespace {

struct row {
    const char *host;
    const char *address; // "" if it is none
    const char *use = "";
    bool rare = false;
};

const row rows[]{
    {"example.org", ""},
    {"", ""},
    {"8.8.8.8", "8.8.8.8"},
    {"127.0.0.1", "127.0.0.1", "loopback"},
    {"127.1", "127.0.0.1", "loopback", true},
    {"0x7f.1", "127.0.0.1", "loopback", true},
    {"2130706433", "127.0.0.1", "loopback", true},
    {"017700000001", "127.0.0.1", "loopback", true},
    {"0x08080808", "8.8.8.8", "", true},
    {"4294967296", ""},
    {"1.2.3.4.5", ""},
    {"localhost", "127.0.0.1", "loopback"},
    {"LOCALHOST.", "127.0.0.1", "loopback"},
    {"a.localhost", "127.0.0.1", "loopback"},
    {"notlocalhost", ""},
    {"localhost.example", ""},
    {"10.255.0.1", "10.255.0.1", "private"},
    {"172.16.0.1", "172.16.0.1", "private"},
    {"172.32.0.1", "172.32.0.1"},
    {"192.168.0.1", "192.168.0.1", "private"},
    {"100.64.0.1", "100.64.0.1", "private"},
    {"169.254.169.254", "169.254.169.254", "link-local"},
    {"0.0.0.0", "0.0.0.0", "unspecified"},
    {"224.0.0.1", "224.0.0.1", "multicast"},
    {"192.0.2.1", "192.0.2.1", "reserved"},
    {"[::1]", "::1", "loopback"},
    {"[::]", "::", "unspecified"},
    {"[fe80::1%25eth0]", "fe80::1", "link-local"},
    {"[fd00::1]", "fd00::1", "private"},
    {"[2001:4860:4860::8888]", "2001:4860:4860::8888"},
    {"[::ffff:127.0.0.1]", "::ffff:127.0.0.1", "loopback"},
    {"[64:ff9b::a00:1]", "64:ff9b::a00:1", "private"},
    {"[2002:7f00:1::]", "2002:7f00:1::", "loopback"},
    {"[v1.x]", ""},
};

TEST(special_address, is_in_the_host) {
    for (const row &r : rows) {
        const address_in_host found = address_of_host(r.host);
        EXPECT_EQ(found.address ? to_string(*found.address) : "", r.address) << r.host;
        EXPECT_EQ(found.special != nullptr ? to_string(found.special->use) : "", r.use) << r.host;
        EXPECT_EQ(found.rare, r.rare) << r.host;
    }
}

} // namespace
} // namespace uniform::test

// Public suffixes and registrable domains. The rows are rules that the list had in 2023 and that its policy keeps.

#include <uniform/idna/public_suffix.hpp>

#include <gtest/gtest.h>

namespace {

using namespace uniform::idna;

TEST(public_suffixes, domain_of) {
    struct row {
        std::string_view host, suffix, registrable;
        bool listed;
    };
    for (const row &r : {
             row{"www.example.co.uk", "co.uk", "example.co.uk", true},
             row{"WWW.Example.CO.UK", "co.uk", "example.co.uk", true},
             row{"b\u00DCcher.de", "de", "xn--bcher-kva.de", true}, // one domain, however it is written
             row{"b\u00FCcher.de", "de", "xn--bcher-kva.de", true},
             row{"b%C3%BCcher.de", "de", "xn--bcher-kva.de", true},
             row{"XN--BCHER-KVA.de", "de", "xn--bcher-kva.de", true},
             row{"example\u3002com", "com", "example.com", true}, // UTS 46 maps U+3002 to "."
             row{"a%2Eb.example", "example", "b.example", false},
             row{"example.com.", "com", "example.com", true},
             row{"com", "com", "", true},
             row{"user.github.io", "github.io", "user.github.io", true},           // the list's private part
             row{"a.b.kawasaki.jp", "b.kawasaki.jp", "a.b.kawasaki.jp", true},     // "*.kawasaki.jp"
             row{"www.city.kawasaki.jp", "kawasaki.jp", "city.kawasaki.jp", true}, // "!city.kawasaki.jp"
             row{"a.example", "example", "a.example", false},                      // no rule: the last label
             row{"localhost", "localhost", "", false},
             row{"www.食狮.公司.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", true},
             row{"www.xn--85x722f.xn--55qx5d.cn", "xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn", true},
         }) {
        const auto parts = domain_of(r.host);
        ASSERT_TRUE(parts) << r.host;
        EXPECT_EQ(parts->suffix(), r.suffix) << r.host;
        EXPECT_EQ(parts->registrable(), r.registrable) << r.host;
        EXPECT_EQ(parts->listed, r.listed) << r.host;
        EXPECT_TRUE(parts->name.ends_with(r.registrable)) << parts->name;
    }
    for (const std::string_view none : {"", ".", "192.0.2.1", "192.0.2.1.", "[::1]", "a..b", ".a", "a%2Fb", "a b.com",
                                        "a/b", "\xFF.com", "\u2100.com"}) {
        EXPECT_FALSE(domain_of(none)) << none;
    }
    const std::string long_label(2000, 'a');
    EXPECT_FALSE(domain_of(long_label));
}

} // namespace

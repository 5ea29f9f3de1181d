// Facts about the oracle of equivalence by scheme: the examples that the documents print.
#include "oracle/normalize.hpp"
#include "oracle/scheme_equivalence.hpp"

#include <gtest/gtest.h>

namespace {

bool same(const std::string &a, const std::string &b) {
    const auto normal = [](const std::string &text) {
        bool guarded = false;
        constexpr oracle::normalize_steps all{.percent = true, .letter_case = true, .dots = true, .scheme = true};
        return oracle::normalize(text, all, oracle::document::rfc3986, true, guarded);
    };
    return normal(a) == normal(b) || oracle::sip_equivalent(normal(a), normal(b));
}

TEST(scheme_equivalence, FollowsTheExamplesOfTheDocuments) {
    const struct {
        const char *source, *a, *b;
        bool equal;
    } facts[] = {
        {"RFC 3261 19.1.4", "sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com;security=on", true},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on", true},
        {"RFC 3261 19.1.4", "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
         "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com", true},
        {"RFC 3261 19.1.4", "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
         "sip:alice@atlanta.com?priority=urgent&subject=project%20x", true},
        {"RFC 3261 19.1.4", "SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", false},
        {"RFC 3261 19.1.4", "sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", false},
        {"RFC 3261 19.1.4", "sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", false},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sips:carol@chicago.com", false},
        {"RFC 3261 19.1.6", "tel:+358-555-1234567;postd=pp22", "tel:+358-555-1234567;POSTD=PP22", true},
        {"RFC 3261 19.1.6", "sip:+358-555-1234567;postd=pp22@foo.com;user=phone",
         "sip:+358-555-1234567;POSTD=PP22@foo.com;user=phone", false},
        {"RFC 3261 19.1.6", "tel:+358-555-1234567;postd=pp22;isub=1411", "tel:+358-555-1234567;isub=1411;postd=pp22",
         true},
        {"RFC 3261 19.1.6", "sip:+358-555-1234567;postd=pp22;isub=1411@foo.com;user=phone",
         "sip:+358-555-1234567;isub=1411;postd=pp22@foo.com;user=phone", false},
        {"RFC 3966 4", "tel:+1-201-555-0123", "tel:+1(201)555.0123", true},
        {"RFC 3966 4", "tel:+12015550123", "tel:12015550123", false},
        {"RFC 3966 4", "tel:7042;phone-context=example.com", "tel:7042", false},
        {"RFC 5870 3.4.4", "geo:90,-22.43;crs=WGS84", "geo:90,46", true},
        {"RFC 5870 3.4.4", "geo:22.300,-118.44", "geo:22.3,-118.4400", true},
        {"RFC 5870 3.4.4", "geo:66,30;u=6.500;FOo=this%2dthat", "geo:66.0,30;u=6.5;foo=this-that", true},
        {"RFC 5870 3.4.4", "geo:1,180", "geo:1,-180", true},
        {"RFC 5870 3.4.4", "geo:1,180;crs=moon", "geo:1,-180;crs=moon", false},
        {"RFC 5870 3.4.4", "geo:1,2;u=0", "geo:1,2", false},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:?to=addr1@an.example,addr2@an.example",
         true},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:addr1@an.example?to=addr2@an.example", true},
        {"RFC 6068 2", "mailto:a@b?Subject=x", "mailto:a@b?subject=x", true},
        {"RFC 6068 2", "mailto:a@b?subject=X", "mailto:a@b?subject=x", false},
    };
    for (const auto &f : facts) {
        EXPECT_EQ(same(f.a, f.b), f.equal) << f.source << " " << f.a << " " << f.b;
        EXPECT_EQ(same(f.b, f.a), f.equal) << f.source << " " << f.b << " " << f.a;
    }
}

} // namespace

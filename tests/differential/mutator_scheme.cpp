// URIs of the schemes whose documents declare parameters and fields equivalent (RFC 3261 19.1.4, RFC 3966 4, RFC 5870
// 3.4.4, RFC 6068 2): each part from a short list, so that two texts often have the same, spelled otherwise.
#include "differential/mutator.hpp"

#include <span>

namespace differential {

namespace {

using pool = std::span<const std::string_view>;

struct kind {
    pool names, mains, parameters, fields;
};

constexpr std::string_view tel_names[] = {"tel:", "tel:", "TEL:"};
constexpr std::string_view numbers[] = {"+1-201-555-0123",
                                        "+1(201)555.0123",
                                        "+1%28201%29555%2d0123",
                                        "+12015550123",
                                        "7042",
                                        "70-42",
                                        "A-b*%23",
                                        "a.B%2A%23",
                                        "-()",
                                        "-",
                                        "",
                                        "1/2-3",
                                        "(/x",
                                        "++1",
                                        "-//x"};
constexpr std::string_view tel_parameters[] = {"ext=12",
                                               "EXT=1-2",
                                               "ext=(1)2",
                                               "ext=-",
                                               "ext=",
                                               "ext",
                                               "isub=3",
                                               "ISUB=F%2f",
                                               "isub=1-2",
                                               "phone-context=Example.com",
                                               "Phone-Context=example.COM",
                                               "phone-context=3com.com",
                                               "phone-context=3com-com",
                                               "phone-context=1-2.example",
                                               "phone-context=+1-914-(555)",
                                               "phone-context=+1914555",
                                               "phone-context=+",
                                               "phone-context=+1-a",
                                               "phone%2Dcontext=+1-2",
                                               "tsp=a.b",
                                               "a",
                                               "A=1",
                                               "a=%28-%29",
                                               "b=X",
                                               "=",
                                               "",
                                               "a=b/c"};
constexpr std::string_view tel_fields[] = {"a=B", "%28", "", "C"};

constexpr std::string_view sip_names[] = {"sip:", "sip:", "sips:", "SIP:"};
constexpr std::string_view sip_mains[] = {"alice@atlanta.com",
                                          "%61lice@AtLanTa.CoM",
                                          "Alice@atlanta.com:5060",
                                          "A;B=C?D:E@H.org",
                                          "atlanta.com",
                                          "Atlanta.COM",
                                          "%28a%29@b",
                                          "(a)@B",
                                          "a:b@c",
                                          "a@%C3%84B",
                                          "a@\xc3\xa4"
                                          "B",
                                          "a@[::1]",
                                          "+1-212-555-1212:1234@Gateway.com",
                                          "A@B@C",
                                          "@a",
                                          "a@",
                                          "",
                                          "B/C"};
constexpr std::string_view sip_parameters[] = {"transport=TCP",
                                               "Transport=tcp",
                                               "transport=udp",
                                               "user=phone",
                                               "USER=Phone",
                                               "user=ip",
                                               "method=INVITE",
                                               "method=register",
                                               "ttl=1",
                                               "TTL=15",
                                               "maddr=239.255.255.1",
                                               "lr",
                                               "LR",
                                               "lr=on",
                                               "security=on",
                                               "security=off",
                                               "newparam=5",
                                               "c=%21D%2C",
                                               "c=!d%2c",
                                               "user",
                                               "=",
                                               ""};
constexpr std::string_view sip_fields[] = {"subject=x",
                                           "Subject=x",
                                           "SUBJECT=X",
                                           "priority=urgent",
                                           "Priority=urgent",
                                           "to=bob%40b",
                                           "to=sip:bob%40biloxi",
                                           "body=A%28",
                                           "body=A(",
                                           "to=bob@B.com",
                                           "a?B",
                                           "",
                                           "A",
                                           "route=;A=b"};

constexpr std::string_view geo_names[] = {"geo:", "geo:", "Geo:"};
constexpr std::string_view coordinates[] = {"48.2010,16.3695,183",
                                            "48.201,016.36950,183.00",
                                            "90,-22.43",
                                            "90.0,46",
                                            "-90,1,2",
                                            "90,0",
                                            "90",
                                            "1,-180.0",
                                            "1,180",
                                            "01,-180,3",
                                            "-0.0,-0",
                                            "0,0",
                                            "-0.10,.5",
                                            "1.,2",
                                            "a,1.0",
                                            "1,,2",
                                            "--1,2",
                                            "1.2.3,4",
                                            "1,2,3,4.0",
                                            "+1,2",
                                            ""};
constexpr std::string_view geo_parameters[] = {
    "crs=wgs84", "CRS=WGS84", "crs=%77gs84", "crs=Moon-1", "crs=moon-1", "crs",   "u=40.0",          "U=40",
    "u=0.00",    "u=-0",      "u=",          "u",          "u=1.x",      "u=040", "FOo=this%2dthat", "foo=this-that",
    "foo=1.00",  "bar=white", "A",           "",           "=",          "%28=("};
constexpr std::string_view geo_fields[] = {"a=B", "", "%28"};

constexpr std::string_view mailto_names[] = {"mailto:", "mailto:", "MAILTO:"};
constexpr std::string_view addresses[] = {"a@b.C",
                                          "A@B.c",
                                          "d@e",
                                          "D@E",
                                          "%22Not@Me%22@B.ORG",
                                          "%22a?B%22@c",
                                          "%22a/B%22@c",
                                          "%22%22@c",
                                          "%22@c",
                                          "U@%e7%b4%8d.EXAMPLE",
                                          "U@\xe7\xb4\x8d.EXAMPLE",
                                          "u@\xe7\xb4\x8d"
                                          "B",
                                          "U@%c3%84B",
                                          "u@\xee\x80\x80"
                                          "B",
                                          "u%ee%80%80@B",
                                          "%f3%b0%80%80@B",
                                          "a@b%2DC",
                                          "a@b%2dc",
                                          "a%2eb@c",
                                          "a..b@c",
                                          "a.@c",
                                          "a@b.",
                                          "a@.B",
                                          "a@%40b.c",
                                          "Joe",
                                          "Joe%20%3CJ@A.org%3E",
                                          "gorby%25kremvax@Example.com",
                                          "unlikely%3Faddress@example.com",
                                          "Mike%26family@example.org",
                                          "a=b@C",
                                          "a/b@C",
                                          "//x@Y",
                                          "a@b;C",
                                          "a:b@C",
                                          "!$'*+@D",
                                          "(a)@D",
                                          "a@b@C",
                                          "a@[b]",
                                          "",
                                          ""};
constexpr std::string_view mailto_parameters[] = {"X@Y", "a=B", ""};
constexpr std::string_view mailto_fields[] = {"Subject=x",
                                              "subject=X",
                                              "subject=A@B",
                                              "body=y",
                                              "Body=c@D",
                                              "cc=a@B",
                                              "CC=A@b,C@D",
                                              "bcc=a@b",
                                              "%43c=A@B",
                                              "X",
                                              "",
                                              "=",
                                              "reply-to=Joe%20%3CJ@A.ORG%3E",
                                              "cc=u@\xe7\xb4\x8d"
                                              "B",
                                              "from=%22E@F%22@G",
                                              "To",
                                              "x=",
                                              "in-reply-to=%3C1@X%3E"};

constexpr kind kinds[] = {
    {tel_names, numbers, tel_parameters, tel_fields},
    {sip_names, sip_mains, sip_parameters, sip_fields},
    {geo_names, coordinates, geo_parameters, geo_fields},
    {mailto_names, addresses, mailto_parameters, mailto_fields},
};

} // namespace

std::string_view mutator::scheme_text() {
    random_source &r = random_;
    const auto one_of = [&](pool texts) { return texts[r.below(texts.size())]; };
    const std::size_t which = r.below(5);
    const kind &k = kinds[which == 4 ? 1 : which];
    const bool mailto = which == 3;
    text_ = one_of(k.names);
    text_ += one_of(k.mains);
    while (mailto && r.one_in(2)) (text_ += ',') += one_of(addresses);
    for (std::size_t n = mailto ? (r.one_in(12) ? 1 : 0) : r.below(5); n > 0; --n)
        (text_ += ';') += one_of(k.parameters);
    const std::size_t most = mailto ? 5 : which == 0 || which == 2 ? (r.one_in(8) ? 2 : 1) : 4;
    for (std::size_t n = r.below(most), i = 0; i < n; ++i) {
        text_ += i == 0 ? '?' : '&';
        if (mailto && r.one_in(2)) {
            text_ += r.one_in(3) ? "To=" : "to=";
            do {
                if (text_.back() != '=') text_ += ',';
                text_ += one_of(addresses);
            } while (r.one_in(3));
        } else {
            text_ += one_of(k.fields);
        }
    }
    if (r.one_in(16)) text_ += "#F";
    return text_;
}

// One parameter or field of the text moves, goes, doubles, or gets company; whether it has any.
bool mutator::reorder() {
    constexpr std::string_view ends{";?&#"};
    random_source &r = random_;
    const std::size_t begin = text_.find_first_of(";&", r.below(text_.size()));
    if (begin == std::string::npos) return false;
    const char delimiter = text_[begin];
    const std::size_t end = std::min(text_.find_first_of(ends, begin + 1), text_.size());
    const std::string part = text_.substr(begin, end - begin);
    switch (r.below(4)) {
    case 0:
        text_.insert(begin, (delimiter + std::string{sip_parameters[r.below(std::size(sip_parameters))]}));
        break;
    case 1:
        text_.insert(begin, part);
        break;
    default: {
        text_.erase(begin, part.size());
        if (r.one_in(2)) break;
        const std::size_t other = text_.find(delimiter, r.below(text_.size()));
        text_.insert(other == std::string::npos ? begin : other, part);
    }
    }
    return true;
}

} // namespace differential

// The access plans for services: telnet, wais, prospero; and for data.

#include "url/planner.hpp"

namespace uniform::detail {

// 3.8: "the <user> and <password> supplied are advisory only"
void plan_for(planner &p, const telneturl_view &url) {
    p.contact(url.login);
    p.log_in(url.login);
    if (url.login.user) p.plan().login = credentials::advisory;
    p.step("connect");
}

// 3.9: the fields of the request
void plan_for(planner &p, const waisurl_view &url) {
    p.contact(url.login);
    p.decoded_step("database", url.database);
    if (url.search) p.decoded_step("search", *url.search);
    if (url.wtype) p.decoded_step("type", *url.wtype);
    if (url.wpath) p.decoded_step("document", *url.wpath);
}

// 3.11: the server at that host returns the access methods
void plan_for(planner &p, const prosperourl_view &url) {
    p.contact(url.login);
    p.decoded_step("hsoname", url.ppath);
    p.check(url.fieldspecs);
    for (const auto &[name, value] : parts_of(url).fields) p.step("field", name + '=' + value);
}

// RFC 2397: nothing is contacted
void plan_for(planner &p, const dataurl_view &url) { p.step("data", parts_of(url).data); }

} // namespace uniform::detail

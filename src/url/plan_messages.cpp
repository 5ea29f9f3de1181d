// The access plans for messages: mailto, news, nntp.

#include "url/planner.hpp"
#include "url/schemes/mail_addresses.hpp"

namespace uniform::detail {

namespace {

bool is_body(std::string_view name) noexcept { return ascii::equal_ignoring_case(name, "body"); }

} // namespace

// 3.5; RFC 6068 2: each hfield is a header field, or "body", which is none.
void plan_for(planner &p, const mailtourl_view &url) {
    p.check(url.to);
    std::string_view rest = url.hfields.value_or(std::string_view{});
    while (!rest.empty()) {
        const std::string_view field = rest.substr(0, rest.find('&'));
        const std::string_view name = field.substr(0, field.find('='));
        // RFC 6068 5: line breaks in the body are "%0D%0A".
        p.check(field, is_body(decoded_part(name)) ? nul : controls);
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    }
    mailtourl_parts parts = parts_of(url);
    if (url.edition == edition::rfc6068) { // 2: addresses in the path and in "to" are equivalent
        std::erase_if(parts.hfields, [&](const auto &field) {
            if (!ascii::equal_ignoring_case(field.first, "to")) return false;
            append_addresses(parts.to, field.second);
            return true;
        });
    }
    for (std::string &address : parts.to) p.step("to", std::move(address));
    for (auto &[name, value] : parts.hfields) p.step(std::move(name), std::move(value));
}

// 3.6; RFC 5538 4
void plan_for(planner &p, const newsurl_view &url) {
    if (url.server) {
        p.contact(*url.server);
        p.log_in(*url.server);
    } else if (p.options().news_server) {
        p.contact_configured(*p.options().news_server);
    } else {
        p.fail(p.text().find(':') + 1, error_code::no_access, rule::newsurl);
    }
    if (url.article) {
        p.check_word(*url.article);
        p.step("ARTICLE", '<' + decoded_part(*url.article) + '>');
        return;
    }
    p.check_word(url.group.value_or(std::string_view{}));
    const std::string group = decoded_part(url.group.value_or(std::string_view{}));
    if (group.empty() || group == "*") { // RFC 5538 4: "the first two are equivalent"
        p.step("LIST", "ACTIVE");
    } else if (group.find_first_of("*?") != std::string::npos) { // RFC 3977 7.6.3: LIST ACTIVE [wildmat]
        p.step("LIST", "ACTIVE " + group);
    } else {
        p.step("GROUP", group);
    }
}

// 3.7; RFC 5538 3
void plan_for(planner &p, const nntpurl_view &url) {
    p.contact(url.login);
    p.log_in(url.login);
    p.check_word(url.group);
    p.step("GROUP", decoded_part(url.group));
    if (url.article_number) p.step("ARTICLE", decoded_part(*url.article_number)); // digits
}

} // namespace uniform::detail

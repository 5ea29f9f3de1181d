// Options that several commands for URLs have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/url/access_plan.hpp>
#include <uniform/url/url.hpp>

#include "cli/option.hpp"

namespace uniform::cli {

struct url_edition_option {
    std::optional<edition> url_edition; // std::nullopt: the current standard of each scheme

    static constexpr auto rows() {
        return std::array{option<&read_edition>(
            {heading::input, 'e', "edition", "EDITION",
             "The document by which URLs are read: current, the standard of each scheme today; url-06, the draft of "
             "August 1994; rfc1738; or the document of one scheme, which is rfc3986 for ftp.",
             "current url-06 rfc1738 rfc3986 rfc2397 rfc4156 rfc4157 rfc4248 rfc4266 rfc4516 rfc5538 rfc6068 rfc6455 "
             "rfc8089 "
             "rfc9110",
             "current"})};
    }

private:
    static option_status read_edition(url_edition_option &o, const option_text &text, std::string_view value) {
        if (const auto index = detail::choice_in(text, value); !index) return std::unexpected{index.error()};
        o.url_edition = edition_from_string(value); // none is called "current"
        return {};
    }
};

// The options by which access to a URL is planned.
struct plan_rules {
    bool insist = false;
    std::string mail_address;
    std::optional<std::string> news_server;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&plan_rules::insist>({rules, 0, "insist", "",
                                         "Do what section 6 of draft-ietf-uri-url-06 warns of: CR, LF or NUL inside an "
                                         "argument, and ports below 1024 other than the default port of the scheme."}),
            option<&plan_rules::mail_address>(
                {rules, 0, "mail-address", "ADDRESS", "The password of an anonymous login.", "", "none"}),
            option<&plan_rules::news_server>({rules, 0, "news-server", "HOST[:PORT]",
                                              "The server for news URLs that name none.", "",
                                              "the environment variable NNTPSERVER"}),
        };
    }
};

// With the environment variable NNTPSERVER, if --news-server is not given.
[[nodiscard]] plan_options plan_options_of(const url_options &urls, const plan_rules &o);

} // namespace uniform::cli

// The options of `uniform get`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "run/options.hpp"
#include "run/typed_arguments.hpp"
#include "url/get_report.hpp"
#include "url/options.hpp"

namespace uniform::cli {

inline constexpr unsigned most_parallel = 64;

struct get_command_options : with<common_options, url_edition_option, plan_rules, colour_option, quiet_option,
                                  password_option, progress_option, typed_option> {
    std::vector<std::pair<std::string, std::string>> gateways; // scheme in lower case, and URL
    std::vector<std::string> answers;
    std::vector<std::string> files;
    std::vector<std::string> headers;
    std::optional<std::string> user; // "NAME" or "NAME:PASSWORD"
    bool head = false;
    bool resume = false;
    unsigned parallel = 1;
    bool any_address = false;
    report_form report = report_form::none;
    std::optional<std::string> output;
    std::optional<summary_form> summary;
    std::optional<std::string> rejects;
    std::uint64_t max_size = std::uint64_t{1} << 30;
    unsigned timeout = 60; // seconds
    unsigned max_redirects = 10;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&read_gateway>(
                {rules, 0, "gateway", "SCHEME=URL",
                 "Get URLs of that scheme from a gateway: {} in URL is replaced by the percent-encoded "
                 "URL; without {}, it is appended. May be repeated."}),
            option<&get_command_options::answers>(
                {rules, 0, "answer", "TEXT",
                 "The answer to a question of a Gopher+ form; repeated, to the next one, as many as the form has. "
                 "Without it, the questions are asked on the terminal."}),
            option<&get_command_options::files>({input, 'f', "file", "FILE",
                                                 "Read URLs from FILE, one a line; \"-\" is standard input. May be "
                                                 "repeated.",
                                                 "", "", true}),
            option<&read_header>({rules, 'H', "header", "NAME: VALUE",
                                  "Send a header field to the host of an http or https URL, but not to others to which "
                                  "it redirects. May be repeated."}),
            option<&get_command_options::user>(
                {rules, 'u', "user", "NAME[:PASSWORD]",
                 "Log in to the servers of URLs that name no user: ftp, nntp and news, and http and https by the Basic "
                 "scheme. Without a password, it is asked for on the terminal."}),
            option<&get_command_options::head>({rules, 'I', "head", "",
                                                "Request only the header section (HEAD) of http and https URLs, and "
                                                "write it instead of the content."}),
            option<&get_command_options::resume>(
                {heading::output, 'C', "resume", "",
                 "With --output: go on where an interrupted transfer ended, after the bytes that FILE has; what is "
                 "received stays in FILE also after an error."}),
            number<&get_command_options::parallel, 1, most_parallel>(
                {running, 'P', "parallel", "N",
                 "Make N transfers at once. Requires --output with a directory, or --quiet."}),
            option<&get_command_options::any_address>(
                {rules, 0, "any-address", "",
                 "Also contact addresses of this machine and of private networks, and others that are not of the "
                 "Internet at large; and hosts that are addresses in rare forms, as in http://0x7f.1/."}),
            choice<&get_command_options::report, report_form::text, report_form::json>(
                {heading::output, 0, "report", "FORMAT",
                 "Print on standard error, for each URL, the URL by which it was retrieved, after redirects; the media "
                 "type; and Content-Location: `uniform find --retrieved` and --content-location take them.",
                 "text json"}),
            option<&get_command_options::output>(
                {heading::output, 'o', "output", "FILE",
                 "Write to FILE instead of standard output; the name appears only when everything "
                 "was received.",
                 "", "", true}),
            choice<&get_command_options::summary, summary_form::text, summary_form::json>(
                {heading::output, 0, "summary", "FORM",
                 "At the end, print on standard error how many URLs were retrieved and rejected.", "text json"}),
            option<&get_command_options::rejects>(
                {heading::output, 0, "rejects", "FILE",
                 "Write the URLs that are not valid or cannot be retrieved to FILE instead of reporting them: on each "
                 "line the report, a TAB and the URL. \"-\" is standard output; a file that another option names is "
                 "refused.",
                 "", "", true}),
            number<&get_command_options::max_size, 0, std::uint64_t{1} << 50, counted::bytes>(
                {running, 0, "max-size", "BYTES",
                 "Stop with an error if the content is longer; K, M and G may follow the number."}),
            number<&get_command_options::timeout, 1, 86400>(
                {running, 0, "timeout", "SECONDS", "Stop with an error if it takes longer."}),
            number<&get_command_options::max_redirects, 0, 1000>(
                {running, 0, "max-redirects", "N", "Follow at most N redirects."}),
        };
    }

    // {} is replaced by the encoded URL, which is appended where there is none.
    static std::string gateway_url(std::string_view gateway, std::string_view asked) {
        const auto at = std::min(gateway.find("{}"), gateway.size());
        std::string url{gateway.substr(0, at)};
        encode_append(url, asked, unreserved(edition::rfc3986));
        if (at < gateway.size()) url += gateway.substr(at + 2);
        return url;
    }

private:
    // RFC 9110 5.1, 5.5: a token, and no control characters but TAB; Host is the plan's.
    static option_status read_header(get_command_options &o, const option_text &text, std::string_view value) {
        constexpr char_set token = characters::alpha | characters::digit | char_set{"!#$%&'*+-.^_`|~"};
        const std::string_view name = value.substr(0, value.find(':'));
        if (name.empty() || name.size() == value.size() ||
            !std::ranges::all_of(name, [&](char c) { return token.contains(c); })) {
            return std::unexpected{not_of_form(value, text.value)};
        }
        if (std::ranges::any_of(
                value, [](char c) { return (c != '\t' && static_cast<unsigned char>(c) < 0x20) || c == 0x7F; })) {
            return std::unexpected{"a header field contains no control characters"};
        }
        if (ascii::equal_ignoring_case(name, "host")) return std::unexpected{"the field Host is the URL's"};
        o.headers.emplace_back(value);
        return {};
    }
    static option_status read_gateway(get_command_options &o, const option_text &text, std::string_view value) {
        const auto equals = value.find('=');
        if (equals == 0 || equals >= value.size() - 1) {
            return std::unexpected{not_of_form(value, text.value)};
        }
        std::string scheme{value.substr(0, equals)};
        if (!matches(rule::scheme, scheme)) return std::unexpected{in_quotes(scheme) + " is not a scheme"};
        ascii::make_lower(scheme);
        o.gateways.emplace_back(std::move(scheme), value.substr(equals + 1));
        return {};
    }
};

} // namespace uniform::cli

// Collects a plan, and refuses what section 6 of draft-ietf-uri-url-06 warns of.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/url/access_plan.hpp>

#include "url/reader.hpp"

namespace uniform::detail {

// The characters that may end an argument and begin another command.
inline constexpr char_set nul = char_set{}.add('\0');
inline constexpr char_set controls = char_set{"\r\n"} | nul;

class planner {
public:
    // `text` is the URL; `scheme` its name in lower case.
    planner(std::string_view text, edition e, std::string_view scheme, const plan_options &options);

    [[nodiscard]] const plan_options &options() const noexcept UNIFORM_LIFETIMEBOUND { return options_; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] access_plan &plan() noexcept { return plan_; }

    // The server to contact: the decoded host, and the port, by default the scheme's.
    void contact(const login_view &login);
    // Another server than one of the URL: HOST or HOST:PORT.
    void contact_configured(std::string_view server);
    // The login; none by default. With a user but no password, the password may be asked for.
    void log_in(const login_view &login);

    void step(std::string command) { plan_.steps.push_back({std::move(command)}); }
    void step(std::string command, std::string argument) {
        plan_.steps.push_back({std::move(command), std::move(argument)});
    }
    // The argument is a part of the URL as written; it is checked, then decoded.
    void decoded_step(std::string command, std::string_view written) {
        check(written);
        step(std::move(command), decoded_part(written));
    }

    // A part as written that must not contain any of `forbidden`, escaped or not.
    void check(std::string_view written, char_set forbidden = controls);
    void check(const std::optional<std::string_view> &written, char_set forbidden = controls) {
        if (written) check(*written, forbidden);
    }

    // The same for an argument of a protocol in which white space separates arguments (RFC 3977 3.1), so that a space
    // would "simulate an extra [...] parameter" (section 6); no control is part of one.
    void check_word(std::string_view written);
    // Text from the caller that would be sent.
    void check_option(std::string_view text);

    // Steps that no client can carry out.
    void fail(std::size_t at, error_code code, rule r);
    void fail(const error &why);
    // Steps that a client should carry out only if its user insists.
    void refuse(std::size_t at, error_code code, rule r);

    // The position of a part in the URL.
    [[nodiscard]] std::size_t offset_of(std::string_view part) const noexcept {
        return static_cast<std::size_t>(part.data() - text_.data());
    }

    // The scheme's own port, as the caller's registry or the standard one has it.
    [[nodiscard]] std::optional<std::uint16_t> own_port() const noexcept;

    // The plan, or the first error. May be called once.
    [[nodiscard]] std::expected<access_plan, error> result() &&;

private:
    // The host, decoded; refused if that is not a host name: see made_host().
    void set_host(std::string_view written, std::size_t at);

    std::string_view text_;
    const plan_options &options_;
    access_plan plan_{};
    std::optional<error> error_{};
};

void plan_for(planner &p, const ftpurl_view &url);
void plan_for(planner &p, const httpurl_view &url);
void plan_for(planner &p, const gopherurl_view &url);
void plan_for(planner &p, const fileurl_view &url);
void plan_for(planner &p, const mailtourl_view &url);
void plan_for(planner &p, const newsurl_view &url);
void plan_for(planner &p, const nntpurl_view &url);
void plan_for(planner &p, const telneturl_view &url);
void plan_for(planner &p, const waisurl_view &url);
void plan_for(planner &p, const prosperourl_view &url);
void plan_for(planner &p, const dataurl_view &url);

} // namespace uniform::detail

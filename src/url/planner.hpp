// Collects a plan, and refuses what section 6 of draft-ietf-uri-url-06 warns of.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <uniform/access_plan.hpp>

#include "url/reader.hpp"

namespace uniform::detail {

// What may end an argument and begin another command.
inline constexpr char_set nul = char_set{}.add('\0');
inline constexpr char_set controls = char_set{"\r\n"} | nul;

class planner {
public:
    // `text` is the URL; `scheme` its name in lower case.
    planner(std::string_view text, edition e, std::string_view scheme, const plan_options &options);

    [[nodiscard]] const plan_options &options() const noexcept { return options_; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] access_plan &plan() noexcept { return plan_; }

    // Whom to contact: the host, decoded, and the port, by default the scheme's own.
    void contact(const login_view &login);
    // Another server than one of the URL: HOST or HOST:PORT.
    void contact_configured(std::string_view server);
    // Who logs in; nobody by default. With a user, and without a password, one may be asked for.
    void log_in(const login_view &login);

    void step(std::string verb) { plan_.steps.push_back({std::move(verb)}); }
    void step(std::string verb, std::string argument) { plan_.steps.push_back({std::move(verb), std::move(argument)}); }
    // The argument is a part of the URL as written: looked at, then decoded.
    void decoded_step(std::string verb, std::string_view written) {
        check(written);
        step(std::move(verb), decoded_part(written));
    }

    // A part as written in which none of `forbidden` may be, escaped or not.
    void check(std::string_view written, char_set forbidden = controls);
    void check(const std::optional<std::string_view> &written, char_set forbidden = controls) {
        if (written) check(*written, forbidden);
    }

    // The same for an argument of a protocol in which white space separates arguments (RFC 3977 3.1), so that a space
    // would "simulate an extra [...] parameter" (section 6); no control is part of one.
    void check_word(std::string_view written);
    // What the caller gave to be sent.
    void check_option(std::string_view text);

    // What no client can do.
    void fail(std::size_t at, error_code code, rule r);
    void fail(const error &why);
    // What no client should do unless its user insists.
    void refuse(std::size_t at, error_code code, rule r);

    // Where a part of the URL stands.
    [[nodiscard]] std::size_t offset_of(std::string_view part) const noexcept {
        return static_cast<std::size_t>(part.data() - text_.data());
    }

    // The scheme's own port, as the caller's registry or the standard one has it.
    [[nodiscard]] std::optional<std::uint16_t> own_port() const noexcept;

    // The plan, or the first reason against it. Once.
    [[nodiscard]] std::expected<access_plan, error> result() &&;

private:
    // The host, decoded; refused where that would be none: see made_host().
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

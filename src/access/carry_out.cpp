#include <uniform/access/access.hpp>

#include <algorithm>
#include <array>

#include <uniform/base/enum_names.hpp>
#include <uniform/uri/parse.hpp>

#include "access/transfer.hpp"

namespace uniform {

namespace {

using client = access::outcome (*)(const access_plan &, access::transfer &);

// RFC 2397: the data are in the URL.
access::outcome carry_out_data(const access_plan &plan, access::transfer &t) {
    for (const access_step &s : plan.steps) {
        t.step = s.command;
        if (!t.deliver(s.argument.value_or(""))) return std::unexpected{*t.failure};
    }
    access_result result;
    result.size = t.received();
    return result;
}

client client_of(std::string_view scheme) noexcept {
    constexpr std::pair<std::string_view, client> all[]{
        {"http", access::carry_out_http},     {"https", access::carry_out_http}, {"ftp", access::carry_out_ftp},
        {"gopher", access::carry_out_gopher}, {"nntp", access::carry_out_nntp},  {"news", access::carry_out_nntp},
        {"snews", access::carry_out_nntp},    {"file", access::carry_out_file},  {"data", carry_out_data},
    };
    for (const auto &[name, function] : all) {
        if (name == scheme) return function;
    }
    return nullptr;
}

} // namespace

std::string_view to_string(access_problem p) noexcept {
    static constexpr auto names = enum_table<access_problem>({{access_problem::no_client, "no-client"},
                                                              {access_problem::not_here, "not-here"},
                                                              {access_problem::unsendable, "unsendable"},
                                                              {access_problem::no_password, "no-password"},
                                                              {access_problem::connection, "connection"},
                                                              {access_problem::refused, "refused"},
                                                              {access_problem::redirect, "redirect"},
                                                              {access_problem::too_large, "too-large"},
                                                              {access_problem::timed_out, "timed-out"},
                                                              {access_problem::incomplete, "incomplete"},
                                                              {access_problem::bad_answer, "bad-answer"},
                                                              {access_problem::stopped, "stopped"},
                                                              {access_problem::not_allowed, "not-allowed"}});
    return names.name(p);
}

std::string mask_password(std::string_view text) {
    constexpr std::string_view slashes = "/\\";
    // "scheme:", or nothing
    std::size_t begin = text.find(':');
    constexpr char_set of_schemes = characters::alpha | characters::digit | char_set{"+-."};
    const bool has_scheme = begin != std::string_view::npos && begin > 0 && begin + 1 < text.size() &&
                            slashes.contains(text[begin + 1]) &&
                            std::ranges::all_of(text.substr(0, begin), [&](char c) { return of_schemes.contains(c); });
    begin = has_scheme ? begin + 1 : 0;
    const auto reference = parse_uri_reference(text);
    std::size_t at = std::string_view::npos;
    if (reference && reference->authority()) {
        const std::size_t end = std::min(text.find_first_of("/?#", begin + 2), text.size());
        at = text.substr(0, end).rfind('@');
        begin += 2;
    } else if (!reference || reference->scheme()) {
        // Readers do not always follow the grammar; it is better to redact too much than to show part of a password.
        begin = std::min(text.find_first_not_of(slashes, begin), text.size());
        at = text.rfind('@');
    }
    const std::size_t colon = text.find(':', begin);
    if (at == std::string_view::npos || colon >= at) return std::string{text};
    return std::string{text.substr(0, colon + 1)} + "***" + std::string{text.substr(at)};
}

std::string message(const access_failure &f) { return f.step.empty() ? f.detail : f.step + ": " + f.detail; }

bool can_carry_out(std::string_view scheme) noexcept { return client_of(scheme) != nullptr; }

std::span<const std::string_view> session_commands(std::string_view scheme) noexcept {
    static constexpr std::array<std::string_view, 4> of_ftp{"PWD", "EPSV", "PASV", "QUIT"}; // libcurl's own
    if (scheme == "ftp") return of_ftp;
    return {};
}

std::expected<access_result, access_failure> carry_out(const access_plan &plan, const access_sink &sink,
                                                       const access_options &options) {
    access::transfer t{options, sink};
    const client run = client_of(plan.scheme);
    if (run == nullptr) {
        return std::unexpected{t.failed(access_problem::no_client, "unsupported protocol: " + plan.scheme)};
    }
    auto got = run(plan, t);
    if (got && !t.start(0)) return std::unexpected{*t.failure}; // of nothing
    return got;
}

} // namespace uniform

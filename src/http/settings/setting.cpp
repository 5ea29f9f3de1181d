// The consequences of a setting: whether it changes while the service runs, its name in the environment.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/http/settings.hpp>

namespace uniform::http {

bool changes_while_running(const setting &s) noexcept {
    constexpr std::string_view sections[]{"resolution.", "locators.", "harvest.", "registration.", "log.",
                                          "web.",        "openid.",   "history.", "shared_cache."};
    constexpr std::string_view names[]{
        "store.idempotency_days", "server.public_url",       "server.certificate",     "server.private_key",
        "server.stop_delay",      "limits.rate_address",     "limits.burst_address",   "limits.rate_api",
        "limits.burst_api",       "limits.rate_writes",      "limits.burst_writes",    "limits.rate_token",
        "limits.burst_token",     "limits.failed_tokens",    "limits.token_days",      "limits.longest_token_days",
        "limits.stored_address",  "limits.stored_anonymous", "limits.trusted_proxies", "metrics.enabled",
    };
    return std::ranges::find(names, s.name) != std::end(names) ||
           std::ranges::any_of(sections, [&](std::string_view section) { return s.name.starts_with(section); });
}

std::vector<const setting *> differences(const settings &a, const settings &b) {
    std::vector<const setting *> found;
    for (const setting &s : all_settings())
        if (value_of(s, a, false) != value_of(s, b, false)) found.push_back(&s);
    return found;
}

std::string_view to_string(setting_source s) noexcept {
    static constexpr auto names = enum_table<setting_source>({{setting_source::fallback, "default"},
                                                              {setting_source::file, "file"},
                                                              {setting_source::environment, "environment"},
                                                              {setting_source::flag, "flag"}});
    return names.name(s);
}

std::string environment_name(const setting &s) {
    std::string name = "UNIFORM_";
    for (const char c : s.name) name += c == '.' ? '_' : ascii::to_upper(c);
    return name;
}

} // namespace uniform::http

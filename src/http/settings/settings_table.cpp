// The table of settings, made of settings_rows.hpp.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>

namespace uniform::http {

namespace {

constexpr std::uint64_t second = 1000;
constexpr std::uint64_t day = std::uint64_t{24} * 3600 * second;
enum secrecy : std::uint8_t { shown, secret, hidden };
using s = settings;
using enum setting_type;

constexpr setting table[]{
#define TEXT(member, name, fallback, secrecy, help)                                                                    \
    {name, text, fallback, help, &s::member, 0, 0, {}, (secrecy) != shown, (secrecy) == hidden},
#define CHOICE(member, name, fallback, words, help) {name, choice, fallback, help, &s::member, 0, 0, words},
#define BOOLEAN(member, name, fallback, help) {name, boolean, #fallback, help, &s::member},
#define NUMBER(member, name, fallback, least, most, help) {name, number, fallback, help, &s::member, least, most},
#define SIZE(member, name, fallback, least, most, help) {name, size, fallback, help, &s::member, least, most},
#define DURATION(member, name, fallback, least, most, help) {name, duration, fallback, help, &s::member, least, most},
#define LIST(member, name, fallback, help) {name, list, fallback, help, &s::member},
#include <uniform/http/settings_rows.hpp>
};

} // namespace

std::span<const setting> all_settings() noexcept { return table; }

const setting *find_setting(std::string_view name) noexcept {
    const auto *const it = std::ranges::find(table, name, &setting::name);
    return it == std::end(table) ? nullptr : it;
}

bool changes_while_running(const setting &s) noexcept {
    constexpr std::string_view sections[]{"resolution.", "locators.", "harvest.", "registration.",
                                          "log.",        "web.",      "openid."};
    constexpr std::string_view names[]{
        "store.idempotency_days", "server.public_url",    "server.certificate",   "server.private_key",
        "server.stop_delay",      "limits.rate_address",  "limits.burst_address", "limits.rate_api",
        "limits.burst_api",       "limits.rate_writes",   "limits.burst_writes",  "limits.rate_token",
        "limits.burst_token",     "limits.failed_tokens", "limits.token_days",    "limits.longest_token_days",
        "limits.trusted_proxies", "metrics.enabled",
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
    constexpr std::string_view all[]{"default", "file", "environment", "flag"};
    return all[static_cast<std::size_t>(s)];
}

std::string environment_name(const setting &s) {
    std::string name = "UNIFORM_";
    for (const char c : s.name) name += c == '.' ? '_' : ascii::to_upper(c);
    return name;
}

} // namespace uniform::http

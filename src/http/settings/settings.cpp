#include <uniform/http/settings.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <map>
#include <ranges>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/store/location.hpp>
#include <uniform/uri/parse.hpp>

#define TOML_EXCEPTIONS 0
#if __has_include(<toml++/impl/preprocessor.hpp>) // toml++ 3.4, of Debian 13
#include <toml++/impl/preprocessor.hpp>
#else
#include <toml++/impl/preprocessor.h>
#endif

// toml++ asserts what a file can violate: that a key follows "[". With NDEBUG it lets the compiler assume it, which is
// undefined behaviour. Its parser reports that error itself, with its column; any other assertion that fails becomes an
// exception.
namespace uniform::http {
struct toml_assertion {};
constexpr void check_toml(bool holds, std::string_view condition) {
    if (!holds && condition != "is_bare_key_character(*cp) || is_string_delimiter(*cp)") throw toml_assertion{};
}
} // namespace uniform::http
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(condition) ::uniform::http::check_toml(static_cast<bool>(condition), #condition)
#define TOML_ASSERT_ASSUME(condition) ::uniform::http::check_toml(static_cast<bool>(condition), #condition)
#include <toml++/toml.h>

#include "http/settings/ip_network.hpp"
#include "http/settings/openid_rules.hpp"
#include "http/settings/settings_units.hpp"

namespace uniform::http {

namespace {

using milliseconds = std::chrono::milliseconds;
template <class T>
using read = std::expected<T, std::string>; // the error is the end of a sentence

std::vector<std::string> names(const std::function<std::string(const setting &)> &write) {
    std::vector<std::string> all;
    for (const setting &s : all_settings()) all.push_back(write(s));
    return all;
}

// OAI-PMH's emailType: no white space, a dot after the "@".
bool is_mail_address(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == 0 || at == std::string_view::npos || text.find_first_of(" \t\r\n") != std::string_view::npos)
        return false;
    const std::size_t dot = text.find('.', at + 2);
    return dot != std::string_view::npos && dot + 1 < text.size();
}

std::string_view form_of(setting_type t) {
    switch (t) {
    case setting_type::size:
        return "a number of bytes, or one with K, M or G after it";
    case setting_type::duration:
        return "a duration such as \"250ms\", \"10s\", \"5m\", \"1h\" or \"7d\"";
    default:
        return "a whole number";
    }
}

read<std::uint64_t> in_range(const setting &s, std::uint64_t value) {
    const std::uint64_t most = s.most == 0 ? std::numeric_limits<std::int64_t>::max() : s.most;
    if (value < s.least) return std::unexpected{"is too small: at least " + with_unit(s.least, s.type)};
    if (value > most) return std::unexpected{"is too large: at most " + with_unit(most, s.type)};
    return value;
}

std::string unknown_setting(const std::string &name) {
    const std::string similar = suggestion(name, names([](const setting &s) { return std::string{s.name}; }));
    return "unknown setting \"" + name + '"' +
           (similar.empty() ? "; `uniform config reference` lists the settings" : similar);
}

read<std::uint64_t> number_of(const setting &s, std::string_view text) {
    std::uint64_t value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, why] = std::from_chars(text.data(), end, value);
    if (why == std::errc::result_out_of_range) return std::unexpected{"is too large"};
    if (why != std::errc{} && text.size() > 1 && text[0] == '-' && std::ranges::all_of(text.substr(1), ascii::is_digit))
        return std::unexpected{"is too small: at least " + with_unit(s.least, s.type)};
    if (why != std::errc{}) return std::unexpected{"is not " + std::string{form_of(s.type)}};
    std::string_view rest{stop, static_cast<std::size_t>(end - stop)};
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    for (const unit &u : units_of(s.type)) {
        const bool same = rest == u.name || (s.type == setting_type::size && rest.size() == 1 && u.name.size() == 1 &&
                                             (rest[0] & ~0x20) == u.name[0]);
        if (!same) continue;
        if (value > std::numeric_limits<std::int64_t>::max() / u.factor) return std::unexpected{"is too large"};
        return in_range(s, value * u.factor);
    }
    return std::unexpected{"is not " + std::string{form_of(s.type)}};
}

void put_number(const setting &s, settings &into, std::uint64_t value) {
    if (const auto *m = std::get_if<std::uint64_t settings::*>(&s.member)) into.**m = value;
    if (const auto *m = std::get_if<milliseconds settings::*>(&s.member)) {
        into.**m = milliseconds{static_cast<std::int64_t>(value)};
    }
}

// From text: the environment, a flag, a default.
read<void> put_text(const setting &s, settings &into, std::string_view text) {
    switch (s.type) {
    case setting_type::choice: {
        std::vector<std::string> words;
        for (const auto part : std::views::split(s.choices, ' ')) words.emplace_back(part.begin(), part.end());
        if (std::ranges::find(words, text) == words.end()) {
            std::string list;
            for (const std::string &word : words) list += (list.empty() ? "" : ", ") + word;
            return std::unexpected{"is none of " + list + suggestion(text, words)};
        }
        [[fallthrough]];
    }
    case setting_type::text:
        if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
            return std::unexpected{"contains control characters"};
        }
        into.*std::get<std::string settings::*>(s.member) = text;
        return {};
    case setting_type::boolean:
        if (text != "true" && text != "false") return std::unexpected{"is neither true nor false"};
        into.*std::get<bool settings::*>(s.member) = text == "true";
        return {};
    case setting_type::number:
    case setting_type::size:
    case setting_type::duration: {
        const auto value = number_of(s, text);
        if (!value) return std::unexpected{value.error()};
        put_number(s, into, *value);
        return {};
    }
    case setting_type::list: {
        auto &items = into.*std::get<std::vector<std::string> settings::*>(s.member);
        items.clear();
        for (const auto part : std::views::split(text, ',')) {
            const auto item = ascii::trim({part.begin(), part.end()});
            if (!item.empty()) items.emplace_back(item);
        }
        return {};
    }
    }
    return {};
}

// From a value of TOML, whose type must be that of the setting.
read<void> put_toml(const setting &s, settings &into, const toml::node &node) {
    if (s.type == setting_type::list) {
        const auto *array = node.as_array();
        if (array == nullptr) return std::unexpected{"must be an array of strings"};
        std::vector<std::string> items;
        for (const auto &item : *array) {
            const auto text = item.value_exact<std::string>();
            if (!text) return std::unexpected{"must be an array of strings"};
            items.push_back(*text);
        }
        into.*std::get<std::vector<std::string> settings::*>(s.member) = std::move(items);
        return {};
    }
    if (const auto text = node.value_exact<std::string>()) {
        if (s.type == setting_type::boolean) return std::unexpected{"must be true or false, without quotes"};
        if (s.type == setting_type::number) return std::unexpected{"must be a number, without quotes"};
        auto done = put_text(s, into, *text);
        if (!done) return std::unexpected{in_quotes(*text) + " " + done.error()};
        return {};
    }
    if (const auto number = node.value_exact<std::int64_t>()) {
        if (s.type == setting_type::number || s.type == setting_type::size || s.type == setting_type::duration) {
            auto done = put_text(s, into, std::to_string(*number));
            if (!done) return std::unexpected{std::to_string(*number) + " " + done.error()};
            return {};
        }
    }
    if (const auto truth = node.value_exact<bool>(); truth && s.type == setting_type::boolean) {
        into.*std::get<bool settings::*>(s.member) = *truth;
        return {};
    }
    switch (s.type) {
    case setting_type::boolean:
        return std::unexpected{"must be true or false"};
    case setting_type::number:
    case setting_type::size:
    case setting_type::duration:
        return std::unexpected{"must be " + std::string{form_of(s.type)}};
    default:
        return std::unexpected{"must be a string, between quotes"};
    }
}

// The longest is 253 characters in labels of 1 to 63 letters, digits, "-" and "_" (RFC 1035 2.3.4, RFC 1123 2.1); the
// dot at the end may be there.
bool is_domain_name(std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty() || name.size() > 253) return false;
    return std::ranges::all_of(std::views::split(name, '.'), [](auto &&part) {
        const std::string_view label{part.begin(), part.end()};
        return !label.empty() && label.size() <= 63 && !label.starts_with('-') && !label.ends_with('-') &&
               std::ranges::all_of(label, [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; });
    });
}

class reader {
public:
    explicit reader(const settings_input &in) : in_(&in) {
        const std::size_t n = all_settings().size();
        result_.sources.assign(n, setting_source::fallback);
        result_.places.assign(n, {});
        for (const setting &s : all_settings()) {
            // A default that violates the limits of its own row is an error in the table, which the tests find.
            if (!put_text(s, result_.values, s.fallback)) complain("default of " + std::string{s.name}, "is not valid");
        }
    }

    std::expected<configuration, std::vector<settings_problem>> run() {
        if (in_->file) file(*in_->file);
        for (const auto &[name, value] : in_->environment) environment(name, value);
        for (const auto &[name, value] : in_->flags) flag(name, value);
        if (problems_.empty()) together();
        if (!problems_.empty()) {
            // toml++ returns sections and keys in alphabetical order.
            std::multimap<std::pair<unsigned long, unsigned long>, settings_problem> by_line;
            for (settings_problem &p : problems_) {
                const auto line = line_of(p.where);
                by_line.emplace(line, std::move(p));
            }
            problems_.clear();
            for (auto &[line, p] : by_line) problems_.push_back(std::move(p));
            return std::unexpected{std::move(problems_)};
        }
        return std::move(result_);
    }

private:
    void complain(std::string where, std::string says) { problems_.push_back({std::move(where), std::move(says)}); }
    void note(const setting &s, setting_source source, std::string place) {
        const auto at = static_cast<std::size_t>(&s - all_settings().data());
        result_.sources[at] = source;
        result_.places[at] = std::move(place);
    }
    // Line and column of "uniform.toml:3:8"; other places come after it.
    [[nodiscard]] std::pair<unsigned long, unsigned long> line_of(std::string_view where) const {
        constexpr auto behind = std::numeric_limits<unsigned long>::max();
        if (!in_->file || !where.starts_with(in_->file_name + ":")) return {behind, behind};
        where.remove_prefix(in_->file_name.size() + 1);
        std::pair<unsigned long, unsigned long> at{behind, behind};
        const char *const end = where.data() + where.size();
        const auto [colon, wrong] = std::from_chars(where.data(), end, at.first);
        if (wrong == std::errc{} && colon != end) std::from_chars(colon + 1, end, at.second);
        return at;
    }
    [[nodiscard]] std::string place_of(const toml::source_region &at) const {
        return in_->file_name + ":" + std::to_string(at.begin.line) + ":" + std::to_string(at.begin.column);
    }

    void file(const std::string &text) try {
        toml::parse_result parsed = toml::parse(text, in_->file_name);
        if (!parsed) {
            const auto &why = parsed.error();
            std::string says{why.description()};
            complain(place_of(why.source()), "not TOML: " + says);
            return;
        }
        for (const auto &[section, content] : parsed.table()) {
            const std::string name{section.str()};
            const auto *members = content.as_table();
            const bool known =
                std::ranges::any_of(all_settings(), [&](const setting &s) { return s.name.starts_with(name + "."); });
            if (!known) {
                std::vector<std::string> sections;
                for (const setting &s : all_settings()) sections.emplace_back(s.name.substr(0, s.name.find('.')));
                complain(place_of(section.source()), "unknown section [" + name + "]" + suggestion(name, sections));
                continue;
            }
            if (members == nullptr) {
                complain(place_of(section.source()), '"' + name + "\" must be a section: [" + name + "]");
                continue;
            }
            for (const auto &[key, value] : *members) {
                const std::string full = name + "." + std::string{key.str()};
                const setting *s = find_setting(full);
                if (s == nullptr) {
                    complain(place_of(key.source()), unknown_setting(full));
                } else if (auto done = put_toml(*s, result_.values, value); !done) {
                    complain(place_of(value.source()), full + " " + hidden(*s, done.error()));
                } else {
                    note(*s, setting_source::file, place_of(key.source()));
                }
            }
        }
    } catch (const toml_assertion &) {
        complain(in_->file_name + ":" + std::to_string(line_of_assertion(text)),
                 "not TOML: a key or value is malformed");
    }

    // The first line with which the text fails an assertion: the exception cannot tell.
    static std::size_t line_of_assertion(std::string_view text) {
        std::size_t line = 0;
        for (std::size_t end = 0; end < text.size();) {
            end = std::min(text.find('\n', end), text.size() - 1) + 1;
            ++line;
            try {
                static_cast<void>(toml::parse(text.substr(0, end)));
            } catch (const toml_assertion &) {
                break;
            }
        }
        return line;
    }

    // A message must not show what may hold a password.
    static std::string hidden(const setting &s, const std::string &says) {
        if (!s.secret) return says;
        const auto at = says.find("\" ");
        return says.starts_with('"') && at != std::string::npos ? says.substr(at + 2) : says;
    }

    void text(const setting *s, const std::string &place, const std::string &value, setting_source source) {
        if (auto done = put_text(*s, result_.values, value); !done) {
            complain(place, (s->secret ? std::string{"the value"} : in_quotes(value)) + " " + done.error());
        } else {
            note(*s, source, place);
        }
    }

    void environment(const std::string &name, const std::string &value) {
        if (name == "UNIFORM_CONFIG") return; // names the file
        for (const setting &s : all_settings()) {
            if (environment_name(s) == name) return text(&s, name, value, setting_source::environment);
        }
        // Other programs may have variables that begin with "UNIFORM_"; one similar to a setting's is misspelt.
        const std::string near = suggestion(name, names(environment_name));
        const bool section = std::ranges::any_of(all_settings(), [&](const setting &s) {
            const std::string full = environment_name(s);
            return name.starts_with(full.substr(0, full.find('_', 8) + 1));
        });
        if (section || !near.empty()) complain(name, "no setting has this environment variable" + near);
    }

    void flag(const std::string &name, const std::string &value) {
        const setting *s = find_setting(name);
        if (s == nullptr) {
            complain("--set " + name, unknown_setting(name));
            return;
        }
        text(s, "--set " + name, value, setting_source::flag);
    }

    void wrong(std::string_view name, std::string says) {
        const setting *s = find_setting(name);
        const auto at = static_cast<std::size_t>(s - all_settings().data());
        std::string place = result_.places[at];
        if (place.empty()) place = name;
        complain(std::move(place), std::string{name} + " " + std::move(says));
    }

    // Conditions on several values together, and those that need more than the row.
    void together() {
        settings &v = result_.values;
        server_and_proxies(v);
        schemes_of_locators(v);
        what_links_may_gain(v);
        if (v.draft_size > v.drafts_per_address) {
            wrong("registration.draft_size",
                  "is more than registration.drafts_per_address, " + std::to_string(v.drafts_per_address));
        }
        if (!v.public_url.empty()) public_url(v);
        bursts(v);
        if (v.oai_enabled && !v.oai_email.empty() && !is_mail_address(v.oai_email)) {
            wrong("harvest.email", "is not a mail address");
        }
        if (!v.zone_origin.empty() && !is_domain_name(v.zone_origin)) {
            wrong("harvest.zone", "is not a domain name: " + in_quotes(v.zone_origin));
        }
        if (v.token_days > v.longest_token_days) {
            wrong("limits.token_days",
                  "is more than limits.longest_token_days, " + std::to_string(v.longest_token_days));
        }
        if (!v.openid_issuer.empty()) openid(v);
        if (!v.store_location.empty()) {
            if (const auto says = store::location_error(v.store_location); !says.empty()) {
                wrong("store.location", "is invalid: " + says);
            }
        }
    }

    void server_and_proxies(const settings &v) {
        address_bytes ignored;
        if (!read_address(v.address, ignored)) wrong("server.address", "is not an IP address: " + in_quotes(v.address));
        if (v.certificate.empty() != v.private_key.empty()) {
            wrong(v.certificate.empty() ? "server.private_key" : "server.certificate",
                  "requires both server.certificate and server.private_key");
        }
        for (const std::string &proxy : v.trusted_proxies) {
            network n;
            if (!read_network(proxy, n)) {
                wrong("limits.trusted_proxies", "has " + in_quotes(proxy) + ", which is not an address or a network");
            }
        }
    }

    void schemes_of_locators(const settings &v) {
        const auto of_scheme = [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; };
        if (v.location_schemes.empty()) wrong("locators.schemes", "must have at least one scheme");
        for (const std::string &scheme : v.location_schemes) { // RFC 3986 3.1
            if (scheme.empty() || !ascii::is_alpha(scheme[0]) || !std::ranges::all_of(scheme, of_scheme)) {
                wrong("locators.schemes", "has " + in_quotes(scheme) + ", which is not a scheme");
            } else if (resolver::is_scheme_of_names(scheme)) {
                wrong("locators.schemes", "has " + in_quotes(scheme) +
                                              ", but a URN is no locator: a redirect to it would lead to a resolver "
                                              "again (RFC 8141 section 2.3.2)");
            }
        }
    }

    void what_links_may_gain(const settings &v) {
        for (const std::string &parameter : v.added_parameters) {
            const std::string_view name{parameter.data(), parameter.size() - (parameter.ends_with('*') ? 1 : 0)};
            if (name.empty() || name.find_first_of("*&=?#") != std::string_view::npos ||
                !std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7F; })) {
                wrong("resolution.added_parameters",
                      "has " + in_quotes(parameter) +
                          ", which is not the name of a query parameter, or the beginning of one with \"*\" after it");
            }
        }
        for (const char c : v.added_suffixes) {
            if (c <= ' ' || c >= 0x7F || ascii::is_alnum(c)) {
                wrong("resolution.added_suffixes", "has a character that is not ASCII punctuation");
                break;
            }
        }
    }

    void public_url(settings &v) {
        const auto parsed = parse_uri(v.public_url);
        const bool web = parsed && (parsed->scheme() == "http" || parsed->scheme() == "https") && parsed->host() &&
                         !parsed->host()->empty();
        if (!web || parsed->query() || parsed->fragment() || parsed->userinfo()) {
            wrong("server.public_url", "must be an http or https URL without query and fragment");
        } else {
            while (v.public_url.ends_with('/')) v.public_url.pop_back();
        }
    }

    static void bursts(settings &v) {
        if (v.burst_address == 0) v.burst_address = v.rate_address * 10;
        if (v.burst_api == 0) v.burst_api = v.rate_api * 10;
        if (v.burst_writes == 0) v.burst_writes = v.rate_writes * 10;
        if (v.burst_token == 0) v.burst_token = v.rate_token * 10;
    }

    void openid(const settings &v) {
        if (const std::string says = wrong_issuer(v.openid_issuer); !says.empty()) wrong("openid.issuer", says);
        if (v.openid_client_id.empty()) {
            wrong("openid.client_id", "is missing: openid.issuer needs the identifier under which the provider knows "
                                      "this service");
        }
        if (!v.openid_client_secret.empty() && !v.openid_client_secret_file.empty()) {
            wrong("openid.client_secret_file", "and openid.client_secret are both set: one must be empty");
        }
        // OpenID Connect Core 1.0 3.1.2.1: the scope must contain "openid"
        if (std::ranges::find(v.openid_scopes, "openid") == v.openid_scopes.end()) {
            wrong("openid.scopes", "must contain \"openid\"");
        }
        for (const std::string &scope : v.openid_scopes) { // RFC 6749 3.3: %x21 / %x23-5B / %x5D-7E
            const auto fits = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\\'; };
            if (scope.empty() || !std::ranges::all_of(scope, fits)) {
                wrong("openid.scopes", "has " + in_quotes(scope) + ", which is not a scope");
            }
        }
        for (const std::string &rule : v.openid_rules) {
            if (const auto read = read_openid_rule(rule); !read) {
                wrong("openid.rules", "has " + in_quotes(rule) + ", which " + read.error());
            }
        }
    }

    const settings_input *in_;
    configuration result_;
    std::vector<settings_problem> problems_;
};

} // namespace

std::string default_store() {
    // XDG Base Directory Specification: relative paths in the variable are ignored.
    if (const char *data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return std::string{data} + "/uniform/uniform.db";
    }
    const char *home = std::getenv("HOME");
    return std::string{home == nullptr ? "" : home} + "/.local/share/uniform/uniform.db";
}

std::expected<configuration, std::vector<settings_problem>> configure(const settings_input &in) {
    return reader{in}.run();
}

} // namespace uniform::http

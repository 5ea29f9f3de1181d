#include "service/options.hpp"

#include <uniform/http/settings.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "print/words.hpp"

namespace uniform::cli {

option_status settings_options::read_setting(settings_options &o, const option_text &text, std::string_view value) {
    const auto equals = value.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
        return std::unexpected{not_of_form(value, text.value)};
    }
    o.settings.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    o.given_as.push_back("--set " + o.settings.back().first);
    return {};
}

option_status as_of_option::read_as_of(as_of_option &o, const option_text & /*text*/, std::string_view value) {
    if (!resolver::parse_timestamp(value)) {
        return std::unexpected{in_quotes(value) + " is not a date or a date-time, such as \"2026-11-21T10:00:00Z\" "
                                                  "(RFC 3339 section 5.6)"};
    }
    o.as_of = value;
    return {};
}

option_status set_setting(settings_options &o, const option_text &text, std::string_view name, std::string_view value) {
    o.settings.emplace_back(name, text.value.empty() ? "true" : value);
    o.given_as.push_back("--" + std::string{text.name});
    return {};
}

std::string default_of_setting(const option_text &text, std::string_view name) {
    const http::setting *const s = http::find_setting(name);
    if (text.value.empty() || s == nullptr) return {};
    return "the setting " + std::string{s->name} + (s->fallback.empty() ? "" : ", " + std::string{s->fallback});
}

} // namespace uniform::cli

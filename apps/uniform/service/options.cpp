#include "service/options.hpp"

#include "print/words.hpp"

namespace uniform::cli {

option_status settings_options::read_setting(settings_options &o, const option_text &text, std::string_view value) {
    const auto equals = value.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
        return std::unexpected{not_of_form(value, text.value)};
    }
    o.settings.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return {};
}

option_status set_store(settings_options &o, const option_text & /*text*/, std::string_view value) {
    o.settings.emplace_back("store.location", value);
    return {};
}

option_status set_port(settings_options &o, const option_text & /*text*/, std::string_view value) {
    o.settings.emplace_back("server.port", value);
    return {};
}

option_status set_demo(settings_options &o, const option_text & /*text*/, std::string_view /*value*/) {
    o.settings.emplace_back("demo.fill", "true");
    return {};
}

} // namespace uniform::cli

#include "http/pages/browser_name.hpp"

#include <algorithm>
#include <array>

namespace uniform::http::pages {

namespace {

constexpr std::size_t longest_name = 60;

struct product {
    std::string_view mark; // before the version
    std::string_view name;
};
// Browsers name others, too: Edge says that it is Chrome, and Chrome that it is Safari.
constexpr std::array browsers{
    product{"Edg/", "Edge"},        product{"EdgA/", "Edge"},     product{"OPR/", "Opera"},
    product{"Vivaldi/", "Vivaldi"}, product{"FxiOS/", "Firefox"}, product{"Firefox/", "Firefox"},
    product{"CriOS/", "Chrome"},    product{"Chrome/", "Chrome"}, product{"Version/", "Safari"}};
constexpr std::array systems{product{"iPhone", "iOS"},      product{"iPad", "iPadOS"},   product{"Android", "Android"},
                             product{"Windows", "Windows"}, product{"CrOS", "ChromeOS"}, product{"Mac OS X", "macOS"},
                             product{"Linux", "Linux"}};

} // namespace

std::string browser_name(std::string_view agent) {
    const auto is_in = [&](const product &p) { return agent.contains(p.mark); };
    const auto *const browser = std::ranges::find_if(browsers, is_in);
    if (browser == browsers.end() || !agent.starts_with("Mozilla/")) {
        return std::string{agent.substr(0, std::min(agent.find(' '), longest_name))};
    }
    std::string_view version = agent.substr(agent.find(browser->mark) + browser->mark.size());
    version = version.substr(0, std::min<std::size_t>(4, version.find_first_not_of("0123456789")));
    std::string out{browser->name};
    if (!version.empty()) out.append(1, ' ').append(version);
    const auto *const system = std::ranges::find_if(systems, is_in);
    if (system != systems.end()) out.append(", ").append(system->name);
    return out;
}

} // namespace uniform::http::pages

#include "rules.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "diagnostics.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

// "NAME:PORT" or "NAME:PORT/".
std::expected<scheme_info, std::string> scheme_of(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::unexpected{in_quotes(text) + " is not of the form NAME:PORT"};
    scheme_info info;
    info.name = text.substr(0, colon);
    std::string_view port = text.substr(colon + 1);
    info.empty_path_is_root = port.ends_with('/');
    if (info.empty_path_is_root) port.remove_suffix(1);
    const auto number = parse_port_number(port);
    if (!number || !*number) return std::unexpected{in_quotes(port) + " is no port"};
    info.default_port = **number;
    info.default_port_source = "--scheme";
    return info;
}

} // namespace

std::expected<void, failure> rules::read(options &o) {
    for (const std::string &text : o.schemes) {
        const auto info = scheme_of(text);
        if (!info) return std::unexpected{failure{exit_usage, "--scheme: " + info.error()}};
        if (!schemes_.add(*info)) {
            return std::unexpected{
                failure{exit_usage, "--scheme: " + in_quotes(info->name) + " is no scheme (RFC 3986 section 3.1)"}};
        }
    }
    if (!o.schemes.empty()) o.normal.schemes = &schemes_;
    if (o.redirects.empty()) return {};
    if (o.normal.rung != rung::protocol) {
        return std::unexpected{failure{exit_usage, "--redirects: only --rung protocol uses them"}};
    }
    auto done = read_redirects(o);
    if (done) o.normal.redirects = &redirects_;
    return done;
}

std::expected<void, failure> rules::read_redirects(const options &o) {
    std::ifstream file{o.redirects, std::ios::binary};
    if (!file) return std::unexpected{failure{exit_io, o.redirects + ": " + std::strerror(errno)}};
    std::string line;
    std::uint64_t number = 0;
    const auto wrong = [&](const problem &p) {
        std::string says;
        append_message(says, o.redirects, number, p, {});
        says.pop_back();
        return std::unexpected{failure{exit_usage, std::move(says)}};
    };
    while (std::getline(file, line)) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        const std::string_view whole = line;
        const auto tab = whole.find('\t');
        if (tab == std::string_view::npos) return wrong({.message = "no TAB between two URIs", .text = whole});
        const auto from = parse_uri(whole.substr(0, tab), o.parse);
        if (!from) return wrong({.why = from.error(), .text = whole});
        const auto to = parse_uri(whole.substr(tab + 1), o.parse);
        if (!to) return wrong({.why = to.error(), .text = whole, .column = tab + 1});
        if (const auto added = redirects_.add(*from, *to); !added) return wrong({.why = added.error(), .text = whole});
    }
    if (file.bad()) return std::unexpected{failure{exit_io, o.redirects + ": cannot be read"}};
    return {};
}

} // namespace uniform::command

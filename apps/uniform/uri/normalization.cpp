#include "uri/normalization.hpp"

#include <cerrno>
#include <charconv>
#include <deque>
#include <fstream>
#include <vector>

#ifdef UNIFORM_HAVE_UNICODE
#include <uniform/unicode/nfc.hpp>
#endif

#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"

namespace uniform::cli {

namespace {

// "NAME:PORT" or "NAME:PORT/".
std::expected<scheme_info, std::string> scheme_of(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::unexpected{not_of_form(text, "NAME:PORT")};
    scheme_info info;
    info.name = text.substr(0, colon);
    std::string_view port = text.substr(colon + 1);
    info.empty_path_is_root = port.ends_with('/');
    if (info.empty_path_is_root) port.remove_suffix(1);
    const auto number = parse_port_number(port);
    if (!number || !*number) return std::unexpected{in_quotes(port) + " is not a port number"};
    info.default_port = *number;
    info.default_port_source = "--scheme";
    return info;
}

} // namespace

int normalization::read(const level_options &o, const parse_options &how) {
    options_.level = o.level;
    options_.rfc5952 = o.rfc5952;
    if (o.nfc) {
        if (!is_iri_edition(how.edition)) return fail(exit_usage, "--nfc requires --edition rfc3987 or --as iri");
#ifdef UNIFORM_HAVE_UNICODE
        options_.characters = to_nfc;
#else
        return fail(exit_usage, "--nfc: built without the part unicode");
#endif
    }
    for (const std::string &text : o.schemes) {
        const auto info = scheme_of(text);
        if (!info) return fail(exit_usage, "--scheme: " + info.error());
        if (!schemes_.add(*info)) {
            return fail(exit_usage, "--scheme: " + in_quotes(info->name) + " is not a scheme (RFC 3986 section 3.1)");
        }
    }
    if (!o.schemes.empty()) options_.schemes = &schemes_;
    if (o.redirects.empty()) return exit_good;
    if (o.level != comparison_level::protocol) return fail(exit_usage, "--redirects requires --level protocol");
    options_.redirects = &redirects_;
    return read_redirects(o.redirects, how);
}

int normalization::read_redirects(const std::string &name, const parse_options &how) {
    std::ifstream file{name, std::ios::binary};
    if (!file) return fail(exit_io, file_error(name, errno));
    std::deque<std::string> lines; // the texts that `seen` points into
    std::vector<std::pair<uri_view, uri_view>> seen;
    std::string line;
    std::uint64_t number = 0;
    const auto wrong = [&](const problem &p) {
        std::string says;
        append_message(says, name, number, p, {});
        says.pop_back();
        return fail(exit_usage, says);
    };
    while (std::getline(file, line)) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        const std::string_view whole = lines.emplace_back(std::move(line));
        const auto tab = whole.find('\t');
        if (tab == std::string_view::npos) return wrong({.message = "no TAB between two URIs", .text = whole});
        const auto from = parse_uri(whole.substr(0, tab), how);
        if (!from) return wrong({.why = from.error(), .text = whole});
        const auto to = parse_uri(whole.substr(tab + 1), how);
        if (!to) return wrong({.why = to.error(), .text = whole, .column = tab + 1});
        seen.emplace_back(*from, *to);
    }
    if (file.bad()) return fail(exit_io, file_error(name, EIO));
    for (const auto &loop : redirects_.add_list(seen)) {
        std::string says = name + ": redirect loop, ignored (RFC 3986 section 6.2.4): ";
        const auto shown = [](const std::string &uri) { return std::string{without_password_text{uri}.text()}; };
        for (const std::string &member : loop) says += shown(member) + " -> ";
        (void)fail(exit_good, says + shown(loop.front()));
    }
    return exit_good;
}

} // namespace uniform::cli

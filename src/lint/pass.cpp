#include "lint/pass.hpp"

#include <algorithm>
#include <tuple>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform::linting {

namespace {

// The text at most, so that a range of it fits.
constexpr std::size_t most = 0xFFFFFFFE;
// An edit takes more memory than what it edits.
constexpr std::size_t longest_for_safer = std::size_t{1} << 20;

bool is_dropped_at_ends(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

// The components that split() finds in a valid reference.
components components_of(const reference_view &r) {
    components c;
    c.scheme = r.where(rule::scheme);
    if (r.has_authority()) {
        c.authority = r.where(rule::authority);
        c.userinfo = r.where(rule::userinfo);
        c.host = r.where(rule::host);
        c.port = r.where(rule::port);
    }
    c.path = *r.where(rule::path);
    c.query = r.where(rule::query);
    c.fragment = r.where(rule::fragment);
    return c;
}

} // namespace

components split(std::string_view text, range part) {
    components c;
    std::uint32_t i = part.begin;
    const auto find = [&](std::string_view any, std::uint32_t from) {
        const auto at = text.substr(0, part.end).find_first_of(any, from);
        return at == std::string_view::npos ? part.end : static_cast<std::uint32_t>(at);
    };
    // RFC 3986 Appendix B: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
    const std::uint32_t colon = find(":/?#", i);
    if (colon < part.end && text[colon] == ':' && colon > i) {
        c.scheme = range{i, colon};
        i = colon + 1;
    }
    if (part.end - i >= 2 && text[i] == '/' && text[i + 1] == '/') {
        c.authority = range{i + 2, find("/?#", i + 2)};
        i = c.authority->end;
    }
    c.path = {i, find("?#", i)};
    i = c.path.end;
    if (i < part.end && text[i] == '?') {
        c.query = range{i + 1, find("#", i + 1)};
        i = c.query->end;
    }
    if (i < part.end) c.fragment = range{i + 1, part.end};
    if (!c.authority) return c;

    const std::string_view authority = text.substr(c.authority->begin, c.authority->end - c.authority->begin);
    range host = *c.authority;
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
        c.userinfo = range{host.begin, host.begin + static_cast<std::uint32_t>(at)};
        host.begin = c.userinfo->end + 1;
    }
    const std::string_view rest = text.substr(host.begin, host.end - host.begin);
    const auto bracket = rest.starts_with('[') ? rest.find(']') : std::string_view::npos;
    const auto port = rest.rfind(':');
    if (port != std::string_view::npos && (bracket == std::string_view::npos || port > bracket)) {
        c.port = range{host.begin + static_cast<std::uint32_t>(port) + 1, host.end};
        host.end = c.port->begin - 1;
    }
    c.host = host;
    return c;
}

pass::pass(std::string_view whole, const lint_options &o)
    : text{whole.substr(0, most)},
      options{o},
      parsed{parse_uri_reference(whole, {.edition = generic(o.edition), .zone_ids = o.zone_ids})} {
    has_percent = text.contains('%');
    trimmed = {0, static_cast<std::uint32_t>(text.size())};
    while (trimmed.begin < trimmed.end && is_dropped_at_ends(text[trimmed.begin])) ++trimmed.begin;
    while (trimmed.end > trimmed.begin && is_dropped_at_ends(text[trimmed.end - 1])) --trimmed.end;
    at = parsed ? components_of(*parsed) : split(text, trimmed);
    scheme = ascii::lower_copy(of(at.scheme));
    // Browsers remove TAB and line ends before they look for the scheme.
    if (!parsed) std::erase_if(scheme, [](char c) { return c == '\t' || c == '\r' || c == '\n'; });
    const scheme_registry &registry = o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
    if (!scheme.empty()) known = registry.find(scheme);
    std::string_view inner = of(at.host);
    if (inner.starts_with('[')) {
        inner.remove_prefix(1);
        if (inner.ends_with(']')) inner.remove_suffix(1);
        host = inner.substr(0, inner.find('%'));
    } else {
        host = has_percent ? decode_all(inner) : std::string{inner};
    }
}

void pass::find(lint_check c, range where, std::string explanation, std::vector<edit> edits) {
    const lint_check_info &info = info_of(c);
    find_by(c, where, std::move(explanation), info.document, info.section, std::move(edits));
}

void pass::find_by(lint_check c, range where, std::string explanation, std::string_view document,
                   std::string_view section, std::vector<edit> edits, std::optional<lint_severity> severity) {
    const auto i = static_cast<std::size_t>(c);
    const lint_severity weight = severity.value_or(info_of(c).severity);
    warns_[i] = warns_[i] || weight != lint_severity::note;
    if (!parsed) {
        const auto offset = parsed.error().offset;
        covers_error_[i] = covers_error_[i] || (where.begin <= offset && offset < std::max(where.end, where.begin + 1));
    }
    if (counts_[i]++ < options.places) {
        findings_.push_back({c, weight, where, std::move(explanation), document, section, std::nullopt});
    }
    if (edits.empty() || !options.safer || text.size() > longest_for_safer) return;
    if (edits_.empty()) edits_.resize(check_count);
    for (edit &e : edits) edits_[i].push_back(std::move(e));
}

const unicode_checks::label *pass::forms_of(std::string_view label) {
    if (options.unicode == nullptr) return nullptr;
    if (!fits_dns_) {
        // RFC 1035 2.3.4: 253 characters and a dot; no A-label has fewer than its U-label.
        const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
        fits_dns_ = std::ranges::count_if(host, begins) <= 254 && host.size() <= std::size_t{4} * 254;
    }
    if (!*fits_dns_) return nullptr;
    auto it = forms_.find(label);
    if (it == forms_.end()) it = forms_.emplace(label, options.unicode->label_of(label)).first;
    return &it->second;
}

const std::string &pass::ascii_host() {
    if (ascii_host_) return *ascii_host_;
    std::string out;
    bool good = true;
    bool first = true;
    for_each_label(host, [&](std::string_view label) {
        if (!good) return;
        if (!std::exchange(first, false)) out += '.';
        if (base::is_us_ascii(label)) return static_cast<void>(out += label);
        const auto *const forms = forms_of(label);
        good = forms != nullptr && !forms->ascii.empty();
        if (good) out += forms->ascii;
    });
    return ascii_host_.emplace(good ? std::move(out) : std::string{});
}

std::vector<lint_finding> pass::take() {
    if (findings_.empty()) return {};
    std::array<lint_finding *, check_count> last{};
    for (lint_finding &f : findings_) last[static_cast<std::size_t>(f.check)] = &f;
    for (std::size_t i = 0; i < check_count; ++i) {
        if (last[i] == nullptr || counts_[i] <= options.places) continue;
        last[i]->explanation += "; " + std::to_string(counts_[i] - options.places) + " more of these follow";
    }
    const auto key = [](const lint_finding &f) { return std::tuple{f.where.begin, f.check, f.where.end}; };
    std::ranges::sort(findings_, {}, key);
    return std::move(findings_);
}

std::optional<std::string> pass::edited(lint_check c) const {
    if (edits_.empty()) return std::nullopt;
    std::vector<edit> edits = edits_[static_cast<std::size_t>(c)];
    if (edits.empty()) return std::nullopt;
    std::ranges::sort(edits, {},
                      [](const edit &e) { return std::tuple{e.where.begin, e.where.end, std::string_view{e.text}}; });
    std::string out;
    std::uint32_t done = 0;
    for (const edit &e : edits) {
        if (e.where.begin < done) continue; // of two that overlap, the first is applied
        out += text.substr(done, e.where.begin - done);
        out += e.text;
        done = e.where.end;
    }
    out += text.substr(done);
    return out;
}

bool is_web_scheme(std::string_view scheme) noexcept {
    return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss";
}

bool is_network_scheme(const pass &p) {
    if (p.scheme.empty()) return true;
    if (p.known != nullptr && p.known->default_port) return true;
    // Schemes with hosts whose ports are not in IANA's registry of schemes.
    constexpr std::string_view others[]{"file", "git", "rsync", "scp",   "sftp",  "smb",
                                        "ssh",  "svn", "ftps",  "imaps", "mysql", "postgresql"};
    return std::ranges::find(others, p.scheme) != std::end(others) || (p.at.port && p.at.port->begin != p.at.port->end);
}

} // namespace uniform::linting

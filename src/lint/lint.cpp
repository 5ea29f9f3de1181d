// Runs the checks in order, then makes the safer forms.

#include <uniform/lint/lint.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

#include "lint/pass.hpp"
#include "lint/unusual_address.hpp"

namespace uniform {

namespace {

using namespace linting;

// The checks that explain why a text is invalid.
constexpr lint_check explain[]{lint_check::backslash,           lint_check::white_space,
                               lint_check::control_character,   lint_check::bidi_character,
                               lint_check::invisible_character, lint_check::non_ascii,
                               lint_check::unencoded_character, lint_check::malformed_percent,
                               lint_check::ambiguous_authority, lint_check::invalid_utf8};

// The reading of browsers, as a sentence.
std::string explanation_of(const browser_reading::difference &d) {
    const auto shown = [](std::string_view component) { return component.empty() ? "none" : in_quotes(component); };
    switch (d.check) {
    case lint_check::browser_rejects:
        if (d.by_rfc3986.empty())
            return "browsers reject it (" + d.by_browser + "), and the host is absent or empty by RFC 3986";
        return "browsers reject it (" + d.by_browser + "), and RFC 3986 finds the host " + shown(d.by_rfc3986);
    case lint_check::browser_query: // which may have secrets
        return "browsers read another query than RFC 3986";
    case lint_check::browser_host:
        if (d.by_rfc3986.empty()) return "browsers read another host, " + shown(d.by_browser) + "; RFC 3986 finds none";
        break;
    default:
        break;
    }
    const std::string_view part = d.check == lint_check::browser_scheme ? "scheme"
                                  : d.check == lint_check::browser_host ? "host"
                                                                        : "path";
    return "the " + std::string{part} + " is " + shown(d.by_rfc3986) + " by RFC 3986 and " + shown(d.by_browser) +
           " for browsers";
}

void run_checks(pass &p) {
    check_characters(p);
    check_encodings(p);
    check_scheme(p);
    check_urn(p);
    check_userinfo(p);
    check_host(p);
    check_port(p);
    check_scripts(p);
    check_bidi(p);
    check_path(p);
    check_query(p);
    check_editions(p);
    if (p.options.browser != nullptr) {
        for (const auto &d : p.options.browser->differences_of(p.text)) p.find(d.check, d.where, explanation_of(d));
    }
    if (p.text.size() > p.options.longest) {
        p.find(lint_check::over_long, {p.options.longest, static_cast<std::uint32_t>(p.text.size())},
               std::to_string(p.text.size()) +
                   " bytes; recipients are recommended to support 8000, and some software truncates");
    }
    if (p.parsed) return;
    const error &why = p.parsed.error();
    const auto covered = [&](lint_check c) { return p.covers_error(c); };
    if (std::ranges::any_of(explain, covered)) return;
    const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
    p.find_by(lint_check::not_valid, {begin, end}, message(why, p.text), why.document(), why.section());
}

// A valid text of one that is not, changing only characters that are not allowed at their position: they are encoded; a
// host beyond US-ASCII gets its A-labels where they are known.
std::optional<std::string> made_valid(std::string text, const lint_options &o) {
    const parse_options parse{.edition = generic(o.edition), .zone_ids = o.zone_ids};
    if (parse_uri_reference(text, parse)) return text;
    const lint_options bare{.unicode = o.unicode, .edition = o.edition, .zone_ids = o.zone_ids};
    pass p{text, bare};
    std::string out;
    std::uint32_t done = p.trimmed.begin;
    const auto copy = [&](const std::optional<range> &part, rule component) {
        if (!part) return;
        out += text.substr(done, part->begin - done);
        char_set keep = allowed(component);
        for (std::uint32_t i = part->begin; i < part->end; ++i) {
            const bool as_it_is = keep.contains(text[i]) || encoded_byte(text, i) >= 0;
            as_it_is ? void(out += text[i]) : encode_append(out, std::string_view{text}.substr(i, 1), {});
        }
        done = part->end;
    };
    copy(p.at.userinfo, rule::userinfo);
    if (p.at.host && !p.of(p.at.host).starts_with('[')) {
        std::string name;
        if (!base::is_us_ascii(p.host)) name = p.ascii_host();
        if (!name.empty()) {
            out += text.substr(done, p.at.host->begin - done) + name;
            done = p.at.host->end;
        } else {
            copy(p.at.host, rule::reg_name);
        }
    }
    copy(p.at.path, rule::path);
    copy(p.at.query, rule::query);
    copy(p.at.fragment, rule::fragment);
    out += text.substr(done, p.trimmed.end - done);
    if (!parse_uri_reference(out, parse)) return std::nullopt;
    return out;
}

// Whether there is a new finding above the severity note.
bool is_worse(const pass &after, const pass &before) {
    return std::ranges::any_of(lint_checks(), [&](const lint_check_info &info) {
        return after.warns(info.check) && !before.warns(info.check);
    });
}

// The host that a strict client looks up (RFC 3986 section 3.2.2); nullopt for one that IDNA rejects (RFC 5891 section
// 5.4). White space is dropped (RFC 3986 Appendix C), and rare forms of addresses are addresses (section 7.4).
std::optional<std::string> looked_up(pass &p) {
    std::string name = base::is_us_ascii(p.host) ? p.host : p.ascii_host();
    if (name.empty()) return std::nullopt;
    std::erase_if(name, ascii::is_space);
    if (const auto address = rare_address(name)) return to_string(*address);
    return ascii::lower_copy(name);
}

// A safer form with another host would be an attack itself, and so would one with an authority where the text has none
// (RFC 3986 Appendix B): where white space stands before "//", there is none. Without a Unicode library only characters
// that are invisible are removed from hosts beyond US-ASCII.
bool has_same_host(pass &before, pass &after) {
    const bool has_authority = before.at.authority && (before.at.scheme || before.trimmed.begin == 0);
    if (has_authority != after.at.authority.has_value()) return false;
    if (before.host.empty()) return after.host.empty();
    if ((!base::is_us_ascii(before.host) && before.options.unicode == nullptr)) return true;
    const auto host = looked_up(before);
    return host && looked_up(after) == host;
}

void add_safer(std::vector<lint_finding> &findings, pass &p) {
    std::array<bool, check_count> done{};
    for (const lint_finding &f : findings) {
        if (std::exchange(done[static_cast<std::size_t>(f.check)], true)) continue;
        const lint_check c = f.check;
        auto candidate = p.edited(c);
        if (!candidate) continue;
        candidate = made_valid(*std::move(candidate), p.options);
        if (!candidate || *candidate == p.text) continue;
        pass again{*candidate, p.options};
        run_checks(again);
        if (again.has(c) || is_worse(again, p)) continue; // not safer after all
        // "http:/h" is as "http:\\h": browsers still find a host that other software does not.
        if (c == lint_check::backslash && is_host_of_browsers(again)) continue;
        if (!has_same_host(p, again)) continue;
        for (lint_finding &same : findings) {
            if (same.check == c) same.safer = candidate;
        }
    }
}

} // namespace

std::vector<lint_finding> lint(std::string_view text, const lint_options &options) {
    pass p{text, options};
    run_checks(p);
    std::vector<lint_finding> findings = p.take();
    if (options.safer) add_safer(findings, p);
    return findings;
}

} // namespace uniform

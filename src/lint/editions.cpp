// Documents that read the same text differently.

#include <uniform/dot_segments.hpp>
#include <uniform/normalize.hpp>
#include <uniform/parse.hpp>
#include <uniform/path.hpp>
#include <uniform/url/url.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

std::string called(std::optional<std::string_view> component) {
    return component ? quoted(*component) : std::string{"none"};
}

// RFC 3986 against the draft of 2003, over which much software was written (it stands for RFC 2396 here).
void check_draft_of_2003(pass &p) {
    const auto other = parse_uri_reference(p.text, {.edition = edition::rfc2396bis_01});
    if (!other) {
        const error &why = other.error();
        const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
        p.find_by(lint_check::editions_differ, {begin, end},
                  "valid by RFC 3986, but not by the draft of 2003: " + message(why, p.text), why.document(),
                  why.section());
        return;
    }
    const auto differ = [&](rule component, std::string_view name, auto a, auto b) {
        if (a == b) return false;
        range where = p.at.authority.value_or(p.at.path);
        if (const auto it = p.parsed->where(component)) where = *it;
        p.find_by(lint_check::editions_differ, where,
                  "the " + std::string{name} + " is " + called(a) + " by RFC 3986 and " + called(b) +
                      " by the draft of 2003",
                  "draft-fielding-uri-rfc2396bis-01", "3.2.1");
        return true;
    };
    const reference_view &now = *p.parsed;
    if (now.has_authority() && now.authority()->empty()) return; // there is no host by both
    if (differ(rule::host, "host", now.host(), other->host())) return;
    if (differ(rule::userinfo, "userinfo", now.userinfo(), other->userinfo())) return;
    if (differ(rule::port, "port", now.port(), other->port())) return;
    using maybe = std::optional<std::string_view>;
    if (differ(rule::path, "path", maybe{now.path()}, maybe{other->path()})) return;
    if (differ(rule::query, "query", now.query(), other->query())) return;

    // RFC 3986 5.2.4 drops ".." above the root, the draft (5.2, step 7) keeps it.
    const normalize_options paths{.rung = rung::path};
    if (now.has_scheme() && has_dot_segments(now.path()) && normalize(now, paths) != normalize(*other, paths)) {
        p.find_by(
            lint_check::editions_differ, *now.where(rule::path),
            "the path leads above the root: RFC 3986 drops the \"..\" that have nothing to take away, the draft of "
            "2003 keeps them",
            "RFC 3986", "5.4.2", {{{0, static_cast<std::uint32_t>(p.text.size())}, normalize(now, paths)}});
    }
}

// The draft of 1994 and each scheme's own standard, which read URLs without their fragment.
void check_scheme_documents(pass &p) {
    if (find_url_scheme(p.scheme) == nullptr || p.trimmed.end - p.trimmed.begin != p.text.size()) return;
    const std::string_view url = p.text.substr(0, p.at.fragment ? p.at.fragment->begin - 1 : p.text.size());
    const auto draft = parse_url(url, {.edition = edition::url_06});
    if (!p.parsed) {
        // 1994 had other characters: "{", "|", "\\", "^", "~", "[" and more stood for themselves (national, section 5).
        if (!draft || edition_of(*draft) != edition::url_06) return;
        const error &why = p.parsed.error();
        const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
        p.find_by(lint_check::editions_differ, {begin, end},
                  "a URL of " + std::string{p.scheme} +
                      " by the draft of 1994, and not valid by RFC 3986: " + message(why, p.text),
                  document(edition::url_06), "5");
        return;
    }
    if (const auto current = parse_url(url); !current) {
        const error &why = current.error();
        const bool said = why.code == error_code::unexpected_userinfo || why.code == error_code::missing_host ||
                          why.code == error_code::port_overflow || p.has(lint_check::missing_authority) ||
                          p.has(lint_check::empty_host) || p.has(lint_check::userinfo) ||
                          p.has(lint_check::empty_userinfo) || p.has(lint_check::userinfo_like_host);
        if (said) return;
        const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
        p.find_by(lint_check::scheme_rules, {begin, end},
                  "a valid URI, but no URL of " + std::string{p.scheme} + ": " + message(why, url), why.document(),
                  why.section());
        return;
    }
    if (!draft || edition_of(*draft) != edition::url_06) return;
    for (const url_field &field : fields_of(*draft)) {
        if (field.name != "host" || field.what != url_field::kind::text || !p.at.host || field.text == p.host ||
            equal_ignoring_case(field.text, p.host))
            continue;
        p.find_by(lint_check::editions_differ, *p.at.host,
                  "the host is " + quoted(p.of(p.at.host)) + " by RFC 3986 and " + quoted(field.text) +
                      " by the draft of 1994",
                  document(edition::url_06), "5");
    }
}

} // namespace

void check_editions(pass &p) {
    if (p.parsed) check_draft_of_2003(p);
    check_scheme_documents(p);
}

} // namespace uniform::linting

// Documents with different readings of the same text.

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/url/url.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

std::string called(std::optional<std::string_view> component) {
    return component ? in_quotes(*component) : std::string{"none"};
}

// Two readings of one component. Nearly always both are the same part of the text.
bool same_component(const std::optional<std::string_view> &a, const std::optional<std::string_view> &b) {
    if (a && b && a->data() == b->data() && a->size() == b->size()) return true;
    return a == b;
}

// RFC 3986 against the 2003 draft, over which much software was written (it stands for RFC 2396 here).
void check_draft_of_2003(pass &p) {
    const auto other = parse_uri_reference(p.text, {.edition = edition::rfc2396bis_01});
    if (!other) {
        const error &why = other.error();
        const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
        p.find_by(lint_check::editions_differ, {begin, end},
                  "valid by RFC 3986, but not by the 2003 draft: " + message(why, p.text), why.document(),
                  why.section());
        return;
    }
    // rfc2396bis-01 3.2.1: an authority that is not a server is registry-based and has no parts; 3.2.2: userinfo, host
    // and port.
    const auto differ = [&](rule component, std::string_view name, auto a, auto b, std::string_view section) {
        if (same_component(a, b)) return false;
        range where = p.at.authority.value_or(p.at.path);
        if (const auto it = p.parsed->where(component)) where = *it;
        p.find_by(lint_check::editions_differ, where,
                  "the " + std::string{name} + " is " + called(a) + " by RFC 3986 and " + called(b) +
                      " by the 2003 draft",
                  "draft-fielding-uri-rfc2396bis-01", section);
        return true;
    };
    const reference_view &now = *p.parsed;
    if (now.has_authority() && now.authority()->empty()) return; // both have no host
    const std::string_view authority = other->host() ? "3.2.2" : "3.2.1";
    if (differ(rule::host, "host", now.host(), other->host(), authority)) return;
    if (differ(rule::userinfo, "userinfo", now.userinfo(), other->userinfo(), authority)) return;
    if (differ(rule::port, "port", now.port(), other->port(), authority)) return;
    using maybe = std::optional<std::string_view>;
    if (differ(rule::path, "path", maybe{now.path()}, maybe{other->path()}, "3.3")) return;
    if (differ(rule::query, "query", now.query(), other->query(), "3.4")) return;

    // RFC 3986 5.2.4 drops ".." above the root, the draft (5.2, step 7) keeps it.
    const normalize_options paths{.level = comparison_level::path};
    if (now.has_scheme() && has_dot_segments(now.path()) && normalize(now, paths) != normalize(*other, paths)) {
        p.find_by(lint_check::editions_differ, *now.where(rule::path),
                  "the path leads above the root: RFC 3986 drops the excess \"..\", the 2003 draft keeps them",
                  "RFC 3986", "5.4.2", {{{0, static_cast<std::uint32_t>(p.text.size())}, normalize(now, paths)}});
    }
}

// The names of the documents that have schemes, in messages.
std::string_view called(edition e) { return e == edition::url_06 ? "the 1994 draft" : document(e); }

// The section of the documents of 1994 that describes a scheme: both have the same numbers.
std::string_view section_of_1994(std::string_view scheme) {
    constexpr std::pair<std::string_view, std::string_view> sections[]{
        {"ftp", "3.2"},  {"http", "3.3"},   {"gopher", "3.4"}, {"mailto", "3.5"}, {"news", "3.6"},
        {"nntp", "3.7"}, {"telnet", "3.8"}, {"wais", "3.9"},   {"file", "3.10"},  {"prospero", "3.11"}};
    const auto *const it = std::ranges::find(sections, scheme, &std::pair<std::string_view, std::string_view>::first);
    return it == std::end(sections) ? "5" : it->second;
}

// The value of a field, for a comparison and for a message.
std::string shown(const url_field &field) {
    std::string all;
    switch (field.what) {
    case url_field::kind::absent:
        break;
    case url_field::kind::text:
        return in_quotes(field.text);
    case url_field::kind::number:
        return std::to_string(field.number);
    case url_field::kind::boolean:
        return field.number != 0 ? "true" : "false";
    case url_field::kind::list:
        for (const std::string &one : field.list) all += (all.empty() ? "" : ", ") + in_quotes(one);
        break;
    case url_field::kind::pair_list:
        for (const auto &[name, value] : field.pair_list)
            all += (all.empty() ? "" : ", ") + in_quotes(name) + " = " + in_quotes(value);
        break;
    }
    return all.empty() ? "none" : all;
}

// Whether two documents mean the same by their fields of one name; `shown` cuts long texts, so this does not use it.
bool is_same(const url_field &a, const url_field &b, bool host) {
    if (host && a.what == url_field::kind::text && b.what == a.what) return ascii::equal_ignoring_case(a.text, b.text);
    return a.what == b.what && a.text == b.text && a.number == b.number && a.list == b.list &&
           a.pair_list == b.pair_list;
}

// The fields by the current standard's names, so that those of other documents can stand beside them; without what
// follows from other fields, or shows a default.
std::vector<url_field> comparable(const url_view &url) {
    std::vector<url_field> fields = fields_of(url);
    std::erase_if(fields, [](const url_field &f) {
        return f.name == "user_given" || f.name == "secure" || f.name == "local" || f.name == "all_groups" ||
               f.name == "filename";
    });
    for (url_field &f : fields) {
        if (f.name == "addr_spec") f = url_field::of_list("to", {std::move(f.text)});
    }
    return fields;
}

// A place of one byte, where an error is.
range place_of(const error &why, const pass &p) {
    const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
    return {begin, static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()))};
}

// One older document of the scheme against its current one. That the documents of 1994 refuse what later ones allow is
// worth a note.
void check_older(pass &p, std::string_view url, const url_view &current, edition older) {
    const auto old = parse_url(url, {.edition = older});
    if (!old) {
        const error &why = old.error();
        p.find_by(lint_check::editions_differ, place_of(why, p),
                  "a URL of " + p.scheme + " by " + std::string{called(edition_of(current))} + ", and none by " +
                      std::string{called(older)} + ": " + message(why, url),
                  why.document(), why.section(), {}, lint_severity::note);
        return;
    }
    const std::string by = " by " + std::string{called(edition_of(current))};
    const auto now = comparable(current);
    const auto before = comparable(*old);
    for (const url_field &a : now) {
        const auto b = std::ranges::find(before, a.name, &url_field::name);
        const bool host = a.name == "host";
        if (b == before.end() || is_same(a, *b, host)) continue;
        const bool common = host || a.name == "port" || a.name == "user" || a.name == "password";
        const range where = host && p.at.host                 ? *p.at.host
                            : a.name == "port" && p.at.port   ? *p.at.port
                            : common && p.at.userinfo         ? *p.at.userinfo
                            : a.name == "query" && p.at.query ? *p.at.query
                                                              : p.at.path;
        p.find_by(lint_check::editions_differ, where,
                  "the " + (a.name == "to" ? "address" : a.name) + " is " + shown(a) + by + " and " + shown(*b) +
                      " by " + std::string{called(older)},
                  document(older), common ? "3.1" : section_of_1994(p.scheme), {},
                  common ? lint_severity::warning : lint_severity::note);
    }
}

// The documents of 1994 and each scheme's own standard, which read URLs without their fragment.
void check_scheme_documents(pass &p) {
    // RFC 9110 4.2.1, 4.2.2: a URI of the Web with a host and without user information is a URL by it. All documents
    // that read one give it the same parts, and that those of 1994 refuse many is no news.
    if (p.parsed && is_web_scheme(p.scheme) && p.at.host && p.at.host->begin != p.at.host->end && !p.at.userinfo &&
        p.parsed->port_number()) {
        return;
    }
    const url_scheme *const scheme = find_url_scheme(p.scheme);
    if (scheme == nullptr || p.trimmed.end - p.trimmed.begin != p.text.size()) return;
    const std::string_view url = p.text.substr(0, p.at.fragment ? p.at.fragment->begin - 1 : p.text.size());
    const bool in_draft = std::ranges::find(scheme->editions, edition::url_06) != scheme->editions.end();
    if (!p.parsed) {
        // 1994 had other characters: "{", "|", "\\", "^", "~", "[" and more stood for themselves (national, section 5).
        if (!in_draft || !parse_url(url, {.edition = edition::url_06})) return;
        const error &why = p.parsed.error();
        p.find_by(lint_check::editions_differ, place_of(why, p),
                  "a URL of " + p.scheme + " by the 1994 draft, and not valid by RFC 3986: " + message(why, p.text),
                  document(edition::url_06), "5");
        return;
    }
    const auto current = parse_url(url);
    if (!current) {
        const error &why = current.error();
        const bool said = why.code == error_code::unexpected_userinfo || why.code == error_code::missing_host ||
                          why.code == error_code::port_overflow || p.has(lint_check::missing_authority) ||
                          p.has(lint_check::empty_host) || p.has(lint_check::userinfo) ||
                          p.has(lint_check::empty_userinfo) || p.has(lint_check::userinfo_like_host);
        if (!said) {
            p.find_by(lint_check::scheme_rules, place_of(why, p),
                      "a valid URI, but not a valid URL of " + p.scheme + ": " + message(why, url), why.document(),
                      why.section());
        }
        for (const edition older : scheme->editions.subspan(1)) {
            const auto old = parse_url(url, {.edition = older});
            if (!old) continue;
            const auto fields = comparable(*old);
            const auto host = std::ranges::find(fields, "host", &url_field::name);
            if (host != fields.end() && p.at.host && !ascii::equal_ignoring_case(host->text, p.of(p.at.host))) {
                // Software that follows the older one goes there.
                p.find_by(lint_check::editions_differ, *p.at.host,
                          "the host is " + in_quotes(p.of(p.at.host)) + " by " +
                              std::string{document(edition::rfc3986)} + " and " + shown(*host) + " by " +
                              std::string{called(older)},
                          document(older), "3.1");
                continue;
            }
            p.find_by(lint_check::editions_differ, place_of(why, p),
                      "no URL of " + p.scheme + " by " + std::string{document(scheme->editions.front())} +
                          ", and one by " + std::string{called(older)},
                      document(older), section_of_1994(p.scheme), {}, lint_severity::note);
        }
        return;
    }
    if (is_web_scheme(p.scheme)) return;
    for (const edition older : scheme->editions.subspan(1)) check_older(p, url, *current, older);
}

} // namespace

void check_editions(pass &p) {
    if (is_iri_edition(p.options.edition) && !base::is_us_ascii(p.text)) return; // the others have no such characters
    if (p.parsed) check_draft_of_2003(p);
    check_scheme_documents(p);
}

} // namespace uniform::linting

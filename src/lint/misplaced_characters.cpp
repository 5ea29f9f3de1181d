// Characters that are not allowed in URIs, at their positions.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/syntax/characters.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

// Characters that are not allowed at their position, although they are visible US-ASCII.
bool must_be_encoded(const pass &p, std::uint32_t i) {
    const char c = p.text[i];
    if (char_set{"\"<>^`{|}"}.contains(c)) return true;
    const auto in = [i](const std::optional<range> &r) { return r && r->begin <= i && i < r->end; };
    if (c == '[' || c == ']') {
        if (!in(p.at.host)) return true;
        // An IP-literal is checked by the parser.
        return !p.of(p.at.host).starts_with('[') && !in(p.at.port);
    }
    return c == '#' && in(p.at.fragment);
}

// The text of a run of characters of one kind, and its replacement.
struct run {
    lint_check check{};
    range where{};
    std::string first{}; // the name of the first character
    std::vector<edit> edits{};
    std::uint32_t characters = 0;
};

std::string name_of(char32_t c) {
    switch (c) {
    case ' ':
        return "a space";
    case '\t':
        return "a TAB";
    case '\n':
        return "a line feed";
    case '\r':
        return "a carriage return";
    case 0:
        return "a NUL";
    default:
        return "the character " + base::code_point(c);
    }
}

// URL Standard, "special scheme", and a relative reference, which is resolved against a page of the Web.
bool reads_backslash_as_slash(const pass &p) {
    return is_web_scheme(p.scheme) || p.scheme == "ftp" || p.scheme == "file" || p.scheme.empty();
}

// The treatment of a backslash there by browsers (URL Standard, "basic URL parser").
std::string_view backslash_for_browsers(const pass &p, std::uint32_t i) {
    if (i >= p.at.path.end)
        return "keep it as it is in a query or a fragment, where other software encodes or refuses it";
    const bool in_authority = p.at.authority && p.at.authority->begin <= i && i < p.at.authority->end;
    if (reads_backslash_as_slash(p)) {
        return in_authority || is_host_of_browsers(p)
                   ? "read it as \"/\" and see another host than other software"
                   : "read it as \"/\" and see different segments than other software";
    }
    if (!in_authority) return "keep it as it is under this scheme, where other software encodes or refuses it";
    return p.at.userinfo && i < p.at.userinfo->end ? "encode it in a user name" : "reject it in a host";
}

void report(pass &p, run &r) {
    if (r.characters == 0) return;
    std::string says = r.characters == 1 ? r.first : r.first + " and " + std::to_string(r.characters - 1) + " more";
    switch (r.check) {
    case lint_check::white_space:
        if (r.where.end <= p.trimmed.begin || r.where.begin >= p.trimmed.end) {
            says += " around the identifier: most software removes it";
        } else if (r.first == "a space" || r.first.starts_with("the ")) {
            says += " inside: software removes it, encodes it, or ends the identifier there";
        } else {
            says += " inside: browsers remove TAB and line ends, so that words are hidden from a search";
        }
        break;
    case lint_check::control_character:
        says += ": control characters are not allowed in URIs, and a terminal or a log may interpret them";
        break;
    case lint_check::bidi_character:
        says += ": it changes the order in which the following text is displayed, and is not allowed in identifiers";
        break;
    case lint_check::invisible_character:
        says += ": it is invisible, so that two identifiers look the same";
        break;
    case lint_check::non_ascii:
        says = in_quotes(p.of(r.where)) +
               ": unencoded, this is an IRI; in a URI it is percent-encoded, in a host an A-label";
        break;
    case lint_check::invalid_utf8:
        says = "bytes that are neither US-ASCII nor UTF-8: which characters they are is undefined";
        break;
    case lint_check::backslash:
        says = "a backslash: RFC 3986 does not allow it; browsers ";
        says += backslash_for_browsers(p, r.where.begin);
        break;
    default:
        says = in_quotes(p.of(r.where)) + " must be percent-encoded here";
    }
    p.find(r.check, r.where, std::move(says), std::move(r.edits));
    r = {};
}

// The edits that keep what common software understands: what software removes is removed, a backslash is the slash that
// browsers see where they do, everything else is encoded when the text is made valid.
void add_edit(const pass &p, run &r, range where, char32_t c) {
    switch (r.check) {
    case lint_check::white_space: {
        const bool outside = where.end <= p.trimmed.begin || where.begin >= p.trimmed.end;
        const bool dropped = outside || c == '\t' || c == '\r' || c == '\n';
        r.edits.push_back({where, dropped ? "" : c == ' ' ? "%20" : std::string{p.of(where)}});
        break;
    }
    case lint_check::backslash: {
        const bool before_query = where.begin < p.at.path.end;
        r.edits.push_back({where, reads_backslash_as_slash(p) && before_query ? "/" : "%5C"});
        break;
    }
    case lint_check::control_character:
    case lint_check::bidi_character:
    case lint_check::invisible_character:
        r.edits.push_back({where, ""});
        break;
    case lint_check::invalid_utf8:
        break;
    case lint_check::unencoded_character: {
        std::string encoded;
        for (const char byte : p.of(where)) base::append_percent_encoded(encoded, byte);
        r.edits.push_back({where, std::move(encoded)});
        break;
    }
    default: // made valid, it is encoded
        r.edits.push_back({where, std::string{p.of(where)}});
    }
}

} // namespace

bool is_host_of_browsers(const pass &p) {
    if (p.at.authority || !reads_backslash_as_slash(p)) return false;
    std::string path{p.of(p.at.path)};
    std::erase_if(path, [](char c) { return c == '\t' || c == '\r' || c == '\n'; });
    const std::size_t slashes = std::min(path.find_first_not_of("/\\"), path.size());
    const std::string_view name = std::string_view{path}.substr(slashes);
    if (name.empty()) return false;
    if (p.scheme.empty()) return slashes >= 2;
    if (p.scheme != "file") return true;
    // "File host state": a Windows drive letter is none.
    const bool drive = name.size() > 1 && ascii::is_alpha(name[0]) && (name[1] == ':' || name[1] == '|') &&
                       (name.size() == 2 || name[2] == '/' || name[2] == '\\');
    return slashes == 2 && !drive;
}

void check_characters(pass &p) {
    // Each character is allowed where it is; but in an IRI it may still mislead.
    const bool iri = p.parsed && is_iri_edition(p.options.edition);
    if (p.parsed && !iri) return;
    run r;
    const auto size = static_cast<std::uint32_t>(p.text.size());
    for (std::uint32_t i = 0; i < size;) {
        const char byte = p.text[i];
        character c{static_cast<unsigned char>(byte), 1};
        if (static_cast<unsigned char>(byte) >= 0x80) c = character_at(p.text, i);
        std::optional<lint_check> check;
        const std::uint32_t length = c.length == 0 ? 1 : c.length;
        if (c.length == 0) {
            check = lint_check::invalid_utf8;
        } else if (byte == '\\') {
            check = lint_check::backslash;
        } else if (c.value > 0x20 && c.value < 0x7F) {
            if (!iri && must_be_encoded(p, i)) check = lint_check::unencoded_character;
        } else {
            switch (kind_of(c.value)) {
            case character_kind::space:
                check = lint_check::white_space;
                break;
            case character_kind::control:
                check = lint_check::control_character;
                break;
            case character_kind::bidi:
                check = lint_check::bidi_character;
                break;
            case character_kind::invisible:
                check = lint_check::invisible_character;
                break;
            case character_kind::visible:
                if (!iri) check = lint_check::non_ascii;
            }
        }
        const bool goes_on = check && r.characters != 0 && r.check == *check && r.where.end == i;
        if (!goes_on) report(p, r);
        if (check) {
            if (r.characters++ == 0) {
                r.check = *check;
                r.where = {i, i};
                r.first = c.length == 0 ? "a byte" : name_of(c.value);
            }
            r.where.end = i + length;
            add_edit(p, r, {i, i + length}, c.value);
        }
        i += length;
    }
    report(p, r);
}

} // namespace uniform::linting

#include <uniform/repair/repair.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/whatwg/web_url.hpp>

namespace uniform {

namespace {

using outcome = std::expected<repaired_uri, no_repair>;

// RFC 3987 3.1: "the printable characters in US-ASCII that are not allowed in URIs".
constexpr std::string_view convertible = "<>\" {}|\\^`";

void encode_octet(std::string &out, char c) {
    out += '%';
    base::append_octet(out, static_cast<unsigned char>(c), base::upper_hex);
}

// Where the authority of a text is, by the expression of RFC 3986 appendix B, which splits any text; a scheme and a "\"
// may come before it.
std::optional<std::pair<std::size_t, std::size_t>> authority_in(std::string_view text) {
    const std::size_t first = text.find_first_of("/\\?#");
    if (first == std::string_view::npos || first + 1 >= text.size()) return std::nullopt;
    const auto slash = [&](std::size_t at) { return text[at] == '/' || text[at] == '\\'; };
    if (!slash(first) || !slash(first + 1)) return std::nullopt;
    if (first > 0) {
        std::string_view scheme = text.substr(0, first - 1);
        while (!scheme.empty() && static_cast<unsigned char>(scheme.front()) <= ' ') scheme.remove_prefix(1);
        if (text[first - 1] != ':' || !matches(rule::scheme, scheme)) return std::nullopt;
    }
    const std::size_t begin = first + 2;
    return std::pair{begin, std::min(text.find_first_of("/?#", begin), text.size())};
}

// The host as the text has it: between the last "@" and the port.
std::string_view host_in(std::string_view text) {
    const auto where = authority_in(text);
    if (!where) return {};
    std::string_view host = text.substr(where->first, where->second - where->first);
    host.remove_prefix(host.rfind('@') + 1); // npos + 1 is 0
    if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
    return host.substr(0, host.find(':'));
}

no_repair invalid(const error &e) {
    return {static_cast<std::size_t>(e.offset), std::string{e.message()}, to_string(e.rule, e.edition),
            document(e.edition), e.section()};
}

outcome made(std::string uri, std::string_view text, const repair_options &o) {
    const auto parsed = parse_as(o.as, uri);
    if (!parsed) {
        no_repair why = invalid(parsed.error());
        why.says = "the repaired text is no URI: " + why.says;
        why.offset = 0;
        return std::unexpected{std::move(why)};
    }
    const std::string_view before = host_in(text);
    const std::string_view after = parsed->host().value_or("");
    repaired_uri result{.changed = true};
    if (!ascii::equal_ignoring_case(before, after)) result.host_before = std::string{before};
    result.uri = std::move(uri);
    return result;
}

// The characters of US-ASCII that RFC 3987 3.1 lets a converter encode, encoded. The error is the offset of one in the
// authority.
std::expected<std::string, std::size_t> with_converted_ascii(std::string_view text) {
    const auto authority = authority_in(text);
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!convertible.contains(text[i])) {
            out += text[i];
        } else if (authority && i < authority->second) {
            return std::unexpected{i};
        } else {
            encode_octet(out, text[i]);
        }
    }
    return out;
}

// The offset in the text of one in its converted form.
std::size_t offset_before(std::string_view text, std::size_t converted) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        at += convertible.contains(text[i]) ? 3 : 1;
        if (at > converted) return i;
    }
    return text.size();
}

outcome like_rfc3987(std::string_view text, const repair_options &o) {
    if (!text.empty() && (ascii::is_space(text.front()) || ascii::is_space(text.back()))) {
        const std::size_t at = ascii::is_space(text.front()) ? 0 : text.size() - 1;
        return std::unexpected{no_repair{at, "white space around a text may belong to it or not", "", "RFC 3986", "C"}};
    }
    const auto converted = with_converted_ascii(text);
    if (!converted) {
        return std::unexpected{no_repair{converted.error(), "in an authority, each repair of this character is a guess",
                                         "authority", "RFC 3986", "3.2"}};
    }
    const auto iri = parse_as(o.as, *converted, {.edition = edition::rfc3987});
    if (!iri) {
        no_repair why = invalid(iri.error());
        why.offset = offset_before(text, why.offset);
        return std::unexpected{std::move(why)};
    }
    // An offset into the name is not one into the text; the host is reported instead.
    std::string refused;
    auto uri = iri_to_uri(*iri, [&](std::string_view name) -> std::expected<std::string, error> {
        auto ascii = idna::to_ascii(name, idna::rules::browser);
        if (ascii) return *std::move(ascii);
        refused = ascii.error().says;
        return std::unexpected{error{0, error_code::invalid_character, rule::host, edition::rfc3987}};
    });
    if (!uri) {
        const auto where = authority_in(text);
        return std::unexpected{no_repair{where ? where->first : 0,
                                         "the host is no name" + (refused.empty() ? "" : ": " + refused), "ireg-name",
                                         "RFC 3987", "3.1"}};
    }
    return made(*std::move(uri), text, o);
}

// Percent-encodes what a serialized URL may have and a URI may not, behind the authority.
std::string as_uri(const whatwg::url &url) {
    const std::string_view href = url.href();
    const std::size_t from = url.view().offsets().path_begin;
    std::string out{href.substr(0, from)};
    bool fragment = false;
    for (std::size_t i = from; i < href.size(); ++i) {
        const char c = href[i];
        const bool octet =
            c == '%' && i + 2 < href.size() && ascii::is_hexdig(href[i + 1]) && ascii::is_hexdig(href[i + 2]);
        const bool second = c == '#' && std::exchange(fragment, fragment || c == '#');
        const bool unfit = (c == '%' && !octet) || second || c == '[' || c == ']' || convertible.contains(c) ||
                           static_cast<unsigned char>(c) < 0x21 || static_cast<unsigned char>(c) >= 0x7F;
        unfit ? encode_octet(out, c) : void(out += c);
    }
    return out;
}

outcome like_whatwg(std::string_view text, const repair_options &o) {
    const auto url = whatwg::parse(text);
    if (!url) {
        return std::unexpected{no_repair{url.error().offset, std::string{message(url.error().kind)},
                                         name(url.error().kind), "URL Standard", ""}};
    }
    return made(as_uri(*url), text, o);
}

// The host of an abbreviated reference, which has no "//" before it: what ends at the path or the port.
std::string_view abbreviated_host(std::string_view text) {
    if (authority_in(text)) return host_in(text);
    text = text.substr(0, text.find_first_of("/?#"));
    if (text.starts_with('[')) return text.substr(0, text.find(']') + 1);
    text.remove_prefix(text.rfind('@') + 1); // npos + 1 is 0
    return text.substr(0, text.find(':'));
}

outcome like_typed(std::string_view text, const repair_options &o) {
    const std::string_view inside = strip_typed(text);
    const auto gap = std::ranges::find_if(inside, ascii::is_space);
    if (gap != inside.end()) {
        return std::unexpected{no_repair{static_cast<std::size_t>(inside.data() - text.data() + (gap - inside.begin())),
                                         "white space inside may have separated two texts", "", "RFC 3986", "C"}};
    }
    // What is a URI but for the delimiters; then what is one in another form, completed: "HOST:PORT" is no scheme.
    if (parse_as(o.as, inside)) return made(std::string{inside}, inside, o);
    auto repaired = like_rfc3987(inside, o);
    const auto converted = with_converted_ascii(inside);
    auto completed = complete_iri(converted ? *converted : inside);
    if (completed && completed->guess) {
        auto result = made(std::move(completed->uri), inside, o);
        const auto parsed = result ? parse_uri(result->uri) : std::unexpected{error{}};
        if (parsed) {
            const std::string_view before = abbreviated_host(inside);
            const std::string_view after = parsed->host().value_or("");
            const bool has_userinfo = parsed->userinfo().has_value(); // the text named its host after another "@"
            result->host_before.reset();
            if (parsed->host() && has_userinfo && !authority_in(inside)) {
                result->host_before = std::string{};
            } else if (parsed->host() && !ascii::equal_ignoring_case(before, after))
                result->host_before = std::string{before};
        }
        return result;
    }
    if (!repaired) repaired.error().offset += static_cast<std::size_t>(inside.data() - text.data());
    return repaired;
}

} // namespace

outcome repair(std::string_view text, const repair_options &o) {
    if (const auto parsed = parse_as(o.as, text, {.max_length = o.max_length})) return repaired_uri{std::string{text}};
    if (text.size() > o.max_length) {
        return std::unexpected{no_repair{o.max_length, "the text is too long", "", "", ""}};
    }
    switch (o.like) {
    case interpretation::whatwg:
        return like_whatwg(text, o);
    case interpretation::typed:
        return like_typed(text, o);
    default:
        return like_rfc3987(text, o);
    }
}

std::optional<completion> complete_iri(std::string_view typed, const complete_options &o) {
    if (base::is_us_ascii(typed) || !is_utf8(typed)) return complete(typed, o);
    cleaned_text cleaned = clean_typed(typed);
    const std::string_view clean = cleaned.text;
    const auto encoded = [](std::string_view part) {
        std::string out;
        for (const char c : part) base::is_us_ascii({&c, 1}) ? void(out += c) : encode_octet(out, c);
        return out;
    };
    const auto slashes = clean.find("//");
    const std::size_t after = slashes == std::string_view::npos ? 0 : slashes + 2;
    const std::size_t end = std::min(clean.find_first_of("/?#", after), clean.size());
    const auto at = clean.substr(0, end).rfind('@');
    const std::size_t host = at == std::string_view::npos || at < after ? after : at + 1;
    const std::size_t port = std::min(clean.find(':', host), end);
    const std::string_view name = clean.substr(host, port - host);
    std::string uri = encoded(clean.substr(0, host));
    uri += idna::to_ascii(name, idna::rules::browser).value_or(encoded(name));
    uri += encoded(clean.substr(port));
    auto completed = complete(uri, o);
    if (completed) completed->cleaned = std::move(cleaned.actions);
    return completed;
}

} // namespace uniform

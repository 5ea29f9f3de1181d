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

// The slashes before an authority: of RFC 3986, or also those that browsers take for them.
enum class slashes : bool { strict, with_backslash };

// Where the authority of a text is, by the expression of RFC 3986 appendix B, which splits any text; a scheme may come
// before it.
std::optional<std::pair<std::size_t, std::size_t>> authority_in(std::string_view text, slashes which) {
    const std::size_t first = text.find_first_of("/\\?#");
    if (first == std::string_view::npos || first + 1 >= text.size()) return std::nullopt;
    const auto slash = [&](std::size_t at) {
        return text[at] == '/' || (text[at] == '\\' && which == slashes::with_backslash);
    };
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
    const auto where = authority_in(text, slashes::strict);
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
    const auto authority = authority_in(text, slashes::with_backslash);
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
        const auto where = authority_in(text, slashes::strict);
        return std::unexpected{no_repair{where ? where->first : 0,
                                         "the host is no name" + (refused.empty() ? "" : ": " + refused), "ireg-name",
                                         "RFC 3987", "3.1"}};
    }
    return made(*std::move(uri), text, o);
}

// Appends a part of a serialized URL; percent-encodes what such a URL may have and a URI may not. Sets `percent` if a
// "%" was among it.
void append_as_uri(std::string &out, std::string_view part, bool &percent) {
    bool fragment = false;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const char c = part[i];
        const bool octet =
            c == '%' && i + 2 < part.size() && ascii::is_hexdig(part[i + 1]) && ascii::is_hexdig(part[i + 2]);
        const bool second = c == '#' && std::exchange(fragment, true);
        const bool unfit = (c == '%' && !octet) || second || c == '[' || c == ']' || convertible.contains(c) ||
                           static_cast<unsigned char>(c) < 0x21 || static_cast<unsigned char>(c) >= 0x7F;
        percent = percent || (c == '%' && !octet);
        unfit ? encode_octet(out, c) : void(out += c);
    }
}

// The host stays as it is: percent-encoded it would be another one.
std::string as_uri(const whatwg::url &url, bool &percent) {
    const std::string_view href = url.href();
    const whatwg::url_offsets at = url.offsets();
    const std::size_t host = url.view().has_host() ? at.host_begin : at.path_begin;
    std::string out;
    append_as_uri(out, href.substr(0, host), percent);
    out += href.substr(host, at.path_begin - host);
    append_as_uri(out, href.substr(at.path_begin), percent);
    return out;
}

// Where the first octets are that are not UTF-8; the end if there are none.
std::size_t invalid_utf8_at(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const base::utf8_sequence s = base::utf8_sequence_at(text.substr(at));
        if (!s.valid) break;
        at += s.size;
    }
    return at;
}

outcome like_whatwg(std::string_view text, const repair_options &o) {
    if (const std::size_t at = invalid_utf8_at(text); at != text.size()) {
        return std::unexpected{no_repair{at, "these octets are not UTF-8: a browser reads U+FFFD, and they are lost",
                                         "", "URL Standard", ""}};
    }
    const auto url = whatwg::parse(text);
    if (!url) {
        return std::unexpected{no_repair{url.error().offset, std::string{message(url.error().kind)},
                                         name(url.error().kind), "URL Standard", ""}};
    }
    bool percent = false;
    auto result = made(as_uri(*url, percent), text, o);
    if (result) result->encoded_percent = percent;
    return result;
}

// The URI that `inside`, without delimiters around it, is an abbreviation of; nothing if it is none. The punctuation at
// its end stays, as that of a text with a scheme does; the error is the offset of one that would become part of a host
// or a mail address.
std::expected<std::optional<std::string>, std::size_t> completed_with_punctuation(std::string_view inside) {
    const auto converted = with_converted_ascii(inside);
    const std::string_view whole = converted ? std::string_view{*converted} : inside;
    const std::string_view tail = whole.substr(whole.find_last_not_of(",;:!?") + 1); // npos + 1 is 0
    auto completed = complete_iri(whole.substr(0, whole.size() - tail.size()));
    if (!completed || !completed->guess) return std::nullopt;
    if (tail.empty()) return std::move(completed->uri);
    std::string uri = completed->uri + std::string{tail};
    const auto without = parse_uri(completed->uri);
    const auto with = parse_uri(uri);
    if (!without || !with || completed->rule == completion_rule::mail_address || with->host() != without->host()) {
        return std::unexpected{inside.size() - tail.size()};
    }
    return uri;
}

// Whether a text without scheme begins as no host does: with a single label, without a port, before a path.
bool is_relative_path(std::string_view inside) {
    const std::string_view first = inside.substr(0, inside.find_first_of("/?#"));
    return first.size() != inside.size() &&
           first.find_first_of(".:@[]\\\u3002\uFF0E\uFF61") == std::string_view::npos &&
           !ascii::equal_ignoring_case(first, "localhost");
}

no_repair doubtful_punctuation(std::size_t offset) {
    return {offset, "punctuation behind a name may belong to the text around it", "", "RFC 3986", "C"};
}

outcome typed_without_delimiters(std::string_view inside, const repair_options &o) {
    // What is a URI but for the delimiters; then what is one in another form, completed: "HOST:PORT" is no scheme.
    if (parse_as(o.as, inside)) return made(std::string{inside}, inside, o);
    // `docs/\u00E9.html` is a relative reference as `docs/e.html` is one, unless a reference must be a URI.
    auto completed = o.as == rule::uri_reference && is_relative_path(inside)
                         ? std::expected<std::optional<std::string>, std::size_t>{std::nullopt}
                         : completed_with_punctuation(inside);
    if (!completed) return std::unexpected{doubtful_punctuation(completed.error())};
    if (!*completed) {
        auto result = like_rfc3987(inside, o);
        const std::string_view host = host_in(inside);
        if (result && !host.empty() && std::string_view{",;!"}.contains(host.back())) {
            return std::unexpected{doubtful_punctuation(static_cast<std::size_t>(host.end() - inside.begin()) - 1)};
        }
        return result;
    }
    return made(**std::move(completed), inside, o);
}

outcome like_typed(std::string_view text, const repair_options &o) {
    const std::string_view inside = strip_typed(text);
    const auto begin = static_cast<std::size_t>(inside.data() - text.data());
    if (inside.empty()) return std::unexpected{no_repair{0, "nothing is left without delimiters", "", "RFC 3986", "C"}};
    cleaned_text cleaned = clean_typed(text);
    const auto gap = std::ranges::find_if(cleaned.actions, [&](const cleaning &c) {
        return c.kind == cleaning::what::white_space && c.begin >= begin && c.end <= begin + inside.size();
    });
    if (gap != cleaned.actions.end()) {
        return std::unexpected{no_repair{static_cast<std::size_t>(gap->begin),
                                         "white space inside may have separated two texts", "", "RFC 3986", "C"}};
    }
    auto result = typed_without_delimiters(inside, o);
    if (result) {
        result->removed = std::move(cleaned.actions);
    } else {
        result.error().offset += begin;
    }
    return result;
}

// A second repair must not take more away, as it would of what "U RL:a" becomes.
outcome unless_it_is_cleaned_again(outcome result) {
    if (!result || clean_typed(result->uri).text == result->uri) return result;
    return std::unexpected{
        no_repair{0, "what is left has delimiters or a prefix around it again", "", "RFC 3986", "C"}};
}

// What is left of a text that clean_typed() changes.
outcome repair_cleaned(std::string_view text, cleaned_text cleaned, repair_options o) {
    o.clean_first = false;
    auto result = repair(cleaned.text, o);
    if (!result) { // where the octet was before others were removed
        for (const cleaning &c : cleaned.actions) {
            if (c.kind != cleaning::what::doubtful_hyphen && c.begin <= result.error().offset) {
                result.error().offset += static_cast<std::size_t>(c.end - c.begin);
            }
        }
        return result;
    }
    // Of a URI, what RFC 3986 finds in it: `URL:http://a/` has no host.
    const bool was_uri = parse_as(o.as, text, {.max_length = o.max_length}).has_value();
    const std::string_view before = host_in(was_uri ? text : strip_typed(text));
    const auto parsed = parse_uri_reference(result->uri);
    const std::string_view after = parsed ? parsed->host().value_or("") : "";
    if (!ascii::equal_ignoring_case(before, after)) result->host_before = std::string{before};
    result->changed = true;
    result->removed = std::move(cleaned.actions);
    return result;
}

} // namespace

outcome repair(std::string_view text, const repair_options &o) {
    if (text.size() > o.max_length) {
        return std::unexpected{no_repair{o.max_length, "the text is too long", "", "", ""}};
    }
    if (o.clean_first) {
        cleaned_text cleaned = clean_typed(text);
        // Nothing is left of "<>": it stays, so that it is reported.
        if (cleaned.text != text && !cleaned.text.empty())
            return unless_it_is_cleaned_again(repair_cleaned(text, std::move(cleaned), o));
        repair_options without = o;
        without.clean_first = false;
        return unless_it_is_cleaned_again(repair(text, without));
    }
    if (parse_as(o.as, text, {.max_length = o.max_length})) return repaired_uri{std::string{text}};
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
    const auto authority = authority_in(clean, slashes::strict); // a later "//" is one of the path
    const std::size_t after = authority ? authority->first : 0;
    const std::size_t end = std::min(clean.find_first_of("/?#", after), clean.size());
    const auto at = clean.substr(0, end).rfind('@');
    const std::size_t host = at == std::string_view::npos || at < after ? after : at + 1;
    const std::size_t port = std::min(clean.find(':', host), end);
    const std::string_view name = clean.substr(host, port - host);
    std::string uri = encoded(clean.substr(0, host));
    // RFC 3986 3.1: what stands before "://" is a scheme, which no A-label is made of.
    if (!base::is_us_ascii(name) && clean.substr(port).starts_with("://")) return std::nullopt;
    const auto ascii = idna::to_ascii(name, idna::rules::browser);
    uri += ascii ? *ascii : encoded(name);
    uri += encoded(clean.substr(port));
    auto completed = complete(uri, o);
    // As repair() says: no host has this name.
    if (completed && !ascii && !base::is_us_ascii(name) &&
        parse_uri(completed->uri, {.edition = o.edition}).value().has_authority())
        return std::nullopt;
    if (completed) completed->cleaned = std::move(cleaned.actions);
    return completed;
}

} // namespace uniform

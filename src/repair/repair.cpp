#include <uniform/repair/repair.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/idna/iri_hosts.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/whatwg/web_url.hpp>

namespace uniform {

namespace {

using outcome = std::expected<repaired_uri, no_repair>;

// RFC 3987 3.1: "the printable characters in US-ASCII that are not allowed in URIs".
constexpr std::string_view convertible = "<>\" {}|\\^`";

// RFC 3987 3.1, step 2.
std::string encoded_beyond_ascii(std::string_view part) {
    std::string out;
    for (const char c : part) base::is_us_ascii({&c, 1}) ? void(out += c) : base::append_percent_encoded(out, c);
    return out;
}

// The slashes before an authority: of RFC 3986, or also those that browsers take for them.
enum class slashes : bool { strict, with_backslash };

// The position of the authority of a text, by the expression of RFC 3986 appendix B, which splits any text; a scheme
// may come before it.
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
            base::append_percent_encoded(out, text[i]);
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
    auto uri = idna::uri_of_iri(*iri, idna::rules::browser);
    if (!uri) {
        // An offset into the name is not one into the text; the host is reported instead.
        const auto where = authority_in(text, slashes::strict);
        return std::unexpected{no_repair{where ? where->first : 0, "the host is no name: " + uri.error().says,
                                         "ireg-name", "RFC 3987", "3.1"}};
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
        unfit ? base::append_percent_encoded(out, c) : void(out += c);
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

// The offset of the first octets that are not UTF-8; the end if there are none.
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

// In what may be a scheme or a host, a full-width colon or slash, which may stand for a delimiter or for itself.
std::size_t full_width_delimiter_at(std::string_view text) {
    const std::string_view head = text.substr(0, text.find_first_of(":/?#"));
    return std::min(head.find("\uFF1A"), head.find("\uFF0F"));
}

// Completes a text that read_typed() left, as complete() does, but beyond US-ASCII, and with the characters of it that
// an IRI may have encoded.
std::optional<completion> complete_cleaned(std::string_view clean, const complete_options &o) {
    if (base::is_us_ascii(clean)) {
        if (auto completed = complete(clean, o)) return completed;
    }
    const auto converted = with_converted_ascii(clean);
    if (!is_utf8(clean) || !converted || full_width_delimiter_at(clean) != std::string_view::npos) return std::nullopt;
    const std::string_view text = *converted;
    const std::string_view authority = typed_authority(text);
    const bool is_mail = ascii::starts_with_ignoring_case(text, "mailto:");
    if (authority.data() == nullptr || is_mail || authority_in(text, slashes::strict)) { // it has its scheme, or "//"
        const bool has_scheme = !text.starts_with("//");
        auto uri = like_rfc3987(has_scheme ? std::string{text} : std::string{o.default_scheme}.append(":").append(text),
                                {.as = rule::uri});
        if (!uri) return std::nullopt;
        return complete(has_scheme ? uri->uri : uri->uri.substr(o.default_scheme.size() + 1), o);
    }
    const auto before = static_cast<std::size_t>(authority.data() - text.data());
    const std::size_t host = before + authority.rfind('@') + 1; // npos + 1 is 0
    const std::size_t end = before + authority.size();
    const std::size_t port = std::min(text.find(':', host), end);
    const std::string_view name = text.substr(host, port - host);
    std::string uri = encoded_beyond_ascii(text.substr(0, host));
    if (base::is_us_ascii(name)) {
        uri += name;
    } else {
        // RFC 3986 3.1: what stands before ":" without a port is a scheme, which no A-label is made of.
        const std::string_view digits = text.substr(port, end - port);
        if (digits == ":" || digits.find_first_not_of("0123456789", 1) != std::string_view::npos) return std::nullopt;
        const auto ascii = idna::to_ascii(name, idna::rules::browser);
        if (!ascii) return std::nullopt; // as repair() says: no host has this name
        uri += *ascii;
    }
    uri += encoded_beyond_ascii(text.substr(port));
    auto completed = complete(uri, o);
    if (completed && completed->rule == completion_rule::is_uri)
        return std::nullopt; // nor of what stands before a port
    return completed;
}

// Whether a text without scheme begins as no host does: with a single label, without a port, before a path.
bool is_relative_path(std::string_view inside) {
    const std::string_view first = inside.substr(0, inside.find_first_of("/?#"));
    return first.size() != inside.size() &&
           first.find_first_of(".:@[]\\\u3002\uFF0E\uFF61") == std::string_view::npos &&
           !ascii::equal_ignoring_case(first, "localhost");
}

outcome typed_without_delimiters(std::string_view inside, const repair_options &o) {
    // A text that is a URI but for the delimiters comes first; then one that is a URI in another form, completed:
    // "HOST:PORT" is no scheme.
    if (parse_as(o.as, inside)) return made(std::string{inside}, inside, o);
    if (const std::size_t at = full_width_delimiter_at(inside); at != std::string_view::npos) {
        return std::unexpected{
            no_repair{at, "a full-width colon or slash may stand for a delimiter or for itself", "", "RFC 3986", "C"}};
    }
    // `docs/\u00E9.html` is a relative reference as `docs/e.html` is one, unless a reference must be a URI.
    if (o.as == rule::uri_reference && is_relative_path(inside)) return like_rfc3987(inside, o);
    auto completed = complete_cleaned(inside, {});
    if (completed && completed->guess) return made(std::move(completed->uri), inside, o);
    auto result = like_rfc3987(inside, o);
    // "http:\u00E9@a.example" has a host for browsers alone, and complete() finds none.
    const bool lacks_host = result && !completed && typed_authority(inside).data() != nullptr &&
                            matches(rule::scheme, inside.substr(0, inside.find(':')));
    if (!lacks_host) return result;
    return std::unexpected{no_repair{inside.find(':') + 1, "no host follows the scheme", "", "RFC 3986", "3.2.2"}};
}

// The host before and after white space was removed: "a.\n example" has another one than "a.example".
void report_host(repaired_uri &result, std::string_view before) {
    const auto parsed = parse_uri_reference(result.uri);
    if (!ascii::equal_ignoring_case(before, parsed ? parsed->host().value_or("") : "")) {
        result.host_before = std::string{before};
    }
}

no_repair said(const no_identifier &why) {
    using enum no_identifier::reason;
    const std::string_view says = why.why == nothing   ? "nothing is left without delimiters"
                                  : why.why == several ? "white space inside may have separated two texts"
                                                       : "what is left has delimiters or a prefix around it again";
    return {why.offset, std::string{says}, "", "RFC 3986", "C"};
}

// A second repair must not take more away, as it would of what "U RL:a" becomes.
outcome unless_it_is_cleaned_again(outcome result) {
    if (!result || clean_typed(result->uri).text == result->uri) return result;
    return std::unexpected{said({no_identifier::reason::delimited_again, 0})};
}

outcome like_typed(std::string_view text, const repair_options &o) {
    auto cleaned = read_typed(text);
    if (!cleaned) return std::unexpected{said(cleaned.error())};
    auto result = typed_without_delimiters(cleaned->text, o);
    if (result) {
        // The host of a URI is the one that RFC 3986 finds in it: `URL:http://a/` has no host.
        const bool was_uri = parse_as(o.as, text, {.max_length = o.max_length}).has_value();
        const std::string_view before = was_uri ? text : strip_typed(text);
        if (cleaned->text != before) report_host(*result, host_in(before));
        result->removed = std::move(cleaned->actions);
    } else {
        result.error().offset = offset_in_typed(result.error().offset, cleaned->actions);
    }
    return unless_it_is_cleaned_again(std::move(result));
}

// Repairs the rest of a text that clean_typed() changes.
outcome repair_cleaned(std::string_view text, cleaned_text cleaned, repair_options o) {
    o.clean_first = false;
    auto result = repair(cleaned.text, o);
    if (!result) {
        result.error().offset = offset_in_typed(result.error().offset, cleaned.actions);
        return result;
    }
    // The host of a URI is the one that RFC 3986 finds in it: `URL:http://a/` has no host.
    const bool was_uri = parse_as(o.as, text, {.max_length = o.max_length}).has_value();
    result->host_before.reset();
    report_host(*result, host_in(was_uri ? text : strip_typed(text)));
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
    const bool is_delimited = o.like == interpretation::typed && strip_typed(text).size() != text.size();
    if (!is_delimited && parse_as(o.as, text, {.max_length = o.max_length})) return repaired_uri{std::string{text}};
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
    auto cleaned = read_typed(typed);
    if (!cleaned) return std::nullopt;
    auto completed = complete_cleaned(cleaned->text, o);
    if (!completed) return std::nullopt;
    if (completed->rule == completion_rule::is_uri && !cleaned->actions.empty()) { // behind its host, punctuation?
        const auto iri = complete(typed, {.edition = edition::rfc3987});
        completed->guess = iri && iri->guess;
    }
    completed->cleaned = std::move(cleaned->actions);
    return completed;
}

} // namespace uniform

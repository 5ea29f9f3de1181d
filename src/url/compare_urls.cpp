// draft-ietf-uri-url-06 and RFC 1738: 2.1, 2.2, 3.

#include <uniform/url/compare_urls.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/parse.hpp>

#include "url/reader.hpp"

namespace uniform {

namespace {

// 2.2: "the characters which may be reserved for special meaning within a scheme. No other characters may be reserved".
constexpr char_set reserved_of_1994{";/?:@=&"};
// The characters that mean the same when they are encoded, and are written as they are; the rest of xchar is unsafe.
const char_set plain_of_1994 = detail::made_characters(rule::schemepart, edition::url_06) - reserved_of_1994;

struct steps {
    explicit steps(comparison_level l) noexcept
        : letter_case{l == comparison_level::letter_case || l >= comparison_level::syntax},
          percent{l == comparison_level::percent || l >= comparison_level::syntax},
          scheme{l >= comparison_level::scheme} {}
    bool letter_case;
    bool percent;
    bool scheme;
};

// 2.2, of a part without the delimiters around it.
void append_part(std::string &out, std::string_view part, steps s) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        const char c = part[i];
        if (c != '%') {
            const bool unsafe = s.percent && !plain_of_1994.contains(c) && !reserved_of_1994.contains(c);
            unsafe ? base::append_percent_encoded(out, c) : void(out += c);
            continue;
        }
        const std::string_view triplet = part.substr(i, 3);
        const auto octet = static_cast<char>(ascii::hex_value(triplet[1]) * 16 + ascii::hex_value(triplet[2]));
        if (s.percent && plain_of_1994.contains(octet)) {
            out += octet;
        } else if (s.letter_case) {
            base::append_percent_encoded(out, octet);
        } else {
            out += triplet;
        }
        i += 2;
    }
}

// 3.1: a name as RFC 1034 3.5 has it, in which upper and lower case are the same.
void append_host(std::string &out, std::string_view host, steps s) {
    std::string name;
    append_part(name, host, s);
    for (std::size_t i = 0; s.letter_case && i < name.size(); ++i) {
        if (name[i] == '%') {
            i += 2;
        } else {
            name[i] = ascii::to_lower(name[i]);
        }
    }
    out += name;
}

// The positions of the host and the port in the text, and the text that replaces its end.
struct outline {
    std::string_view host{};
    std::optional<std::string_view> port{};
    bool no_host = false;              // of the machine where the URL is read
    std::optional<std::size_t> kept{}; // then `tail` stands for the rest
    std::string_view tail{};
};

std::size_t offset_in(std::string_view text, const char *place) {
    return static_cast<std::size_t>(place - text.data());
}

std::size_t end_of(std::string_view text, const login_view &login) {
    const std::string_view last = login.port.value_or(login.host);
    return offset_in(text, last.data() + last.size());
}

template <class View>
outline outline_of(const View &url, bool scheme) {
    outline o;
    if constexpr (requires { url.login.host; }) {
        o.host = url.login.host;
        o.port = url.login.port;
    }
    if constexpr (std::same_as<View, fileurl_view>) {
        o.host = url.host.value_or("");
        o.no_host = scheme && url.local && url.fpath; // 3.10
    } else if constexpr (std::same_as<View, newsurl_view>) {
        if (url.article) o.host = url.article->substr(url.article->rfind('@') + 1);
    } else if constexpr (std::same_as<View, httpurl_view>) {
        const bool root = !url.hpath || (url.hpath->empty() && !url.search);
        if (scheme && root) o.kept = end_of(url.text, url.login), o.tail = "/";
    } else if constexpr (std::same_as<View, telneturl_view>) {
        if (scheme) o.kept = end_of(url.text, url.login), o.tail = "/";
    } else if constexpr (std::same_as<View, gopherurl_view>) {
        const std::string_view rest = url.text.substr(end_of(url.text, url.login));
        if (scheme && (rest.empty() || rest == "/" || rest == "/1")) o.kept = end_of(url.text, url.login), o.tail = "/";
    } else if constexpr (std::same_as<View, ftpurl_view>) {
        constexpr std::string_view types = "aid";
        if (scheme && url.ftptype) {
            o.kept = url.text.size() - 1;
            o.tail = types.substr(types.find(ascii::to_lower(*url.ftptype)), 1);
        }
    }
    return o;
}

bool is_default_port(std::string_view scheme, std::string_view port, const normalize_options &o) {
    const auto number = parse_port_number(port).value_or(std::nullopt);
    return number && number == detail::default_port(scheme, {.schemes = o.schemes});
}

// The normal form by the documents of 1994.
std::string normal_form(std::string_view text, const outline &at, const normalize_options &o) {
    const steps s{o.level};
    std::string out;
    out.reserve(text.size() + 1);
    const std::string_view scheme = text.substr(0, text.find(':'));
    for (const char c : scheme) out += s.letter_case ? ascii::to_lower(c) : c;
    std::size_t done = scheme.size();
    if (!at.host.empty()) {
        const std::size_t host = offset_in(text, at.host.data());
        append_part(out, text.substr(done, host - done), s);
        if (!at.no_host) append_host(out, at.host, s);
        done = host + at.host.size();
    }
    if (at.port) {
        const std::size_t end = done + 1 + at.port->size();
        if (!s.scheme || !is_default_port(scheme, *at.port, o)) out += text.substr(done, end - done);
        done = end;
    }
    append_part(out, text.substr(done, at.kept.value_or(text.size()) - done), s);
    if (at.kept) out += at.tail;
    return out;
}

} // namespace

std::string normalize_url(const url_view &url, const normalize_options &o) {
    const std::string_view text = text_of(url);
    if (o.level == comparison_level::simple) return std::string{text};
    if (is_edition_of_1994(edition_of(url))) {
        const bool scheme = steps{o.level}.scheme;
        return normal_form(text, std::visit([&](const auto &u) { return outline_of(u, scheme); }, url), o);
    }
    const auto uri = parse_uri(text, {.max_length = 0xFFFFFFFE});
    return uri ? normalize(*uri, o) : std::string{text};
}

bool equivalent_urls(const url_view &a, const url_view &b, const normalize_options &o) {
    return text_of(a) == text_of(b) || normalize_url(a, o) == normalize_url(b, o);
}

std::optional<comparison_level> lowest_level_of_urls(const url_view &a, const url_view &b, const normalize_options &o) {
    normalize_options at = o;
    for (const comparison_level level : comparison_levels) {
        if (level == comparison_level::protocol) break;
        at.level = level;
        if (equivalent_urls(a, b, at)) return level;
    }
    return std::nullopt;
}

} // namespace uniform

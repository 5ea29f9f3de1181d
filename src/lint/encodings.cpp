// Checks for the characters that percent-encodings hide: controls, delimiters, other encodings, and octets that are not
// UTF-8.

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/url/gopher.hpp>

#include "lint/pass.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform::linting {

namespace {

class encodings {
public:
    explicit encodings(pass &p) : p_{p} {
        if (p_.scheme == "gopher") form_ = form_answer();
        pairs_ = p_.of(p_.at.query).contains('=');
    }

    void run() {
        const auto size = static_cast<std::uint32_t>(p_.text.size());
        for (std::uint32_t i = 0; i < size;) {
            const auto percent_at = p_.text.find('%', i);
            if (percent_at == std::string_view::npos) return;
            i = static_cast<std::uint32_t>(percent_at);
            const int byte = encoded_byte(p_.text, i);
            if (byte < 0) {
                p_.find(lint_check::malformed_percent, {i, i + 1},
                        "a \"%\" without two hexadecimal digits; a percent sign that is data is written \"%25\"",
                        {{{i, i + 1}, "%25"}});
                ++i;
            } else if (byte >= 0x80) {
                i = beyond_ascii(i);
            } else {
                ascii(i, static_cast<char>(byte));
                i += 3;
            }
        }
    }

private:
    [[nodiscard]] static bool in(const std::optional<range> &r, std::uint32_t i) {
        return r && r->begin <= i && i < r->end;
    }
    [[nodiscard]] std::string written(std::uint32_t i) const { return std::string{p_.text.substr(i, 3)}; }

    void hex_case(std::uint32_t i) {
        const auto is_lower = [](char c) { return c >= 'a' && c <= 'f'; };
        if (!is_lower(p_.text[i + 1]) && !is_lower(p_.text[i + 2])) return;
        std::string upper = written(i);
        for (char &c : upper) c = is_lower(c) ? static_cast<char>(c & ~0x20) : c;
        p_.find(lint_check::lower_case_hex, {i, i + 3},
                written(i) +
                    ": hexadecimal digits should be in upper case, so that equivalent identifiers look the same",
                {{{i, i + 3}, upper}});
    }

    void ascii(std::uint32_t i, char c) {
        const range where{i, i + 3};
        hex_case(i);
        if (c == '\0') {
            p_.find(lint_check::encoded_nul, where,
                    "%00 ends a string in much software, so that the following text is ignored");
        } else if (c == '\r' || c == '\n') {
            line_end(where);
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            control(where, c);
        } else if (c == '%') {
            percent(i);
        } else if (c == '\\') {
            backslash(where);
        } else if (unreserved(edition::rfc3986).contains(c)) {
            unreserved_character(where, c);
        } else {
            delimiter(where, c);
        }
    }

    void line_end(range where) {
        // RFC 6068 5: line breaks in the body of a mail are %0D%0A. In data there is no protocol that could be misled.
        if (p_.scheme == "data" || (p_.scheme == "mailto" && in_mail_body(where.begin))) return;
        // url-06 3.4.9: Gopher+ form data has line ends of its own; on another port than Gopher's they may
        // be commands (6).
        if (form_.begin <= where.begin && where.begin < form_.end) return;
        p_.find(lint_check::encoded_line_end, where,
                std::string{p_.of(where)} + " is a line end: if software decodes it before it sends the request, the "
                                            "following text becomes another command or header field");
    }

    // The position of complete, exact Gopher+ form data.
    [[nodiscard]] range form_answer() const {
        const std::string_view url = p_.text.substr(0, p_.at.fragment ? p_.at.fragment->begin - 1 : p_.text.size());
        const auto view = parse_gopherurl(url);
        if (!view || !view->gopher_plus_string) return {};
        const gopherurl_parts parts = parts_of(*view);
        if (parts.port && parts.port != scheme_registry::standard().find("gopher")->default_port) return {};
        if (read_gopher_plus(*parts.gopher_plus).what != gopher_plus::kind::form_response) return {};
        const auto begin = static_cast<std::uint32_t>(view->gopher_plus_string->data() - p_.text.data());
        return {begin, begin + static_cast<std::uint32_t>(view->gopher_plus_string->size())};
    }

    // The value of the header field "body" (RFC 6068 2).
    bool in_mail_body(std::uint32_t i) {
        if (!in(p_.at.query, i)) return false;
        for (; mail_at_ <= i; ++mail_at_) {
            if (mail_at_ < p_.at.query->begin) mail_at_ = p_.at.query->begin;
            const bool begins = mail_at_ == p_.at.query->begin || p_.text[mail_at_ - 1] == '&';
            if (begins) body_ = ascii::equal_ignoring_case(p_.text.substr(mail_at_, 5), "body=");
        }
        return body_;
    }

    void control(range where, char c) {
        if (c == '\t' && p_.scheme == "gopher") return; // url-06 3.4.4: it separates the search string
        if (p_.scheme == "data") return;
        p_.find(lint_check::encoded_control, where,
                std::string{p_.of(where)} + " is the control character " +
                    base::code_point(static_cast<unsigned char>(c)) +
                    ", which a terminal, a log or a protocol may interpret");
    }

    void percent(std::uint32_t i) {
        const std::string_view next = p_.text.substr(i + 3, 2);
        const bool twice =
            next.size() == 2 && characters::hexdig.contains(next[0]) && characters::hexdig.contains(next[1]);
        if (!twice) return;
        // RFC 6874 2: "%25" before a zone identifier.
        if (in(p_.at.host, i) && p_.of(p_.at.host).starts_with('[')) return;
        std::string inner{"%"};
        inner += next;
        p_.find(lint_check::double_encoding, {i, i + 5},
                written(i) + std::string{next} + " decodes to " + inner + ", which decodes again to " +
                    in_quotes(decode_all(inner)) + ": a check after one step misses the result of the second");
    }

    // A NSS encodes delimiters because it must (RFC 2141 2.4, RFC 8141 2.2); mail addresses and data have no segments.
    [[nodiscard]] bool is_opaque() const {
        return p_.scheme == "urn" || p_.scheme == "mailto" || p_.scheme == "data" || p_.scheme == "cid" ||
               p_.scheme == "mid";
    }

    void backslash(range where) {
        const bool path = p_.at.path.begin <= where.begin && where.begin < p_.at.path.end;
        if (!in(p_.at.authority, where.begin) && (!path || is_opaque())) return;
        p_.find(lint_check::encoded_backslash, where,
                std::string{p_.of(where)} + " is a backslash, which some file systems treat as a path separator");
    }

    void unreserved_character(range where, char c) {
        p_.find(lint_check::encoded_unreserved, where,
                std::string{p_.of(where)} + " is \"" + c + "\", which needs no encoding; encoded it may evade filters",
                {{where, std::string{c}}});
        if (in(p_.at.host, where.begin)) host(where, c);
    }

    void host(range where, char c) {
        p_.find(lint_check::encoded_host, where,
                std::string{p_.of(where)} + " in the host is " + in_quotes(std::string{c}) +
                    ": software that does not decode it looks up another name",
                unreserved(edition::rfc3986).contains(c) ? std::vector<edit>{{where, std::string{c}}}
                                                         : std::vector<edit>{});
    }

    void delimiter(range where, char c) {
        const std::uint32_t i = where.begin;
        if (in(p_.at.host, i)) {
            if (!p_.of(p_.at.host).starts_with('[')) host(where, c);
        }
        if (in(p_.at.query, i) && !is_opaque()) return in_query(where, c);
        const bool authority = in(p_.at.authority, i) && char_set{"/?#@:[]"}.contains(c);
        const bool path = p_.at.path.begin <= i && i < p_.at.path.end && char_set{"/?#"}.contains(c);
        if (!authority && (!path || is_opaque())) return;
        std::string says =
            std::string{p_.of(where)} + " is \"" + c + "\" as data; software that decodes before splitting ";
        if (authority) {
            says += "sees another host";
        } else if (c == '/') {
            says += p_.scheme == "ftp" ? "takes it for a separator, and as the first character of a segment it means "
                                         "the root of the file system"
                                       : "sees one segment more";
        } else {
            says += c == '?' ? "sees a query" : "sees a fragment";
        }
        p_.find(lint_check::encoded_delimiter, where, std::move(says));
    }

    // "&", and "=" in a name, of a query of pairs: decoded too early, there are other pairs. Such data are common.
    void in_query(range where, char c) {
        for (; query_at_ < where.begin; ++query_at_) {
            const char before = p_.text[query_at_];
            if (query_at_ < p_.at.query->begin) continue;
            in_name_ = before == '&' || (in_name_ && before != '=');
        }
        if (c == '#' || (pairs_ && (c == '&' || (c == '=' && in_name_)))) {
            p_.find_by(lint_check::encoded_delimiter, where,
                       std::string{p_.of(where)} + " is \"" + c +
                           "\" as data; software that decodes before splitting sees " +
                           (c == '#' ? "a fragment" : "other parameters"),
                       "RFC 3986", "2.4", {}, lint_severity::note);
        }
    }

    // From the first of encoded bytes that are not US-ASCII to after the character or the byte.
    std::uint32_t beyond_ascii(std::uint32_t i) {
        const character c = encoded_character_at(p_.text, i);
        if (c.length == 0) return malformed(i);
        for (std::uint32_t k = i; k < i + c.length; k += 3) hex_case(k);
        const range where{i, i + c.length};
        std::vector<edit> without{{where, ""}};
        switch (kind_of(c.value)) {
        case character_kind::bidi:
            p_.find(lint_check::bidi_character, where,
                    "the encoded character " + base::code_point(c.value) +
                        " changes the display order of the following text, once it is decoded",
                    std::move(without));
            break;
        case character_kind::invisible:
            p_.find(lint_check::invisible_character, where,
                    "the encoded character " + base::code_point(c.value) + " is invisible, once it is decoded",
                    std::move(without));
            break;
        case character_kind::control:
            if (p_.scheme != "data") {
                p_.find(lint_check::encoded_control, where,
                        "the encoded control character " + base::code_point(c.value));
            }
            break;
        default:
            break;
        }
        return i + c.length;
    }

    std::uint32_t malformed(std::uint32_t i) {
        hex_case(i);
        const auto first = static_cast<unsigned>(encoded_byte(p_.text, i));
        if (is_overlong(i)) {
            const std::uint32_t bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
            char32_t value = first & (0xFFU >> (bytes + 1));
            std::uint32_t end = i + 3;
            for (std::uint32_t k = 1; k < bytes; ++k) {
                const int next = encoded_byte(p_.text, end);
                if (next < 0x80 || next > 0xBF) break;
                value = (value << 6) | static_cast<char32_t>(next & 0x3F);
                end += 3;
            }
            std::string shown;
            base::append_utf8(shown, value);
            p_.find(lint_check::overlong_utf8, {i, end},
                    std::string{p_.text.substr(i, end - i)} + " is a forbidden overlong form of " + in_quotes(shown) +
                        ", which tolerant decoders accept after the checks");
            return end;
        }
        if (p_.scheme != "data") {
            std::uint32_t end = i + 3;
            while (encoded_byte(p_.text, end) >= 0x80 && encoded_character_at(p_.text, end).length == 0 &&
                   !is_overlong(end)) {
                hex_case(end);
                end += 3;
            }
            p_.find(lint_check::invalid_utf8, {i, end},
                    in_quotes(p_.text.substr(i, end - i)) +
                        " is not UTF-8: which characters these are depends on the reader");
            return end;
        }
        return i + 3;
    }

    // RFC 3629 3: C0 and C1, E0 before 80-9F, and F0 before 80-8F would be longer forms.
    [[nodiscard]] bool is_overlong(std::uint32_t i) const {
        const int first = encoded_byte(p_.text, i);
        const int second = encoded_byte(p_.text, i + std::size_t{3});
        if (second < 0x80 || second > 0xBF) return false;
        return first == 0xC0 || first == 0xC1 || (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    }

    pass &p_;
    range form_{};
    std::uint32_t mail_at_ = 0;
    bool body_ = false;
    std::uint32_t query_at_ = 0;
    bool in_name_ = true;
    bool pairs_ = false; // whether it is a query of pairs at all
};

} // namespace

void check_encodings(pass &p) {
    if (p.has_percent) encodings{p}.run();
}

} // namespace uniform::linting

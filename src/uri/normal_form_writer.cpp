// Normalization, RFC 3986 6.2: what each level rewrites, component by component, into a buffer of the text's size and
// some slack.

#include "uri/normal_form_writer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/dot_segments.hpp>

#include "uri/copy_component.hpp"
#include "uri/dot_segment_writer.hpp"
#include "uri/encoded_character.hpp"
#include "uri/scheme_path.hpp"

namespace uniform::detail {

namespace {

// The steps of each level.
struct steps {
    bool letter_case;
    bool percent;
    bool dots;
    bool scheme;
    bool rfc5952;

    explicit steps(const normalize_options &o)
        : letter_case{o.level == comparison_level::letter_case || o.level >= comparison_level::syntax},
          percent{o.level == comparison_level::percent || o.level >= comparison_level::syntax},
          dots{o.level == comparison_level::path || o.level >= comparison_level::syntax},
          scheme{o.level >= comparison_level::scheme},
          rfc5952{o.rfc5952 && letter_case} {}
};

char *put_lower(char *out, std::string_view text) noexcept {
    for (const char c : text) *out++ = ascii::to_lower(c);
    return out;
}

class writer {
public:
    writer(const reference_view &r, const normalize_options &o, char *out) noexcept
        : r_{r},
          o_{o},
          do_{o},
          decodable_{decodable(r.edition())},
          decodes_characters_{do_.percent && is_iri_edition(r.edition())},
          out_{out} {}

    // Returns the end of what was written.
    char *write() noexcept {
        if (const auto scheme = r_.scheme()) {
            out_ = do_.letter_case ? put_lower(out_, *scheme) : put(out_, *scheme);
            *out_++ = ':';
        }
        if (r_.has_authority()) authority();
        char *const path_begin = out_;
        path();
        const scheme_info *const known = do_.scheme && r_.has_scheme() ? info_about_paths() : nullptr;
        if (known != nullptr && out_ != path_begin) out_ = scheme_path{*known, r_}.normalize(path_begin, out_);
        if (const auto query = r_.query()) {
            char *const query_begin = out_ + 1;
            in_query_ = true;
            delimited('?', *query);
            in_query_ = false;
            if (known != nullptr) scheme_path{*known, r_}.normalize_query(query_begin, out_);
        }
        if (const auto fragment = r_.fragment(); fragment && !o_.ignore_fragment) delimited('#', *fragment);
        return out_;
    }

private:
    void delimited(char delimiter, std::string_view text) noexcept {
        *out_++ = delimiter;
        out_ = encoded(out_, text, false);
    }

    // RFC 3986 6.2.2.1: hexadecimal digits in upper case; 6.2.2.2: unreserved characters decoded. With `fold`, the
    // letters that stand outside of a pct-encoded that remains go to lower case. RFC 3987 5.3.2.3: in an IRI all
    // characters that may stand there as they are are decoded.
    char *encoded(char *out, std::string_view text, bool fold) const noexcept {
        const char *p = text.data();
        const char *const last = p + text.size();
        while (p != last) {
            const auto *stop = static_cast<const char *>(std::memchr(p, '%', static_cast<std::size_t>(last - p)));
            if (stop == nullptr) stop = last;
            const std::string_view plain{p, static_cast<std::size_t>(stop - p)};
            out = fold ? put_lower(out, plain) : put(out, plain);
            p = stop;
            for (; last - p > 2 && *p == '%'; p += 3) {
                const auto c = static_cast<char>(hex_value(p[1]) * 16 + hex_value(p[2]));
                if (decodes_characters_ && static_cast<unsigned char>(c) >= 0x80) {
                    const encoded_character character{p, last, in_query_};
                    if (character.size != 0) {
                        out = std::ranges::copy(character.text(), out).out;
                        p += 3 * (character.size - 1);
                        continue;
                    }
                }
                if (do_.percent && decodable_.contains(c)) {
                    *out++ = fold ? ascii::to_lower(c) : c;
                } else {
                    *out++ = '%';
                    *out++ = do_.letter_case ? ascii::to_upper(p[1]) : p[1];
                    *out++ = do_.letter_case ? ascii::to_upper(p[2]) : p[2];
                }
            }
        }
        return out;
    }

    void authority() noexcept {
        *out_++ = '/';
        *out_++ = '/';
        const auto host_text = r_.host();
        if (!host_text) {
            // 2003 draft 3.2.1: the content of a registry-based name is defined by its scheme. Nothing in it is
            // decoded, as "exampl%4E.com" would become a server, which has another normal form.
            const bool percent = std::exchange(do_.percent, false);
            out_ = encoded(out_, *r_.authority(), false);
            do_.percent = percent;
            return;
        }
        if (const auto userinfo = r_.userinfo()) {
            out_ = encoded(out_, *userinfo, false);
            *out_++ = '@';
        }
        const auto number = r_.port();
        const bool says_port = number && !(do_.scheme && port_is_default(*number));
        char *const host_begin = out_;
        host(*host_text);
        if (do_.scheme && !says_port && !r_.userinfo() && host_is_default({host_begin, out_})) out_ = host_begin;
        if (says_port) {
            *out_++ = ':';
            out_ = put(out_, *number);
        }
    }

    void host(std::string_view text) noexcept {
        if (!text.starts_with('[')) {
            out_ = encoded(out_, text, do_.letter_case);
            return;
        }
        // RFC 6874 2: the zone identifier after "%25" keeps its letters
        const std::size_t zone = std::min(text.find('%'), text.size());
        const auto address = do_.rfc5952 ? host_address(text) : std::nullopt;
        if (address) {
            *out_++ = '[';
            out_ = put(out_, to_string(*address));
            if (zone == text.size()) *out_++ = ']';
        } else {
            const std::string_view head = text.substr(0, zone);
            out_ = do_.letter_case ? put_lower(out_, head) : put(out_, head);
        }
        const bool characters = std::exchange(decodes_characters_, false); // a ZoneID is of US-ASCII
        out_ = encoded(out_, text.substr(zone), false);
        decodes_characters_ = characters;
    }

    const scheme_info *info() const noexcept { return r_.has_scheme() ? registry_of(o_).find(*r_.scheme()) : nullptr; }

    const scheme_info *info_about_paths() const noexcept {
        return registry_of(o_).may_relate_paths(*r_.scheme()) ? info() : nullptr;
    }

    // RFC 3986 6.2.3: "When a scheme defines a default for authority and a URI reference to that default is desired,
    // the reference should be normalized to an empty authority". The older editions do not say so.
    bool host_is_default(std::string_view normal) const noexcept {
        if (is_older_edition(r_.edition())) return false;
        const scheme_info *const known = info();
        return known != nullptr && !known->default_host.empty() && known->default_host == normal;
    }

    // RFC 3986 3.2.3, 6.2.3: an empty port and the scheme's default port are redundant.
    bool port_is_default(std::string_view port) const noexcept {
        const auto number = parse_port_number(port);
        if (!number) return false;
        if (!*number) return true;
        const scheme_info *const known = info();
        return known != nullptr && known->default_port == **number;
    }

    void path() noexcept {
        const std::string_view text = r_.path();
        if (text.empty()) {
            // RFC 3986 6.2.3
            if (do_.scheme && r_.has_authority()) {
                const scheme_info *const known = info();
                // With a query, the alias and the root may differ: gopher://h/?x has the type "?".
                if (known != nullptr && known->empty_path_is_root && (known->root_alias.empty() || !r_.query())) {
                    *out_++ = '/';
                }
            }
            return;
        }
        const bool dots = do_.dots && may_remove_dots(text);
        char *const first = out_ + 2; // two bytes for "/."
        char *last = encoded_path(dots ? first : out_, text);
        if (!dots) {
            out_ = last;
            return;
        }
        const char *prefix = nullptr;
        if (kind_of_path() != path_kind::opaque) {
            last = remove(first, last, prefix);
            if (!r_.has_scheme() && do_.percent && text.contains('%')) {
                last = decode_dot_segments(first, last);
                last = remove(first, last, prefix);
            }
        }
        if (prefix != nullptr) {
            out_[0] = prefix[0];
            out_[1] = prefix[1];
        } else {
            std::memmove(out_, first, static_cast<std::size_t>(last - first));
            last -= 2;
        }
        out_ = last;
    }

    path_kind kind_of_path() const noexcept {
        const scheme_info *const known = info();
        return known == nullptr ? path_kind::hierarchical : known->path;
    }

    // The segments of a relative path are those of the base's path once they are merged (RFC 3986 5.2.3), so that
    // "a/.." is another reference than "./" (5.2.1, 5.2.4). The older editions leave all relative references alone.
    bool may_remove_dots(std::string_view text) const noexcept {
        if (r_.has_scheme()) return !is_older_edition(r_.edition()) || text.front() == '/';
        return !is_older_edition(r_.edition()) && (r_.has_authority() || text.front() == '/');
    }

    // To the reference resolution of 5.2.4, "%2E" is no dot, and the ".." that follows removes its segment: in a
    // reference that is not resolved yet, it stays encoded where it would make a dot segment before a "..". And what
    // the scheme's document wants encoded in its paths stays.
    char *encoded_path(char *out, std::string_view text) noexcept {
        if (!do_.percent || text.find('%') == std::string_view::npos) return encoded(out, text, false);
        const char_set all = decodable_;
        if (r_.has_scheme()) {
            if (const scheme_info *const known = info();
                known != nullptr && !known->path_encoded.empty() && text.find('@') == std::string_view::npos) {
                decodable_ = decodable_ - char_set{known->path_encoded};
            }
            out = encoded(out, text, false);
        } else {
            const char *const dots_from = text.data() + last_double_dot(text);
            for (;;) {
                const std::string_view segment = text.substr(0, text.find('/'));
                const bool stays = segment.data() < dots_from && is_dot_segment(segment);
                decodable_ = stays ? all - char_set{"."} : all;
                out = encoded(out, segment, false);
                if (segment.size() == text.size()) break;
                *out++ = '/';
                text.remove_prefix(segment.size() + 1);
            }
        }
        decodable_ = all;
        return out;
    }

    // The offset of the last segment ".."; 0 without one.
    static std::size_t last_double_dot(std::string_view path) noexcept {
        for (std::size_t end = path.size();;) {
            const std::size_t slash = path.substr(0, end).rfind('/');
            const std::size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
            if (path.substr(begin, end - begin) == "..") return begin;
            if (begin == 0) return 0;
            end = slash;
        }
    }

    // RFC 3986 6.2.2.2, after 5.2.4: decodes the dot segments of a path that has no ".." any more, in place. Returns
    // the new end.
    static char *decode_dot_segments(char *const first, char *const last) noexcept {
        char *out = first;
        for (const char *p = first; p != last;) {
            const auto *const end = std::find(p + 1, static_cast<const char *>(last), '/');
            const bool slash = *p == '/';
            const std::string_view segment{p + (slash ? 1 : 0), end};
            const bool dots = is_dot_segment(segment);
            if (slash) *out++ = '/';
            for (p = segment.data(); p != end; ++out) {
                const bool decode = dots && *p == '%'; // read first: `out` may be where `p` is
                *out = decode ? '.' : *p;
                p += decode ? 3 : 1;
            }
        }
        return out;
    }

    // "." or "..", with each dot as it is or encoded.
    static bool is_dot_segment(std::string_view segment) noexcept {
        std::size_t dots = 0;
        while (!segment.empty()) {
            const bool encoded =
                segment.size() > 2 && segment[0] == '%' && segment[1] == '2' && (segment[2] | 0x20) == 'e';
            if (!encoded && segment[0] != '.') return false;
            segment.remove_prefix(encoded ? 3 : 1);
            ++dots;
        }
        return dots == 1 || dots == 2;
    }

    // RFC 3986 6.2.2.3 by 5.2.4; 2003 draft 6.2.2.3: merged with the base "/", which keeps an excess "..".
    char *remove(char *first, char *last, const char *&prefix) const noexcept {
        if (!has_dot_segments({first, static_cast<std::size_t>(last - first)})) return last;
        if (!is_older_edition(r_.edition())) {
            last = remove_dot_segments(first, last, first);
        } else {
            dot_segment_writer w{first, true};
            w.open_root();
            w.append(first + 1, last);
            last = w.end();
        }
        // RFC 3986 3.3: without an authority the path cannot begin with "//", and a path-absolute does not begin with
        // it
        const bool doubled = last - first > 1 && first[0] == '/' && first[1] == '/';
        const bool absolute = kind_of_path() == path_kind::absolute && !r_.path().starts_with("//");
        prefix = doubled && (!r_.has_authority() || absolute) ? "/." : nullptr;
        return last;
    }

    const reference_view &r_;
    const normalize_options &o_;
    steps do_;
    char_set decodable_;
    bool decodes_characters_;
    bool in_query_ = false;
    char *out_;
};

} // namespace

char *write_normal_form(char *out, const reference_view &r, const normalize_options &o) noexcept {
    return writer{r, o, out}.write();
}

} // namespace uniform::detail

// Most web addresses are serialized URLs already: the parser would copy them. This is one pass over the octets that
// says so, or gives up. It follows the states of the basic URL parser for a text without anything that they change:
// upper-case letters in the scheme or the host, octets of the percent-encode sets, dot segments, default ports, empty
// paths. Credentials, hosts in brackets, hosts of file URLs and all hosts that look like numbers but are no dotted
// decimal addresses are left to the parser.

#include "whatwg/recognize.hpp"

#include <array>
#include <cstdint>
#include <limits>

#include <uniform/base/ascii.hpp>

#include "whatwg/code_points.hpp"
#include "whatwg/domain_kind.hpp"
#include "whatwg/recognize_blocks.hpp"
#include "whatwg/url_record.hpp"

namespace uniform::whatwg {

namespace {

// The components that an octet may stand in, one bit each.
enum plain : std::uint8_t {
    in_domain = 1,
    in_opaque_host = 2,
    in_special_path = 4,
    in_path = 8,
    in_opaque_path = 16,
    in_special_query = 32,
    in_query = 64,
    in_fragment = 128,
};

constexpr auto plain_octets = [] {
    std::array<std::uint8_t, 256> octets{};
    for (std::size_t i = 0x21; i < 0x7F; ++i) {
        const char c = static_cast<char>(i);
        const auto add = [&](bool is, plain in) {
            if (is) octets[i] = static_cast<std::uint8_t>(octets[i] | in);
        };
        const auto kept = [&](percent_encode_set set) { return (encode_sets[i] & bit_of(set)) == 0; };
        add(!is_octet(c, forbidden_domain) && !ascii::is_upper(c), in_domain);
        add(!is_octet(c, forbidden_host), in_opaque_host);
        add(kept(percent_encode_set::path) && c != '/' && c != '\\', in_special_path);
        add(kept(percent_encode_set::path) && c != '/', in_path);
        add(c != '?' && c != '#', in_opaque_path);
        add(kept(percent_encode_set::special_query), in_special_query);
        add(kept(percent_encode_set::query), in_query);
        add(kept(percent_encode_set::fragment), in_fragment);
    }
    return octets;
}();

// A text and a position in it. The end looks like NUL, which is in no component.
class reader {
public:
    explicit reader(std::string_view text) noexcept
        : begin_{text.data()}, at_{text.data()}, end_{text.data() + text.size()} {}

    [[nodiscard]] std::uint32_t offset() const noexcept { return static_cast<std::uint32_t>(at_ - begin_); }
    [[nodiscard]] bool at_end() const noexcept { return at_ == end_; }
    [[nodiscard]] char c() const noexcept { return at_ == end_ ? '\0' : *at_; }
    [[nodiscard]] char after() const noexcept { return end_ - at_ < 2 ? '\0' : at_[1]; }
    [[nodiscard]] std::string_view from(std::uint32_t offset) const noexcept { return {begin_ + offset, at_}; }
    void skip(std::size_t octets = 1) noexcept { at_ += octets; }
    void skip_all(plain in) noexcept {
        while (end_ - at_ >= 4) {
            if (!is(at_[0], in)) return;
            if (!is(at_[1], in)) return skip(1);
            if (!is(at_[2], in)) return skip(2);
            if (!is(at_[3], in)) return skip(3);
            at_ += 4;
        }
        while (at_ != end_ && is(*at_, in)) ++at_;
    }

private:
    static bool is(char c, plain in) noexcept { return (plain_octets[static_cast<unsigned char>(c)] & in) != 0; }

    const char *begin_;
    const char *at_;
    const char *end_;
};

bool skip_port(reader &in, std::optional<std::uint16_t> unwanted) noexcept {
    in.skip();
    const auto begin = in.offset();
    std::uint32_t port = 0;
    for (; ascii::is_digit(in.c()) && in.offset() - begin < 5; in.skip()) port = port * 10 + ascii::hex_value(in.c());
    const auto digits = in.from(begin);
    if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return false;
    return port <= 65535 && port != unwanted;
}

// Segments, each after "/".
bool skip_path(reader &in, plain octets) noexcept {
    while (in.c() == '/') {
        in.skip();
        const auto begin = in.offset();
        const bool dots = in.c() == '.' || in.c() == '%';
        in.skip_all(octets);
        if (dots && (is_single_dot(in.from(begin)) || is_double_dot(in.from(begin)))) return false;
    }
    return true;
}

bool skip_query_and_fragment(reader &in, plain in_the_query, url_offsets &at) noexcept {
    at.path_end = in.offset();
    if (in.c() == '?') {
        in.skip();
        in.skip_all(in_the_query);
    }
    at.query_end = in.offset();
    if (in.c() == '#') {
        in.skip();
        in.skip_all(in_fragment);
    }
    return in.at_end();
}

// Skips the text after "//" in a special URL that is no file URL.
bool skip_special(reader &in, std::optional<std::uint16_t> port, url_offsets &at) noexcept {
    at.username_end = at.host_begin = in.offset();
    in.skip_all(in_domain);
    at.host_end = in.offset();
    if (at.host_end == at.host_begin) return false;
    at.host = kind_of_domain(in.from(at.host_begin));
    if (at.host == host_kind::none) return false;
    if (in.c() == ':' && !skip_port(in, port)) return false;
    at.path_begin = in.offset();
    return in.c() == '/' && skip_path(in, in_special_path) && skip_query_and_fragment(in, in_special_query, at);
}

// Skips the text after "//" in a file URL: without a host.
bool skip_file(std::string_view text, reader &in, url_offsets &at) noexcept {
    at.username_end = at.host_begin = at.host_end = at.path_begin = in.offset();
    at.host = host_kind::empty;
    // The drive letter "C|" would become "C:".
    if (in.c() != '/') return false;
    const auto path = in;
    in.skip();
    if (ascii::is_alpha(in.c()) && in.after() == '|') return false;
    if (recognize_rest_blocks(text, at)) return true;
    in = path;
    return skip_path(in, in_special_path) && skip_query_and_fragment(in, in_special_query, at);
}

// Skips the text after ":" in a URL that is not special.
bool skip_other(reader &in, url_offsets &at) noexcept {
    at.username_end = at.host_begin = at.host_end = at.path_begin = in.offset();
    if (in.c() != '/') {
        in.skip_all(in_opaque_path);
        return skip_query_and_fragment(in, in_query, at);
    }
    if (in.after() == '/') {
        in.skip(2);
        at.username_end = at.host_begin = in.offset();
        in.skip_all(in_opaque_host);
        at.host_end = in.offset();
        at.host = at.host_end == at.host_begin ? host_kind::empty : host_kind::opaque;
        if (in.c() == ':' && (at.host == host_kind::empty || !skip_port(in, std::nullopt))) return false;
        at.path_begin = in.offset();
        if (in.c() != '/' && in.c() != '?' && in.c() != '#' && !in.at_end()) return false;
    }
    return skip_path(in, in_path) && skip_query_and_fragment(in, in_query, at);
}

} // namespace

std::optional<url_offsets> recognize(std::string_view text) noexcept {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    url_offsets at;
    reader in{text};
    bool found = false;
    if (text.starts_with("https://")) {
        at.scheme_end = 5;
        if (recognize_blocks(text, 8, 443, at)) return at;
        in.skip(8);
        found = skip_special(in, 443, at);
    } else if (text.starts_with("http://")) {
        at.scheme_end = 4;
        if (recognize_blocks(text, 7, 80, at)) return at;
        in.skip(7);
        found = skip_special(in, 80, at);
    } else {
        if (text.empty() || !ascii::is_lower(text.front())) return std::nullopt;
        while (is_octet(in.c(), scheme_octet) && !ascii::is_upper(in.c())) in.skip();
        if (in.c() != ':') return std::nullopt;
        at.scheme_end = in.offset();
        const auto scheme = in.from(0);
        in.skip();
        if (!is_special_scheme(scheme)) {
            found = skip_other(in, at);
        } else if (in.c() == '/' && in.after() == '/') {
            in.skip(2);
            found = scheme == "file" ? skip_file(text, in, at) : skip_special(in, default_port(scheme), at);
        }
    }
    if (!found) return std::nullopt;
    return at;
}

} // namespace uniform::whatwg

// The structure of components in scripts that are written from right to left (RFC 3987 4.2).

#include <utility>

#include <uniform/base/hex.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

using direction = unicode_checks::direction;

// RFC 3987 4.2 (1) and (2), for one component: as it is written, since a percent-encoding is displayed as such
// (4.4, example 9).
void check_structure(pass &p, range part) {
    const std::string_view component = p.of(part);
    bool left = false;
    bool right = false;
    direction first = direction::neither;
    direction last = direction::neither;
    for (std::size_t i = 0; i < component.size();) {
        const character c = character_at(component, i);
        if (c.length == 0) return; // bytes that are no character have no direction
        last = p.options.unicode->direction_of(c.value);
        if (i == 0) first = last;
        left = left || last == direction::left_to_right;
        right = right || last == direction::right_to_left;
        i += c.length;
    }
    if (!right) return;
    // 4.2: "the affected component can always be mapped to URI notation [...] the whole component has to be mapped"
    std::string encoded;
    for (const char octet : component) {
        static_cast<unsigned char>(octet) < 0x80 ? void(encoded += octet)
                                                 : base::append_percent_encoded(encoded, octet);
    }
    std::vector<edit> safer{{part, std::move(encoded)}};
    if (left) {
        p.find(
            lint_check::bidi_structure, part,
            in_quotes(component) +
                " has characters that are written from right to left and others that are written from left to right: "
                "it is displayed in another order than the one in which it is stored",
            std::move(safer));
    } else if (first != direction::right_to_left || last != direction::right_to_left) {
        p.find(
            lint_check::bidi_structure, part,
            in_quotes(component) +
                " is written from right to left, but does not begin and end with such a character: what stands beside "
                "it may be displayed inside it",
            std::move(safer));
    }
}

// The parts of a component between delimiters.
void check_parts(pass &p, const std::optional<range> &component, std::string_view delimiters) {
    if (!component || base::is_us_ascii(p.of(*component))) return;
    for (range part{component->begin, component->begin};; part.begin = ++part.end) {
        while (part.end < component->end && delimiters.find(p.text[part.end]) == std::string_view::npos) ++part.end;
        check_structure(p, part);
        if (part.end >= component->end) return;
    }
}

} // namespace

// 4.2: the components are iuserinfo, ireg-name, isegment, iquery and ifragment, and what is known to divide them: the
// labels of names, parameters and their values, the extension of a file name (4.4, example 4: "KL.html").
void check_bidi(pass &p) {
    if (p.options.unicode == nullptr) return;
    check_parts(p, p.at.userinfo, ":");
    check_parts(p, p.at.host, ".");
    check_parts(p, p.at.path, "/.");
    check_parts(p, p.at.query, "&;=");
    check_parts(p, p.at.fragment, "");
}

} // namespace uniform::linting

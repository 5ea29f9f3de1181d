#include "url/address.hpp"

namespace uniform::detail {

namespace {

// RFC 5322 3.2.3: atext
constexpr char_set atext = characters::alpha | characters::digit | char_set{"!#$%&'*+-/=?^_`{|}~"};
// RFC 5322 2.2: VCHAR, %d33-126
constexpr char_set vchar = atext | char_set{"\"(),.:;<>@[\\]"};

struct dialect {
    char_set in_brackets; // of a domain literal
    bool utf8 = false;    // characters beyond US-ASCII
};
// RFC 6068 2: dtext-no-obs = %d33-90 / %d94-126
constexpr dialect of_mail{vchar - char_set{"[\\]"}, true};
// RFC 5536 3.1.3: mdtext = %d33-61 / %d63-90 / %d94-126
constexpr dialect of_news{vchar - char_set{"[\\]>"}, false};

address_fault fault(const decoded_bytes &in, error_code at_end) noexcept {
    return {in.offset(), in.at_end() ? at_end : error_code::invalid_character};
}

// RFC 3629 4: a character of two bytes at least. False if the bytes are not; some may have been consumed.
bool read_beyond_ascii(decoded_bytes &in) noexcept {
    const auto lead = static_cast<unsigned char>(in.peek());
    if (lead < 0xC2 || lead > 0xF4) return false;
    unsigned lowest = 0x80;
    unsigned highest = 0xBF;
    if (lead == 0xE0) lowest = 0xA0;
    if (lead == 0xED) highest = 0x9F;
    if (lead == 0xF0) lowest = 0x90;
    if (lead == 0xF4) highest = 0x8F;
    in.next();
    for (int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3; more > 0; --more) {
        const auto byte = static_cast<unsigned char>(in.peek());
        if (in.at_end() || byte < lowest || byte > highest) return false;
        lowest = 0x80;
        highest = 0xBF;
        in.next();
    }
    return true;
}

// One character of the set, or one beyond US-ASCII where there may be some. False where there is neither.
bool read_one(decoded_bytes &in, char_set set, bool utf8) noexcept {
    if (in.at_end()) return false;
    if (set.contains(in.peek())) {
        in.next();
        return true;
    }
    if (!utf8 || (in.peek() & 0x80) == 0) return false;
    decoded_bytes ahead = in;
    if (!read_beyond_ascii(ahead)) return false;
    in = ahead;
    return true;
}

// RFC 5322 3.2.3: dot-atom-text = 1*atext *("." 1*atext)
address_verdict read_dot_atom_text(decoded_bytes &in, bool utf8) noexcept {
    do {
        if (!read_one(in, atext, utf8)) return fault(in, error_code::empty_component);
        while (read_one(in, atext, utf8)) {
        }
    } while (in.accept('.'));
    return std::nullopt;
}

// RFC 5322 3.2.4: quoted-string, without the white space that RFC 6068 2 forbids: only a quoted-pair may have some.
address_verdict read_quoted_string(decoded_bytes &in) noexcept {
    in.next();
    while (!in.accept('"')) {
        const bool pair = in.accept('\\');
        const char_set set = pair ? vchar | char_set{" \t"} : vchar - char_set{"\"\\"};
        if (!read_one(in, set, !pair)) return fault(in, error_code::missing_part);
    }
    return std::nullopt;
}

address_verdict read_domain(decoded_bytes &in, const dialect &d) noexcept {
    if (!in.accept('[')) return read_dot_atom_text(in, d.utf8);
    while (!in.accept(']')) {
        if (!read_one(in, d.in_brackets, false)) return fault(in, error_code::missing_part);
    }
    return std::nullopt;
}

address_verdict read_at_and_domain(decoded_bytes &in, const dialect &d) noexcept {
    if (!in.accept('@')) return fault(in, error_code::missing_part);
    return read_domain(in, d);
}

} // namespace

address_verdict read_addr_spec(decoded_bytes &in) noexcept {
    const auto local = in.peek() == '"' ? read_quoted_string(in) : read_dot_atom_text(in, of_mail.utf8);
    return local ? local : read_at_and_domain(in, of_mail);
}

address_verdict read_msg_id_core(decoded_bytes &in) noexcept {
    const auto left = read_dot_atom_text(in, of_news.utf8);
    return left ? left : read_at_and_domain(in, of_news);
}

} // namespace uniform::detail

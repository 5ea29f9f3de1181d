// The display form of a URN.
//
// It is enclosed in guillemets, which no URN and no URI contains, so no parser accepts it as the canonical form, and a
// person sees that it is a quotation. Everything of ASCII stays as it is: the scheme, the delimiters of the components,
// and each encoded delimiter, since "%3A" is data and ":" is syntax. Characters of scripts that run from right to left
// are put between isolates (U+2068, U+2069): otherwise they would change the display order of the rest.

#include <uniform/base/ascii.hpp>
#include <uniform/urn/display.hpp>

#include <array>
#include <optional>

#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>

#include "urn/scripts.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform {

namespace {

constexpr std::string_view open_mark = "\xC2\xAB";
constexpr std::string_view close_mark = "\xC2\xBB";
constexpr std::string_view isolate = "\xE2\x81\xA8";     // FIRST STRONG ISOLATE
constexpr std::string_view end_isolate = "\xE2\x81\xA9"; // POP DIRECTIONAL ISOLATE

// The byte of a pct-encoded at `at`; std::nullopt if there is none.
std::optional<unsigned> byte_at(std::string_view text, std::size_t at) noexcept {
    if (at + 3 > text.size() || text[at] != '%') return std::nullopt;
    return ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]);
}

struct encoded_character {
    char32_t value = 0;
    std::size_t bytes = 0; // each takes three characters
};

// RFC 3629 4: the UTF-8 sequence that begins at the pct-encoded at `at`; nothing when it is ASCII or malformed.
std::optional<encoded_character> character_at(std::string_view text, std::size_t at) noexcept {
    std::array<char, 4> octets{};
    std::size_t n = 0;
    for (; n < octets.size(); ++n) {
        const auto octet = byte_at(text, at + 3 * n);
        if (!octet) break;
        octets[n] = static_cast<char>(*octet);
    }
    if (n == 0) return std::nullopt;
    const base::utf8_sequence s = base::utf8_sequence_at({octets.data(), n});
    if (!s.valid || s.size == 1) return std::nullopt;
    return encoded_character{base::character_of({octets.data(), s.size}), s.size};
}

// Letters that stand together, without signs between them.
class run {
public:
    explicit run(std::vector<display_remark> &remarks) : remarks_{remarks} {}
    void letter(script s) {
        if (s == script::common) return;
        if (first_ != script::common && s != first_) mixed_ = true;
        if (first_ == script::common) first_ = s;
    }
    void decoded(std::size_t offset, char32_t c) {
        const script s = script_of(c);
        letter(s);
        letters_.push_back({static_cast<std::uint32_t>(offset), c, s, ascii_look_alike(c), false});
    }
    void end() {
        for (display_remark &r : letters_) {
            r.mixed = mixed_ && r.script != script::common;
            if (r.mixed || r.looks_like != '\0') remarks_.push_back(r);
        }
        letters_.clear();
        first_ = script::common;
        mixed_ = false;
    }

private:
    std::vector<display_remark> &remarks_;
    std::vector<display_remark> letters_;
    script first_ = script::common;
    bool mixed_ = false;
};

} // namespace

urn_display display_urn(const urn_view &u) {
    urn_display d;
    const std::string_view text = u.text();
    d.canonical = text;
    d.shown.reserve(text.size() + open_mark.size() + close_mark.size());
    d.shown = open_mark;
    run letters{d.remarks};
    bool isolated = false;
    const auto leave = [&] {
        if (isolated) d.shown += end_isolate;
        isolated = false;
    };
    for (std::size_t i = 0; i < text.size();) {
        const auto c = character_at(text, i);
        if (c && detail::is_for_showing(c->value)) {
            const bool isolate_it = detail::runs_right_to_left(c->value);
            if (!isolate_it) leave();
            if (isolate_it && !isolated) d.shown += isolate;
            isolated = isolate_it;
            base::append_utf8(d.shown, c->value);
            letters.decoded(i, c->value);
            d.decoded = true;
            i += 3 * c->bytes;
            continue;
        }
        leave();
        const bool encoded = text[i] == '%';
        if (!encoded && characters::alpha.contains(text[i])) {
            letters.letter(script::latin);
        } else if (encoded || !characters::digit.contains(text[i])) {
            letters.end();
        }
        const std::size_t n = encoded ? 3 : 1;
        d.shown += text.substr(i, n);
        i += n;
    }
    leave();
    letters.end();
    d.shown += close_mark;
    return d;
}

std::expected<urn, error> urn_from_display(std::string_view shown, const urn_options &o) {
    std::string_view rest = ascii::trim(shown);
    if (rest.starts_with(open_mark)) rest.remove_prefix(open_mark.size());
    if (rest.ends_with(close_mark)) rest.remove_suffix(close_mark.size());
    const auto before = static_cast<std::size_t>(rest.data() - shown.data());
    std::string text;
    std::vector<std::size_t> written; // where in `rest` each byte of `text` comes from
    for (std::size_t i = 0; i < rest.size();) {
        const std::string_view at = rest.substr(i);
        if (at.starts_with(isolate) || at.starts_with(end_isolate)) {
            i += isolate.size();
            continue;
        }
        const base::utf8_sequence c = base::utf8_sequence_at(at);
        if (!c.valid) {
            const edition e = is_urn_edition(o.edition) ? o.edition : edition::rfc8141;
            return std::unexpected{error{before + i, error_code::invalid_character, rule::nss, e}};
        }
        c.size == 1 ? void(text += at.front()) : encode_append(text, at.substr(0, c.size), {});
        written.resize(text.size(), i);
        i += c.size;
    }
    auto made = urn::parse(text, o);
    if (!made) {
        const auto at = static_cast<std::size_t>(made.error().offset);
        made.error().offset = before + (at < written.size() ? written[at] : rest.size());
    }
    return made;
}

} // namespace uniform

#include "html/source_text.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>

#include <uniform/base/utf8.hpp>

namespace uniform::html {

namespace {

template <class Is>
std::size_t run(std::string_view text, std::size_t from, Is is) {
    std::size_t i = from;
    while (i < text.size() && is(text[i])) ++i;
    return i - from;
}

// The second character of the named references that stand for two; "fj" apart.
constexpr std::array<std::string_view, 7> second_characters{"\u0331", "\u0333", "\u0338", "\u200A",
                                                            "\u20D2", "\u20E5", "\uFE00"};

struct character_reference {
    std::size_t size = 0;       // 0: "&" stands for itself
    std::size_t characters = 1; // that the parser made of it
};

// The character reference at i, which is "&"; `parsed` is what the parser has made from there on. In an attribute a
// name without ";" counts only where no letter, digit or "=" follows (HTML 13.2.5.73): so it is the whole run of
// letters and digits or none of it, and what the parser made says which. Only "amp" makes an "&" again.
character_reference reference_at(std::string_view written, std::size_t i, std::string_view parsed) {
    std::size_t size = 1;
    if (i + 1 < written.size() && written[i + 1] == '#') {
        const bool hex = i + 2 < written.size() && ascii::to_lower(written[i + 2]) == 'x';
        size += hex ? 2 : 1;
        const std::size_t digits =
            hex ? run(written, i + size, ascii::is_hexdig) : run(written, i + size, ascii::is_digit);
        if (digits == 0) return {};
        size += digits;
        if (i + size < written.size() && written[i + size] == ';') ++size;
        return {size};
    }
    const std::size_t letters = run(written, i + 1, [](char c) { return ascii::is_alpha(c) || ascii::is_digit(c); });
    if (letters == 0) return {};
    const std::string_view name = written.substr(i + 1, letters);
    size += letters;
    const char next = i + size < written.size() ? written[i + size] : '\0';
    if (parsed.starts_with('&') && !((name == "amp" || name == "AMP") && next != '=')) return {};
    if (next == ';') ++size;
    if (name == "fjlig") return {size, 2};
    const std::size_t first = parsed.empty() ? 0 : base::utf8_sequence_at(parsed).size;
    const std::string_view rest = parsed.substr(first);
    for (const std::string_view second : second_characters) {
        if (rest.starts_with(second) && !written.substr(i + size).starts_with(second)) return {size, 2};
    }
    return {size};
}

} // namespace

void source_text::append(std::string_view more, std::uint64_t from) {
    for (std::size_t i = 0; i < more.size(); ++i) at.push_back(static_cast<std::uint32_t>(from - begin));
    text += more;
}

source_text source_text::part(std::size_t first, std::size_t last) const {
    source_text result{text.substr(first, last - first), offset(first), offset(last), {}};
    if (first == last) result.end = result.begin;
    if (!at.empty()) {
        const auto moved = static_cast<std::uint32_t>(result.begin - begin);
        result.at.assign(at.begin() + static_cast<std::ptrdiff_t>(first),
                         at.begin() + static_cast<std::ptrdiff_t>(last));
        for (std::uint32_t &a : result.at) a -= moved;
    }
    return result;
}

source_text as_written(std::string_view written, std::uint64_t offset) {
    return {std::string{written}, offset, offset + written.size(), {}};
}

source_text decode_attribute(std::string_view written, std::string_view parsed, std::uint64_t offset) {
    source_text result = as_written(written, offset);
    if (written.find_first_of("&\r") == std::string_view::npos) return result;
    result.text.clear();
    result.at.reserve(written.size());
    const auto skip = [&](std::size_t characters) {
        for (; characters > 0 && !parsed.empty(); --characters)
            parsed.remove_prefix(base::utf8_sequence_at(parsed).size);
    };
    for (std::size_t i = 0; i < written.size();) {
        if (written[i] == '&') {
            const character_reference c = reference_at(written, i, parsed);
            if (c.size != 0) {
                const std::string_view before = parsed;
                skip(c.characters);
                result.append(before.substr(0, before.size() - parsed.size()), offset + i);
                i += c.size;
                continue;
            }
        }
        if (written[i] == '\r') { // HTML 13.2.3.5: CR LF and CR are LF
            skip(1);
            result.append("\n", offset + i);
            i += i + 1 < written.size() && written[i + 1] == '\n' ? 2 : 1;
            continue;
        }
        const std::size_t size = base::utf8_sequence_at(written.substr(i)).size;
        skip(1);
        for (std::size_t k = i; k < i + size; ++k) result.append(written.substr(k, 1), offset + k);
        i += size;
    }
    return result;
}

cleaned_text clean(const source_text &text) {
    const std::string_view all = text.text;
    std::size_t first = 0;
    std::size_t last = all.size();
    while (first < last && is_space(all[first])) ++first;
    while (last > first && is_space(all[last - 1])) --last;
    cleaned_text result{text.part(first, last), last - first != all.size(), false};
    const std::string_view removed = "\t\n\r";
    source_text &value = result.value;
    if (value.text.find_first_of(removed) == std::string::npos) return result;
    result.joined = true;
    source_text joined{{}, value.begin, value.end, {}};
    for (std::size_t i = 0; i < value.text.size(); ++i) {
        if (removed.find(value.text[i]) != std::string_view::npos) continue;
        joined.append(std::string_view{value.text}.substr(i, 1), value.offset(i));
    }
    value = std::move(joined);
    return result;
}

position line_counter::at(std::uint64_t offset) noexcept {
    if (offset < now_.offset) now_ = {};
    const std::string_view between =
        document_.substr(static_cast<std::size_t>(now_.offset), static_cast<std::size_t>(offset - now_.offset));
    if (const auto last = between.rfind('\n'); last != std::string_view::npos) {
        now_.line += static_cast<std::uint64_t>(std::ranges::count(between, '\n'));
        now_.column = between.size() - last;
    } else {
        now_.column += between.size();
    }
    now_.offset = offset;
    return now_;
}

} // namespace uniform::html

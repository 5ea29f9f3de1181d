#include "print/drawing.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <uniform/base/utf8.hpp>

#include <uniform/base/us_ascii.hpp>

#include "print/terminal.hpp"

namespace uniform::cli {

namespace {

struct labelled {
    std::string label;
    std::size_t begin = 0; // in columns, from place_in() on
    std::size_t end = 0;
    std::string_view colour;
    std::string_view text{};
    std::size_t label_begin = 0;
    std::size_t row = 0; // of the label

    [[nodiscard]] std::size_t middle() const { return begin == end ? begin : (begin + end - 1) / 2; }
};

std::vector<labelled> components(const reference_view &r) {
    struct kind {
        rule component;
        std::string_view colour;
    };
    constexpr std::array kinds{kind{rule::scheme, "\x1b[35m"},  kind{rule::userinfo, "\x1b[33m"},
                               kind{rule::host, "\x1b[32m"},    kind{rule::port, "\x1b[36m"},
                               kind{rule::path, "\x1b[34m"},    kind{rule::query, "\x1b[33m"},
                               kind{rule::fragment, "\x1b[36m"}};
    std::vector<labelled> all;
    const bool registry_based = r.has_authority() && !r.host(); // only in the older editions
    for (const auto &[component, colour] : kinds) {
        const bool whole_authority = registry_based && component == rule::host;
        const auto where = r.where(whole_authority ? rule::authority : component);
        if (!where) continue;
        if (where->begin == where->end && component == rule::path) continue; // never absent: nothing to say
        labelled it{std::string{to_string(whole_authority ? rule::authority : component)}, where->begin, where->end,
                    colour};
        if (component == rule::host && !whole_authority) {
            const auto type = r.host_type();
            if (type && type != host_type::reg_name && type != host_type::hostname) {
                it.label += " (" + std::string{to_string(*type)} + ')';
            }
        }
        if (it.begin == it.end) it.label += " (empty)";
        all.push_back(std::move(it));
    }
    return all;
}

std::vector<labelled> components(const urn_view &u) {
    struct kind {
        rule component;
        std::string_view colour;
    };
    constexpr std::array kinds{kind{rule::scheme, "\x1b[35m"},      kind{rule::nid, "\x1b[32m"},
                               kind{rule::nss, "\x1b[34m"},         kind{rule::r_component, "\x1b[33m"},
                               kind{rule::q_component, "\x1b[33m"}, kind{rule::f_component, "\x1b[36m"}};
    std::vector<labelled> all;
    for (const auto &[component, colour] : kinds) {
        const auto where = u.where(component);
        if (!where) continue;
        labelled it{std::string{to_string(component, u.edition())}, where->begin, where->end, colour};
        if (it.begin == it.end) it.label += " (empty)";
        all.push_back(std::move(it));
    }
    std::ranges::sort(all, {}, &labelled::begin); // the drafts let the q-component come first
    return all;
}

// One column for each character; octets that are not UTF-8 are characters, too.
std::size_t columns_of(std::string_view text) {
    std::size_t n = 0;
    for (; !text.empty(); text.remove_prefix(base::utf8_sequence_at(text).size)) ++n;
    return n;
}

// From offsets into the text to columns.
void place_in(std::string_view text, std::vector<labelled> &all) {
    const bool ascii = base::is_us_ascii(text);
    for (labelled &it : all) {
        it.text = text.substr(it.begin, it.end - it.begin);
        if (ascii) continue;
        it.begin = columns_of(text.substr(0, it.begin));
        it.end = it.begin + columns_of(it.text);
    }
}

// A line of single characters, each of which may have a colour.
class canvas_line {
public:
    void put(std::size_t column, std::string_view text, std::string_view colour) {
        if (cells_.size() < column + columns_of(text)) cells_.resize(column + columns_of(text));
        for (; !text.empty(); ++column) {
            cell &c = cells_[column];
            c.size = base::utf8_sequence_at(text).size;
            text.copy(c.octets.data(), c.size);
            c.colour = colour;
            text.remove_prefix(c.size);
        }
    }
    void append_to(std::string &out, bool colour) const {
        std::string_view current;
        for (const cell &c : cells_) {
            if (colour && c.colour != current) {
                out += c.colour.empty() ? ansi::plain : c.colour;
                current = c.colour;
            }
            out.append(c.octets.data(), c.size);
        }
        if (!current.empty()) out += ansi::plain;
        out += '\n';
    }

private:
    struct cell {
        std::array<char, 4> octets{' '}; // of one character
        std::size_t size = 1;
        std::string_view colour{};
    };
    std::vector<cell> cells_;
};

// "\___/" under a component, "^" where an empty one would stand.
std::string bracket(std::size_t width) {
    if (width < 2) return width == 1 ? "|" : "^";
    return '\\' + std::string(width - 2, '_') + '/';
}

// All labels under the middle of their brackets and centred there as far as their neighbours let them, if they fit on
// one row.
bool centre(std::vector<labelled> &all) {
    std::size_t taken = 0;
    for (labelled &it : all) {
        const std::size_t half = it.label.size() / 2;
        it.label_begin = it.middle() > half ? it.middle() - half : 0;
        if (taken != 0) it.label_begin = std::max(it.label_begin, taken + 1);
        if (it.label_begin > it.middle()) return false;
        taken = it.label_begin + it.label.size();
    }
    return true;
}

// Else each label begins under the middle of its bracket, on the first row on which it meets neither another label nor
// the line that leads to a lower one: from right to left, a lower label's line runs to the left of those above it.
std::size_t stack(std::vector<labelled> &all) {
    for (std::size_t i = 1; i < all.size(); ++i) { // an empty component and its neighbour have one middle
        if (all[i].middle() != all[i - 1].middle()) continue;
        all[i].label = all[i - 1].label + ", " + all[i].label;
        all[i - 1].label.clear();
    }
    std::vector<std::size_t> taken_from; // for each row, the column at which it is taken
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
        if (it->label.empty()) continue;
        it->label_begin = it->middle();
        const std::size_t end = it->label_begin + it->label.size();
        while (it->row < taken_from.size() && end + 1 > taken_from[it->row]) ++it->row;
        if (it->row == taken_from.size()) taken_from.push_back(0);
        for (std::size_t row = 0; row <= it->row; ++row) taken_from[row] = it->label_begin;
    }
    return taken_from.size();
}

void draw_list(std::string &out, const drawing_style &style, const std::vector<labelled> &all) {
    for (const labelled &it : all) {
        out += "    ";
        out += it.label;
        out.append(it.label.size() < 18 ? 18 - it.label.size() : 1, ' ');
        if (style.colour) out += it.colour;
        out += it.text;
        if (style.colour) out += ansi::plain;
        out += '\n';
    }
}

void draw_text(std::string &out, std::string_view text, const std::vector<labelled> &all, const drawing_style &style) {
    canvas_line first;
    first.put(0, text, {});
    for (const labelled &it : all) first.put(it.begin, it.text, it.colour);
    first.append_to(out, style.colour);
}

// Draws the labels under the text.
void draw_under(std::string &out, std::string_view text, std::vector<labelled> all, const drawing_style &style) {
    if (columns_of(text) > style.width) return draw_list(out, style, all);

    canvas_line brackets;
    for (const labelled &it : all) {
        if (it.begin != it.end) brackets.put(it.begin, bracket(it.end - it.begin), it.colour);
    }
    for (const labelled &it : all) { // last, because an empty component shares its column with its neighbour
        if (it.begin == it.end) brackets.put(it.begin, bracket(0), it.colour);
    }
    if (!all.empty()) brackets.append_to(out, style.colour);
    const std::size_t rows = all.empty() ? 0 : centre(all) ? 1 : stack(all);
    for (std::size_t row = 0; row < rows; ++row) {
        canvas_line line;
        for (const labelled &it : all) {
            if (it.row > row && !it.label.empty()) line.put(it.middle(), "|", it.colour);
        }
        for (const labelled &it : all) {
            if (it.row == row) line.put(it.label_begin, it.label, it.colour);
        }
        line.append_to(out, style.colour);
    }
}

void draw_components(std::string &out, std::string_view text, std::vector<labelled> all, const drawing_style &style) {
    place_in(text, all);
    draw_text(out, text, all, style);
    draw_under(out, text, std::move(all), style);
}

} // namespace

void draw(std::string &out, const reference_view &r, const drawing_style &style) {
    draw_components(out, r.text(), components(r), style);
}

void draw(std::string &out, const urn_view &u, const drawing_style &style) {
    draw_components(out, u.text(), components(u), style);
}

void draw(std::string &out, const reference_view &r, const urn_view &u, const drawing_style &style) {
    draw(out, r, style);
    auto below = components(u);
    place_in(u.text(), below);
    std::erase_if(below, [](const labelled &it) { return it.begin == 0; }); // the scheme has a bracket already
    draw_under(out, u.text(), std::move(below), style);
}

} // namespace uniform::cli

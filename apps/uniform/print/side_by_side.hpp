// Rows of labelled cells, in columns of one width.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

// A text that lives as long as the table. One that was cut is shown with "..." behind it.
struct cell_text {
    std::string_view text{};
    bool cut = false;

    // In columns: one for each character of UTF-8.
    [[nodiscard]] std::size_t width() const noexcept { return text.size() - continuations() + (cut ? 3 : 0); }
    // The octets that take no column.
    [[nodiscard]] std::size_t continuations() const noexcept {
        return static_cast<std::size_t>(
            std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }));
    }
};

class side_by_side {
public:
    static constexpr std::size_t most_columns = 8;

    side_by_side() {
        rows_.reserve(16);
        cells_.reserve(64);
    }

    // For another table, with the memory of this one.
    void clear() {
        rows_.clear();
        cells_.clear();
        kept_.clear();
        widths_ = {};
        labels_ = 13;
    }

    // The label lives as long as the table. At most `most_columns` cells.
    void add(std::string_view label, std::span<const cell_text> cells) {
        rows_.push_back({label, cells_.size(), cells.size()});
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        labels_ = std::max(labels_, label.size() + 3);
        for (std::size_t i = 0; i < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].width() + 2);
    }

    // A copy that lives as long as the table.
    std::string_view keep(std::string text) { return kept_.emplace_front(std::move(text)); }

    void append_to(std::string &out) const {
        std::size_t line = labels_ + 1;
        for (const std::size_t w : widths_) line += w;
        for (const cell_text &c : cells_) line += c.continuations(); // more than any row has
        const std::size_t begin = out.size();
        const std::size_t most = begin + line * rows_.size() + blank;
        // Twice the memory when it does not suffice: resize_and_overwrite() alone may add only what is missing.
        if (out.capacity() < most) out.reserve(2 * most);
        out.resize_and_overwrite(most, [&](char *to, std::size_t) {
            char *p = to + begin;
            for (const row &r : rows_) p = put(p, r, line);
            return static_cast<std::size_t>(p - to);
        });
    }

private:
    struct row {
        std::string_view label;
        std::size_t first; // of its cells
        std::size_t size;
    };

    // Spaces are written in pieces of this size, up to one more than necessary.
    static constexpr std::size_t blank = 32;

    // memcpy() for the few bytes of a cell, without a call.
    static char *copy(char *to, std::string_view text) {
        const char *const from = text.data();
        const std::size_t n = text.size();
        if (n > 32) {
            std::memcpy(to, from, n);
        } else if (n >= 16) {
            std::memcpy(to, from, 16);
            std::memcpy(to + n - 16, from + n - 16, 16);
        } else if (n >= 8) {
            std::memcpy(to, from, 8);
            std::memcpy(to + n - 8, from + n - 8, 8);
        } else if (n >= 4) {
            std::memcpy(to, from, 4);
            std::memcpy(to + n - 4, from + n - 4, 4);
        } else {
            for (std::size_t i = 0; i < n; ++i) to[i] = from[i];
        }
        return to + n;
    }

    // Spaces first, then what stands in them.
    char *put(char *out, const row &r, std::size_t line) const {
        for (std::size_t i = 0; i < line; i += blank) std::memset(out + i, ' ', blank);
        copy(out + 2, r.label);
        char *p = out + labels_;
        char *end = p;
        for (std::size_t i = 0; i < r.size; ++i) {
            const cell_text &c = cells_[r.first + i];
            end = copy(p, c.text);
            if (c.cut) {
                std::memcpy(end, "...", 3);
                end += 3;
            }
            p += widths_[i] + c.continuations();
        }
        while (end[-1] == ' ') --end;
        *end = '\n';
        return end + 1;
    }

    std::array<std::size_t, most_columns> widths_{};
    std::size_t labels_ = 13; // the width of their column
    std::vector<row> rows_;
    std::vector<cell_text> cells_;
    std::forward_list<std::string> kept_;
};

// A component as a cell: "-" when absent, "(empty)", and shortened when it is long.
inline cell_text cell(const std::optional<std::string_view> &component) {
    if (!component) return {"-"};
    constexpr std::size_t most = 40;
    if (component->empty()) return {"(empty)"};
    if (component->size() <= most) return {*component};
    std::size_t cut = most - 3;
    while (cut > 0 && (static_cast<unsigned char>((*component)[cut]) & 0xC0) == 0x80) --cut; // whole characters
    return {component->substr(0, cut), true};
}

// Adds a row of what `component` gives for each valid reading, unless it is "-" for all.
template <class Readings, class F>
void add_row(side_by_side &table, const Readings &all, std::string_view label, F component) {
    std::array<cell_text, std::tuple_size_v<Readings>> cells;
    bool any = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!all[i]) continue;
        cells[i] = component(*all[i]);
        any = any || cells[i].text != "-";
    }
    if (any) table.add(label, cells);
}

} // namespace uniform::cli

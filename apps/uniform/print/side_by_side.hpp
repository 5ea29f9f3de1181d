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

    [[nodiscard]] std::size_t width() const noexcept { return text.size() + (cut ? 3 : 0); }
};

class side_by_side {
public:
    static constexpr std::size_t most_columns = 8;

    side_by_side() {
        rows_.reserve(16);
        cells_.reserve(64);
    }

    // The label lives as long as the table. At most `most_columns` cells.
    void add(std::string_view label, std::span<const cell_text> cells) {
        rows_.push_back({label, cells_.size(), cells.size()});
        cells_.insert(cells_.end(), cells.begin(), cells.end());
    }

    // A copy that lives as long as the table.
    std::string_view keep(std::string text) { return kept_.emplace_front(std::move(text)); }

    void append_to(std::string &out) const {
        widths_of_columns widths{};
        std::size_t labels = 13;
        for (const row &r : rows_) {
            labels = std::max(labels, r.label.size() + 3);
            for (std::size_t i = 0; i < r.size; ++i) widths[i] = std::max(widths[i], cells_[r.first + i].width() + 2);
        }
        std::size_t line = labels + 1;
        for (const std::size_t w : widths) line += w;
        const std::size_t begin = out.size();
        out.resize_and_overwrite(begin + line * rows_.size(), [&](char *to, std::size_t) {
            char *p = to + begin;
            for (const row &r : rows_) p = put(p, r, labels, line, widths);
            return static_cast<std::size_t>(p - to);
        });
    }

private:
    using widths_of_columns = std::array<std::size_t, most_columns>;

    struct row {
        std::string_view label;
        std::size_t first; // of its cells
        std::size_t size;
    };

    // Spaces first, then what stands in them.
    char *put(char *out, const row &r, std::size_t labels, std::size_t line, const widths_of_columns &widths) const {
        std::memset(out, ' ', line);
        std::ranges::copy(r.label, out + 2);
        char *p = out + labels;
        for (std::size_t i = 0; i < r.size; ++i) {
            const cell_text &c = cells_[r.first + i];
            char *const end = std::ranges::copy(c.text, p).out;
            if (c.cut) std::memcpy(end, "...", 3);
            p += widths[i];
        }
        while (p[-1] == ' ') --p;
        *p = '\n';
        return p + 1;
    }

    std::vector<row> rows_;
    std::vector<cell_text> cells_;
    std::forward_list<std::string> kept_;
};

// A component as a cell: "-" when absent, "(empty)", and shortened when it is long.
inline cell_text cell(const std::optional<std::string_view> &component) {
    if (!component) return {"-"};
    constexpr std::size_t most = 40;
    if (component->empty()) return {"(empty)"};
    return component->size() <= most ? cell_text{*component} : cell_text{component->substr(0, most - 3), true};
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

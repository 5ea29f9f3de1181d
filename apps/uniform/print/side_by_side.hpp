// Rows of labelled cells, in columns of one width.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::cli {

class side_by_side {
public:
    void add(std::string_view label, std::vector<std::string> cells) {
        rows_.push_back({std::string{label}, std::move(cells)});
    }

    void append_to(std::string &out) const {
        std::vector<std::size_t> widths;
        std::size_t labels = 13;
        for (const row &r : rows_) {
            labels = std::max(labels, r.label.size() + 3);
            widths.resize(std::max(widths.size(), r.cells.size()));
            for (std::size_t i = 0; i < r.cells.size(); ++i) widths[i] = std::max(widths[i], r.cells[i].size());
        }
        for (const row &r : rows_) {
            std::string line = "  " + r.label;
            line.append(labels - line.size(), ' ');
            for (std::size_t i = 0; i < r.cells.size(); ++i) {
                line += r.cells[i];
                line.append(widths[i] - r.cells[i].size() + 2, ' ');
            }
            line.resize(line.find_last_not_of(' ') + 1);
            out += line;
            out += '\n';
        }
    }

private:
    struct row {
        std::string label;
        std::vector<std::string> cells;
    };
    std::vector<row> rows_;
};

// A component as a cell: "-" when absent, "(empty)", and shortened when it is long.
inline std::string cell(const std::optional<std::string_view> &component) {
    if (!component) return "-";
    constexpr std::size_t most = 40;
    if (component->empty()) return "(empty)";
    return component->size() <= most ? std::string{*component} : std::string{component->substr(0, most - 3)} + "...";
}

// Adds a row of what `component` gives for each valid reading, unless it is "-" for all.
template <class Readings, class F>
void add_row(side_by_side &table, const Readings &all, std::string_view label, F component) {
    std::vector<std::string> cells;
    bool any = false;
    for (const auto &r : all) {
        const auto c = r ? std::optional<std::string>{component(*r)} : std::nullopt;
        any = any || (c && *c != "-");
        cells.push_back(c.value_or(""));
    }
    if (any) table.add(label, std::move(cells));
}

} // namespace uniform::cli

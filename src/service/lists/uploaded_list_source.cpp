#include "service/lists/uploaded_list_source.hpp"

#include <algorithm>
#include <utility>

#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>

namespace uniform::service {

namespace {

constexpr std::string_view member_of_metadata = "metadata.";
constexpr std::size_t part_size = std::size_t{256} << 10U;

} // namespace

std::optional<std::vector<std::string>> fields_of_row(std::string_view row, char separator) {
    std::vector<std::string> out;
    for (std::size_t i = 0;;) {
        std::string &field = out.emplace_back();
        if (i < row.size() && row[i] == '"') {
            for (++i;;) {
                const std::size_t quote = row.find('"', i);
                if (quote == std::string_view::npos) return std::nullopt;
                field += row.substr(i, quote - i);
                i = quote + 1;
                if (i == row.size() || row[i] != '"') break;
                field += '"';
                ++i;
            }
            if (i < row.size() && row[i] != separator) return std::nullopt;
        } else {
            const std::size_t end = std::min(row.find(separator, i), row.size());
            field = row.substr(i, end - i);
            if (field.contains('"')) return std::nullopt;
            i = end;
        }
        if (i == row.size()) return out;
        ++i;
    }
}

// A row ends at a line end that is not in quotation marks: those before it are even.
std::optional<std::string_view> list_source::next_row() {
    std::size_t scanned = begin_;
    bool quoted = false;
    for (;;) {
        for (; scanned < buffer_.size(); ++scanned) {
            if (buffer_[scanned] == '"') quoted = !quoted;
            // A quotation mark that is never closed: the import says so of this line.
            const bool is_too_long = scanned - begin_ >= longest_line;
            if (buffer_[scanned] == '\n' && (!quoted || is_too_long)) {
                const std::string_view row{buffer_.data() + begin_, scanned - begin_};
                begin_ = scanned + 1;
                return row.ends_with('\r') ? row.substr(0, row.size() - 1) : row;
            }
        }
        if (at_end_) {
            if (begin_ == buffer_.size()) return std::nullopt;
            const std::string_view row{buffer_.data() + begin_, buffer_.size() - begin_};
            begin_ = buffer_.size();
            return row;
        }
        buffer_.erase(0, begin_);
        scanned -= begin_;
        begin_ = 0;
        const std::string part = next_();
        at_end_ = part.empty();
        buffer_ += part;
    }
}

void list_source::write_row(std::string_view row) {
    if (row.find_first_not_of(" \t") == std::string_view::npos && !header_.empty()) return;
    const bool is_header = header_.empty();
    auto fields = fields_of_row(row, separator_);
    if (is_header) header_ = fields.value_or(std::vector<std::string>{std::string{row}});
    if (!fields || (!is_header && fields->size() != columns_.size())) {
        out_ += row; // a problem of this line, which the import finds
        return;
    }
    json::value metadata = json::object{};
    bool is_first = true;
    bool has_members = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].empty()) continue;
        if (columns_[i] == member_of_metadata) {
            has_members = true;
            if (i < header_.size() && i < fields->size() && !(*fields)[i].empty())
                metadata.set(header_[i], (*fields)[i]);
            continue;
        }
        if (!std::exchange(is_first, false)) out_ += ',';
        append_csv_field(out_, is_header ? columns_[i] : i < fields->size() ? (*fields)[i] : std::string{});
    }
    if (!has_members) return;
    if (!is_first) out_ += ',';
    append_csv_field(out_, is_header                    ? "metadata"
                           : metadata.members().empty() ? std::string{}
                                                        : json::to_text(metadata));
}

std::string_view list_source::read() {
    out_.clear();
    while (out_.size() < part_size) {
        const auto row = next_row();
        if (!row) break;
        write_row(*row);
        out_ += '\n';
    }
    return out_;
}

} // namespace uniform::service

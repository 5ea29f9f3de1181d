#include <uniform/store/pages.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace uniform::store {

namespace {

constexpr std::size_t first_part = 32;
constexpr std::size_t largest_part = 1024;

const std::string &id_of_listed(const name_row &r) noexcept { return r.key; }
const std::string &id_of_listed(const document &d) noexcept { return d.id; }
std::size_t bytes_of(const name_row &r) noexcept { return r.key.size() + r.record.size(); }
std::size_t bytes_of(const document &d) noexcept { return d.id.size() + d.body.size(); }

// `read` reads at most so many rows after an id.
template <class Row, class Read>
page<Row> read_page(std::string_view after, page_size size, Read read) {
    page<Row> result;
    if (size.rows == 0) return result;
    std::string from{after};
    std::size_t bytes = 0;
    std::size_t part = first_part;
    for (;;) {
        // One more than can be used shows whether the list goes on.
        const std::size_t wanted = std::min(part, size.rows - result.rows.size() + 1);
        std::vector<Row> some = read(from, wanted);
        const bool is_last = some.size() < wanted;
        for (Row &row : some) {
            const std::size_t more = bytes_of(row);
            if (result.rows.size() == size.rows || (!result.rows.empty() && bytes + more > size.bytes)) {
                result.more = true;
                return result;
            }
            bytes += more;
            from = id_of_listed(row);
            result.rows.push_back(std::move(row));
        }
        if (is_last) return result;
        const std::size_t average = bytes / result.rows.size() + 1;
        part = std::clamp((size.bytes - std::min(bytes, size.bytes)) / average + 1, first_part, largest_part);
    }
}

} // namespace

page<name_row> names_page(reading &r, std::string_view prefix, std::string_view after, page_size size,
                          std::optional<resolver::name_state> state) {
    return read_page<name_row>(after, size, [&](std::string_view from, std::size_t most) {
        return state ? r.names(prefix, from, most, *state) : r.names(prefix, from, most);
    });
}

page<document> documents_page(reading &r, std::string_view kind, std::string_view prefix, std::string_view after,
                              page_size size) {
    return read_page<document>(
        after, size, [&](std::string_view from, std::size_t most) { return r.list(kind, prefix, from, most); });
}

} // namespace uniform::store

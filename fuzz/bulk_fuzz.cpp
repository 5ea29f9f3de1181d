// The readers of imports: whatever comes, in whatever parts, every byte is passed once, lines and offsets go forward,
// and the fast reader of NDJSON agrees with the general one.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "service/lists/bulk_line.hpp"
#include "service/lists/bulk_reader.hpp"

using namespace uniform::service;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t part = data[0] % 32 + 1;
    const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
    for (const bulk_format f : {bulk_format::ndjson, bulk_format::csv}) {
        std::string_view rest = text;
        const bulk_source source = [&]() {
            const std::string_view p = rest.substr(0, part);
            rest.remove_prefix(p.size());
            return p;
        };
        bulk_reader reader(f, source, true);
        std::vector<csv_column> columns;
        std::uint64_t line = 0;
        std::uint64_t offset = 0;
        while (auto record = reader.next()) {
            if (record->line <= line || reader.offset() <= offset) std::abort();
            line = record->line;
            offset = reader.offset();
            if (record->wrong) continue;
            if (f == bulk_format::ndjson) {
                const auto fast = read_ndjson(record->text);
                const auto slow = read_ndjson_slowly(record->text);
                if (fast.has_value() != slow.has_value()) std::abort();
                if (fast && (fast->urn != slow->urn || fast->key != slow->key || !(fast->record == slow->record))) {
                    std::abort();
                }
            } else if (columns.empty()) {
                auto header = read_csv_header(record->text);
                // with another header, the rows are worth a look
                columns = header ? *header : std::vector{csv_column::name, csv_column::url, csv_column::metadata};
            } else {
                (void)read_csv(record->text, columns);
            }
        }
        if (reader.offset() != text.size()) std::abort();
    }
    return 0;
}

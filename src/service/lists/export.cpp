#include <uniform/service/export.hpp>

#include <string>
#include <uniform/json/writer.hpp>

#include "service/authorization.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

std::uint64_t export_names(store::store &s, const export_options &o, const bulk_sink &sink,
                           const std::function<void(std::uint64_t)> &progress) {
    constexpr std::size_t page = 500; // a record may have some megabytes
    std::uint64_t count = 0;
    std::string after = o.after;
    std::string out;
    if (o.format == bulk_format::csv && after.empty()) out = csv_header();
    for (;;) {
        const auto rows = s.look_up([&](store::reading &r) {
            return o.state ? r.names(o.prefix, after, page, *o.state) : r.names(o.prefix, after, page);
        });
        for (const store::name_row &row : rows) {
            const resolver::name_record record = record_in(row.key, row.record);
            ++count;
            if (o.format == bulk_format::csv) {
                append_csv(out, record, row.key);
            } else {
                json::writer w{out};
                write(w, record, row.key);
                out += '\n';
            }
            // Records may be large: reads only a few at once.
            if (out.size() >= std::size_t{1} << 18U) {
                sink(out);
                out.clear();
            }
        }
        if (!out.empty()) sink(out);
        out.clear();
        if (progress) progress(count);
        if (rows.size() < page) return count;
        after = rows.back().key;
    }
}

} // namespace uniform::service

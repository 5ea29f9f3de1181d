#include <uniform/service/import.hpp>

#include <algorithm>

#include <uniform/json/writer.hpp>

#include "service/lists/importer.hpp"

namespace uniform::service {

void write(json::writer &w, const import_summary &s) {
    w.begin_object();
    if (s.dry_run) w.member("dry_run", true);
    if (s.resumed_after != 0) w.member("resumed_after_line", s.resumed_after);
    if (s.stopped) w.member("stopped", true);
    w.member("lines", s.counts.lines).member("assigned", s.counts.assigned).member("unchanged", s.counts.unchanged);
    w.member("conflicts", s.counts.conflicts).member("problems", s.counts.problems).member("bytes", s.counts.bytes);
    w.end_object();
}

std::expected<import_summary, problem> import_names(store::store &s, const store::origin &by, const principal &who,
                                                    const import_options &o, const bulk_source &source,
                                                    const bulk_sink &sink,
                                                    const std::function<void(const import_counts &)> &progress) {
    const auto visible = [](char c) { return c > ' ' && c < '\x7F'; };
    if (o.id.size() > 200 || !std::ranges::all_of(o.id, visible)) {
        return std::unexpected{problem{.type = resolver::problem_type::invalid,
                                       .detail = "the id of an import is 1 to 200 visible ASCII characters"}};
    }
    if (o.block == 0 || o.block > 100000) {
        return std::unexpected{
            problem{.type = resolver::problem_type::invalid, .detail = "a block has 1 to 100000 names"}};
    }
    return importing::importer(s, by, who, o, source, sink).run(progress);
}

} // namespace uniform::service

#include <uniform/service/import.hpp>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>

#include "service/lists/importer.hpp"
#include "service/names/idempotency.hpp"

namespace uniform::service {

void write(json::writer &w, const import_summary &s) {
    w.begin_object();
    if (s.dry_run) w.member("dry_run", true);
    if (s.resumed_after != 0) w.member("resumed_after_line", s.resumed_after);
    if (s.stopped) w.member("stopped", true);
    w.member("lines", s.counts.lines).member("assigned", s.counts.assigned).member("unchanged", s.counts.unchanged);
    if (s.existing != on_conflict::report) {
        w.member("changed", s.counts.changed).member("withdrawn", s.counts.withdrawn);
    }
    w.member("conflicts", s.counts.conflicts).member("problems", s.counts.problems).member("bytes", s.counts.bytes);
    w.end_object();
}

std::expected<import_summary, problem> import_names(store::store &s, const store::origin &by, const principal &who,
                                                    const import_options &o, const bulk_source &source,
                                                    const bulk_sink &sink,
                                                    const std::function<void(const import_counts &)> &progress) {
    if (!o.id.empty() && !is_word_of_client(o.id)) {
        return refuse(resolver::problem_type::invalid, "the id of an import is 1 to 200 visible ASCII characters");
    }
    if (o.block == 0 || o.block > 100000) {
        return refuse(resolver::problem_type::invalid, "a block has 1 to 100000 names");
    }
    return importing::importer(s, by, who, o, source, sink).run(progress);
}

} // namespace uniform::service

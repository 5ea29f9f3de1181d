#include "store/writing/rehearsal.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "store/reading/looked_up_rows.hpp"
#include "store/writing/document_cache.hpp"
#include "store/writing/write_buffer.hpp"

namespace uniform::store::detail {

void group_rehearsal::write_erased(const origin &by, const std::function<bool(writing &)> &f) {
    const auto c = lend_();
    if (!end_) end_ = end_of(*c);
    document_cache cache;
    looked_up_rows rows;
    write_buffer b(*c, *end_, cache, rows);
    b.rehearse(names_);
    job_time at{.system = clock_.system(), .known = clock_.known()};
    if (end_->number != 0) at.known.last_event = timestamp(timestamp::duration(end_->at));
    b.set_time(std::move(at));
    b.begin_job(by);
    writing w(*c, b);
    if (!f(w)) return;
    b.keep_job();
    std::vector<parameter> made;
    for (const auto &[key, s] : b.all()) {
        if (key.table != table::names) continue;
        made.insert(made.end(),
                    {std::string_view(key.first), static_cast<std::int64_t>(s.event), blob{std::string_view(s.text)}});
    }
    names_.keep(made);
    end_ = b.end();
}

} // namespace uniform::store::detail

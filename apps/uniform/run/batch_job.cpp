#include "run/batch_job.hpp"

#include <uniform/uri/parse.hpp>

namespace uniform::cli {

row_result row_result_of(const batch_options &o, list listing) noexcept {
    if (listing != list::nothing) return row_result::listed;
    return o.into.empty() ? row_result::none : row_result::error;
}

void batch_job::append_by(std::string &out, const output_template &t, std::string_view result) const {
    const auto r = parse_uri_reference(result, {.edition = edition::rfc3987, .max_length = 0xFFFFFFFE});
    if (r) t.append(out, *r, {.input = result});
}

} // namespace uniform::cli

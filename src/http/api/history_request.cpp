#include "http/api/history_request.hpp"

#include <charconv>

#include <uniform/resolver/refusal.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

std::expected<std::uint64_t, problem> event_before(const page &p) {
    std::uint64_t before = 0;
    if (p.after.empty()) return before;
    const char *const stop = p.after.data() + p.after.size();
    const auto [end, error] = std::from_chars(p.after.data(), stop, before);
    if (error == std::errc{} && end == stop) return before;
    return refuse(problem_type::malformed, "\"after\" is not a cursor of this list");
}

std::expected<std::optional<resolver::timestamp>, problem> as_of(const request_context &c) {
    const auto when = c.query_value("as_of");
    if (!when) return std::nullopt;
    if (const auto t = resolver::parse_timestamp(*when)) return c.server.store->as_of_time(*t);
    return refuse(problem_type::malformed, "\"as_of\" " + std::string(resolver::must_be_a_time),
                  "RFC 3339 section 5.6");
}

} // namespace uniform::http

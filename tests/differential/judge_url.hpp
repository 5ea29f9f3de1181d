// Compares what the library says about URLs with the oracle, scheme by scheme and document by document, on one text
// after the other; and holds what it makes of them to their promises.
#pragma once

#include "differential/judge.hpp"

#include "oracle/url.hpp"

#include <uniform/url/url.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace differential {

// Not shared between threads.
class url_judge {
public:
    // Acceptance by every document that has the text's scheme, and by otherurl; the parts as slices of the text, one
    // after the other without a gap; parse_url() against the scheme's own function.
    void parse(std::string_view text);
    // parts_of() and the functions that make URLs: what was made is read as what it was made of. fields_of(),
    // make_url().
    void round_trip(std::string_view text);
    // plan_access(): nothing that section 6 of the draft warns of, unless insisted on.
    void plan(std::string_view text);

    [[nodiscard]] bool differs() const { return !tally_.different.empty(); }
    [[nodiscard]] tally result() const;

private:
    enum counter : std::uint8_t { url_views, url_made, url_fields, url_plans, url_refused_plans, url_counters };

    void report(std::string what, std::string_view text, std::string detail);
    void slices(std::string_view name, const uniform::url_view &url, std::string_view text);

    oracle::url_oracle oracle_;
    std::vector<std::uint64_t> accepted_ = std::vector<std::uint64_t>(oracle::url_readings().size());
    std::array<std::uint64_t, url_counters> counts_{};
    tally tally_;
};

} // namespace differential

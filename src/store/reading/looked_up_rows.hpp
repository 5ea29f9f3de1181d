// The rows that the jobs of a transaction look up, read in one round trip.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/store/database.hpp>
#include <uniform/store/records.hpp>

namespace uniform::store::detail {

/// Rows of names and of idempotency records that jobs look up, read in one round trip for all jobs of a transaction.
struct looked_up_rows {
    std::map<std::string, std::optional<name_row>, std::less<>> names = {};
    /// By client and key: digest of the request, and answer.
    std::map<std::pair<std::string, std::string>, std::optional<std::pair<std::string, std::string>>> answers = {};
    /// The jobs run speculatively. What they look up is noted here; new names and idempotency records are assumed
    /// absent, and a look-up of any other name throws needs_database.
    bool speculative = false;
    bool missed = false; ///< needs_database was thrown for a name, even if the job caught it

    /// Adds the queries that read the names, to be run together with others. They refer to the names.
    void add_name_queries(std::vector<query> &all);
};

} // namespace uniform::store::detail

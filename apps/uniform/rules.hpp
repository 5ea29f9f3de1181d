// What the rules of a run need beside their options: the registry of schemes and the table of redirects.
#pragma once

#include <expected>
#include <string>

#include <uniform/normalize.hpp>

#include "options.hpp"

namespace uniform::command {

struct failure {
    int code = exit_usage;
    std::string says;
};

// Lives as long as the run: normal.schemes and normal.redirects point into it.
class rules {
public:
    // Reads --scheme and --redirects. Sets o.normal to point at what came of it.
    [[nodiscard]] std::expected<void, failure> read(options &o);

private:
    std::expected<void, failure> read_redirects(const options &o);

    scheme_registry schemes_;
    redirect_table redirects_;
};

} // namespace uniform::command

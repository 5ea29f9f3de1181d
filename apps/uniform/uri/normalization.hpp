// The normalization of a run: its level, with the schemes of --scheme and the redirects of --redirects.
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/uri/normalize.hpp>

#include "uri/options.hpp"

namespace uniform::cli {

class normalization {
public:
    normalization() = default;
    normalization(const normalization &) = delete;
    normalization &operator=(const normalization &) = delete;

    // Reads the options. Returns exit_good; a mistake in them is reported, and its exit code returned.
    [[nodiscard]] int read(const level_options &o, const parse_options &how);

    // They point into this object.
    [[nodiscard]] const normalize_options &options() const noexcept UNIFORM_LIFETIMEBOUND { return options_; }

private:
    int read_redirects(const std::string &file, const parse_options &how);

    normalize_options options_;
    scheme_registry schemes_;
    redirect_table redirects_;
};

} // namespace uniform::cli

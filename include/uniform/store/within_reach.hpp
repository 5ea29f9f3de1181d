// Whether a store could be opened for writing, asked without changing anything.
#pragma once

#include <string>
#include <string_view>

#include <uniform/store/store.hpp>

namespace uniform::store {

/// Looks at a store as store::open() with the same options would, and makes and migrates nothing.
/// @return why it could not be opened, a sentence for people; empty when it could, as far as one can tell without
/// making it. Takes no longer than a few seconds.
[[nodiscard]] std::string why_out_of_reach(std::string_view location, const store_options &o);

} // namespace uniform::store

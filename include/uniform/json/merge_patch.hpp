// JSON merge patches (RFC 7396).
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// Changes `target` as the patch states (RFC 7396 section 2): a member that is null in the patch is removed, an object
/// is merged, any other value replaces what was there. New members are added at the end. Cost: O(n log n) in the
/// members.
void merge_patch(value &target, const value &patch);

} // namespace json
} // namespace uniform

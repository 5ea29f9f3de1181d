// The options with which URLs are read and made.
#pragma once

#include <cstdint>
#include <optional>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {

class scheme_registry;

/// The document and the schemes by which a URL is read.
struct url_options {
    /// edition::url_06, edition::rfc1738, or the scheme's own later document; nothing: the scheme's current standard,
    /// as current_edition() gives it. An edition that does not have the scheme is read as the current one.
    std::optional<uniform::edition> edition{};
    std::uint32_t max_length = 0xFFFFFFFE; ///< longer texts, read or made, are refused with error_code::too_long
    /// The schemes whose default ports are filled in, omitted and called the scheme's own; nothing:
    /// scheme_registry::standard().
    const scheme_registry *schemes = nullptr;
};

} // namespace uniform

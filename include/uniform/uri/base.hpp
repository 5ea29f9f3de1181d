// Establishing a base URI (RFC 3986 5.1; the same sections of the 2003 draft and of RFC 2396).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>

namespace uniform UNIFORM_API {

/// The sources of a base URI, the innermost first.
enum class base_source : std::uint8_t {
    content,     ///< 5.1.1: embedded in the content
    entity,      ///< 5.1.2: of an encapsulating entity
    retrieval,   ///< 5.1.3: the URI used to retrieve the entity
    application, ///< 5.1.4: the default base URI
};

/// "5.1.1" to "5.1.4".
[[nodiscard]] constexpr std::string_view section(base_source s) noexcept {
    constexpr std::array<std::string_view, 4> sections{"5.1.1", "5.1.2", "5.1.3", "5.1.4"};
    static_assert(sections.size() == static_cast<std::size_t>(base_source::application) + 1);
    return sections[static_cast<std::size_t>(s)];
}

/// The sources of a document's base URI, as texts that the caller keeps alive. Every text may be a relative reference:
/// it is then resolved against the next outer one.
struct base_sources {
    /// 5.1.1: declared in the content (HTML's base element, xml:base).
    std::optional<std::string_view> content{};
    /// 5.1.2: what the entities around it (message, archive, package) declare, from the inner to the outer;
    /// nullopt for one that declares none.
    std::span<const std::optional<std::string_view>> entities{};
    /// 5.1.3: the requested URI, then the target of each redirect: "the last URI used is the base URI".
    std::span<const std::string_view> retrieval{};
    /// 5.1.4: the application's own.
    std::optional<std::string_view> application{};
};

/// A base URI, and where it comes from.
struct established_base {
    std::string uri;                               ///< an absolute-URI (4.3): no fragment
    base_source source = base_source::application; ///< the innermost one that is defined
};

/// The source of a base URI that is wrong, and the reason.
struct base_failure {
    uniform::error error;                          ///< its offset is into `text`
    base_source source = base_source::application; ///< the source of `text`
    std::string_view text;
};

/// The base URI of a document: the innermost source that is defined, "converted to absolute form and stripped of any
/// fragment" (5.1). A source that has a scheme is absolute, also when options.strict is false; one that is the current
/// document (older editions) is the next outer base.
/// Fails with no_base when nothing is defined, or nothing absolute; with the parser's or resolve's error otherwise: a
/// source that is not a URI-reference hides the outer ones and is not skipped. Linear in each step; allocates.
[[nodiscard]] std::expected<established_base, base_failure>
establish_base(const base_sources &sources, const parse_options &parse = {}, const resolve_options &options = {});

} // namespace uniform

// Reference resolution: the target of a reference that might be relative (RFC 3986 5.2; 2003 draft 5.2; RFC 2396 5.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// The policy for merging a base path that ends in "." or ".." (RFC 3986 5.2.3, erratum 4789).
enum class base_dots : std::uint8_t {
    as_written,    ///< the text: the last segment is truncated, whatever it is. "http://a/b/.." and "g": http://a/b/g
    removed_first, ///< the erratum: the base's dot segments are removed before. "http://a/b/.." and "g": http://a/g
};

/// The treatment of a path that begins with "//" without an authority, which 5.2.4 can produce and 3.3 forbids.
enum class double_slash : std::uint8_t {
    guard,  ///< "/." is put before it: "a:/b" and "..//g" give a:/.//g
    refuse, ///< error_code::changes_components
};

/// Policies where the documents leave a choice; docs/decisions/0003-resolution-policies.md gives the reasons for the
/// defaults.
struct resolve_options {
    /// false: a scheme that is the base's own is ignored ("http:g"; RFC 3986 5.2.2, for backward compatibility).
    bool strict = true;
    excess_dots excess = excess_dots::by_edition;
    uniform::base_dots base_dots = uniform::base_dots::as_written;
    uniform::double_slash double_slash = uniform::double_slash::guard;
};

/// The target of a reference.
struct target {
    /// The target URI, already parsed. When it is the current document: the reference itself, "" or "#" fragment.
    reference_view reference;
    /// The older editions' "(current document)" (2003 draft 4.2, RFC 2396 4.2): never true in RFC 3986.
    bool current_document = false;

    [[nodiscard]] constexpr std::string_view text() const noexcept { return reference.text(); }
};

/// The target's text; for the current document "(current document)" or "(current document)#s", as 2003 draft C prints
/// it, which no production matches. Allocates the result.
[[nodiscard]] std::string to_string(const target &t);

/// By how many bytes a target can be longer than base and reference together.
inline constexpr std::size_t resolve_slack = 8;

// The edition is the base's; the reference should have been parsed in the same. In RFC 3986 this is 5.2.2 to 5.3; in
// the older editions it is theirs: only a merged path loses its dot segments, an empty reference is the current
// document, an opaque base has no relative references, and in RFC 2396 "?y" stands for the base's directory and query.
// The target always parses to the components which the algorithm names. Where RFC 2396 would append a path directly to
// the authority (base "http://a", reference "g"), it gets the "/" that its successors put there.
//
// Errors: excess_dot_segments and changes_components by policy; opaque_base; too_long above 4 GiB - 2 bytes. Their
// offsets are into the reference's text; an excess ".." that the base brought stands at the reference's path.

/// Resolves into the caller's buffer, which must not overlap the texts; buffer_too_small when it has less than
/// base.text().size() + reference.text().size() + resolve_slack bytes. Linear, no allocation.
[[nodiscard]] std::expected<target, error> resolve_to(std::span<char> buffer UNIFORM_LIFETIMEBOUND,
                                                      const uri_view &base, const reference_view &reference,
                                                      const resolve_options &options = {}) noexcept;

/// The target as a string, in the form of to_string(target). Linear, one allocation.
[[nodiscard]] std::expected<std::string, error> resolve(const uri_view &base, const reference_view &reference,
                                                        const resolve_options &options = {});

/// Appends the target in that form; `out` stays as it was on an error. It must not hold the texts. No allocation when
/// it has room.
std::expected<void, error> resolve_append(std::string &out, const uri_view &base, const reference_view &reference,
                                          const resolve_options &options = {});

} // namespace uniform

// The registry of URN namespaces: IANA's, with what every registration says, and what a caller adds.
//
//     const auto *isbn = namespace_registry::standard().find("ISBN");
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/urn/namespace_info.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct namespace_entry;
} // namespace detail

/// Namespaces by NID: IANA's, and on top what the caller adds. Copying it copies the additions. Reading is thread-safe.
class namespace_registry {
public:
    /// IANA's namespaces and nothing else.
    namespace_registry() = default;

    /// The registry that is used where none is given: IANA's namespaces as this release knows them, or what
    /// replace_standard() put in their place.
    [[nodiscard]] static const namespace_registry &standard() noexcept;

    /// Makes `registry` what standard() returns, for a program that has a newer list of IANA's than this release. The
    /// earlier one stays valid. Call it before other threads use the library. Linear.
    ///
    ///     namespace_registry newer;
    ///     newer.add({.nid = "newiana", .title = "Registered after this release"}, namespace_status::registered);
    ///     namespace_registry::replace_standard(std::move(newer));
    static void replace_standard(namespace_registry registry);

    /// The entry of that NID, in upper or lower case; nullptr when there is none. It may be of a NID that is known but
    /// not registered: see its status. Linear in what was added, then constant time; no allocation.
    [[nodiscard]] const namespace_info *find(std::string_view nid) const & noexcept UNIFORM_LIFETIMEBOUND;
    const namespace_info *find(std::string_view nid) const && = delete;

    /// Adds or replaces a namespace; everything in it is copied. Errors: those of a NID (rule nid, offset into the
    /// NID); invalid_pattern with the offset into the pattern, also of a set or, in a pattern without "|", a byte that
    /// no NSS has;
    /// invalid_mapping for an entry that cannot be used otherwise: a resolver's address that does not become a URI, a
    /// length's source that cannot be read, an operation on no text, on a cut pct-encoded or on a scope that its action
    /// does not take, a check character that has no place, a value that its type does not name. Linear.
    /// @param status `registered` for one that IANA has registered, also after this release
    std::expected<void, error> add(const namespace_info &info, namespace_status status = namespace_status::added);

    /// The namespaces that were added, by NID.
    [[nodiscard]] std::span<const namespace_info *const> added() const & noexcept UNIFORM_LIFETIMEBOUND {
        return added_infos_;
    }
    std::span<const namespace_info *const> added() const && = delete;
    /// Every entry that find() finds, by NID: what was added, and the rest of iana_namespaces(). Linear.
    [[nodiscard]] std::vector<const namespace_info *> entries() const &UNIFORM_LIFETIMEBOUND;
    std::vector<const namespace_info *> entries() const && = delete;

    /// The date of IANA's list that this registry has: "2026-07-28".
    [[nodiscard]] std::string_view date() const noexcept UNIFORM_LIFETIMEBOUND;
    /// Sets it, for a newer list.
    void set_date(std::string_view date) { date_ = date; }

private:
    std::string date_; // empty: that of this release
    std::vector<std::shared_ptr<const detail::namespace_entry>> added_;
    std::vector<const namespace_info *> added_infos_;
};

/// IANA's namespaces and the unregistered ones that are known (data/urn-namespaces.json), ordered by NID.
[[nodiscard]] std::span<const namespace_info> iana_namespaces() noexcept;
/// The date of IANA's list that they are made from: "2026-07-28".
[[nodiscard]] std::string_view iana_namespaces_date() noexcept;

} // namespace uniform

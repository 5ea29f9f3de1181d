// What stands behind every operation on a name: its form, its namespace, its delegation, and who may do it.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// A name that may be assigned as far as its form goes.
struct read_name {
    std::string key = {};
    std::string written = {}; ///< for name_record::name: empty when it is "urn:" and the key
};
/// RFC 8141 2 and 4.3: a URN without components, that fits its namespace, with the right check character where a wrong
/// one makes the name wrong. `rules` are those of its namespace. Problems: malformed, invalid, with offset. Linear.
[[nodiscard]] std::expected<read_name, resolver::problem> read_new_name(std::string_view urn,
                                                                        const resolver::namespace_rules &rules);
/// The same, by the rules of the namespace as it is kept here.
[[nodiscard]] std::expected<read_name, resolver::problem> read_new_name(store::reading &r, std::string_view urn);
/// The NID of what may be a URN, as it is written; empty when there is none.
[[nodiscard]] std::string_view nid_of_urn(std::string_view urn) noexcept;

/// Where a key belongs. Null: there is none. Shared with those who ask the same a moment later.
struct ground {
    std::shared_ptr<const resolver::namespace_settings> space = {};
    std::shared_ptr<const resolver::delegation> delegation = {}; ///< the active one with the longest prefix
};
[[nodiscard]] ground ground_of(store::reading &r, std::string_view key);

/// Bodies of documents, read and kept for those who ask the same a moment later. Throws store::failure for one that
/// cannot be read.
[[nodiscard]] std::shared_ptr<const resolver::namespace_settings> settings_of(const store::document &d);
[[nodiscard]] std::shared_ptr<const resolver::delegation> delegation_of(const store::document &d);

/// Whether `who` may assign, fill, change and withdraw this key: a manager of it, or the registrar to whom the prefix
/// belongs now. Problems: forbidden.
[[nodiscard]] std::expected<void, resolver::problem> may_touch(const ground &g, const resolver::principal &who,
                                                               std::string_view key);
/// The same, and that the namespace is here and open, and that the prefix is not another resolver's. Problems:
/// forbidden, out_of_policy.
[[nodiscard]] std::expected<void, resolver::problem> may_assign(const ground &g, const resolver::principal &who,
                                                                std::string_view key);
/// The policies of the prefix. Problems: out_of_policy.
[[nodiscard]] std::expected<void, resolver::problem> in_policy(const ground &g, std::string_view key,
                                                               const resolver::name_record &r);
/// Whose name it becomes.
[[nodiscard]] const std::string &registrar_of(const ground &g, const resolver::principal &who) noexcept;

/// The problem that a name is there already, with the member "existing".
[[nodiscard]] resolver::problem taken(const store::name_row &existing, const resolver::name_record &record);
/// The record of a row. Throws store::failure (damaged) when it cannot be read.
[[nodiscard]] resolver::name_record record_of(std::string_view key, std::string_view encoded);

/// Whether a token still holds that was good when the request began: it may have been revoked since, or have expired.
/// For what takes long. Problems: unauthenticated.
[[nodiscard]] std::expected<void, resolver::problem> still_holds(store::reading &r, const resolver::principal &who,
                                                                 resolver::timestamp now);

} // namespace uniform::service

// Finds names that match a minting rule and do not exist yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/mint.hpp>
#include <uniform/resolver/record_template.hpp>
#include <uniform/service/name_entry.hpp>
#include <uniform/store/store.hpp>

#include "service/authorization.hpp"
#include "service/names/name_check.hpp"

namespace uniform::service {

/// Whether names by the minting rule match the naming policy of the delegation. Some are tried; one match is
/// sufficient. Problems: out_of_policy, with the policy; invalid (the rule).
[[nodiscard]] std::expected<void, problem> mints_within_policy(const resolver::delegation &d,
                                                               const namespace_registry &registry);

/// The record of one name by a template. Its locators have permitted schemes, and match the policy of the delegation to
/// which the name belongs. Problems: those of record_template::expand, out_of_policy.
[[nodiscard]] std::expected<resolver::name_record, problem> expanded(store::writing &w,
                                                                     const resolver::record_template &t,
                                                                     const checked_name &name, std::string_view prefix,
                                                                     const write_options &o);

/// The most steps of one request; in each, the counter passes the same number of names that exist already, or have
/// longer prefixes.
inline constexpr int most_steps = 20;
/// The problem of a request that needs more: exhausted.
[[nodiscard]] resolver::problem too_many_skipped();

/// A prefix with its minting rule, for one request.
class minter {
public:
    /// Problems: malformed (the prefix), not_found (it is not delegated), forbidden, out_of_policy, invalid.
    [[nodiscard]] static std::expected<minter, problem> open(store::writing &w, const principal &who,
                                                             std::string_view prefix);

    /// `count` names, some of which may exist already. The counter of a sequential rule skips names that exist, that
    /// the algorithm of check characters omits, or that do not match namespace or policy, so every gap in its numbers
    /// has one of these reasons. An empty result, without the problem exhausted: none of very many numbers was
    /// suitable, and the counter has skipped them. Problems: exhausted, unavailable (no random numbers).
    [[nodiscard]] std::expected<std::vector<checked_name>, problem>
    draw(store::writing &w, const principal &who, const resolver::name_record &r, std::size_t count);

    /// `existing` of the names that were drawn exist already. Whether so many were skipped that this step should end,
    /// because other writers are waiting.
    [[nodiscard]] bool ends_step(std::size_t existing) noexcept;

    [[nodiscard]] const key_policy &policy() const noexcept UNIFORM_LIFETIMEBOUND { return policy_; }
    [[nodiscard]] const std::string &prefix() const noexcept { return policy_.delegation->prefix; }

private:
    minter(key_policy g, resolver::mint_pattern p) : policy_(std::move(g)), pattern_(std::move(p)) {}

    [[nodiscard]] std::expected<void, problem> draw_sequential(store::writing &w, const principal &who,
                                                               const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::expected<void, problem> draw_random(store::writing &w, const principal &who,
                                                           const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::expected<void, problem> draw_uuids(store::writing &w, const principal &who,
                                                          const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::string about_policy() const; ///< for the problem exhausted
    [[nodiscard]] bool is_new(store::writing &w, const std::string &name) const;
    [[nodiscard]] const namespace_registry &registry() const noexcept { return policy_.settings->rules.registry(); }
    enum class suitability : std::uint8_t { suitable, other_prefix, mismatch };
    suitability consider(store::writing &w, const principal &who, const resolver::name_record &r,
                         const std::string &name);

    key_policy policy_;
    resolver::mint_pattern pattern_;
    bool prefixes_inside_ = false;
    std::size_t skipped_ = 0;
    std::vector<checked_name> found_;
    std::unordered_set<std::string> keys_; // of found_: a random number may occur twice
};

} // namespace uniform::service

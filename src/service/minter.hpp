// Finds names that a minting rule makes and that are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <uniform/resolver/mint.hpp>
#include <uniform/service/names.hpp>

#include "service/ground.hpp"

namespace uniform::service {

/// Whether names that the rule makes fit the naming policy of the delegation: some are tried, and one that fits is
/// enough. Problems: out_of_policy, that names the policy; invalid (the rule).
[[nodiscard]] std::expected<void, problem> mints_within_policy(const resolver::delegation &d,
                                                               const namespace_registry &registry);

/// So many steps a request may take; in each the counter moves on past the same number of names that are taken, or are
/// under longer prefixes.
inline constexpr int most_steps = 20;
/// The problem of a request that took them all: exhausted.
[[nodiscard]] resolver::problem passed_over();

/// A prefix with its rule, for one request.
class minter {
public:
    /// Problems: malformed (the prefix), not_found (nothing is delegated under it), forbidden, out_of_policy, invalid.
    [[nodiscard]] static std::expected<minter, problem> open(store::writing &w, const principal &who,
                                                             std::string_view prefix);

    /// `count` names, some of which may be taken. A sequential rule's counter moves on past names that are taken, that
    /// the algorithm of check characters leaves out, or that do not fit namespace or policy; so every gap in its
    /// numbers has one of these reasons. None, without being exhausted: none was found in many, and the counter has
    /// moved on. Problems: exhausted, unavailable (no random numbers).
    [[nodiscard]] std::expected<std::vector<read_name>, problem>
    draw(store::writing &w, const principal &who, const resolver::name_record &r, std::size_t count);

    /// So many of the names that were drawn are taken. Whether so many were passed that the request is to be cut in
    /// pieces: other writers wait meanwhile.
    [[nodiscard]] bool gives_up(std::size_t taken) noexcept;

    [[nodiscard]] const ground &where() const noexcept { return where_; }
    [[nodiscard]] const std::string &prefix() const noexcept { return where_.delegation->prefix; }

private:
    minter(ground g, resolver::mint_pattern p) : where_(std::move(g)), pattern_(std::move(p)) {}

    [[nodiscard]] std::expected<void, problem> draw_sequential(store::writing &w, const principal &who,
                                                               const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::expected<void, problem> draw_random(store::writing &w, const principal &who,
                                                           const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::expected<void, problem> draw_uuids(store::writing &w, const principal &who,
                                                          const resolver::name_record &r, std::size_t count);
    [[nodiscard]] std::string policy_says() const; ///< for names that are exhausted
    [[nodiscard]] bool is_free(store::writing &w, const std::string &name) const;
    [[nodiscard]] const namespace_registry &registry() const noexcept { return where_.space->rules.registry(); }
    enum class taking : std::uint8_t { found, elsewhere, unfit };
    taking take(store::writing &w, const principal &who, const resolver::name_record &r, std::string name);

    ground where_;
    resolver::mint_pattern pattern_;
    bool prefixes_inside_ = false;
    std::size_t skipped_ = 0;
    std::vector<read_name> found_;
    std::unordered_set<std::string> keys_; // of found_: a random number may come twice
};

} // namespace uniform::service

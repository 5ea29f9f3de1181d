#include "service/names/minter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/urn/name.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/names/name_check.hpp"

namespace uniform::service {

namespace {

using resolver::minting_method;
using resolver::problem_type;

// After so many existing names in a row a step ends, because other writers are waiting.
constexpr std::size_t most_skipped = 20000;
// Numbers in a row whose names have longer prefixes.
constexpr std::size_t most_of_other_prefixes = 1'000'000;
// So often a random name is drawn again when it exists already; after that, the next one that does not is used.
constexpr int draws = 32;
constexpr std::string_view uuid_lead = "urn:uuid:";

} // namespace

std::expected<void, problem> mints_within_policy(const resolver::delegation &d, const namespace_registry &registry) {
    if (d.mint.method == minting_method::none || d.naming.empty()) return {};
    UNIFORM_TRY(const auto &pattern, resolver::mint_pattern::compile(d.mint, d.prefix, registry));
    std::string last;
    const auto fits = [&](const std::optional<std::string> &name) {
        if (!name) return false;
        const auto key = resolver::key_of("urn:" + *name, registry);
        if (!key) return false;
        last = *key;
        return resolver::allows(d, *key, {}).has_value();
    };
    if (d.mint.method == minting_method::uuid) {
        for (int i = 0; i < draws; ++i) {
            const auto urn = make_uuid_urn(d.mint.uuid_version == 7 ? uuid_version::time : uuid_version::random);
            if (!urn || fits(d.prefix + std::string(urn->text().substr(uuid_lead.size())))) return {};
        }
    } else {
        // From both ends and in between, and of each length of a pattern that grows.
        const std::uint64_t end = pattern.capacity().value_or(std::numeric_limits<std::int64_t>::max());
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(end, 64); ++i) {
            if (fits(pattern.make(i)) || fits(pattern.make(end / 64 * i)) || fits(pattern.make(end - 1 - i)) ||
                fits(pattern.make((std::uint64_t{1} << i) % end)))
                return {};
        }
    }
    return refuse(problem_type::out_of_policy, "no name by the minting rule matches the naming policy \"" + d.naming +
                                                   "\" of the prefix; an example of a mismatch is \"urn:" + last +
                                                   "\"");
}

problem too_many_skipped() {
    return {.type = problem_type::exhausted,
            .detail =
                std::to_string(most_steps * most_skipped) +
                " numbers in a row are of names that exist already or have longer prefixes; the counter has skipped "
                "them: send the same request again"};
}

std::expected<minter, problem> minter::open(store::writing &w, const principal &who, std::string_view text) {
    UNIFORM_TRY(const auto &prefix, prefix_of_keys(w, text));
    key_policy g = policy_of(w, prefix);
    UNIFORM_CHECK(may_assign(g, who, prefix));
    if (!g.delegation || g.delegation->prefix != prefix) {
        return refuse(problem_type::not_found,
                      "the prefix \"urn:" + prefix + "\" is not delegated, so it has no minting rule" +
                          (g.delegation ? "; \"urn:" + g.delegation->prefix + "\" is" : std::string{}) +
                          ". `uniform namespace delegate` delegates a prefix and sets its minting rule");
    }
    auto pattern = resolver::mint_pattern::compile(g.delegation->mint, prefix, g.settings->rules.registry());
    if (!pattern) {
        problem p = std::move(pattern.error()); // of the stored rule, not of the request
        p.pointer.reset();
        p.offset.reset();
        return std::unexpected{std::move(p)};
    }
    UNIFORM_CHECK(mints_within_policy(*g.delegation, g.settings->rules.registry()));
    minter m(std::move(g), std::move(*pattern));
    m.prefixes_inside_ = !w.list("delegation", prefix, prefix, 1).empty();
    return m;
}

// Whether the name may be minted: its form, its own policy (a longer prefix may be delegated to another registrar), and
// the policies. Whether it exists already shows when it is added.
minter::suitability minter::consider(store::writing &w, const principal &who, const resolver::name_record &r,
                                     const std::string &name) {
    auto read = check_new_name("urn:" + name, policy_.settings->rules);
    if (!read || !read->key.starts_with(prefix())) return suitability::mismatch;
    if (keys_.contains(read->key)) return suitability::other_prefix;
    if (prefixes_inside_) {
        const key_policy g = policy_of(w, read->key);
        if (g.delegation != policy_.delegation && !may_assign(g, who, read->key)) return suitability::other_prefix;
        if (!check_policies(g, read->key, r))
            return g.delegation == policy_.delegation ? suitability::mismatch : suitability::other_prefix;
    } else if (!check_policies(policy_, read->key, r)) {
        return suitability::mismatch;
    }
    keys_.insert(read->key);
    found_.push_back(std::move(*read));
    return suitability::suitable;
}

std::string minter::about_policy() const {
    const std::string &naming = policy_.delegation->naming;
    return naming.empty() ? "" : "; names that do not match the naming policy \"" + naming + "\" are skipped";
}

std::expected<void, problem> minter::draw_sequential(store::writing &w, const principal &who,
                                                     const resolver::name_record &r, std::size_t count) {
    const resolver::minting &rule = policy_.delegation->mint;
    const std::string counter = "mint " + prefix() + " " + rule.pattern + " " + std::string(to_string(rule.check));
    std::size_t mismatches = 0;
    std::size_t of_other_prefixes = 0;
    while (found_.size() < count) {
        // Exactly as many numbers as needed, so that none is lost.
        const std::size_t wanted = count - found_.size();
        const std::uint64_t first = w.next(counter, wanted) - 1;
        for (std::size_t i = 0; i < wanted; ++i) {
            if (pattern_.capacity() && first + i >= *pattern_.capacity()) {
                return refuse(problem_type::exhausted,
                              "\"urn:" + prefix() + "\" has " + std::to_string(*pattern_.capacity()) +
                                  " names by the pattern \"" + rule.pattern + "\"; " + std::to_string(found_.size()) +
                                  " of the " + std::to_string(count) + " requested names are left" + about_policy());
            }
            auto name = pattern_.make(first + i);
            const suitability t = name ? consider(w, who, r, *name) : suitability::mismatch;
            if (t != suitability::suitable) ++skipped_;
            if (t == suitability::suitable) mismatches = of_other_prefixes = 0;
            if (t == suitability::mismatch) ++mismatches;
            if (t == suitability::other_prefix) ++of_other_prefixes;
            // An unlimited pattern may have no matching name left, or none without a longer prefix.
            if (mismatches == most_skipped || of_other_prefixes == most_of_other_prefixes) {
                return refuse(problem_type::exhausted,
                              "none of " + std::to_string(mismatches + of_other_prefixes) +
                                  " numbers in a row makes a matching name of \"urn:" + prefix() +
                                  "\" by the pattern \"" + rule.pattern + "\" without a longer prefix; " +
                                  std::to_string(found_.size()) + " of the " + std::to_string(count) +
                                  " requested names are left" + about_policy());
            }
        }
        if (found_.empty() && skipped_ >= most_skipped) return {};
    }
    return {};
}

// For random names only: a sequence encounters few names that exist already.
bool minter::is_new(store::writing &w, const std::string &name) const {
    const auto key = resolver::key_of("urn:" + name, registry());
    return key && !w.name(*key);
}

std::expected<void, problem> minter::draw_random(store::writing &w, const principal &who,
                                                 const resolver::name_record &r, std::size_t count) {
    const std::uint64_t end = pattern_.capacity().value_or(std::numeric_limits<std::int64_t>::max());
    while (found_.size() < count) {
        bool found = false;
        std::uint64_t n = 0;
        for (int i = 0; i < draws && !found; ++i) {
            const auto drawn = resolver::random_below(end);
            if (!drawn) return refuse(problem_type::unavailable, "the random number generator failed: try again");
            n = *drawn;
            auto name = pattern_.make(n);
            found = name && is_new(w, *name) && consider(w, who, r, *name) == suitability::suitable;
        }
        // Nearly exhausted: the next new one after the last draw.
        const std::uint64_t steps = std::min<std::uint64_t>(end, most_skipped);
        for (std::uint64_t i = 1; i <= steps && !found; ++i) {
            auto name = pattern_.make((n + i) % end);
            found = name && is_new(w, *name) && consider(w, who, r, *name) == suitability::suitable;
        }
        if (!found) {
            return refuse(problem_type::exhausted,
                          "\"urn:" + prefix() + "\" has no new names left by the pattern \"" +
                              policy_.delegation->mint.pattern + "\"" +
                              (steps == end ? "" : ", or so few that none of 20000 after a random one is new") +
                              about_policy());
        }
    }
    return {};
}

std::expected<void, problem> minter::draw_uuids(store::writing &w, const principal &who, const resolver::name_record &r,
                                                std::size_t count) {
    const auto version = policy_.delegation->mint.uuid_version == 7 ? uuid_version::time : uuid_version::random;
    // 122 (or 74) random bits: if more than a few in a row are refused, the policy refuses all.
    int refused = 0;
    while (found_.size() < count) {
        const auto urn = make_uuid_urn(version);
        if (!urn) return refuse(problem_type::unavailable, "the random number generator failed: try again");
        if (consider(w, who, r, prefix() + std::string(urn->text().substr(uuid_lead.size()))) !=
                suitability::suitable &&
            ++refused == draws) {
            return refuse(problem_type::out_of_policy, "no UUID under \"urn:" + prefix() +
                                                           "\" matches its namespace or the naming policy \"" +
                                                           policy_.delegation->naming + "\" of the prefix");
        }
    }
    return {};
}

std::expected<std::vector<checked_name>, problem> minter::draw(store::writing &w, const principal &who,
                                                               const resolver::name_record &r, std::size_t count) {
    found_.clear();
    keys_.clear();
    std::expected<void, problem> done;
    switch (policy_.delegation->mint.method) {
    case minting_method::sequential:
        done = draw_sequential(w, who, r, count);
        break;
    case minting_method::random:
        done = draw_random(w, who, r, count);
        break;
    default:
        done = draw_uuids(w, who, r, count);
        break;
    }
    UNIFORM_CHECK(std::move(done));
    return std::move(found_);
}

bool minter::ends_step(std::size_t existing) noexcept {
    skipped_ += existing;
    return skipped_ >= most_skipped;
}

} // namespace uniform::service

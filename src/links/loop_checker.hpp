// Detects delegation loops in the background: other resolvers that redirect names back to this one, or to each other.
// Resolution never waits for it. It is a part of the link checker: it runs when that does, follows the same rules
// (robots.txt, pauses, one checker at a host, no private addresses), and records its findings in the same table, under
// loop_key().
//
// Each active delegation to another resolver is tried with one name under its prefix that this service redirects there:
// an active name without a locator that is valid now, or else a name that is not assigned. The redirects are followed
// one at a time. They are a loop if they lead to a URL of this service, to the same URL twice, to a 508 (the status of
// this service for a name in a loop), or if there are more than 20. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/delegation.hpp>

#include "links/link_checker.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace store {
class store;
class reading;
} // namespace store
} // namespace uniform

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// A name under the prefix that this service redirects to the other resolver, at the time `now`.
[[nodiscard]] std::string name_to_try(store::reading &r, std::string_view prefix, resolver::timestamp now);

/// The redirects of one name, as far as they have been followed.
class redirect_chain {
public:
    static constexpr std::size_t longest = 20;

    /// @param own this service: "https://urn.example.org"
    redirect_chain(std::string url, std::string_view own);
    /// The next URL to request.
    [[nodiscard]] const std::string &at() const noexcept UNIFORM_LIFETIMEBOUND { return seen_.back(); }
    /// The response for at(). @param location the target of a 3xx, as an absolute URL; else empty
    void answered(int status, std::string_view location);
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// "redirects back to this service"; empty if no loop was found (yet).
    [[nodiscard]] const std::string &loop() const noexcept UNIFORM_LIFETIMEBOUND { return loop_; }

private:
    void go(std::string url);

    std::string own_;
    std::vector<std::string> seen_ = {};
    std::string loop_ = {};
    bool ended_ = false;
};

class loop_checker {
public:
    struct options {
        link_checker::options links = {};
        std::string base = {}; ///< the URL of this service
    };
    /// @param prefix of the delegation, @param loop how it loops; empty: it no longer does
    using report = std::function<void(std::string_view prefix, std::string_view loop)>;

    /// Starts the thread. The store outlives it.
    /// @param changed is called on that thread after `reported`, when a loop has begun or ended
    loop_checker(store::store &s, const options &o, std::function<void()> changed = nullptr, report reported = nullptr);
    /// Ends at once.
    ~loop_checker();
    loop_checker(const loop_checker &) = delete;
    loop_checker &operator=(const loop_checker &) = delete;

    /// The number of complete passes over all delegations.
    [[nodiscard]] std::uint64_t rounds() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace links
} // namespace uniform

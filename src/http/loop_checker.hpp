// Looks in the background whether other resolvers send names back here, or round among themselves; resolving never
// waits for it. A part of the link checker: it is on when that is, has its manners (robots.txt, pauses, one checker at
// a host, no private addresses), and notes what it found in its table, under loop_key().
//
// Each active delegation to another resolver is tried with one name under its prefix, one that the resolver would be
// asked for: an active one without a locator that is valid now, or else one that cannot be there. The redirects are
// followed one at a time. They are a circle when they come to an address of this service, to one where they were, or
// to a 508, which is what this service says to a name in a circle; and when they have no end. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/delegation.hpp>

#include "http/link_checker.hpp"

namespace uniform::store {
class store;
class reading;
} // namespace uniform::store

namespace uniform::http {

class metrics;

/// A name under the prefix that another resolver would be asked for.
[[nodiscard]] std::string name_to_try(store::reading &r, std::string_view prefix);

/// The redirects of one name, as far as they were followed.
class redirect_chain {
public:
    static constexpr std::size_t longest = 20;

    /// @param own this service: "https://urn.example.org"
    redirect_chain(std::string url, std::string_view own);
    /// Where to ask next.
    [[nodiscard]] const std::string &at() const noexcept { return seen_.back(); }
    /// What came of it. @param location where a 3xx leads to, as an absolute URL; else empty
    void answered(int status, std::string_view location);
    [[nodiscard]] bool ended() const noexcept { return ended_; }
    /// "leads back to this service"; empty when it is no circle, or not known to be one yet.
    [[nodiscard]] const std::string &circle() const noexcept { return circle_; }

private:
    void go(std::string url);

    std::string own_;
    std::vector<std::string> seen_ = {};
    std::string circle_ = {};
    bool ended_ = false;
};

class loop_checker {
public:
    struct options {
        link_checker::options links = {};
        std::string base = {}; ///< this service
    };
    /// @param prefix of the delegation, @param says how it leads in a circle; empty: it does no longer
    using report = std::function<void(std::string_view prefix, std::string_view says)>;

    /// Starts the thread. The store outlives it.
    /// @param changed is called on that thread when another delegation leads in a circle than before, after `said`
    loop_checker(store::store &s, const options &o, std::function<void()> changed = nullptr, report said = nullptr,
                 metrics *m = nullptr);
    /// Ends at once.
    ~loop_checker();
    loop_checker(const loop_checker &) = delete;
    loop_checker &operator=(const loop_checker &) = delete;

    /// How often all delegations were gone through.
    [[nodiscard]] std::uint64_t rounds() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace uniform::http

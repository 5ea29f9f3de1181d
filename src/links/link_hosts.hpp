// The hosts of locators: how many of their locators fail, and what an administrator has decided about each. The counts
// are kept with the findings, in the same transactions, so that nothing has to be counted when they are shown. The
// tables have no history. Times are in seconds since 1970-01-01T00:00:00Z.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/store/database.hpp>

#include "links/link_checker_rules.hpp"
#include "links/link_rows.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// The rule by which the checkers treat a host.
enum class host_rule : std::uint8_t {
    none,    ///< check it
    paused,  ///< until a time, no requests; what was found stays
    ignored, ///< no requests; what was found is deleted, and resolving regards its locators as unknown
};
/// Their names.
inline constexpr auto host_rule_names =
    enum_table<host_rule>({{host_rule::none, "none"}, {host_rule::paused, "paused"}, {host_rule::ignored, "ignored"}});
[[nodiscard]] constexpr std::string_view to_string(host_rule r) noexcept { return host_rule_names.name(r); }

/// The decision of an administrator.
struct host_decision {
    host_rule rule = host_rule::none;
    std::int64_t until = 0; ///< of `paused`
    std::int64_t asked = 0; ///< locators that fail and were checked before this are to be checked now; 0: none
    std::string who = {};   ///< who has decided last; empty: nobody
    std::int64_t at = 0;
    bool operator==(const host_decision &) const = default;
    /// The rule that applies at that time.
    [[nodiscard]] host_rule rule_at(std::int64_t now) const noexcept {
        return rule == host_rule::paused && until <= now ? host_rule::none : rule;
    }
};

struct host_row {
    std::string host = {};
    std::int64_t links = 0; ///< locators that were checked
    std::int64_t failing = 0;
    std::int64_t dead = 0;
    host_decision decided = {};
};

/// The hosts with the most dead locators first, then those with the most failing ones; those after `after`; at most
/// `limit`. Proportional to the page.
[[nodiscard]] std::vector<host_row> list_hosts(store::connection &c, const std::optional<host_row> &after,
                                               std::size_t limit);
/// One look-up. Nothing for a host of which nothing is known.
[[nodiscard]] std::optional<host_row> find_host(store::connection &c, std::string_view host);
/// The findings of one host that fail, or all of them, in order of their URLs; those after `after`; at most `limit`.
/// Proportional to the page.
[[nodiscard]] std::vector<link_row> links_of_host(store::connection &c, std::string_view host, bool only_failing,
                                                  std::string_view after, std::size_t limit);

/// Stores a rule of an administrator, or that the locators are to be checked now (`asked`).
void decide(store::connection &c, std::string_view host, const host_decision &d);
/// Notes that the locators were checked, unless the check was asked for again.
void note_checked(store::connection &c, std::string_view host, std::int64_t asked);
/// The hosts about which something was decided that still matters; at most `limit`.
[[nodiscard]] std::map<std::string, host_decision, std::less<>>
decisions_about_hosts(store::connection &c, std::int64_t now, std::size_t limit);

/// Deletes up to `limit` findings of the host; whether there may be more.
bool forget_host(store::connection &c, std::string_view host, std::size_t limit);
/// Findings of earlier versions have no host: notes that of up to `limit` of them; whether there may be more.
bool note_hosts(store::connection &c, std::size_t limit);

/// The changes of the counts of hosts. For functions that write findings, in their transaction.
class host_changes {
public:
    /// @param by 1 or -1
    void add(std::string_view host, link_state s, std::int64_t by);
    void write(store::connection &c) const;

private:
    struct counts {
        std::int64_t links = 0, failing = 0, dead = 0;
    };
    std::map<std::string, counts, std::less<>> by_host_;
};

} // namespace links
} // namespace uniform

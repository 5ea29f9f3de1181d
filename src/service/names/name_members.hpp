// The members of a name's record that a client gives, as one table: what is given, compared, filled in or changed is
// all of these, so that no operation forgets one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include <uniform/resolver/record.hpp>
#include <uniform/service/name_entry.hpp>

namespace uniform::service {

template <class T>
struct name_member {
    std::string_view name; ///< in JSON
    char letter;           ///< in the digest of a request: what it gives
    T resolver::name_record::*of_record;
    std::optional<T> changes::*of_change;
};

/// In the order of the letters of a digest. `values` is the last, because digests of version 0.1.0 do not have it.
inline constexpr std::tuple name_members{
    name_member{"locators", 'l', &resolver::name_record::locators, &changes::locators},
    name_member{"metadata", 'm', &resolver::name_record::metadata, &changes::metadata},
    name_member{"other_names", 'o', &resolver::name_record::other_names, &changes::other_names},
    name_member{"successor", 's', &resolver::name_record::successor, &changes::successor},
    name_member{"predecessor", 'p', &resolver::name_record::predecessor, &changes::predecessor},
    name_member{"values", 'v', &resolver::name_record::values, &changes::values},
};

/// Calls f with each row of the table.
template <class F>
void for_each_member(F f) {
    std::apply([&](const auto &...member) { (f(member), ...); }, name_members);
}

/// Whether a member has no value.
[[nodiscard]] inline bool is_absent(const resolver::metadata &m) { return m.text().empty(); }
template <class T>
[[nodiscard]] bool is_absent(const T &member) {
    return member.empty();
}

} // namespace uniform::service

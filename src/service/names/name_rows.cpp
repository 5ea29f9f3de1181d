#include "service/names/name_rows.hpp"

#include <utility>

#include <uniform/resolver/life.hpp>

#include "service/names/name_members.hpp"

namespace uniform::service {

resolver::name_record record_in(std::string_view key, std::string_view encoded) {
    auto r = resolver::decode(encoded);
    if (!r) {
        throw store::failure(store::failure_kind::damaged,
                             "the name record of \"urn:" + std::string(key) + "\" cannot be read");
    }
    return std::move(*r);
}

name_entry entry_of(const store::name_row &row) {
    return {.key = row.key, .record = record_in(row.key, row.record), .event = row.event};
}

resolver::name_record client_members(const resolver::name_record &r) {
    resolver::name_record given{.state = resolver::name_state::active};
    for_each_member([&](const auto &member) { given.*member.of_record = r.*member.of_record; });
    return given;
}

problem already_exists(const store::name_row &existing, const resolver::name_record &record) {
    problem p = resolver::after(record.state, resolver::name_action::assign, existing.key, record.name).error();
    p.existing = value_of(name_entry{.key = existing.key, .record = record, .event = existing.event});
    return p;
}

} // namespace uniform::service

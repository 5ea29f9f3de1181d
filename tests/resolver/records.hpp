// Records made at random.
#pragma once

#include <string>

#include <rapidcheck.h>

#include <uniform/resolver/record.hpp>

namespace uniform::resolver {

inline std::string any_text() { return *rc::gen::container<std::string>(rc::gen::inRange<char>('a', 'z')); }
inline std::optional<timestamp> any_time() {
    if (*rc::gen::arbitrary<bool>()) return std::nullopt;
    return timestamp{std::chrono::microseconds{*rc::gen::arbitrary<std::int64_t>()}};
}
inline locator any_locator() {
    locator l{.url = *rc::gen::element<std::string>("https://", "http://", "ftp://", "") + any_text()};
    if (*rc::gen::arbitrary<bool>()) return l;
    l.media_type = any_text();
    l.language = any_text();
    l.country = any_text();
    l.weight = *rc::gen::arbitrary<std::uint32_t>();
    l.valid_from = any_time();
    l.valid_until = any_time();
    return l;
}
inline name_record any_record() {
    name_record r;
    r.state = *rc::gen::element(name_state::reserved, name_state::active, name_state::withdrawn);
    r.name = any_text();
    r.registrar = any_text();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) r.locators.push_back(any_locator());
    r.metadata = any_text();
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) r.other_names.push_back(any_text());
    r.successor = any_text();
    r.predecessor = any_text();
    r.batch = any_text();
    r.reason = any_text();
    r.withdrawn = any_time();
    return r;
}

} // namespace uniform::resolver

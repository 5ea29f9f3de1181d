#include "http/settings/setting_values.hpp"

#include <algorithm>
#include <ranges>

#include <uniform/base/ascii.hpp>

#include "base/try.hpp"

namespace uniform::http {

namespace {

void put_number(const setting &s, settings &into, std::uint64_t value) {
    if (const auto *m = std::get_if<std::uint64_t settings::*>(&s.member)) into.**m = value;
    if (const auto *m = std::get_if<std::chrono::milliseconds settings::*>(&s.member)) {
        into.**m = std::chrono::milliseconds{static_cast<std::int64_t>(value)};
    }
}

} // namespace

std::expected<void, std::string> put_text(const setting &s, settings &into, std::string_view text) {
    switch (s.type) {
    case setting_type::choice:
        UNIFORM_CHECK(base::read_choice(text, s.choices));
        [[fallthrough]];
    case setting_type::text:
        if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
            return std::unexpected{"contains control characters"};
        }
        into.*std::get<std::string settings::*>(s.member) = text;
        return {};
    case setting_type::boolean:
        if (text != "true" && text != "false") return std::unexpected{"is neither true nor false"};
        into.*std::get<bool settings::*>(s.member) = text == "true";
        return {};
    case setting_type::number:
    case setting_type::size:
    case setting_type::duration: {
        UNIFORM_TRY(const auto &value, base::read_within(text, s.limits));
        put_number(s, into, value);
        return {};
    }
    case setting_type::list: {
        auto &items = into.*std::get<std::vector<std::string> settings::*>(s.member);
        items.clear();
        for (const auto part : std::views::split(text, ',')) {
            const auto item = ascii::trim({part.begin(), part.end()});
            if (!item.empty()) items.emplace_back(item);
        }
        return {};
    }
    }
    return {};
}

} // namespace uniform::http

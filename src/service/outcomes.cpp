#include "service/outcomes.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace uniform::service {

resolver::name_record client_part(const resolver::name_record &r) {
    return {.state = resolver::name_state::active,
            .locators = r.locators,
            .metadata = r.metadata,
            .other_names = r.other_names,
            .successor = r.successor,
            .predecessor = r.predecessor};
}

std::string remembered(std::span<const outcome> o) {
    std::string text;
    for (const outcome &one : o) {
        if (!text.empty()) text += ' ';
        if (one.created) text += '+';
        text += std::to_string(one.event);
    }
    return text;
}

std::vector<outcome> outcomes_from(store::reading &r, std::string_view text) {
    std::vector<outcome> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        outcome o{.repeated = true};
        if (word.starts_with('+')) {
            o.created = true;
            word.remove_prefix(1);
        }
        const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), o.event);
        const auto e = error == std::errc{} ? r.event_at(o.event) : std::nullopt;
        if (!e || e->kind != "name") {
            throw store::failure(store::failure_kind::damaged, "a remembered answer cannot be read");
        }
        o.key = e->id;
        o.record = record_of(e->id, e->body);
        result.push_back(std::move(o));
    }
    return result;
}

problem unknown(std::string_view key) {
    return {.type = resolver::problem_type::unknown_name,
            .detail = "\"" + resolver::urn_of(key) + "\" has not been assigned here"};
}

std::optional<std::size_t> not_utf8(std::string_view text) noexcept {
    // RFC 3629 4: no overlong forms, no surrogates, nothing above U+10FFFF.
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned first = byte(i);
        std::size_t size = 0;
        unsigned low = 0x80;
        unsigned high = 0xBF;
        if (first < 0x80) {
            ++i;
            continue;
        }
        if (first >= 0xC2 && first <= 0xDF) {
            size = 2;
        } else if (first >= 0xE0 && first <= 0xEF) {
            size = 3;
            if (first == 0xE0) low = 0xA0;
            if (first == 0xED) high = 0x9F;
        } else if (first >= 0xF0 && first <= 0xF4) {
            size = 4;
            if (first == 0xF0) low = 0x90;
            if (first == 0xF4) high = 0x8F;
        } else {
            return i;
        }
        if (byte(i + 1) < low || byte(i + 1) > high) return i;
        for (std::size_t k = 2; k < size; ++k) {
            if ((byte(i + k) & 0xC0U) != 0x80) return i;
        }
        i += size;
    }
    return std::nullopt;
}

bool is_plain_text(std::string_view text) noexcept {
    const auto control = [](char c) {
        const auto b = static_cast<unsigned char>(c);
        return (b < 0x20 && b != '\n' && b != '\r' && b != '\t') || b == 0x7F;
    };
    return std::ranges::none_of(text, control) && !not_utf8(text);
}

std::expected<void, problem> locators_in_policy(const ground &g, const resolver::name_record &r) {
    if (!g.delegation || g.delegation->hosts.empty()) return {};
    resolver::delegation locators_only = *g.delegation;
    locators_only.naming.clear();
    return resolver::allows(locators_only, locators_only.prefix, r);
}

} // namespace uniform::service

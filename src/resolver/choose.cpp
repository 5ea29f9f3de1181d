#include <uniform/resolver/choose.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <tuple>

#include <uniform/resolver/json_text.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

constexpr std::array<std::string_view, 9> names{"validity", "reserve", "media_type", "language", "country",
                                                "health",   "weight",  "order",      "none"};

bool is_valid(const locator &l, timestamp now) noexcept {
    return (!l.valid_from || *l.valid_from <= now) && (!l.valid_until || now < *l.valid_until);
}

// How a locator stands in each criterion; greater is better.
struct standing {
    bool no_reserve = true;
    std::uint32_t type_of_r = 0;
    std::uint32_t type = 0;
    std::uint32_t language_of_r = 0;
    std::uint32_t language = 0;
    std::uint32_t country = 0;
    bool alive = true;
    std::uint32_t weight = 0;
};

criterion first_difference(const standing &best, const standing &s) noexcept {
    if (best.no_reserve != s.no_reserve) return criterion::reserve;
    if (std::tie(best.type_of_r, best.type) != std::tie(s.type_of_r, s.type)) return criterion::media_type;
    if (std::tie(best.language_of_r, best.language) != std::tie(s.language_of_r, s.language)) {
        return criterion::language;
    }
    if (best.country != s.country) return criterion::country;
    if (best.alive != s.alive) return criterion::health;
    if (best.weight != s.weight) return criterion::weight;
    return criterion::order;
}

bool ahead(const standing &a, const standing &b) noexcept {
    const auto all = [](const standing &s) {
        return std::tie(s.no_reserve, s.type_of_r, s.type, s.language_of_r, s.language, s.country, s.alive, s.weight);
    };
    return all(a) > all(b);
}

std::string_view essence(std::string_view media_type) noexcept { return media_type.substr(0, media_type.find(';')); }

std::uint32_t fit_of_type(const accept_list &accept, std::string_view media_type) noexcept {
    if (accept.empty()) return 0;
    if (!media_type.empty()) return accept.of(media_type).quality;
    // Not known: as much as "anything" is worth to the client.
    for (const media_range &r : accept.ranges()) {
        if (r.type == "*") return r.quality;
    }
    return 1;
}

std::uint32_t fit_of_language(const std::vector<language_range> &ranges, std::string_view language) noexcept {
    if (ranges.empty()) return 0;
    return language.empty() ? 1 : language_fit(language, ranges);
}

standing stand(const locator &l, const wishes &w, bool dead) {
    standing s;
    if (!w.r.media_type.empty()) {
        const bool fits = detail::same_letters(essence(l.media_type), essence(w.r.media_type));
        s.type_of_r = l.media_type.empty() ? 1 : fits ? (l.media_type == w.r.media_type ? 3 : 2) : 0;
    }
    s.type = fit_of_type(w.accept, l.media_type);
    if (!w.r.language.empty()) {
        s.language_of_r = l.language.empty() ? 1 : language_fit(l.language, {language_range{.range = w.r.language}});
    }
    s.language = fit_of_language(w.languages, l.language);
    s.country = l.country.empty() ? 1 : (!w.r.country.empty() && l.country == w.r.country) ? 2 : 0;
    s.alive = !dead;
    s.weight = l.weight;
    return s;
}

std::string why(criterion c, const locator &l, const wishes &w, timestamp now) {
    switch (c) {
    case criterion::none:
        return "the best of those that are valid";
    case criterion::validity:
        return l.valid_from && *l.valid_from > now ? "not valid before " + to_string(*l.valid_from)
                                                   : "not valid since " + to_string(*l.valid_until);
    case criterion::reserve:
        return "weight 0: only when nothing else is left";
    case criterion::media_type:
        return l.media_type.empty() ? "its media type is not known, that of the chosen one is what was asked for"
                                    : "the media type of the chosen one fits better what was asked for";
    case criterion::language:
        return l.language.empty() ? "its language is not known, that of the chosen one is what was asked for"
                                  : "the language of the chosen one fits better what was asked for";
    case criterion::country:
        return w.r.country.empty() ? "it is for one country, and none was asked for"
                                   : "it is not for the country that was asked for";
    case criterion::health:
        return "it did not answer when it was last checked";
    case criterion::weight:
        return "the chosen one has more weight";
    case criterion::order:
        return "the chosen one stands before it in the record";
    }
    return {};
}

void member(std::string &out, std::string_view key, std::string_view value, bool &first) {
    if (value.empty()) return;
    if (!first) out += ',';
    first = false;
    append_json_string(out, key);
    out += ':';
    append_json_string(out, value);
}

} // namespace

std::string_view to_string(criterion c) noexcept { return names[static_cast<std::size_t>(c)]; }

wishes wishes_of(std::string_view accept, std::string_view accept_language) {
    wishes w{.accept = accept_list{accept}};
    w.languages = parse_accept_language(accept_language);
    w.accept_field = accept;
    w.accept_language_field = accept_language;
    return w;
}

choice choose(std::span<const locator> locators, const wishes &w, timestamp now, std::span<const health> known) {
    choice c;
    c.behind.assign(locators.size(), criterion::validity);
    std::vector<standing> standings(locators.size());
    bool somebody = false; // with weight, and not known to be dead
    for (std::size_t i = 0; i < locators.size(); ++i) {
        const locator &l = locators[i];
        for (const auto &moment : {l.valid_from, l.valid_until}) {
            if (moment && *moment > now && (!c.until || *moment < *c.until)) c.until = moment;
        }
        if (!is_valid(l, now)) continue;
        c.order.push_back(i);
        standings[i] = stand(l, w, i < known.size() && known[i] == health::dead);
        somebody = somebody || (l.weight > 0 && standings[i].alive);
    }
    if (c.order.empty()) return c;
    for (const std::size_t i : c.order) standings[i].no_reserve = locators[i].weight > 0 || !somebody;
    std::ranges::sort(c.order, [&](std::size_t a, std::size_t b) {
        return ahead(standings[a], standings[b]) || (!ahead(standings[b], standings[a]) && a < b);
    });
    for (const std::size_t i : c.order) c.behind[i] = first_difference(standings[c.order.front()], standings[i]);
    c.behind[c.order.front()] = criterion::none;
    return c;
}

bool depends_on_accept(std::span<const locator> locators) noexcept {
    return std::ranges::any_of(locators, [&](const locator &l) { return l.media_type != locators.front().media_type; });
}

bool depends_on_language(std::span<const locator> locators) noexcept {
    return std::ranges::any_of(locators, [&](const locator &l) { return l.language != locators.front().language; });
}

std::string explain(std::span<const locator> locators, const wishes &w, timestamp now, std::span<const health> known,
                    const choice &c) {
    std::string out = "{\"at\":";
    append_json_string(out, to_string(now));
    out += ",\"asked\":{";
    bool first = true;
    member(out, "accept", w.accept_field, first);
    member(out, "accept_language", w.accept_language_field, first);
    member(out, "service", w.r.service ? to_string(*w.r.service) : std::string_view{}, first);
    member(out, "media_type", w.r.media_type, first);
    member(out, "language", w.r.language, first);
    member(out, "country", w.r.country, first);
    out += "},\"chosen\":";
    if (c.order.empty()) {
        out += "null";
    } else {
        append_json_string(out, locators[c.order.front()].url);
    }
    out += ",\"locators\":[";
    for (std::size_t i = 0; i < locators.size(); ++i) {
        if (i > 0) out += ',';
        out += "{\"url\":";
        append_json_string(out, locators[i].url);
        if (const auto at = std::ranges::find(c.order, i); at != c.order.end()) {
            out += ",\"place\":" + std::to_string(at - c.order.begin() + 1);
        }
        if (i < known.size() && known[i] == health::dead) out += ",\"dead\":true";
        out += ",\"criterion\":";
        append_json_string(out, to_string(c.behind[i]));
        out += ",\"why\":";
        append_json_string(out, why(c.behind[i], locators[i], w, now));
        out += '}';
    }
    out += ']';
    if (!w.r.ignored.empty()) {
        out += ",\"ignored\":[";
        for (const std::string &pair : w.r.ignored) {
            if (&pair != w.r.ignored.data()) out += ',';
            append_json_string(out, pair);
        }
        out += ']';
    }
    out += '}';
    return out;
}

} // namespace uniform::resolver

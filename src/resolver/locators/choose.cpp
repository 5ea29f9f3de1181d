#include <uniform/resolver/choose.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

bool is_valid(const locator &l, timestamp now) noexcept {
    return (!l.valid_from || *l.valid_from <= now) && (!l.valid_until || now < *l.valid_until);
}

// The rank of a locator by each criterion; greater is better.
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
    // Unknown: the quality that the client gives to any type.
    for (const media_range &r : accept.ranges()) {
        if (r.type == "*") return r.quality;
    }
    return 1;
}

std::uint32_t fit_of_language(const std::vector<language_range> &ranges, std::string_view language) noexcept {
    if (ranges.empty()) return 0;
    return language.empty() ? 1 : language_fit(language, ranges);
}

// ISO 3166-1 reserves "UK" for the country of "GB", and RFC 8141 2.3.1 asks for it ("cc=uk").
bool is_same_country(std::string_view a, std::string_view b) noexcept {
    const auto code = [](std::string_view c) { return c == "UK" ? std::string_view{"GB"} : c; };
    return code(a) == code(b);
}

standing standing_of(const locator &l, const preferences &p, bool dead) {
    standing s;
    if (!p.r.media_type.empty()) {
        const bool fits = ascii::equal_ignoring_case(essence(l.media_type), essence(p.r.media_type));
        s.type_of_r = l.media_type.empty() ? 1 : fits ? (l.media_type == p.r.media_type ? 3 : 2) : 0;
    }
    s.type = fit_of_type(p.accept, l.media_type);
    if (!p.r.language.empty()) {
        s.language_of_r = l.language.empty() ? 1 : language_fit(l.language, {language_range{.range = p.r.language}});
    }
    s.language = fit_of_language(p.languages, l.language);
    s.country = l.country.empty() ? 1 : (!p.r.country.empty() && is_same_country(l.country, p.r.country)) ? 2 : 0;
    s.alive = !dead;
    s.weight = l.weight;
    return s;
}

std::string why(criterion c, const locator &l, const preferences &p, timestamp now) {
    switch (c) {
    case criterion::none:
        return "the best of the valid locators";
    case criterion::validity:
        return l.valid_from && *l.valid_from > now ? "not valid before " + to_string(*l.valid_from)
                                                   : "not valid since " + to_string(*l.valid_until);
    case criterion::reserve:
        return "weight 0: chosen only if no other locator is alive";
    case criterion::media_type:
        return l.media_type.empty() ? "its media type is unknown; that of the chosen locator is the requested one"
                                    : "the media type of the chosen locator matches the request better";
    case criterion::language:
        return l.language.empty() ? "its language is unknown; that of the chosen locator is the requested one"
                                  : "the language of the chosen locator matches the request better";
    case criterion::country:
        return p.r.country.empty() ? "it is for one country, and the request names none"
                                   : "it is not for the requested country";
    case criterion::health:
        return "the link checker found it dead";
    case criterion::weight:
        return "the chosen locator has more weight";
    case criterion::order:
        return "the chosen locator comes first in the name record";
    }
    return {};
}

} // namespace

preferences preferences_of(std::string_view accept, std::string_view accept_language) {
    preferences p{.accept = accept_list{accept}};
    p.languages = parse_accept_language(accept_language);
    p.accept_field = accept;
    p.accept_language_field = accept_language;
    return p;
}

choice choose(std::span<const locator> locators, const preferences &p, timestamp now, std::span<const health> known) {
    choice c;
    c.behind.assign(locators.size(), criterion::validity);
    std::vector<standing> standings(locators.size());
    bool has_alive = false; // a locator with a weight that is not known to be dead
    for (std::size_t i = 0; i < locators.size(); ++i) {
        const locator &l = locators[i];
        for (const auto &moment : {l.valid_from, l.valid_until}) {
            if (moment && *moment > now && (!c.until || *moment < *c.until)) c.until = moment;
        }
        if (!is_valid(l, now)) continue;
        c.order.push_back(i);
        standings[i] = standing_of(l, p, i < known.size() && known[i] == health::dead);
        has_alive = has_alive || (l.weight > 0 && standings[i].alive);
    }
    if (c.order.empty()) return c;
    for (const std::size_t i : c.order) standings[i].no_reserve = locators[i].weight > 0 || !has_alive;
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

void explain(json::writer &w, std::span<const locator> locators, const preferences &p, timestamp now,
             std::span<const health> known, const choice &c) {
    w.begin_object().member("at", to_string(now)).key("preferences").begin_object();
    w.member_if("accept", p.accept_field).member_if("accept_language", p.accept_language_field);
    if (p.r.service) w.member("service", to_string(*p.r.service));
    w.member_if("media_type", p.r.media_type).member_if("language", p.r.language).member_if("country", p.r.country);
    w.end_object().key("chosen");
    if (c.order.empty()) {
        w.null();
    } else {
        w.string(locators[c.order.front()].url);
    }
    w.key("locators").begin_array();
    for (std::size_t i = 0; i < locators.size(); ++i) {
        w.begin_object().member("url", locators[i].url);
        if (const auto at = std::ranges::find(c.order, i); at != c.order.end()) {
            w.member("place", at - c.order.begin() + 1);
        }
        if (i < known.size() && known[i] == health::dead) w.member("dead", true);
        w.member("criterion", to_string(c.behind[i])).member("why", why(c.behind[i], locators[i], p, now)).end_object();
    }
    w.end_array().member_if("ignored", p.r.ignored).end_object();
}

} // namespace uniform::resolver

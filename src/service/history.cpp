#include "service/history.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <uniform/resolver/json_text.hpp>

namespace uniform::service::detail {

namespace {

// A document can have megabytes, and a page a thousand events.
constexpr std::size_t large_page = std::size_t{4} << 20U;
constexpr std::size_t some_at_once = 32;

void append_hash(std::string &out, const store::digest &d) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (const std::byte b : d) {
        out += hex[std::to_integer<unsigned>(b) >> 4U];
        out += hex[std::to_integer<unsigned>(b) & 0xFU];
    }
    out += '"';
}

} // namespace

std::string event_json(const store::event &e, std::string_view before, std::string_view after, bool private_too) {
    std::string json = "{\"number\":" + std::to_string(e.number) + ",\"at\":";
    resolver::append_json_string(json, resolver::to_string(e.at));
    if (private_too) {
        json += ",\"who\":";
        resolver::append_json_string(json, e.who);
        json += ",\"from\":";
        resolver::append_json_string(json, e.from);
    }
    json += ",\"action\":";
    resolver::append_json_string(json, e.action);
    if (!before.empty()) (json += ",\"old\":") += before;
    (json += ",\"new\":") += after;
    json += ",\"previous\":";
    append_hash(json, e.previous);
    json += ",\"hash\":";
    append_hash(json, e.hash);
    return json += '}';
}

history_page history_of(store::reading &r, std::string_view kind, std::string_view id, const history_request &h,
                        const document_shown &shown) {
    history_page page;
    std::optional<store::event> later; // its place in the page waits for what was there before it
    std::string later_shown;
    std::size_t size = 0;
    std::uint64_t before = h.before;
    const auto finish = [&](std::string_view was) {
        page.events.push_back(event_json(*later, was, later_shown, h.private_too));
        size += page.events.back().size();
        if (page.events.size() < h.limit && size < large_page) return false;
        if (!was.empty()) page.next = later->number;
        return true;
    };
    for (;;) {
        const std::size_t wanted = std::min(some_at_once, h.limit + 1);
        auto some = r.history(kind, id, before, wanted);
        for (store::event &e : some) {
            before = e.number;
            std::string text = shown(e);
            if (later && finish(text)) return page;
            later = std::move(e);
            later_shown = std::move(text);
        }
        if (some.size() < wanted || later->before == 0) break;
    }
    if (later) (void)finish({});
    return page;
}

} // namespace uniform::service::detail

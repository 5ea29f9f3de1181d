#include "service/history_page.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/json/writer.hpp>

namespace uniform::service::detail {

namespace {

// A document can have megabytes, and a page a thousand events.
constexpr std::size_t large_page = std::size_t{4} << 20U;
constexpr std::size_t some_at_once = 32;

} // namespace

std::string event_json(const store::event &e, std::string_view before, std::string_view after, bool private_too) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("number", e.number).member("at", resolver::to_string(e.at));
    if (private_too) w.member("who", e.who).member("from", e.from);
    w.member("action", e.action);
    if (!before.empty()) w.key("old").raw(before);
    w.key("new").raw(after);
    w.member("previous", base::to_hex(e.previous)).member("hash", base::to_hex(e.hash)).end_object();
    return out;
}

history_page history_of(store::reading &r, std::string_view kind, std::string_view id, const history_request &h,
                        const document_shown &shown) {
    history_page page;
    std::optional<store::event> later; // waits for the event before it
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

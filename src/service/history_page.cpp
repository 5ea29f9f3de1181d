#include "service/history_page.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/json/writer.hpp>

namespace uniform::service::detail {

namespace {

// A document can have megabytes, and a page a thousand events.
constexpr std::size_t large_page = std::size_t{1} << 20U;
constexpr std::size_t some_at_once = 32;

} // namespace

void write_event(json::writer &w, const store::event &e, const document_writer &before, const document_writer &after,
                 bool private_too) {
    w.begin_object().member("number", e.number).member("at", resolver::to_string(e.at));
    if (private_too) w.member("who", e.who).member("from", e.from);
    w.member("action", e.action);
    if (before) before(w.key("old"));
    after(w.key("new"));
    w.member("previous", base::to_hex(e.previous)).member("hash", base::to_hex(e.hash)).end_object();
}

history_page history_of(store::reading &r, std::string_view kind, std::string_view id, const history_request &h,
                        const document_reader &read) {
    history_page page;
    history_event later; // waits for the event before it
    bool waits = false;
    std::size_t later_size = 0;
    std::size_t size = 0; // of the documents as they are stored: nearly what they have when they are shown
    std::uint64_t before = h.before;
    const auto finish = [&](const document_writer &was, std::size_t was_size) {
        later.shown_before = was;
        size += later_size + was_size;
        const std::uint64_t number = later.event.number;
        page.events.push_back(std::move(later));
        if (page.events.size() < h.limit && size < large_page) return false;
        if (was) page.next = number;
        return true;
    };
    for (;;) {
        const std::size_t wanted = std::min(some_at_once, h.limit + 1);
        auto some = r.history(kind, id, before, wanted);
        for (store::event &e : some) {
            before = e.number;
            document_writer shown = read(e);
            const std::size_t shown_size = e.body.size();
            e.body = {};
            if (waits && finish(shown, shown_size)) return page;
            later = {.event = std::move(e), .shown = std::move(shown)};
            later_size = shown_size;
            waits = true;
        }
        if (some.size() < wanted || later.event.before == 0) break;
    }
    if (waits) (void)finish({}, 0);
    return page;
}

} // namespace uniform::service::detail

namespace uniform::service {

void write(json::writer &w, const history_event &e, bool private_too) {
    detail::write_event(w, e.event, e.shown_before, e.shown, private_too);
}

} // namespace uniform::service

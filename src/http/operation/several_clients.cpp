#include "http/operation/several_clients.hpp"

#include <algorithm>
#include <tuple>

#include <uniform/base/assertion.hpp>

namespace uniform::http {

several_clients::seen several_clients::ask(std::uint64_t text, std::uint64_t client) noexcept {
    line &all = line_of(text);
    ++asked_;
    entry *own = nullptr;
    for (entry &e : all) {
        if (e.at == 0) continue;
        if (e.text == text) {
            e.at = asked_;
            if (e.marked) return seen::marked;
            return e.client == client ? seen::first : seen::another;
        }
        if (!e.marked && e.client == client) own = &e;
    }
    // Its own entry, or else a free one, or the oldest: of those that nobody else has asked for, if there are any.
    if (own == nullptr) {
        own = &*std::ranges::min_element(all, {}, [](const entry &e) { return std::tuple{e.marked, e.at}; });
    }
    *own = {.text = text, .client = client, .at = asked_};
    return seen::first;
}

void several_clients::mark(std::uint64_t text) noexcept {
    const auto found = std::ranges::find(line_of(text), text, &entry::text);
    UNIFORM_ASSERT(found != line_of(text).end());
    found->marked = true;
}

void several_clients::clear() noexcept { std::ranges::fill(lines_, line{}); }

} // namespace uniform::http

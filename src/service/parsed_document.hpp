// Documents of the store, parsed.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// The store holds only what the service wrote; a document that cannot be read is damaged.
[[noreturn]] inline void throw_damaged(std::string_view kind, std::string_view id, std::string_view reason = {}) {
    std::string text = std::string(kind) + " \"" + std::string(id) + "\" in the store cannot be read";
    if (!reason.empty()) text.append(": ").append(reason);
    throw store::failure(store::failure_kind::damaged, text);
}

/// Notes the revision that an entry shows.
template <class Entry>
void set_revision(Entry &e, store::revision r) noexcept {
    e.event = r.event;
    e.version = r.version;
}
template <class Entry>
void set_revision(Entry &e, const store::document &d) noexcept {
    set_revision(e, store::revision{.event = d.event, .version = d.version});
}
/// The members for the revision.
template <class Entry>
[[nodiscard]] json::value with_revision(json::value shown, const Entry &e) {
    return std::move(shown.set("version", e.version).set("event", e.event));
}

/// The content of a document, parsed once for all callers of this thread: many names have the same namespace,
/// delegation and token. The cache is keyed by the body, so that a changed document is another entry. Throws
/// store::failure (damaged) when `parse` returns a problem.
template <class T>
[[nodiscard]] std::shared_ptr<const T> parsed(const store::document &d, std::string_view kind,
                                              std::expected<T, resolver::problem> (*parse)(const json::value &)) {
    constexpr std::size_t most = 1000;
    thread_local std::unordered_map<std::string, std::shared_ptr<const T>> cache;
    if (const auto at = cache.find(d.body); at != cache.end()) return at->second;
    auto value = resolver::read_json(d.body, parse);
    if (!value) throw_damaged(kind, d.id, value.error().detail);
    if (cache.size() >= most) cache.clear();
    return cache.emplace(d.body, std::make_shared<const T>(std::move(*value))).first->second;
}

} // namespace uniform::service

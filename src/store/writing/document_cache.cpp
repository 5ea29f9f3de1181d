#include "store/writing/document_cache.hpp"

#include <uniform/base/assertion.hpp>

namespace uniform::store::detail {

namespace {

// The size limit of keys and bodies. Beyond it, the cache is cleared.
constexpr std::size_t most_bytes = std::size_t{4} << 20U;
// A longer body is seldom read again.
constexpr std::size_t longest_body = std::size_t{64} << 10U;
// The memory that an entry takes in addition to its key and body.
constexpr std::size_t of_entry = 200;

std::size_t size_of(const std::optional<document> &d) noexcept { return d ? d->id.size() + d->body.size() : 0; }

} // namespace

void document_cache::clear() {
    documents_.clear();
    gaps_.clear();
    bytes_ = 0;
}

void document_cache::make_room(std::size_t bytes) {
    if (bytes_ + bytes + of_entry > most_bytes) clear();
    bytes_ += bytes + of_entry;
}

const std::optional<document> *document_cache::find(std::string_view kind, std::string_view id) const {
    const auto at = documents_.find(order::view(kind, id));
    return at == documents_.end() ? nullptr : &at->second;
}

const std::optional<document> *document_cache::before(std::string_view kind, std::string_view text) const {
    auto at = gaps_.upper_bound(order::view(kind, text));
    if (at == gaps_.begin()) return nullptr;
    --at;
    const auto &[where, what] = *at;
    if (where.first != kind || (what.high && *what.high <= text)) return nullptr;
    UNIFORM_ASSERT(!what.low || what.low->id <= text);
    return &what.low;
}

void document_cache::put(std::string_view kind, std::string_view id, std::optional<document> d) {
    if (size_of(d) > longest_body) return;
    make_room(kind.size() + id.size() + size_of(d));
    documents_.insert_or_assign(key(kind, id), std::move(d));
}

void document_cache::put_gap(std::string_view kind, const std::optional<document> &low,
                             std::optional<std::string> high) {
    if (size_of(low) > longest_body) return;
    make_room(kind.size() + 2 * size_of(low) + (high ? high->size() : 0));
    gaps_.insert_or_assign(key(kind, low ? std::string_view(low->id) : std::string_view()), gap{low, std::move(high)});
}

void document_cache::forget_gaps(std::string_view kind) {
    auto at = gaps_.lower_bound(order::view(kind, {}));
    while (at != gaps_.end() && at->first.first == kind) at = gaps_.erase(at);
}

void document_cache::change(std::string_view kind, std::string_view id, document d, bool fresh) {
    if (fresh) {
        forget_gaps(kind);
    } else if (const auto at = gaps_.find(order::view(kind, id)); at != gaps_.end()) {
        gaps_.erase(at);
    }
    if (const auto at = documents_.find(order::view(kind, id)); at != documents_.end()) documents_.erase(at);
    put(kind, id, std::move(d));
}

} // namespace uniform::store::detail

#include "store/history/history_reader.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include <uniform/base/assertion.hpp>

namespace uniform::store::detail {

namespace {

[[noreturn]] void damaged(std::uint64_t number) {
    throw failure(failure_kind::damaged, "the history near event " + std::to_string(number) +
                                             " cannot be read. Run `uniform store verify` for details");
}

} // namespace

event hashed_segment::at(std::uint64_t number) const {
    UNIFORM_ASSERT(holds(number) && hashes.size() == events.events.size());
    const auto i = static_cast<std::size_t>(number - first);
    return event_of(events.events[i], i == 0 ? before : hashes[i - 1], hashes[i]);
}

std::optional<digest> digest_from(std::string_view bytes) noexcept {
    digest d;
    if (bytes.size() != d.size()) return std::nullopt;
    std::memcpy(d.data(), bytes.data(), d.size());
    return d;
}

std::string_view bytes_of(const digest &d) noexcept { return {reinterpret_cast<const char *>(d.data()), d.size()}; }

std::optional<hashed_segment> segment_of(connection &c, std::uint64_t number) {
    hashed_segment s;
    int rows = 0;
    bool wrong = false;
    std::uint64_t count = 0;
    std::string packed;
    c.run("SELECT first, count, head, events FROM history WHERE first <= $1 ORDER BY first DESC LIMIT 2",
          {static_cast<std::int64_t>(number)}, [&](const row &r) {
              if (rows++ == 0) {
                  s.first = static_cast<std::uint64_t>(r.integer(0));
                  count = static_cast<std::uint64_t>(r.integer(1));
                  packed = r.bytes(3);
                  return true;
              }
              const auto before = digest_from(r.bytes(2));
              if (before) s.before = *before;
              wrong = !before;
              return false;
          });
    if (rows == 0 || number - s.first >= count) return std::nullopt;
    auto read = read_segment(packed, s.first, count);
    if (wrong || !read) damaged(number);
    s.events = std::move(*read);
    s.hashes.reserve(s.events.events.size());
    const digest *last = &s.before;
    for (const auto &e : s.events.events) last = &s.hashes.emplace_back(hash_of(*last, e));
    return s;
}

void for_each_event(connection &c, std::span<const std::uint64_t> numbers,
                    const std::function<void(const event_view &)> &each) {
    UNIFORM_ASSERT(std::ranges::is_sorted(numbers));
    std::optional<segment> current;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::string packed;
    for (const std::uint64_t number : numbers) {
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return;
        if (!current || number - first >= count) {
            current.reset();
            count = 0;
            c.run("SELECT first, count, events FROM history WHERE first <= $1 ORDER BY first DESC LIMIT 1",
                  {static_cast<std::int64_t>(number)}, [&](const row &r) {
                      first = static_cast<std::uint64_t>(r.integer(0));
                      count = static_cast<std::uint64_t>(r.integer(1));
                      packed = r.bytes(2);
                      return false;
                  });
            if (count == 0 || number - first >= count) return;
            current = read_segment(packed, first, count);
            if (!current) damaged(number);
        }
        each(current->events[static_cast<std::size_t>(number - first)]);
    }
}

query head_query(std::optional<std::pair<std::uint64_t, std::string>> &answer) {
    return {"SELECT first, count, head FROM history ORDER BY first DESC LIMIT 1", {}, [&](const row &r) {
                answer.emplace(static_cast<std::uint64_t>(r.integer(0)) + static_cast<std::uint64_t>(r.integer(1)) - 1,
                               r.bytes(2));
                return false;
            }};
}

std::pair<std::uint64_t, digest> head_from(const std::optional<std::pair<std::uint64_t, std::string>> &answer) {
    if (!answer) return {};
    const auto hash = digest_from(answer->second);
    if (!hash) damaged(answer->first);
    return {answer->first, *hash};
}

std::pair<std::uint64_t, digest> head_of(connection &c) {
    std::optional<std::pair<std::uint64_t, std::string>> answer;
    const auto q = head_query(answer);
    c.run(q.sql, q.parameters, q.each);
    return head_from(answer);
}

history_end end_of(connection &c) {
    const auto [number, hash] = head_of(c);
    if (number == 0) return {};
    const auto last = segment_of(c, number);
    if (!last) damaged(number);
    UNIFORM_ASSERT(!last->events.events.empty());
    return {number, hash, last->events.events.back().at};
}

} // namespace uniform::store::detail

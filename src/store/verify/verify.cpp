// The history is read once, from its end to its beginning, segment by segment. From the last hash of the segment before
// it, each segment must yield the last hash that it stores, and the numbers must be consecutive. Each event names the
// event of the same subject that it supersedes, so the last event of each subject is recognized when it is read, with
// one bit for each event.
//
// The rows (names and documents) must be exactly the last events. To look up the event of each row would decompress
// segments again and again. Instead, each last event and each row is hashed (SHA-256 with a salt of this run, so that
// nobody can choose rows that cancel out), and the hashes are summed in 32768 buckets by subject. Where sums differ, a
// second pass collects the contents of those buckets and reports the differences.
//
// A damaged file cannot be trusted, not even to end. Rows out of order would lead a reader of the next rows back to the
// first ones: one statement reads each table of SQLite, and pages of PostgreSQL must be in order. A page that several
// others refer to would be read several times: all rows together cannot be larger than the file.
#include "store/verify/verify.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <openssl/rand.h>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"
#include "store/sqlite/sqlite_connection.hpp"
#include "store/verify/schema_check.hpp"

namespace uniform::store::detail {

namespace {

constexpr std::size_t buckets = std::size_t{1} << 15U;
constexpr std::size_t most_found = 1000;
constexpr std::size_t most_collected = 100000;
constexpr std::uint64_t steps_for_a_byte = 16;
constexpr std::uint64_t rows_in_a_step = 4096;
constexpr std::uint64_t least_row = 4; // bytes; each row of SQLite has more

struct sum {
    std::uint64_t low = 0, high = 0;
    void operator+=(const digest &d) noexcept {
        std::uint64_t part[2];
        std::memcpy(part, d.data(), sizeof part);
        low += part[0];
        high += part[1];
    }
    void operator-=(const digest &d) noexcept {
        std::uint64_t part[2];
        std::memcpy(part, d.data(), sizeof part);
        low -= part[0];
        high -= part[1];
    }
    bool operator==(const sum &) const = default;
};

struct row_state {
    std::uint64_t event = 0;
    digest content = {};
};

// Numbers of events. Its memory grows with the members, however large the numbers are.
class event_set {
public:
    [[nodiscard]] bool contains(std::uint64_t n) const {
        const auto at = blocks_.find(n / block);
        return at != blocks_.end() && (at->second[n % block / 64] >> n % 64 & 1U) != 0;
    }
    void insert(std::uint64_t n) { blocks_[n / block][n % block / 64] |= std::uint64_t{1} << n % 64; }

private:
    static constexpr std::uint64_t block = 4096;
    std::unordered_map<std::uint64_t, std::array<std::uint64_t, block / 64>> blocks_ = {};
};

// Interrupts SQLite after so many steps of its virtual machine.
class step_limit {
public:
    step_limit(sqlite3 *db, std::uint64_t most, const std::function<bool()> &ends) : db_(db), left_(most), ends_(ends) {
        sqlite3_progress_handler(
            db, each,
            [](void *self) {
                auto &limit = *static_cast<step_limit *>(self);
                limit.left_ -= std::min<std::uint64_t>(limit.left_, each);
                limit.ended_ = limit.ends_ && limit.ends_();
                return limit.left_ == 0 || limit.ended_ ? 1 : 0;
            },
            this);
    }
    step_limit(const step_limit &) = delete;
    step_limit &operator=(const step_limit &) = delete;
    ~step_limit() { sqlite3_progress_handler(db_, 0, nullptr, nullptr); }
    [[nodiscard]] bool reached() const noexcept { return left_ == 0; }
    [[nodiscard]] bool ended() const noexcept { return ended_; }

private:
    static constexpr int each = 4096;
    sqlite3 *db_;
    std::uint64_t left_;
    const std::function<bool()> &ends_;
    bool ended_ = false;
};

// It was asked to end.
struct early_end {};

class verifier {
public:
    verifier(connection &c, const std::optional<std::pair<std::uint64_t, digest>> &known,
             const std::function<void(std::uint64_t, std::uint64_t)> &progress, const std::function<bool()> &ends)
        : connection_(c),
          sqlite_(c.dialect() == dialect::sqlite),
          known_(known),
          progress_(progress),
          ends_(ends),
          states_(buckets),
          links_(buckets) {
        if (RAND_bytes(reinterpret_cast<unsigned char *>(salt_), sizeof salt_) != 1) {
            throw failure(failure_kind::other, "the random number generator failed");
        }
    }

    verification run() {
        try {
            read_everything();
        } catch (const early_end &) {
            result_.ended = true;
        }
        return std::move(result_);
    }

private:
    void read_everything() {
        if (sqlite_) check_file();
        attempt("the schema", [this] { compare_schema(); });
        attempt("the history", [this] { read_history(); });
        attempt("the names", [this] { read_names(false); });
        attempt("the documents", [this] { read_documents(false); });
        if (const auto bad = differing(); !bad.empty()) explain(bad);
    }

    void report(std::uint64_t event, std::string subject, std::string message) {
        if (result_.found.size() < most_found) add(event, std::move(subject), std::move(message));
    }
    void add(std::uint64_t event, std::string subject, std::string message) {
        result_.found.push_back({.event = event, .subject = std::move(subject), .message = std::move(message)});
    }

    template <class F>
    void attempt(std::string_view what, F &&f) {
        if (stopped_) return;
        try {
            f();
        } catch (const failure &e) {
            // With another schema, a statement may fail that is correct with the right one.
            if (e.kind() != failure_kind::damaged && (e.kind() != failure_kind::other || !other_schema_)) throw;
            add(0, std::string(what), e.what()); // why the rest was not read is told however much was found before
            stopped_ = !sqlite_;                 // in PostgreSQL, no statement follows a failed one
        }
    }

    void step(std::uint64_t done) {
        if (ends_ && ends_()) throw early_end{};
        if (progress_) progress_(done, total_);
    }

    // SQLite's own check of its pages and their order; the hashes below verify their contents.
    void check_file() {
        for (const std::string_view sql : {"PRAGMA page_count", "PRAGMA page_size"}) {
            connection_.run(sql, {}, [this](const row &r) {
                file_bytes_ *= static_cast<std::uint64_t>(r.integer(0));
                return true;
            });
        }
        attempt("the file", [this] {
            // About twenty steps for a row and for each of its index entries.
            sqlite3 *const db = static_cast<sqlite_connection &>(connection_).handle();
            const step_limit limit(db, 1'000'000 + steps_for_a_byte * file_bytes_, ends_);
            try {
                connection_.run("PRAGMA integrity_check(100)", {}, [&](const row &r) {
                    throw_if_unreadable("the store " + std::string(sqlite3_db_filename(db, "main")), r.text(0));
                    if (r.text(0) != "ok") report(0, "the file", std::string(r.text(0)));
                    return true;
                });
            } catch (const failure &) {
                if (limit.ended()) throw early_end{};
                if (!limit.reached()) throw;
                throw_endless();
            }
        });
    }

    void compare_schema() {
        for (const auto &d : schema_differences(connection_)) {
            other_schema_ = true;
            report(0, "the " + d.object, "it " + std::string(to_string(d.fault)));
        }
    }

    [[noreturn]] static void throw_endless() {
        throw failure(failure_kind::damaged,
                      "the pages of the file refer to each other: there is more to read than its size");
    }

    // Counts a row of the table that is being read; `read` is the number of bytes so far.
    void count(std::uint64_t &read, std::initializer_list<std::string_view> parts) const {
        read += least_row;
        for (const auto p : parts) read += p.size();
        if (sqlite_ && read > file_bytes_) throw_endless();
    }

    // A value in SQLite can have any type, and a value that is not a text is not found as one.
    [[nodiscard]] std::string typed(std::string_view texts, std::string_view integers, std::string_view blobs) const {
        std::string sql = "1";
        const auto add = [&](std::string_view columns, std::string_view type) {
            for (std::size_t at = 0; at < columns.size();) {
                const auto end = std::min(columns.find(' ', at), columns.size());
                sql += " AND typeof(" + std::string(columns.substr(at, end - at)) + ") = '" + std::string(type) + "'";
                at = end + 1;
            }
        };
        if (!sqlite_) return sql;
        add(texts, "text");
        add(integers, "integer");
        add(blobs, "blob");
        return sql;
    }
    [[nodiscard]] std::int64_t rows_at_once(std::int64_t of_postgresql) const noexcept {
        return sqlite_ ? -1 : of_postgresql; // SQLite, "SELECT": a negative LIMIT is none
    }
    [[noreturn]] static void throw_disordered() {
        throw failure(failure_kind::damaged, "its rows are not in the order of their keys");
    }

    // The hash of kind, id, event and the state after the event.
    digest content_of(std::string_view kind, std::string_view id, std::uint64_t event, std::string_view text) {
        scratch_.assign(salt_, sizeof salt_);
        scratch_.append(reinterpret_cast<const char *>(&event), sizeof event);
        for (const auto part : {kind, id, text}) {
            const auto size = static_cast<std::uint64_t>(part.size());
            scratch_.append(reinterpret_cast<const char *>(&size), sizeof size);
            scratch_ += part;
        }
        return sha256(scratch_);
    }
    std::size_t bucket_of(std::string_view kind, std::string_view id) const noexcept {
        const auto h = std::hash<std::string_view>{}(id) * 0x9E3779B97F4A7C15U ^ std::hash<std::string_view>{}(kind);
        return static_cast<std::size_t>((h ^ h >> 29U) % buckets);
    }

    struct packed {
        std::uint64_t first = 0, count = 0;
        std::string head = {}, events = {};
        bool typed = true;
    };

    // The segments from the last to the first.
    template <class F>
    void backwards(F &&each) {
        const auto sql = "SELECT first, count, head, events, " + typed({}, "count", "head events") +
                         " FROM history WHERE first <= $1 ORDER BY first DESC LIMIT $2";
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        std::uint64_t read = 0;
        for (bool more = true; more && last >= 0;) {
            more = false;
            const auto from = last;
            connection_.run(sql, {from, rows_at_once(16)}, [&](const row &r) {
                const packed s{static_cast<std::uint64_t>(r.integer(0)), static_cast<std::uint64_t>(r.integer(1)),
                               std::string(r.bytes(2)), std::string(r.bytes(3)), r.integer(4) != 0};
                count(read, {s.head, s.events});
                if (!sqlite_) {
                    if (r.integer(0) > last) throw_disordered();
                    last = r.integer(0) - 1;
                    more = true;
                }
                each(s);
                return true;
            });
        }
    }

    void read_history() {
        const auto head = head_of(connection_);
        result_.events = head.first;
        result_.head = head.second;
        total_ = 2 * head.first;
        if (known_ && known_->first > head.first) {
            report(known_->first, "the history", "the history ends before the known event");
        }
        if (known_ && known_->first == 0 && known_->second != digest{}) {
            report(0, "the history", "the known head is not that of an empty history");
        }
        std::optional<packed> later; // waits for the hash of the segment before it
        backwards([&](const packed &s) {
            if (later) check_segment(*later, s.head);
            if (later && s.first + s.count != later->first) {
                report(later->first, "the history",
                       "events " + std::to_string(s.first + s.count) + " to " + std::to_string(later->first - 1) +
                           " are missing or duplicate");
            }
            later = s;
        });
        if (!later) return;
        check_segment(*later, std::string(32, '\0'));
        if (later->first != 1) report(1, "the history", "the first event is missing");
    }

    void check_segment(const packed &s, std::string_view before) {
        step(result_.events - std::min(result_.events, s.first));
        const auto last = digest_from(before);
        const auto head = digest_from(s.head);
        const auto read = read_segment(s.events, s.first, s.count);
        const std::string where = "events " + std::to_string(s.first) + " to " + std::to_string(s.first + s.count - 1);
        if (!s.typed) report(s.first, "the history", "values near " + where + " have the wrong type");
        if (!last || !head) report(s.first, "the history", "a hash near " + where + " does not have 32 bytes");
        if (!read) return report(s.first, "the history", where + " cannot be read");
        if (s.first + s.count - 1 > result_.events) {
            return report(s.first, "the history", where + " come after the last event");
        }

        std::vector<digest> hashes;
        digest now = last.value_or(digest{});
        for (const auto &e : read->events) {
            hashes.push_back(now = hash_of(now, e));
            if (!e.withheld.empty()) ++result_.withheld;
        }
        if (head && now != *head) {
            report(s.first, "the history",
                   "the hash of " + where + " does not match these events and the hash before them");
        }
        if (known_ && known_->first >= s.first && known_->first - s.first < hashes.size() &&
            hashes[static_cast<std::size_t>(known_->first - s.first)] != known_->second) {
            report(known_->first, "the history",
                   "event " + std::to_string(known_->first) + " does not have the known hash");
        }

        std::int64_t later_time = next_time_;
        for (auto e = read->events.rbegin(); e != read->events.rend(); ++e) {
            if (e->at > later_time) report(e->number, "the history", "an event has a later time than the next one");
            later_time = e->at;
            see(*e);
        }
        next_time_ = later_time;
    }

    void see(const event_view &e) {
        if (e.kind == event::hidden_kind) return; // of no subject
        const auto bucket = bucket_of(e.kind, e.id);
        if (superseded_.contains(e.number)) {
            links_[bucket] -= content_of(e.kind, e.id, e.number, {});
        } else {
            states_[bucket] += content_of(e.kind, e.id, e.number, e.body);
        }
        if (e.before == 0) return;
        if (superseded_.contains(e.before)) {
            report(e.number, std::string(e.kind) + " " + std::string(e.id), "two events supersede the same event");
        }
        superseded_.insert(e.before);
        links_[bucket] += content_of(e.kind, e.id, e.before, {});
    }

    void read_names(bool collect) {
        const auto columns = "SELECT key, event, record, " + typed("key", "event", "record") + " FROM names ";
        const auto begins = columns + "ORDER BY key LIMIT $1",
                   goes_on = columns + "WHERE key > $1 ORDER BY key LIMIT $2";
        const auto limit = rows_at_once(4096);
        std::optional<std::string> after;
        std::uint64_t read = 0;
        for (bool more = true; more;) {
            more = false;
            const auto each = [&](const row &r) {
                const auto key = r.text(0);
                count(read, {key, r.bytes(2)});
                if (!sqlite_) {
                    if (after && key <= *after) throw_disordered();
                    after = key;
                    more = true;
                }
                take(collect, "name", key, r.integer(1), r.bytes(2), r.integer(3) != 0);
                return true;
            };
            const auto from = after;
            if (from) {
                connection_.run(goes_on, {std::string_view(*from), limit}, each);
            } else { // also the empty key
                connection_.run(begins, {limit}, each);
            }
        }
    }

    void read_documents(bool collect) {
        const auto columns = "SELECT kind, id, event, body, " + typed("kind id body", "event", {}) + " FROM documents ";
        const auto begins = columns + "ORDER BY kind, id LIMIT $1",
                   goes_on = columns + "WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3";
        const auto limit = rows_at_once(256);
        std::optional<std::pair<std::string, std::string>> after;
        std::uint64_t read = 0;
        for (bool more = true; more;) {
            more = false;
            const auto each = [&](const row &r) {
                const auto kind = r.text(0), id = r.text(1);
                count(read, {kind, id, r.text(3)});
                if (!sqlite_) {
                    std::pair<std::string, std::string> key(kind, id);
                    if (after && key <= *after) throw_disordered();
                    after = std::move(key);
                    more = true;
                }
                take(collect, kind, id, r.integer(2), r.text(3), r.integer(4) != 0);
                return true;
            };
            const auto from = after;
            if (from) {
                connection_.run(goes_on, {std::string_view(from->first), std::string_view(from->second), limit}, each);
            } else {
                connection_.run(begins, {limit}, each);
            }
        }
    }

    void take(bool collect, std::string_view kind, std::string_view id, std::int64_t event, std::string_view text,
              bool typed) {
        const auto bucket = bucket_of(kind, id);
        const auto number = static_cast<std::uint64_t>(event);
        if (collect) {
            if (!bad_.contains(bucket) || rows_.size() >= most_collected) return;
            rows_.insert_or_assign({std::string(kind), std::string(id)},
                                   row_state{number, content_of(kind, id, number, text)});
            return;
        }
        if (kind == "name") {
            ++result_.names;
        } else {
            ++result_.documents;
        }
        if (!typed) report(number, std::string(kind) + " " + std::string(id), "its values have the wrong types");
        states_[bucket] -= content_of(kind, id, number, text);
        if (const auto rows = result_.names + result_.documents; rows % rows_in_a_step == 0) {
            step(result_.events + rows);
        }
    }

    std::set<std::size_t> differing() const {
        std::set<std::size_t> bad;
        for (std::size_t i = 0; i < buckets; ++i) {
            if (states_[i] != sum{} || links_[i] != sum{}) bad.insert(i);
        }
        return bad;
    }

    // Reports which subjects of the buckets do not match the history.
    void explain(std::set<std::size_t> bad) {
        const auto so_far = result_.found.size();
        // When very many buckets differ, a sample is enough.
        while (bad.size() > 64) bad.erase(std::prev(bad.end()));
        bad_ = std::move(bad);
        attempt("the names", [this] { read_names(true); });
        attempt("the documents", [this] { read_documents(true); });
        std::map<std::pair<std::string, std::string>, row_state> events;
        attempt("the history", [&] {
            backwards([&](const packed &s) {
                if (ends_ && ends_()) throw early_end{};
                const auto read = read_segment(s.events, s.first, s.count);
                if (!read) return;
                for (auto e = read->events.rbegin(); e != read->events.rend(); ++e) {
                    if (!bad_.contains(bucket_of(e->kind, e->id)) || events.size() >= most_collected) continue;
                    const std::pair key{std::string(e->kind), std::string(e->id)};
                    // Backwards: the first event of a subject that is read is its last one.
                    const auto [at, is_new] = events.try_emplace(key);
                    if (is_new) {
                        at->second = {e->number, content_of(e->kind, e->id, e->number, e->body)};
                    } else if (const auto expected = before_.find(key);
                               expected == before_.end() || expected->second != e->number) {
                        report(e->number, key.first + " " + key.second, "the chain of its events is broken");
                    }
                    before_[key] = e->before;
                }
            });
        });
        for (const auto &[key, event] : events) {
            const auto subject = key.first + " " + key.second;
            const auto row = rows_.find(key);
            if (row == rows_.end()) {
                report(event.event, subject, "it is in the history, but its row is missing");
            } else if (row->second.event != event.event) {
                report(event.event, subject,
                       "its last event is not event " + std::to_string(row->second.event) + ", which its row names");
            } else if (row->second.content != event.content) {
                report(event.event, subject, "its row does not match its last event");
            }
        }
        for (const auto &[key, row] : rows_) {
            if (!events.contains(key)) {
                report(row.event, key.first + " " + key.second, "it has a row, but is not in the history");
            }
        }
        for (const auto &[key, before] : before_) {
            if (before != 0) report(before, key.first + " " + key.second, "one of its events is missing");
        }
        if (result_.found.size() == so_far && so_far < most_found) {
            report(0, "the store", "names or documents do not match the history");
        }
    }

    connection &connection_;
    bool sqlite_;
    bool other_schema_ = false;
    bool stopped_ = false;
    std::uint64_t file_bytes_ = 1;
    const std::optional<std::pair<std::uint64_t, digest>> &known_;
    const std::function<void(std::uint64_t, std::uint64_t)> &progress_;
    const std::function<bool()> &ends_;
    verification result_ = {};
    std::uint64_t total_ = 0;
    char salt_[16] = {};
    std::string scratch_ = {};
    event_set superseded_ = {};
    std::int64_t next_time_ = std::numeric_limits<std::int64_t>::max();
    std::vector<sum> states_; // last events minus rows
    std::vector<sum> links_;  // superseded events minus those that an event names
    std::set<std::size_t> bad_ = {};
    std::map<std::pair<std::string, std::string>, row_state> rows_ = {};
    std::map<std::pair<std::string, std::string>, std::uint64_t> before_ = {};
};

} // namespace

verification verify(database &d, const std::optional<std::pair<std::uint64_t, digest>> &known,
                    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress,
                    const std::function<bool()> &ends) {
    const auto c = d.connect(access::read_only);
    c->begin(access::read_only);
    auto result = verifier(*c, known, progress, ends).run();
    c->rollback();
    return result;
}

} // namespace uniform::store::detail

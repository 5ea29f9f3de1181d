// The history is read once, from its end to its beginning, segment by segment: each must give, from the hash that the
// segment before ends with, the hash that it says it ends with, and its numbers must join. On the way each event says
// which one of the same subject it supersedes, so that the last event of each subject is known when it is met: one bit
// for each event.
//
// What is there (names and documents) must be exactly the last events. Instead of looking each up, which would jump
// about in compressed segments, both sides are added up: each last event and each row is hashed (SHA-256, with a salt
// of this run, so that nobody can choose rows that cancel out), and the hashes are summed in one of some thousand
// buckets by subject. Where sums differ, a second round collects what is in those buckets and says what it is.
#include "verify.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <openssl/rand.h>

#include "event_encoding.hpp"
#include "history.hpp"

namespace uniform::store::detail {

namespace {

constexpr std::size_t buckets = std::size_t{1} << 15U;
constexpr std::size_t most_found = 1000;
constexpr std::size_t most_collected = 100000;
constexpr std::int64_t page = 4096;

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

class verifier {
public:
    verifier(connection &c, const std::optional<std::pair<std::uint64_t, digest>> &known,
             const std::function<void(std::uint64_t, std::uint64_t)> &progress)
        : connection_(c), known_(known), progress_(progress), states_(buckets), links_(buckets) {
        if (RAND_bytes(reinterpret_cast<unsigned char *>(salt_), sizeof salt_) != 1)
            throw failure(failure_kind::other, "no random numbers");
    }

    verification run() {
        if (connection_.dialect() == dialect::sqlite) check_file();
        attempt("the history", [this] { read_history(); });
        attempt("the names", [this] { read_names(false); });
        attempt("the documents", [this] { read_documents(false); });
        if (const auto bad = differing(); !bad.empty()) explain(bad);
        return std::move(result_);
    }

private:
    void say(std::uint64_t event, std::string subject, std::string says) {
        if (result_.found.size() < most_found)
            result_.found.push_back({.event = event, .subject = std::move(subject), .says = std::move(says)});
    }

    template <class F>
    void attempt(std::string_view what, F &&f) {
        try {
            f();
        } catch (const failure &e) {
            if (e.kind() != failure_kind::damaged) throw;
            say(0, std::string(what), e.what());
        }
    }

    void step(std::uint64_t done) {
        if (progress_) progress_(done, total_);
    }

    // SQLite's own check of pages and their order; the hashes below are about what they say.
    void check_file() {
        attempt("the file", [this] {
            connection_.run("PRAGMA integrity_check(100)", {}, [this](const row &r) {
                if (r.text(0) != "ok") say(0, "the file", std::string(r.text(0)));
                return true;
            });
        });
    }

    /// Of kind, id, event and what the subject is after it.
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
        const auto h = std::hash<std::string_view>{}(id)*0x9E3779B97F4A7C15U ^ std::hash<std::string_view>{}(kind);
        return static_cast<std::size_t>((h ^ h >> 29U) % buckets);
    }

    struct packed {
        std::uint64_t first = 0, count = 0;
        std::string head = {}, events = {};
    };

    /// The segments from the last to the first.
    template <class F>
    void backwards(F &&each) {
        std::int64_t before = std::numeric_limits<std::int64_t>::max();
        std::vector<packed> some;
        for (;;) {
            some.clear();
            connection_.run(
                "SELECT first, count, head, events FROM history WHERE first < $1 ORDER BY first DESC LIMIT 16",
                {before}, [&](const row &r) {
                    some.push_back({static_cast<std::uint64_t>(r.integer(0)), static_cast<std::uint64_t>(r.integer(1)),
                                    std::string(r.bytes(2)), std::string(r.bytes(3))});
                    return true;
                });
            if (some.empty()) return;
            for (const auto &s : some) each(s);
            before = static_cast<std::int64_t>(some.back().first);
        }
    }

    void read_history() {
        const auto head = head_of(connection_);
        result_.events = head.first;
        result_.head = head.second;
        total_ = 2 * head.first;
        if (known_ && known_->first > head.first)
            say(known_->first, "the history", "the event that was noted is not there any more");
        if (known_ && known_->first == 0 && known_->second != digest{})
            say(0, "the history", "what was noted is no head of a history");
        // A wrong number in the last row must not make us ask for all memory.
        if (head.first > std::uint64_t{1} << 40U)
            return say(head.first, "the history", "the number of the last event is out of reason");
        superseded_.assign(static_cast<std::size_t>(head.first + 1), false);
        std::optional<packed> later; // waits for the hash of the segment before it
        backwards([&](const packed &s) {
            if (later) check_segment(*later, s.head);
            if (later && s.first + s.count != later->first)
                say(later->first, "the history",
                    "events " + std::to_string(s.first + s.count) + " to " + std::to_string(later->first - 1) +
                        " are missing, or are there twice");
            later = s;
        });
        if (!later) return;
        check_segment(*later, std::string(32, '\0'));
        if (later->first != 1) say(1, "the history", "it does not begin with event 1");
    }

    void check_segment(const packed &s, std::string_view before) {
        step(result_.events - std::min(result_.events, s.first));
        const auto last = digest_from(before);
        const auto head = digest_from(s.head);
        const auto read = read_segment(s.events, s.first, s.count);
        const std::string where = "events " + std::to_string(s.first) + " to " + std::to_string(s.first + s.count - 1);
        if (!last || !head) say(s.first, "the history", "a hash near " + where + " is no hash");
        if (!read) return say(s.first, "the history", where + " cannot be read");
        if (s.first + s.count - 1 > result_.events) return say(s.first, "the history", where + " cannot be");

        std::vector<digest> hashes;
        digest now = last.value_or(digest{});
        for (const auto &e : read->events) hashes.push_back(now = hash_of(now, e));
        if (head && now != *head)
            say(s.first, "the history",
                "the hash of " + where + " is not what follows from the events before and these");
        if (known_ && known_->first >= s.first && known_->first - s.first < hashes.size() &&
            hashes[static_cast<std::size_t>(known_->first - s.first)] != known_->second)
            say(known_->first, "the history",
                "event " + std::to_string(known_->first) + " has not the hash that was noted");

        std::int64_t later_time = next_time_;
        for (auto e = read->events.rbegin(); e != read->events.rend(); ++e) {
            if (e->at > later_time) say(e->number, "the history", "an event is later than the one after it");
            later_time = e->at;
            see(*e);
        }
        next_time_ = later_time;
    }

    void see(const event_view &e) {
        const auto bucket = bucket_of(e.kind, e.id);
        if (superseded_[static_cast<std::size_t>(e.number)])
            links_[bucket] -= content_of(e.kind, e.id, e.number, {});
        else
            states_[bucket] += content_of(e.kind, e.id, e.number, e.body);
        if (e.before == 0) return;
        if (superseded_[static_cast<std::size_t>(e.before)])
            say(e.number, std::string(e.kind) + " " + std::string(e.id), "two events follow on the same one");
        superseded_[static_cast<std::size_t>(e.before)] = true;
        links_[bucket] += content_of(e.kind, e.id, e.before, {});
    }

    void read_names(bool collect) {
        std::string after;
        bool first = true;
        for (bool more = true; more; first = false) {
            more = false;
            const std::string from = after;
            const auto each = [&](const row &r) {
                more = true;
                after = r.text(0);
                take(collect, "name", after, r.integer(1), r.bytes(2));
                return true;
            };
            // The empty text comes first of all.
            if (first)
                connection_.run("SELECT key, event, record FROM names ORDER BY key LIMIT $1", {page}, each);
            else
                connection_.run("SELECT key, event, record FROM names WHERE key > $1 ORDER BY key LIMIT $2",
                                {std::string_view(from), page}, each);
            if (!collect) step(result_.events + result_.names);
        }
    }

    void read_documents(bool collect) {
        std::string kind, id;
        bool first = true;
        for (bool more = true; more; first = false) {
            more = false;
            const auto each = [&](const row &r) {
                more = true;
                kind = r.text(0);
                id = r.text(1);
                take(collect, kind, id, r.integer(2), r.text(3));
                return true;
            };
            const std::string from_kind = kind, from_id = id;
            if (first)
                connection_.run("SELECT kind, id, event, body FROM documents ORDER BY kind, id LIMIT 256", {}, each);
            else
                connection_.run("SELECT kind, id, event, body FROM documents WHERE (kind, id) > ($1, $2) "
                                "ORDER BY kind, id LIMIT 256",
                                {std::string_view(from_kind), std::string_view(from_id)}, each);
            if (!collect) step(result_.events + result_.names + result_.documents);
        }
    }

    void take(bool collect, std::string_view kind, std::string_view id, std::int64_t event, std::string_view text) {
        const auto bucket = bucket_of(kind, id);
        const auto number = static_cast<std::uint64_t>(event);
        if (collect) {
            if (!bad_.contains(bucket) || rows_.size() >= most_collected) return;
            rows_.insert_or_assign({std::string(kind), std::string(id)},
                                   row_state{number, content_of(kind, id, number, text)});
            return;
        }
        if (kind == "name")
            ++result_.names;
        else
            ++result_.documents;
        states_[bucket] -= content_of(kind, id, number, text);
    }

    std::set<std::size_t> differing() const {
        std::set<std::size_t> bad;
        for (std::size_t i = 0; i < buckets; ++i)
            if (states_[i] != sum{} || links_[i] != sum{}) bad.insert(i);
        return bad;
    }

    /// Says which subjects of some buckets are not what the history says of them.
    void explain(std::set<std::size_t> bad) {
        const auto so_far = result_.found.size();
        // A few buckets hold few subjects; when all are wrong, some of them say enough.
        while (bad.size() > 64) bad.erase(std::prev(bad.end()));
        bad_ = std::move(bad);
        attempt("the names", [this] { read_names(true); });
        attempt("the documents", [this] { read_documents(true); });
        std::map<std::pair<std::string, std::string>, row_state> events;
        attempt("the history", [&] {
            backwards([&](const packed &s) {
                const auto read = read_segment(s.events, s.first, s.count);
                if (!read) return;
                for (auto e = read->events.rbegin(); e != read->events.rend(); ++e) {
                    if (!bad_.contains(bucket_of(e->kind, e->id)) || events.size() >= most_collected) continue;
                    const std::pair key{std::string(e->kind), std::string(e->id)};
                    // Backwards: the first one that is met is the last event.
                    const auto [at, is_new] = events.try_emplace(key);
                    if (is_new) {
                        at->second = {e->number, content_of(e->kind, e->id, e->number, e->body)};
                    } else if (const auto expected = before_.find(key);
                               expected == before_.end() || expected->second != e->number) {
                        say(e->number, key.first + " " + key.second, "its events do not lead to each other");
                    }
                    before_[key] = e->before;
                }
            });
        });
        for (const auto &[key, event] : events) {
            const auto subject = key.first + " " + key.second;
            const auto row = rows_.find(key);
            if (row == rows_.end())
                say(event.event, subject, "the history has it, but it is not there");
            else if (row->second.event != event.event)
                say(event.event, subject,
                    "its last event is not event " + std::to_string(row->second.event) + ", as it says");
            else if (row->second.content != event.content)
                say(event.event, subject, "it is not what its last event says");
        }
        for (const auto &[key, row] : rows_)
            if (!events.contains(key))
                say(row.event, key.first + " " + key.second, "it is there, but not in the history");
        for (const auto &[key, before] : before_)
            if (before != 0) say(before, key.first + " " + key.second, "an event of it is missing");
        if (result_.found.size() == so_far && so_far < most_found)
            say(0, "the store", "names or documents are not what the history says of them");
    }

    connection &connection_;
    const std::optional<std::pair<std::uint64_t, digest>> &known_;
    const std::function<void(std::uint64_t, std::uint64_t)> &progress_;
    verification result_ = {};
    std::uint64_t total_ = 0;
    char salt_[16] = {};
    std::string scratch_ = {};
    std::vector<bool> superseded_ = {};
    std::int64_t next_time_ = std::numeric_limits<std::int64_t>::max();
    std::vector<sum> states_; ///< last events less rows
    std::vector<sum> links_;  ///< what is superseded less what was said to be
    std::set<std::size_t> bad_ = {};
    std::map<std::pair<std::string, std::string>, row_state> rows_ = {};
    std::map<std::pair<std::string, std::string>, std::uint64_t> before_ = {};
};

} // namespace

verification verify(database &d, const std::optional<std::pair<std::uint64_t, digest>> &known,
                    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) {
    const auto c = d.connect(access::read_only);
    c->begin(access::read_only);
    auto result = verifier(*c, known, progress).run();
    c->rollback();
    return result;
}

} // namespace uniform::store::detail

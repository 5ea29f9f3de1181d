#include <uniform/store/other_history.hpp>
#include <uniform/store/writing.hpp>

#include <charconv>
#include <limits>

#include "base/text.hpp"
#include "store/history/known_history.hpp"
#include "store/history/record_version.hpp"
#include "store/search/search_index.hpp"
#include "store/writing/write_buffer.hpp"

namespace uniform::store {

namespace {

using detail::is_text;
using detail::table;

constexpr std::size_t longest_text = std::size_t{16} << 20U;

[[noreturn]] void refuse(std::string_view what, std::string_view subject) {
    throw failure(failure_kind::other, std::string(what) + ": \"" + std::string(subject.substr(0, 200)) + '"');
}

void check_key(std::string_view key) {
    if (key.empty()) refuse("a name's key must not be empty", key); // lists begin after the empty one
    if (key.size() > resolver::longest_name) refuse("a name's key is longer than 2048 bytes", key);
    if (!is_text(key)) refuse("a name's key is not UTF-8", key);
}

} // namespace

// RFC 3629 section 4. PostgreSQL stores neither other bytes nor U+0000 in a text.
bool detail::is_text(std::string_view text) noexcept { return !text.contains('\0') && !base::find_invalid_utf8(text); }

const origin &writing::by() const noexcept { return buffer_->by(); }
void writing::set_author(std::string who) { buffer_->set_author(std::move(who)); }
timestamp writing::now() const noexcept { return buffer_->now(); }

revision writing::put(std::string_view kind, std::string_view id, std::string_view body, std::string_view action) {
    if (kind.empty() || kind == "name" || kind == "counter" || kind == detail::clock_kind || kind == history_kind) {
        refuse("this kind of document is reserved or empty", kind);
    }
    if (id.empty()) refuse("a document's id must not be empty; its kind is", kind); // lists begin after the empty one
    if (kind.size() > 64 || id.size() > resolver::longest_name) {
        refuse("a document's kind is longer than 64 bytes, or its id longer than 2048", id);
    }
    if (!is_text(kind) || !is_text(id) || !is_text(body)) refuse("a document is not UTF-8", id);
    if (body.size() > longest_text) refuse("a document is longer than 16 MiB", id);
    const auto was = find(kind, id);
    if (!was) return {.event = buffer_->put(table::documents, kind, id, body, action, 0)};
    const auto version = was->version + 1;
    return {.event = buffer_->put(table::documents, kind, id, detail::with_version(body, version), action, was->event),
            .version = version};
}

std::optional<name_row> writing::add_name(std::string_view key, const resolver::name_record &r,
                                          std::string_view action) {
    check_key(key);
    if (!buffer_->assumes_absent(key)) {
        if (auto there = name(key)) return there;
    }
    resolver::name_record first = r;
    first.version = 1;
    const auto record = resolver::encode(first);
    if (record.size() > longest_text) refuse("a name record is longer than 16 MiB", key);
    buffer_->put(table::names, "name", key, record, action, 0);
    return std::nullopt;
}

std::uint64_t writing::change_name(const name_row &was, const resolver::name_record &r, std::string_view action) {
    const auto is = name(was.key);
    if (!is || is->event != was.event) refuse("the name has changed since it was read", was.key);
    resolver::name_record next = r;
    next.version = resolver::version_of(was.record) + 1;
    const auto record = resolver::encode(next);
    if (record.size() > longest_text) refuse("a name record is longer than 16 MiB", was.key);
    return buffer_->put(table::names, "name", was.key, record, action, was.event);
}

std::vector<bool> writing::add_names(std::span<const std::pair<std::string, std::string>> keys_and_records,
                                     std::string_view action) {
    if (keys_and_records.size() > std::numeric_limits<std::uint32_t>::max()) refuse("too many names at once", action);
    for (const auto &[key, record] : keys_and_records) {
        check_key(key);
        if (record.size() > longest_text) refuse("a name record is longer than 16 MiB", key);
    }
    return buffer_->add_names(keys_and_records, action);
}

void writing::repeat(const event &e) {
    if (e.kind.empty() || e.kind.size() > 64 || !is_text(e.kind) || !is_text(e.id) || !is_text(e.who) ||
        !is_text(e.from) || !is_text(e.action) || e.body.size() > longest_text) {
        throw other_history("event " + std::to_string(e.number) + " of the primary is none that a store can have");
    }
    if (e.is_hidden()) return buffer_->repeat(table::documents, e, 0);
    if (e.kind == "name") {
        check_key(e.id);
        const auto was = name(e.id);
        return buffer_->repeat(table::names, e, was ? was->event : 0);
    }
    if (e.id.empty() || e.id.size() > resolver::longest_name || !is_text(e.body)) {
        throw other_history("event " + std::to_string(e.number) + " of the primary is none that a store can have");
    }
    const auto was = find(e.kind, e.id);
    buffer_->repeat(table::documents, e, was ? was->event : 0);
}

std::uint64_t writing::next(std::string_view counter, std::uint64_t count) {
    const auto was = find("counter", counter);
    std::uint64_t last = 0;
    if (was) {
        const auto *end = was->body.data() + was->body.size();
        const auto [stop, error] = std::from_chars(was->body.data(), end, last);
        if (error != std::errc{} || stop != end) {
            throw failure(failure_kind::damaged,
                          "the counter " + std::string(counter) + " is not a number. Run `uniform store verify`");
        }
    } else if (counter.empty() || counter.size() > resolver::longest_name || !is_text(counter)) {
        refuse("the name of a counter must be 1 to 2048 bytes of UTF-8", counter);
    }
    if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - last) {
        refuse("the counter is exhausted", counter);
    }
    if (count != 0) buffer_->count(counter, was, last + count);
    return last + 1;
}

std::expected<std::optional<std::string>, problem> writing::answered(std::string_view client, std::string_view key,
                                                                     std::string_view request) {
    std::optional<std::pair<std::string, std::string>> found;
    if (const auto *s = buffer_->find(table::answers, client, key)) {
        found.emplace(s->digest, s->text);
    } else if (const auto *known = buffer_->looked_up(client, key)) {
        found = *known;
    } else {
        connection_->run("SELECT request, answer FROM answers WHERE client = $1 AND key = $2", {client, key},
                         [&](const row &r) {
                             found.emplace(r.bytes(0), r.bytes(1));
                             return false;
                         });
    }
    if (!found) return std::optional<std::string>{};
    if (found->first != request) {
        return std::unexpected{problem{.type = resolver::problem_type::key_reused,
                                       .detail = "This idempotency key was used with another request."}};
    }
    return std::move(found->second);
}

void writing::remember(std::string_view client, std::string_view key, std::string_view request,
                       std::string_view answer) {
    if (client.size() + key.size() > resolver::longest_name || !is_text(client) || !is_text(key)) {
        refuse("an idempotency key is too long or not UTF-8", key);
    }
    buffer_->remember(client, key, request, answer);
}

void writing::note_time() { buffer_->note_time(now()); }

clock_confirmation writing::confirm_clock() {
    const auto &at = buffer_->at();
    clock_confirmation c{.system = at.system, .last_event = at.known.last_event};
    if (at.refusal.empty()) return c;
    const auto was = find(detail::clock_kind, detail::clock_id);
    c.event = buffer_->confirm_clock(was ? was->event : 0);
    return c;
}

std::uint64_t writing::confirm_history(const history_head &lost) {
    const std::string id = to_string(lost);
    const history_head here = head();
    // A former primary may have the event, and is to be the primary again: its timeline is confirmed.
    const bool has_it = sql().dialect() == dialect::sqlite && has_event(sql(), here, lost);
    if (has_it || find(history_kind, id)) return 0;
    const std::string body = R"({"lost":")" + id + R"(","head":")" + to_string(here) + "\"}";
    return buffer_->put(table::documents, history_kind, id, body, "confirm", 0);
}

std::int64_t writing::expire_answers(timestamp t) {
    return sql().run("DELETE FROM answers WHERE at < $1", {t.time_since_epoch().count()});
}

// DDL and all: both databases undo it with the transaction.
writing::search_step writing::extend_search_index(std::size_t names_at_once) {
    connection &c = sql();
    auto at = detail::search_progress_of(c);
    if (at && !at->current) {
        detail::drop_search_tables(c);
        at.reset();
    }
    if (!at) {
        detail::make_search_tables(c);
        at = detail::search_progress{.current = true};
    }
    search_step step{.complete = at->complete};
    if (!at->complete) {
        const auto rows = names({}, at->made_to, names_at_once);
        std::vector<detail::indexed_name> added;
        added.reserve(rows.size());
        for (const name_row &n : rows) added.push_back({n.key, n.record, static_cast<std::int64_t>(n.event)});
        detail::add_to_search(c, added);
        step = {.names = rows.size(), .complete = rows.size() < names_at_once};
        at->complete = step.complete;
        if (!rows.empty()) at->made_to = rows.back().key;
        detail::put_search_progress(c, *at);
    }
    buffer_->set_search(std::move(at));
    return step;
}

void writing::drop_search_index() {
    connection &c = sql();
    if (detail::search_progress_of(c)) detail::drop_search_tables(c);
    buffer_->set_search(std::nullopt);
}

} // namespace uniform::store

// A store that follows another one: the history in lines, without secrets, and its repetition.
#include <uniform/service/handover.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/history_segments.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/other_history.hpp>
#include <uniform/store/read_scope.hpp>
#include <uniform/store/store.hpp>
#include <uniform/store/write_kind.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../check.hpp"
#include "../folder.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using store::reading;

namespace {

// The events of a page, which goes on after those that the reader has.
std::vector<store::event> events_in(std::string_view lines) {
    std::vector<store::event> events;
    store::digest previous{};
    while (!lines.empty()) {
        const auto end = lines.find('\n');
        const history_line line = read_history_line(lines.substr(0, end), previous);
        if (const auto *start = std::get_if<history_start>(&line)) previous = start->after.second;
        if (const auto *e = std::get_if<store::event>(&line)) {
            events.push_back(*e);
            previous = e->hash;
        }
        if (const auto *finish = std::get_if<history_finish>(&line)) CHECK(finish->head.first == events.back().number);
        lines.remove_prefix(end + 1);
    }
    return events;
}

void following() {
    example_store primary; // its first event has added a namespace
    const std::optional<history_part> page = primary.read([](reading &r) { return history_after(r, 0, 1000); });
    CHECK(page && page->last == 1 && page->head.first == 1);

    const folder f;
    const auto follower = store::store::open(f.file("follower.db"));
    follower->follow(); // from now on, it has the events of the primary alone
    follower->repeat(events_in(page->lines));
    CHECK(follower->read([](reading &r) { return r.head(); }) == page->head);
    try {
        follower->repeat(events_in(page->lines)); // they do not continue what is there
        CHECK(false);
    } catch (const store::other_history &) {
    }
    CHECK(follower->promote(primary.here, page->head).first == 2); // it is the primary, and its own history goes on
}

// The files of a history of 5000 events: one that stays, and one with the rest.
void segments() {
    const store::history_head head{5000, store::digest{}};
    segments_index index{.head = head};
    for (const std::uint64_t first : {1U, 4097U}) index.segments.push_back({segment_file(first, head.second), {}});
    CHECK(index.segments[1].file.starts_with("000000004097-0000") && index.complete() == 1);
    CHECK(index.complete() * events_of_segment == 4096 && tree_of(index).first == 5000);

    const std::string text = segments_index_text(index);
    CHECK(read_segments_index(text) == index);
    const history_segment last = read_segments_index(text).segments.back();
    CHECK(last == index.segments.back() && last.root == store::digest{});
    CHECK(is_segments_index("/srv/history/" + std::string(segments_index_name)) &&
          !is_segments_index("history.ndjson"));
}

void handing_over() {
    example_store s;
    CHECK(!s.read(retirement_of));
    const history_head last = s->retire(s.here, "https://new.example.org/");
    CHECK(s->follows() && s.read([](reading &r) { return r.head(); }) == last);
    const std::optional<retirement> done = s.read(retirement_of);
    CHECK(done && done->successor == "https://new.example.org/");
}

// The names of one prefix, over a chain that has the events of all.
void following_a_part() {
    example_store primary;
    primary.write([&](store::writing &w) { return assign(w, primary.administrator, {.urn = "urn:example:lib-1"}); });
    primary.write([&](store::writing &w) { return assign(w, primary.administrator, {.urn = "urn:example:other"}); });
    const std::vector<std::string> prefixes{"example:lib-"};
    const auto page = primary.read([&](reading &r) { return history_after(r, 0, 1000, prefixes); });
    const std::vector<store::event> events = events_in(page->lines);
    CHECK(events.back().is_hidden() && !is_about(events.back(), prefixes));
    std::string line;
    append_hidden_line(line, events.back());
    CHECK(line.contains(R"("hidden":true)") && !line.contains("other"));

    const folder f;
    const auto follower = store::store::open(f.file("part.db"));
    follower->follow(part_of_history(prefixes));
    CHECK(follower->follows_part());
    follower->repeat(events);
    CHECK(follower->read([](reading &r) { return r.head(); }) == page->head);
    CHECK(follower->read([](reading &r) { return r.names({}, {}, 10); }).size() == 1);
}

void lines() {
    example_store s;
    const std::vector<store::event> all = s.read([](reading &r) { return r.events(0, 10); });
    const history_head head{all.back().number, all.back().hash};
    CHECK(history_head_from(to_string(head)) == head && !history_head_from("12:no hash"));
    CHECK(!store::head_noted_in("no service has made it"));
    std::string text = first_history_line();
    for (const store::event &e : all) append_history_line(text, e, secrets::withheld);
    CHECK(!text.empty() && last_history_line(head).contains(to_string(head)));
    CHECK(!has_secret(all.front())); // of a namespace
}

void replicas() {
    example_store s;
    const store::read_scope reads{store::freshness::latest}; // a replica is asked only while the primary is away
    s.read([](reading &r) { return r.head(); });
    CHECK(store::read_scope::current() == &reads && !reads.used_replica()); // SQLite has none
    CHECK(store::write_kind{} == store::write_kind::change);                // of store::write()
}

} // namespace

int main() {
    following();
    segments();
    handing_over();
    following_a_part();
    lines();
    replicas();
}

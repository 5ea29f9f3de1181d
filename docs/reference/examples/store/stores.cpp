// A store: names, documents and their history, pages of lists, the index of search, and copies of the whole.
#include <uniform/resolver/search_terms.hpp>
#include <uniform/store/clock_limits.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/damage.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/names_of.hpp>
#include <uniform/store/open_error.hpp>
#include <uniform/store/pages.hpp>
#include <uniform/store/reading.hpp>
#include <uniform/store/records.hpp>
#include <uniform/store/rehearsal.hpp>
#include <uniform/store/schema_version.hpp>
#include <uniform/store/search.hpp>
#include <uniform/store/store.hpp>
#include <uniform/store/write_scope.hpp>
#include <uniform/store/writing.hpp>

#include <array>
#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../check.hpp"
#include "../folder.hpp"

using namespace uniform;
using namespace uniform::store;

namespace {

void add_name(uniform::store::store &s, const std::string &key) {
    const resolver::name_record record{.locators = {{.url = "https://a.example/" + key}},
                                       .metadata = R"({"title":"The Forest"})"};
    const auto done =
        s.write({.who = "local:alice", .from = "example"}, [&](writing &w) -> std::expected<int, problem> {
            if (w.add_name(key, record, "assign")) return std::unexpected(problem{.detail = "exists"});
            return 0;
        });
    CHECK(done);
}

void writing_and_reading() {
    const folder f;
    const std::unique_ptr<uniform::store::store> s = uniform::store::store::open(f.file("names.db"));
    const origin alice{.who = "local:alice", .from = "example"};
    const resolver::name_record record{.locators = {{.url = "https://a.example/1"}}};

    // All that the function does is written, or nothing; then it is on disk. It may run several times.
    const auto number = s->write(alice, [&](writing &w) -> std::expected<std::uint64_t, problem> {
        if (w.add_name("example:a", record, "assign")) return std::unexpected(problem{.detail = "it exists"});
        const revision r = w.put("note", "1", R"({"text":"Hello"})", "add");
        CHECK(r.version == 1);
        return r.event;
    });
    CHECK(number == 2);

    s->read([](reading &r) {
        const name_row row = r.name("example:a").value();
        CHECK(resolver::decode(row.record)->locators.front().url == "https://a.example/1" && row.event == 1);
        const uniform::store::document note = r.find("note", "1").value();
        CHECK(note.body == R"({"text":"Hello"})" && note.version == 1);
    });
}

void rehearsing() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    const std::unique_ptr<rehearsal> trial = s->rehearse();
    const auto assigned = [&] {
        return trial
            ->write({.who = "local:alice"},
                    [&](writing &w) -> std::expected<bool, problem> {
                        return !w.add_name("example:a", resolver::name_record{}, "assign").has_value();
                    })
            .value();
    };
    CHECK(assigned() && !assigned()); // the second time, the name is there
    s->read([](reading &r) { CHECK(!r.name("example:a") && r.head().first == 0); }); // nothing was written
}

void the_history() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    s->on_change([](const commit &c) { CHECK(c.last == c.before + 1 && c.subjects.front().second == "example:a"); });
    add_name(*s, "example:a");
    const timestamp then = s->now();
    const auto head = s->read([&](reading &r) {
        const event e = r.event_at(1).value();
        CHECK(e.action == "assign" && e.id == "example:a" && e.who == "local:alice" && e.at <= then);
        const event_subject subject = r.subjects(0, 10).front(); // without the contents
        CHECK(subject.hash == e.hash);
        CHECK(r.as_of("name", "example:a", then)->number == 1);
        return r.head();
    });
    const digest hash = head.second;
    const verification v = s->verify(std::pair{head.first, hash}, {}); // nothing before that head has changed
    CHECK(v.events == 1 && v.head == hash);
    for (const damage &d : v.found) CHECK(d.message.empty()); // there is none
}

void documents_and_events() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    CHECK(s->write({}, [](writing &w) -> std::expected<int, problem> {
        w.put("note", "1", "{}", "add");
        return 0;
    }));
    s->read([](reading &r) {
        const uniform::store::document d = document_after(r.event_at(1).value());
        CHECK(d.id == "1" && d.body == "{}" && d.event == 1);
    });
}

void options_of_a_store() {
    const folder f;
    const store_options o{.database = {.cache_bytes = std::size_t{8} << 20U},
                          .tolerance = clock_limits{.ahead = std::chrono::hours{1}}};
    CHECK(open_error(f.file("names.db"), o).empty()); // it could be made; nothing has been made yet
    CHECK(!std::filesystem::exists(f.file("names.db")));
    CHECK(!open_error("/dev/null/names.db", o).empty());
    const auto s = uniform::store::store::open(f.file("names.db"), o);
    CHECK(schema_version() > 0);
    // A clock that is wrong is refused until somebody says that it is right.
    const clock_confirmation c = s->confirm_clock({.who = "local:alice"});
    CHECK(!c.last_event || *c.last_event <= c.system);
}

void events_that_must_be_there() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    history_head last;
    {
        const write_scope writes;
        add_name(*s, "example:a");
        last = writes.head().value();
        CHECK(history_head_from(to_string(last)) == last);
    }
    const auto other = uniform::store::store::open(f.file("older.db"));
    const write_scope after{last};
    try {
        add_name(*other, "example:a");
        CHECK(false);
    } catch (const event_missing &) {
        CHECK(!after.head()); // nothing was written
    }
}

void event_in_a_file() {
    const folder f;
    const std::string file = f.file("names.db-head");
    CHECK(!head_noted_in(file)); // there is none
    const auto s = uniform::store::store::open(f.file("names.db"), {.database = {.head_file = file}});
    add_name(*s, "example:a");
    CHECK(head_noted_in(file)->first == 1);
}

void pages_of_lists() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    for (const char *key : {"example:a", "example:b", "example:c"}) add_name(*s, key);
    const auto several =
        names_of(*s->sql_database().reader(), std::array<std::string_view, 2>{"example:b", "example:x"});
    CHECK(several.size() == 2 && several[0]->key == "example:b" && !several[1]);
    s->read([](reading &r) {
        const page<name_row> first = names_page(r, "example:", "", page_size{.rows = 2});
        CHECK(first.rows.size() == 2 && first.more);
        const page<name_row> second = names_page(r, "example:", first.rows.back().key, page_size{.rows = 2});
        CHECK(second.rows.front().key == "example:c" && !second.more);
        CHECK(documents_page(r, "note", "", "", {}).rows.empty());
    });
}

void searching() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    add_name(*s, "example:a");
    CHECK(s->read([](reading &r) { return search_state_of(r); }) == search_state::none);
    CHECK(make_search_index(*s) == 1);
    s->read([](reading &r) {
        const found_names found = search_names(r, resolver::search_words("forest"), 0, 10);
        CHECK(found.names.front().key == "example:a" && found.next == 0);
        CHECK(names_of_locator(r, "HTTPS://A.EXAMPLE/example:a", 0, 10).names.size() == 1);
    });
    drop_search_index(*s);
}

void copies() {
    const folder f;
    const auto s = uniform::store::store::open(f.file("names.db"));
    add_name(*s, "example:a");
    const copy_progress progress = [](std::uint64_t done, std::uint64_t of) { CHECK(done <= of); };
    backup(s->sql_database(), f.file("backup.db"), false, progress); // while others go on using the store
    CHECK(restore(f.file("backup.db"), f.file("restored.db"), restore_options{.replace = false}).empty());
    const auto other = database::open(f.file("copy.db"));
    CHECK(copy(s->sql_database(), *other) > 0); // to another kind of database, too
}

} // namespace

int main() {
    writing_and_reading();
    rehearsing();
    the_history();
    documents_and_events();
    options_of_a_store();
    events_that_must_be_there();
    event_in_a_file();
    pages_of_lists();
    searching();
    copies();
    return 0;
}

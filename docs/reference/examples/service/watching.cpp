// The views of administrators: the log of decisions, the imports that run, and the lists of everybody.
#include <uniform/service/decisions.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/service/published_tables.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using store::reading;
using store::writing;

namespace {

void decisions() {
    example_store s; // to which a namespace was added
    while (note_decisions(*s) != 0) {
    }
    s.read([&](reading &r) {
        const auto by = resolver::instance_administrator::of(s.administrator); // else forbidden
        const decision_filter about_namespaces{.area = decision_area::namespaces};
        const decision_page page = list_decisions(r, by.value(), about_namespaces, 0, 10);
        const decision &added = page.items.front();
        CHECK(added.id == "example" && added.who == "local:alice" && page.next == 0 && page.waiting == 0);
        CHECK(area_of(added.kind, added.action) == added.area && !area_of("name", "assign"));
        CHECK(to_string(added.area) == "namespaces" && decision_area_names.find("tokens") == decision_area::tokens);
    });
}

void verifying() {
    example_store s;
    s.write([&](writing &w) -> std::expected<bool, resolver::problem> {
        if (auto may = may_administer(w, s.administrator); !may) return std::unexpected{may.error()};
        return true; // a service may begin
    });
    while (note_decisions(*s) != 0) {
    }
    CHECK(verify_store(*s).found.empty()); // the log of decisions follows the history, too
}

void running() {
    example_store s;
    const import_options o{.id = "first-list"};
    {
        noted_import note(*s, "local:alice", o, std::chrono::milliseconds{0}); // the row of one that runs here
        note.progress({.lines = 7});
        const std::vector<running_import> all =
            s.read([&](reading &r) { return running_imports(r, s.administrator, "", 10); });
        CHECK(all.size() == 1 && all.front().title == "first-list" && all.front().counts.lines == 7);

        s.write([&](writing &w) { return end_import(w, s.administrator, all.front().id); }); // anywhere
        try {
            note.look(); // after each block
            CHECK(false);
        } catch (const noted_import::ended &) {
        }
    }
    // Rows of processes that were killed; there are none.
    CHECK(s.write([](writing &w) -> std::expected<std::int64_t, resolver::problem> { return expire_imports(w); }) == 0);
}

void lists_of_everybody() {
    example_store s;
    s.write([&](writing &w) {
        return add_list(w, s.administrator, "list.csv", bulk_format::csv, "name\nurn:example:a\n");
    });
    const held_list last = s.read([&](reading &r) { return all_lists(r, s.administrator, {}, 10); }).front();
    CHECK(last.holder == "local:alice" && last.list.title == "list.csv");
    const auto changed = std::chrono::floor<std::chrono::seconds>(last.list.changed).time_since_epoch();
    const list_place after_it{.changed = changed.count(), .id = last.list.id};
    CHECK(s.read([&](reading &r) { return all_lists(r, s.administrator, after_it, 10); }).empty());
    // It is neither being checked nor imported.
    CHECK(!s->write(s.here, [&](writing &w) { return end_list(w, s.administrator, last.list.id); }));
}

} // namespace

int main() {
    decisions();
    verifying();
    running();
    lists_of_everybody();
    return 0;
}

// Many names at once: import, export, and lists that are uploaded, checked and imported later.
#include <uniform/json/writer.hpp>
#include <uniform/service/bulk.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/import_options.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using store::reading;
using store::writing;

namespace {

void importing() {
    example_store s;
    std::string_view rest = "name,url\nurn:example:a,https://a.example/1\nurn:example:b,no URL\n";
    const bulk_source source = [&rest] { return std::exchange(rest, {}); };
    std::string results;
    const bulk_sink sink = [&results](std::string_view lines) { results += lines; };
    const import_options o{.format = bulk_format::csv, .id = "first-list"};
    const import_summary done = import_names(*s, s.here, s.administrator, o, source, sink).value();
    const import_counts &c = done.counts;
    CHECK(c.lines == 2 && c.assigned == 1 && c.problems == 1);
    CHECK(results.starts_with(R"({"line":2,"result":"assigned","name":"urn:example:a"})"));
    CHECK(longest_line == 1U << 20U);

    // Later: the list says more of a name.
    rest = "name,url,title\nurn:example:a,https://a.example/1,The Forest\n";
    const import_options changes{.format = bulk_format::csv, .existing = on_conflict::update};
    CHECK(import_names(*s, s.here, s.administrator, changes, source, sink)->counts.changed == 1);
    CHECK(to_string(on_conflict::update) == "update" && on_conflict_names.find("replace") == on_conflict::replace);

    std::string out;
    json::writer w(out);
    write(w, done);
    CHECK(out.contains(R"("assigned":1)"));
}

void exporting() {
    example_store s;
    std::string_view rest = R"({"name":"urn:example:a","url":"https://a.example/1"})"
                            "\n";
    const bulk_source source = [&rest] { return std::exchange(rest, {}); };
    CHECK(import_names(*s, s.here, s.administrator, {}, source, [](std::string_view) {}));

    std::string csv;
    CHECK(export_names(*s, export_options{.format = bulk_format::csv},
                       [&csv](std::string_view lines) { csv += lines; }) == 1);
    CHECK(csv.starts_with(csv_header()) && csv.contains("urn:example:a"));
    std::string field;
    append_csv_field(field, "a, b");
    CHECK(field == "\"a, b\"");
    CHECK(to_string(bulk_format::csv) == "csv" && bulk_format_names.find("ndjson") == bulk_format::ndjson);
}

void an_uploaded_list() {
    example_store s;
    const std::string_view content = "URN;Link;Titel\nurn:example:a;https://a.example/1;Der Wald\n";
    CHECK(content.size() <= longest_list);
    const list_entry added =
        s.write([&](writing &w) { return add_list(w, s.administrator, "list.csv", bulk_format::csv, content); });
    CHECK(added.state == list_state::uploaded && to_string(added.state) == "uploaded");
    CHECK(list_state_names.find("imported") == list_state::imported);

    const list_sample sample = sample_of(s.read([&](reading &r) { return beginning_of(r, added.id); }));
    CHECK(sample.separator == ';' && sample.header.size() == 3);
    const std::vector<std::string> columns = guessed_columns(sample.header);
    CHECK(columns[0] == "name" && columns[1] == "url");
    CHECK(std::ranges::find(list_columns(), "url") != list_columns().end());

    s.write([&](writing &w) { return start_list(w, s.administrator, added.id, true, columns); }); // to be checked
    CHECK(work_on_lists(*s, "example", {}, [] { return false; }));
    s.read([&](reading &r) {
        CHECK(list_of(r, s.administrator, added.id)->state == list_state::checked);
        const list_result first = results_of(r, added.id, 0, 10, false).front();
        CHECK(first.result == "assigned" && first.name == "urn:example:a"); // it would be
        CHECK(lists_of(r, s.administrator).size() == 1 && most_lists == 20);
    });

    s.write([&](writing &w) { return remove_list(w, s.administrator, added.id); });
    const auto long_ago = s->now() - std::chrono::seconds{list_life};
    CHECK(s.write([&](writing &w) -> std::expected<std::int64_t, resolver::problem> {
        return expire_lists(w, long_ago);
    }) == 0);
}

} // namespace

int main() {
    importing();
    exporting();
    an_uploaded_list();
    return 0;
}

// Assigning, minting, reserving, changing, withdrawing and finding names.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/name_entry.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/names_search.hpp>
#include <uniform/service/precondition.hpp>
#include <uniform/store/search.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "../check.hpp"
#include "../store.hpp"

using namespace uniform;
using namespace uniform::service;
using store::reading;
using store::writing;

namespace {

void assigning() {
    example_store s;
    const assignment a{.urn = "urn:example:a",
                       .record = {.locators = {{.url = "https://a.example/1"}}},
                       .options = write_options{.idempotency_key = "7"}};
    const name_entry made = s.write([&](writing &w) { return assign(w, s.administrator, a); });
    CHECK(made.created && made.key == "example:a");
    CHECK(s.write([&](writing &w) { return assign(w, s.administrator, a); }).repeated); // a retry changes nothing

    const principal reader{.id = "token:1", .role = resolver::role::reader};
    const problem why =
        s->write(s.here, [&](writing &w) { return assign(w, reader, {.urn = "urn:example:b"}); }).error();
    CHECK(why.type == resolver::problem_type::forbidden);

    std::string out;
    json::writer w(out);
    write(w, made);
    CHECK(json::read(out) == value_of(made));
}

void changing_and_withdrawing() {
    example_store s;
    s.write([&](writing &w) { return assign(w, s.administrator, {.urn = "urn:example:a"}); });
    const name_entry located = s.write(
        [&](writing &w) { return locate(w, s.administrator, "urn:example:a", {{.url = "https://a.example/1"}}); });
    s.write([&](writing &w) {
        const write_options unchanged_since{.condition = precondition{located.record.version}};
        return describe(w, s.administrator, "urn:example:a", R"({"title":"The Forest"})", unchanged_since);
    });
    const changes c = changes_from_json(*json::read(R"({"other_names": ["urn:example:forest"]})")).value();
    s.write([&](writing &w) { return change(w, s.administrator, "urn:example:a", c); });

    const withdrawal no_more{.urn = "urn:example:a", .reason = "It was a duplicate."};
    const name_entry gone = s.write([&](writing &w) { return withdraw(w, s.administrator, no_more); });
    CHECK(gone.record.state == resolver::name_state::withdrawn);
    // An error can be reverted within the time that the namespace grants; this one grants none.
    CHECK(!s->write(s.here, [&](writing &w) { return reinstate(w, s.administrator, "urn:example:a"); }));
}

void looking_at_names() {
    example_store s;
    s.write([&](writing &w) { return assign(w, s.administrator, {.urn = "urn:example:a"}); });
    s.read([](reading &r) {
        CHECK(show(r, "URN:EXAMPLE:a")->key == "example:a");
        CHECK(!as_of(r, "urn:example:a", resolver::timestamp{})); // in 1970 it did not exist
        const listing all = list(r, "example:", "", 100);
        CHECK(all.names.size() == 1 && all.next.empty());

        const std::vector<history_item> events = history(r, "urn:example:a").value();
        CHECK(events.front().event.action == "assign" && !events.front().before);
        std::string out;
        json::writer w(out);
        write(w, events.front(), false); // without who did it
        CHECK(!out.contains("local:alice"));
    });
}

void minting() {
    example_store s;
    s.write([&](writing &w) {
        return put_delegation(
            w, s.administrator,
            {.prefix = "example:lib-", .mint = {.method = resolver::minting_method::sequential, .pattern = "dddd"}});
    });
    const minting_request two{.prefix = "example:lib-", .count = 2};
    const minted m = mint(*s, s.here, s.administrator, two).value();
    CHECK(m.names[0].key == "example:lib-0000" && m.names[1].key == "example:lib-0001");
    // In a write of one's own, together with others; `complete` is false if it has to be called again.
    CHECK(s.write([&](writing &w) { return mint_step(w, s.administrator, two); }).complete);
    CHECK(two.count <= most_minted);
}

void reserving() {
    example_store s;
    const reservation wanted{.urns = {"urn:example:a", "urn:example:b"}};
    const batch b = reserve(*s, s.here, s.administrator, wanted).value();
    CHECK(b.keys.size() == 2 && b.keys.size() <= most_reserved);
    CHECK(s.read([&](reading &r) { return find_batch(r, b.id); })->keys == b.keys);
    const assignment first{.urn = "urn:example:a", .record = {.locators = {{.url = "https://a.example/1"}}}};
    CHECK(s.write([&](writing &w) { return activate(w, s.administrator, first); }).record.state ==
          resolver::name_state::active);
    const reservation one_more{.urns = {"urn:example:c"}};
    CHECK(s.write([&](writing &w) { return reserve_step(w, s.administrator, one_more); }).keys.front() == "example:c");
}

void searching() {
    example_store s;
    const assignment a{
        .urn = "urn:example:a",
        .record = {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"The Forest"})"}};
    s.write([&](writing &w) { return assign(w, s.administrator, a); });
    store::make_search_index(*s);
    s.read([](reading &r) {
        const search_page found = search(r, search_request{.words = "forest"}, 0, 10).value();
        CHECK(found.names.front().key == "example:a" && found.next == 0);
        CHECK(names_at(r, "https://a.example/1").value() == std::vector<std::string>{"urn:example:a"});
    });
}

void keys_of_names() {
    example_store s;
    s.read([](reading &r) {
        CHECK(key_of(r, "URN:Example:a") == "example:a");
        CHECK(service::prefix_of_keys(r, "urn:example:lib-") == "example:lib-");
        CHECK(rules_of(r, "example").empty()); // it has none of its own
    });
}

void conditions() {
    const precondition unchanged{std::uint64_t{17}};
    CHECK(to_string(unchanged) == "17" && unchanged.check(17, "the name") && !unchanged.check(18, "the name"));
    precondition absent;
    absent.none_match = named_versions{.any = true};
    CHECK(absent.check({}, "the name") && !absent.check(1, "the name"));
    CHECK(check_idempotency_key("import-7") && !check_idempotency_key("import 7"));
}

} // namespace

int main() {
    assigning();
    changing_and_withdrawing();
    looking_at_names();
    minting();
    reserving();
    searching();
    keys_of_names();
    conditions();
    return 0;
}

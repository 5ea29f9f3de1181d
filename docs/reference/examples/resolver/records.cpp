// The stored data of a name: its record, its key, its life, and the words by which it is found.
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/metadata.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/record_template.hpp>
#include <uniform/resolver/search_terms.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/resolver/uri_list.hpp>
#include <uniform/urn/urn.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "../check.hpp"

using namespace uniform;
using namespace uniform::resolver;

namespace {

bool has(const auto &range, const auto &value, auto... projection) {
    return std::ranges::find(range, value, projection...) != range.end();
}

void a_record() {
    name_record r;
    r.locators = {locator{.url = "https://a.example/1", .media_type = "text/html", .language = "en"}};
    r.metadata = metadata{R"({"title":"The Forest"})"};
    r.values = {typed_value{.type = "email", .value = "a@example.org"}};
    CHECK(r.state == name_state::active && to_string(r.state) == "active");
    CHECK(name_state_names.find("withdrawn") == name_state::withdrawn);

    CHECK(have_same_members(metadata{R"({"a":1,"b":2})"}, metadata{R"({"b":2,"a":1})"}));

    const std::string bytes = encode(r); // the bytes that the store keeps
    CHECK(decode(bytes) == r && version_of(bytes) == 1);
    CHECK(to_json(r, "example:a").starts_with(R"({"name":"urn:example:a")"));
    CHECK(json::to_text(value_of(r, "example:a")) == to_json(r, "example:a"));
}

void a_record_in_json() {
    const json::value sent =
        *json::read(R"({"locators": ["https://a.example/1"], "metadata": {"title": "The Forest"}})");
    const name_record r = record_from_json(sent).value();
    CHECK(r.locators.front().url == "https://a.example/1");
    CHECK(r.metadata.value() == *json::read(R"({"title": "The Forest"})"));

    std::string out;
    json::writer w(out);
    w.begin_array();
    write(w, r, "example:a"); // the whole record
    write(w, r.locators.front());
    w.begin_object();
    write_members(w, r, "example:a"); // beside members of one's own
    w.end_object();
    w.end_array();
    CHECK(json::read(out));
}

void the_key_of_a_name() {
    CHECK(key_of("URN:ISBN:951-0-18435-7") == "isbn:9789510184356"); // both forms of an ISBN are one name
    CHECK(urn_of("isbn:9789510184356") == "urn:isbn:9789510184356");
    CHECK(urn_of("isbn:9789510184356", {.name = "urn:isbn:951-0-18435-7"}) == "urn:isbn:951-0-18435-7"); // as assigned
    const problem why = key_of("urn:example:a#part").error(); // an f-component is no part of the name
    CHECK(why.type == problem_type::malformed || why.type == problem_type::invalid);
    CHECK(!key_of("urn:example:" + std::string(longest_name, 'a')));
}

void many_records_from_a_template() {
    const auto t = record_template::from_json(*json::read(R"({"locators": ["https://a.example/{suffix}"]})")).value();
    CHECK(t.expand("urn:example:lib-7", "example:lib-")->locators.front().url == "https://a.example/7");
}

void the_life_of_a_name() {
    CHECK(after({}, name_action::assign, "example:a") == name_state::active);
    CHECK(after(name_state::active, name_action::withdraw, "example:a") == name_state::withdrawn);
    const problem why = after(name_state::active, name_action::assign, "example:a").error();
    CHECK(why.type == problem_type::conflict); // a name is assigned once
    CHECK(to_string(name_action::reinstate) == "reinstate");
}

void links_about_a_name() {
    const name_record r{.locators = {{.url = "https://a.example/1", .media_type = "text/html"}}};
    const std::vector<const locator *> valid_now{&r.locators.front()};
    const own_urls here{.page = "https://urn.example/urn:example:a", .linkset = "https://urn.example/linkset"};
    std::vector<web_link> links = links_of("urn:example:a", r, valid_now, here);
    CHECK(has(links, web_link{.relation = "cite-as", .target = "urn:example:a"}));
    links.push_back({.relation = "type", .target = std::string(about_page)}); // of a landing page itself
    CHECK(link_field(links).find(R"(<https://a.example/1>; rel="item"; type="text/html")") != std::string::npos);
    CHECK(linkset_json("urn:example:a", links).starts_with(R"({"linkset":[{"anchor":"urn:example:a")"));
}

void a_list_of_uris() {
    // RFC 2483 5
    const std::vector<std::string> found{"https://a.example/1", "https://b.example/1"};
    CHECK(uri_list("urn:example:a", found) == "# urn:example:a\r\nhttps://a.example/1\r\nhttps://b.example/1\r\n");
}

void words_to_search_by() {
    CHECK((search_words("The Forest: 2nd Ed.") == std::vector<std::string>{"2nd", "ed", "forest", "the"}));
    const name_record r{.metadata = R"({"title":"The Forest"})"};
    const std::vector<std::string> words = search_words_of("example:lib-7", r);
    CHECK(has(words, "forest") && words.size() <= most_words_of_name);
    CHECK(has(words, namespace_word("example:lib-7")));
    CHECK(has(words, state_word(name_state::active)));
    CHECK(normal_locator("HTTPS://A.example/%7Ea#top") == "https://a.example/~a");
    CHECK(search_words(std::string(200, 'a')).front().size() == longest_word);
    CHECK(search_words("a b c d e f g h i j k l m n o p q r s").size() == most_words_of_query);
    CHECK(search_rules == 1); // an index that other rules made has to be made again
}

void points_in_time() {
    const timestamp t = parse_timestamp("2026-11-21T11:00:00+01:00").value();
    CHECK(to_string(t) == "2026-11-21T10:00:00Z" && t < now());
    CHECK(seconds_since_epoch(t) == 1795255200);
    CHECK(!parse_timestamp("yesterday") && must_be_a_time.starts_with("must be a date"));
}

} // namespace

int main() {
    a_record();
    a_record_in_json();
    the_key_of_a_name();
    many_records_from_a_template();
    the_life_of_a_name();
    links_about_a_name();
    a_list_of_uris();
    words_to_search_by();
    points_in_time();
    return 0;
}

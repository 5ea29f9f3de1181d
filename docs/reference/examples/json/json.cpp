// JSON: reading within limits, values, typed reading of members, writing, pointers, merge patches.
#include <uniform/json/members.hpp>
#include <uniform/json/merge_patch.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/read_error.hpp>
#include <uniform/json/value.hpp>
#include <uniform/json/writer.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void reading() {
    const json::value v = json::read(R"({"title":"RFC Editor","since":1969})", json::limits{.depth = 4}).value();
    CHECK(v.string_of("title") == "RFC Editor" && v.find("since")->if_integer() == 1969);
    const json::error why = json::read(R"({"a":1,"a":2})").error();
    CHECK(why.code == json::error_code::repeated_member && why.offset == 7 && why.rule() == "RFC 8259 section 4");
}

void values() {
    json::value v;
    v.set("n", 1).set("list", json::array{json::value{"x"}});
    CHECK(v.type() == json::type::object && v.find("list")->elements().size() == 1);
    const json::value made = json::object{json::member{"a", true}};
    CHECK(json::to_text(made) == R"({"a":true})");
}

void reading_members() {
    const json::value body = json::read(R"({"prefix":"a","max_age":60,"colour":"red"})").value();
    std::string prefix;
    std::int64_t age = 0;
    json::members m{body, "a delegation"};
    m.require("prefix").string("prefix", prefix).integer("max_age", age, 0, 86400);
    const auto done = m.done(); // nobody asked for "colour"
    CHECK(prefix == "a" && age == 60 && done.error().code == json::error_code::unknown_member);
    CHECK(json::not_an_object(json::value{1}, "a delegation").code == json::error_code::not_an_object);
    CHECK(!json::not_a_string(json::array{json::value{1}}, 0, "\"names\" of a batch").message.empty());
}

struct point {
    int x, y;
};
void write(json::writer &w, const point &p) { w.begin_object().member("x", p.x).member("y", p.y).end_object(); }

void writing() {
    std::string out;
    json::writer w{out, json::layout::spaced};
    w.begin_object().member("name", "urn:example:a").member("weight", 3).end_object();
    CHECK(out == R"({"name": "urn:example:a", "weight": 3})");
    CHECK(json::written(point{1, 2}) == R"({"x":1,"y":2})"); // by write() of its namespace
    out.clear();
    json::append_string(out, "\xE9", json::encoding::bytes);
    CHECK(out == R"("\u00e9")");
}

void pointers() {
    const json::value v = json::read(R"({"locators":[{"a/b":1}]})").value();
    std::string p = json::pointer_to("", "locators");
    json::append_token(p, std::size_t{0});
    json::append_token(p, "a/b");
    CHECK(p == "/locators/0/a~1b" && json::at(v, p)->if_integer() == 1);
}

void patching() {
    json::value v = json::read(R"({"a":1,"b":2})").value();
    json::merge_patch(v, json::read(R"({"a":null,"c":3})").value());
    CHECK(json::to_text(v) == R"({"b":2,"c":3})");
}

} // namespace

int main() {
    reading();
    values();
    reading_members();
    writing();
    pointers();
    patching();
    return 0;
}

// The templates of the pages with the models that they are filled from: a template names only what its model has, and a
// model has only what one of its templates names. Both are read: the template as its text, the model as its shape
// (src/http/pages/model.hpp).

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/pages/frame.hpp"
#include "http/pages/model.hpp"
#include "http/pages/rendering.hpp"
#include "http/server/all_routes.hpp"

namespace uniform::http {

namespace {

using pages::language;
using pages::page_model;
using pages::shape;
using pages::shape_kind;
using pages::shape_member;

// The names that src/http/pages/rendering.cpp defines for every template: sections of one value.
constexpr std::array<std::string_view, 4> conversions{"in_language", "as_word", "as_minute", "with_code"};

// A name that a template has: {{NAME}}, {{#NAME}}, {{^NAME}}, {{/NAME}}.
struct tag {
    char kind = 'v'; // 'v': its value is shown
    std::string name = {};
};

std::vector<tag> tags_of(std::string_view text) {
    std::vector<tag> out;
    for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at)) {
        const std::size_t end = text.find("}}", at);
        if (end == std::string_view::npos) break;
        std::string_view inner = text.substr(at + 2, end - at - 2);
        at = end + 2;
        if (inner.starts_with('{')) ++at; // {{{NAME}}}
        tag t;
        if (inner.starts_with('#') || inner.starts_with('^') || inner.starts_with('/')) t.kind = inner.front();
        inner.remove_prefix(std::min(inner.find_first_not_of("#^/&{ "), inner.size()));
        t.name = inner;
        out.push_back(std::move(t));
    }
    return out;
}

// Names of members of structs: a struct that is a part of several models is one.
using named_members = std::set<std::pair<const void *, std::string_view>>;

// Reads a template as the engine does, with shapes in place of values.
class reading_of_template {
public:
    reading_of_template(std::vector<const shape *> top, named_members &named) : named_{&named} {
        for (const shape *one : top) scopes_.push_back({.members = one->members});
    }

    // The mistakes, a line for each name.
    std::set<std::string> read(std::string_view text) {
        for (const tag &t : tags_of(text)) {
            if (std::ranges::find(conversions, t.name) != conversions.end()) continue;
            if (t.kind == '/') {
                if (open_.empty() || open_.back().first != t.name) wrong_.insert("{{/" + t.name + "}} ends no section");
                if (!open_.empty()) close();
                continue;
            }
            const auto found = find(t.name);
            if (!found) wrong_.insert("no model has {{" + t.name + "}}" + where());
            if (t.kind == 'v') {
                if (found && found->kind != shape_kind::value) wrong_.insert("{{" + t.name + "}} is no text" + where());
                continue;
            }
            open(t, found);
        }
        if (!open_.empty()) wrong_.insert("{{#" + open_.back().first + "}} has no end");
        return wrong_;
    }

private:
    struct scope {
        std::span<const shape_member> members = {};
        bool values = false; // the elements of a list that are no objects: {{.}}
    };

    void open(const tag &t, const std::optional<shape_member> &found) {
        const bool enters = t.kind == '#' && found && found->kind != shape_kind::value;
        open_.emplace_back(t.name, enters);
        if (!enters) return;
        scopes_.push_back(found->inside == nullptr ? scope{.values = true} : scope{.members = found->inside->members});
    }
    void close() {
        if (open_.back().second) scopes_.pop_back();
        open_.pop_back();
    }
    std::string where() const {
        std::string out;
        for (const auto &[name, enters] : open_) {
            if (enters) (out += out.empty() ? " in " : ".") += name;
        }
        return out;
    }

    // The innermost object that has all of "a.b".
    std::optional<shape_member> find(std::string_view name) {
        if (name == ".") return scopes_.back().values ? std::optional{shape_member{.name = name}} : std::nullopt;
        for (std::size_t i = scopes_.size(); i-- > 0;) {
            if (auto found = find_in(scopes_[i].members, name)) return found;
        }
        return std::nullopt;
    }
    std::optional<shape_member> find_in(std::span<const shape_member> members, std::string_view path) {
        const std::string_view first = path.substr(0, path.find('.'));
        const auto at = std::ranges::find(members, first, &shape_member::name);
        if (at == members.end()) return std::nullopt;
        if (first.size() == path.size()) {
            named_->insert({at->owner, at->name});
            return *at;
        }
        if (at->kind != shape_kind::object) return std::nullopt;
        auto found = find_in(at->inside->members, path.substr(first.size() + 1));
        if (found) named_->insert({at->owner, at->name});
        return found;
    }

    std::vector<scope> scopes_ = {};
    std::vector<std::pair<std::string, bool>> open_ = {}; // sections, and whether they are scopes
    std::set<std::string> wrong_ = {};
    named_members *named_;
};

std::set<std::string> problems_of(std::string_view text, const shape &model, named_members &named) {
    return reading_of_template{{&pages::shape_of<pages::in_every_page>, &model}, named}.read(text);
}

// Members that no template names, as "LIST.MEMBER".
void add_unnamed(const shape &s, const std::string &before, const named_members &named, std::set<std::string> &out) {
    for (const shape_member &m : s.members) {
        const std::string path = before + std::string{m.name};
        if (!named.contains({m.owner, m.name})) out.insert(path);
        if (m.inside != nullptr) add_unnamed(*m.inside, path + ".", named, out);
    }
}

void add_repeated(const shape &s, const std::string &before, std::set<std::string> &out) {
    std::set<std::string_view> seen;
    for (const shape_member &m : s.members) {
        const std::string path = before + std::string{m.name};
        if (!seen.insert(m.name).second) out.insert(path);
        if (m.inside != nullptr) add_repeated(*m.inside, path + ".", out);
    }
}

// Those of the routes' responses, by their templates.
std::multimap<std::string_view, const shape *> all_models() {
    std::set<std::pair<std::string_view, const shape *>> found;
    for (const router::table &table : all_routes()) {
        for (const route &r : table.routes) {
            for (const response_row &response : r.responses) {
                for (const page_model *m : response.pages) found.insert({m->page_template, m->shows});
            }
        }
    }
    return {found.begin(), found.end()};
}

struct small_row {
    std::string name = {};
    bool flag = false;

    static constexpr std::tuple members{pages::member{"name", &small_row::name},
                                        pages::member{"flag", &small_row::flag}};
};
struct small_part {
    std::string error_name = {};
    std::optional<small_row> one = {};

    static constexpr std::tuple members{pages::member{"error_name", &small_part::error_name},
                                        pages::member{"one", &small_part::one}};
};
struct small_model {
    small_part part = {};
    std::vector<small_row> rows = {};
    std::vector<std::string> words = {};
    std::uint64_t count = 0;

    static constexpr std::tuple members{
        pages::members_of{&small_model::part}, pages::member{"rows", &small_model::rows},
        pages::member{"words", &small_model::words}, pages::member{"count", &small_model::count}};
};

struct empty_model {
    static constexpr std::tuple<> members{};
};

} // namespace

TEST(page_models, have_what_templates_name) {
    const auto models = all_models();
    EXPECT_FALSE(models.empty());
    named_members named;
    for (const auto &[name, model] : models) {
        const std::string_view text = pages::template_text(name, language::english);
        EXPECT_FALSE(text.empty()) << "there is no template " << name;
        EXPECT_THAT(problems_of(text, *model, named), testing::IsEmpty()) << "web/templates/" << name << ".html";
    }
    std::set<std::string> unnamed;
    for (const auto &[name, model] : models) add_unnamed(*model, std::string{name} + ": ", named, unnamed);
    add_unnamed(pages::shape_of<pages::in_every_page>, "page: ", named, unnamed);
    EXPECT_THAT(unnamed, testing::IsEmpty()) << "members that no template names";
    std::set<std::string> repeated;
    for (const auto &[name, model] : models) add_repeated(*model, std::string{name} + ": ", repeated);
    EXPECT_THAT(repeated, testing::IsEmpty()) << "two members of one name";
}

TEST(page_models, are_those_of_all_templates) {
    const auto models = all_models();
    for (const std::string_view name : pages::template_names()) {
        EXPECT_EQ(models.count(name), 1U) << name << ": a template has one model, in the responses of its route";
    }
}

TEST(page_models, are_compared_with_the_scopes_of_a_template) {
    struct row {
        std::string_view text;
        std::set<std::string> expected;
    };
    const row rows[]{
        {"{{count}} {{page.title}} {{{csrf}}}", {}},
        {"{{#rows}}{{name}} {{#flag}}{{count}}{{/flag}}{{^flag}}-{{/flag}}{{/rows}}{{^rows}}{{count}}{{/rows}}", {}},
        {"{{name}}", {"no model has {{name}}"}},
        {"{{^rows}}{{name}}{{/rows}}", {"no model has {{name}}"}},
        {"{{#rows}}{{nme}}{{/rows}}", {"no model has {{nme}} in rows"}},
        {"{{#one}}{{name}}{{/one}}{{one.name}}{{#one.flag}}{{/one.flag}}", {}},
        {"{{one.nme}}", {"no model has {{one.nme}}"}},
        {"{{rows.name}}", {"no model has {{rows.name}}"}},
        {"{{rows}}", {"{{rows}} is no text"}},
        {"{{#count}}{{name}}{{/count}}", {"no model has {{name}}"}},
        {"{{#words}}{{.}}{{/words}}", {}},
        {"{{#rows}}{{.}}{{/rows}}", {"no model has {{.}} in rows"}},
        {"{{#in_language}}{{&error_name}}{{/in_language}}", {}},
        {"{{#in_language}}{{&error_nme}}{{/in_language}}", {"no model has {{error_nme}}"}},
        {"{{#rows}}", {"{{#rows}} has no end"}},
        {"{{#rows}}{{/words}}", {"{{/words}} ends no section"}},
    };
    for (const row &r : rows) {
        named_members named;
        EXPECT_EQ(problems_of(r.text, pages::shape_of<small_model>, named), r.expected) << r.text;
    }
    named_members named;
    EXPECT_THAT(problems_of("{{#rows}}{{name}}{{/rows}}{{error_name}}{{count}}", pages::shape_of<small_model>, named),
                testing::IsEmpty());
    std::set<std::string> unnamed;
    add_unnamed(pages::shape_of<small_model>, "", named, unnamed);
    EXPECT_EQ(unnamed, (std::set<std::string>{"one", "one.flag", "rows.flag", "words"}));
}

TEST(page_models, fill_templates) {
    small_model m{.rows = {{.name = "a", .flag = true}}, .words = {"b"}, .count = 2};
    EXPECT_TRUE(pages::set_text(m, "error_name", "wrong"));
    EXPECT_FALSE(pages::set_text(m, "error_other", "wrong"));
    EXPECT_FALSE(pages::set_text(m, "count", "3")) << "is no text";
    json::value row = json::object{};
    row.set("name", "a").set("flag", true);
    json::value expected = json::object{};
    expected.set("error_name", "wrong").set("one", nullptr).set("rows", json::array{row});
    expected.set("words", json::array{json::value{"b"}}).set("count", 2);
    EXPECT_EQ(pages::json_of(m), expected);
    EXPECT_EQ(pages::json_of(empty_model{}), json::value{json::object{}}) << "a page that is only texts";
    EXPECT_TRUE(pages::shape_of<empty_model>.members.empty());
    m.part.one = small_row{.name = "a", .flag = true};
    EXPECT_EQ(pages::json_of(m), expected.set("one", row));
}

} // namespace uniform::http

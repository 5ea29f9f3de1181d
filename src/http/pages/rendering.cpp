#include "http/pages/rendering.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <stdexcept>

#include <kainjow/mustache.hpp>

#include <uniform/json/writer.hpp>

#include "base/mutex.hpp"
#include "http/pages/escape.hpp"
#include "http/pages/language_tags.hpp"
#include "http/pages/messages.hpp"

namespace uniform::http::pages {

namespace {

namespace mustache = kainjow::mustache;

struct template_row {
    std::string_view name;
    std::array<std::string_view, language_count> texts;
};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
constexpr template_row templates[]{
#include "web_templates.inc"
};
#pragma GCC diagnostic pop

mustache::data data_of(const json::value &v) {
    switch (v.type()) {
    case json::type::null:
        return mustache::data{false};
    case json::type::boolean:
        return mustache::data{*v.if_boolean()};
    case json::type::string:
        return v.if_string()->empty() ? mustache::data{false} : mustache::data{*v.if_string()};
    case json::type::array: {
        mustache::data out{mustache::data::type::list};
        for (const json::value &element : v.elements()) out.push_back(data_of(element));
        return out;
    }
    case json::type::object: {
        mustache::data out{mustache::data::type::object};
        for (const json::member &m : v.members()) out.set(m.name, data_of(m.value));
        return out;
    }
    default:
        return mustache::data{json::to_text(v)};
    }
}

mustache::mustache &parsed(std::string_view name, language l) {
    const auto row = std::ranges::find(templates, name, &template_row::name);
    if (row == std::ranges::end(templates)) throw std::logic_error{"no template " + std::string{name}};
    // render() is not const, but changes the object only by partials, and the templates have none left: one object
    // serves all threads.
    static base::mutex lock;
    static std::map<std::pair<const template_row *, language>, std::unique_ptr<mustache::mustache>> made
        UNIFORM_GUARDED_BY(lock);
    const base::scoped_lock held{lock};
    auto &one = made[{row, l}];
    if (!one) {
        auto next = std::make_unique<mustache::mustache>(std::string{row->texts[static_cast<std::size_t>(l)]});
        if (!next->is_valid()) throw std::logic_error{std::string{name} + ": " + next->error_message()};
        next->set_custom_escape([](const std::string &text) { return escaped(text); });
        one = std::move(next);
    }
    return *one;
}

// "2026-11-26T17:16:35.060874Z" -> "2026-11-26 17:16 UTC"; also without seconds. A date stays as it is.
std::string minute_of(std::string_view time) {
    if (time.size() < 16 || time[4] != '-' || time[13] != ':') return std::string{time};
    std::string out{time.substr(0, 16)};
    out[10] = ' ';
    return out += " UTC";
}

// Sections that generate_web.py makes of {{message NAME}} and its like: each has one value, as it is, and what a lambda
// returns is not read as a template.
void add_conversions(mustache::data &all, language l) {
    const auto add = [&](const char *name, auto html_of) {
        all.set(name, mustache::lambda2{[html_of](const std::string &section, const mustache::renderer &render) {
                    return html_of(render(section, false));
                }});
    };
    add("in_language", [l](const std::string &value) { return message_html(l, value); });
    add("as_word", [l](const std::string &value) { return escaped(label_of(l, value)); });
    add("as_minute", [](const std::string &value) { return escaped(minute_of(value)); });
    add("with_code", [](const std::string &value) { return html_with_code(value); });
}

} // namespace

std::string rendered(std::string_view name, language l, const json::value &data) {
    mustache::data all = data_of(data);
    add_conversions(all, l);
    std::string out;
    parsed(name, l).render(all, [&out](const std::string &part) { out += part; });
    return out;
}

std::string_view template_text(std::string_view name, language l) noexcept {
    const auto row = std::ranges::find(templates, name, &template_row::name);
    return row == std::ranges::end(templates) ? std::string_view{} : row->texts[static_cast<std::size_t>(l)];
}

std::vector<std::string_view> template_names() {
    std::vector<std::string_view> out;
    for (const template_row &row : templates) out.push_back(row.name);
    return out;
}

} // namespace uniform::http::pages

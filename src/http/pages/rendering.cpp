#include "http/pages/rendering.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include <kainjow/mustache.hpp>

#include <uniform/json/writer.hpp>

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

std::string escaped(const std::string &text) {
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
    return out;
}

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
    static std::mutex lock;
    static std::map<std::pair<const template_row *, language>, std::unique_ptr<mustache::mustache>> made;
    const std::scoped_lock held{lock};
    auto &one = made[{row, l}];
    if (!one) {
        auto next = std::make_unique<mustache::mustache>(std::string{row->texts[static_cast<std::size_t>(l)]});
        if (!next->is_valid()) throw std::logic_error{std::string{name} + ": " + next->error_message()};
        next->set_custom_escape(escaped);
        one = std::move(next);
    }
    return *one;
}

} // namespace

std::string rendered(std::string_view name, language l, const json::value &data) {
    std::string out;
    parsed(name, l).render(data_of(data), [&out](const std::string &part) { out += part; });
    return out;
}

} // namespace uniform::http::pages

#include "http/pages/changed_members.hpp"

#include <algorithm>
#include <string>

#include <uniform/json/writer.hpp>

#include "http/pages/messages.hpp"

namespace uniform::http::pages {

std::vector<change_row> changed_members(const json::value &before, const json::value &after, language l,
                                        std::initializer_list<std::string_view> with_words) {
    std::vector<change_row> out;
    const auto shown = [&](std::string_view name, const json::value *v) -> std::string {
        if (v == nullptr) return {};
        if (!v->is_string()) return json::to_text(*v);
        const std::string &text = *v->if_string();
        return std::ranges::find(with_words, name) == with_words.end() ? text : std::string{label_of(l, text)};
    };
    const auto add = [&](std::string_view name, const json::value *old, const json::value *next) {
        out.push_back(
            {.what = std::string{label_of(l, name)}, .old_value = shown(name, old), .new_value = shown(name, next)});
    };
    for (const auto &[name, value] : before.members()) {
        const json::value *const other = after.find(name);
        if (other == nullptr || !(*other == value)) add(name, &value, other);
    }
    for (const auto &[name, value] : after.members()) {
        if (before.find(name) == nullptr) add(name, nullptr, &value);
    }
    return out;
}

} // namespace uniform::http::pages

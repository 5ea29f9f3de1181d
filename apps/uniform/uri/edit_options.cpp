#include "uri/edit_options.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "print/words.hpp"

namespace uniform::cli {

namespace {

// One of those above, "query.KEY" or "path.N".
bool is_component(std::string_view name) {
    if (std::ranges::find(edit_components, name) != edit_components.end()) return true;
    if (name.starts_with("query.")) return name.size() > 6;
    if (!name.starts_with("path.")) return false;
    name.remove_prefix(5);
    int index = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), index);
    return problem == std::errc{} && end == name.data() + name.size();
}

std::string unknown_component(std::string_view name) {
    std::string says = "unknown component " + in_quotes(name);
    if (const std::string near = suggestion(name, edit_components); !near.empty()) return says + near;
    says += "; the components are ";
    for (const std::string_view c : edit_components) says += std::string{c} + ", ";
    return says + "query.KEY and path.N";
}

// "NAME=VALUE" in its two halves.
std::optional<std::pair<std::string, std::string>> assignment(std::string_view text) {
    const auto at = text.find('=');
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    return std::pair{std::string{text.substr(0, at)}, std::string{text.substr(at + 1)}};
}

std::unexpected<std::string> wrong_form(const option_text &text, std::string_view value) {
    return std::unexpected{not_of_form(value, text.value)};
}

bool is_of_whole_query(edit_action action) {
    using enum edit_action;
    return action == drop_param || action == keep_param || action == merge_query || action == set_params ||
           action == set_all_params || action == sort_query;
}

} // namespace

option_status add_step(edit_options &o, edit_action action, const option_text &text, std::string_view value) {
    using enum edit_action;
    edit_step step{action, std::string{value}, {}};
    const bool is_whole = is_of_whole_query(action);
    const bool is_key = action == replace || action == replace_decoded || action == replace_append;
    const bool appends = action == append || action == append_decoded;
    if (is_key && !value.empty() && !value.contains('=')) {
        step.no_value = true;
    } else if (!is_whole && action != remove) {
        auto parts = assignment(value);
        if (!parts) return wrong_form(text, value);
        step.name = std::move(parts->first);
        step.value = std::move(parts->second);
    }
    if ((action == set || action == set_decoded) && step.name.size() > 1 && step.name.ends_with('?')) {
        step.name.pop_back();
        step.action = action == set ? set_absent : set_absent_decoded;
    }
    if (step.name == "url" && !is_whole && !is_key) step.name = "uri";
    if (action == merge_query || action == set_params || action == set_all_params) {
        step.value = std::exchange(step.name, "query");
    }
    if (action == set_params) {
        auto pairs = parameters_of_json(step.value);
        if (!pairs) return std::unexpected{pairs.error()};
        step.pairs = *std::move(pairs);
    }
    if (appends && step.name != "path" && step.name != "query") {
        return std::unexpected{"cannot append to " + in_quotes(step.name) + ", only to path and query"};
    }
    if (!is_whole && !is_key && !appends && !is_component(step.name)) {
        // With --edition whatwg, which may follow, the names are others.
        if (action != set) return std::unexpected{unknown_component(step.name)};
        if (o.web_member.empty()) o.web_member = unknown_component(step.name);
    }
    if (step.name == "uri" && action != set && step.action != set_absent) {
        return std::unexpected{std::string{"the URI as a whole can only be set, with --set"}};
    }
    if (action == set_decoded && step.name == "authority") {
        return std::unexpected{"an authority has delimiters; set user, host and port one by one"};
    }
    o.edits.push_back(std::move(step));
    return {};
}

option_status add_iteration(edit_options &o, const option_text &text, std::string_view value) {
    auto parts = assignment(value);
    if (!parts) return wrong_form(text, value);
    if (parts->first == "url") parts->first = "uri";
    if (!is_component(parts->first)) return std::unexpected{unknown_component(parts->first)};
    if (std::ranges::find(o.iterations, parts->first, &edit_iteration::name) != o.iterations.end())
        return std::unexpected{parts->first + " is iterated already; write all texts into one option"};
    edit_iteration it{std::move(parts->first), {}};
    for (std::string_view rest = parts->second; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (!word.empty()) it.values.emplace_back(word);
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    if (it.values.empty()) return std::unexpected{"no text in " + in_quotes(value)};
    o.iterations.push_back(std::move(it));
    return {};
}

} // namespace uniform::cli

// The search for the values of a template in a URI, and its limits.
#include <algorithm>
#include <map>
#include <utility>

#include "uri/templates/template_matcher.hpp"

namespace uniform {

namespace {

constexpr std::size_t steps_of_state = 8;

constexpr std::string_view too_long_message = "the text is longer than 8192 bytes, the limit for matching";
constexpr std::string_view too_many_message = "the search for the values took too many steps; the limit is 4194304";

} // namespace

uri_template::matcher::matcher(const uri_template &t, std::string_view uri) : template_{t}, uri_{uri} {
    std::map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < t.parts_.size(); ++i) {
        const part &e = t.parts_[i];
        if (!e.is_expression) nodes_.push_back({.of = &e});
        for (std::size_t j = 0; j < e.specifications.size(); ++j) {
            const auto [at, is_new] = known.emplace(e.specifications[j].name, variables_.size());
            if (is_new) variables_.push_back({.name = e.specifications[j].name, .first = nodes_.size()});
            variables_[at->second].last = nodes_.size();
            nodes_.push_back({&e, &e.specifications[j], at->second, j == 0, j + 1 == e.specifications.size()});
        }
    }
    for (std::size_t v = 0; v < variables_.size(); ++v) {
        if (variables_[v].first != variables_[v].last) repeated_.push_back(v);
    }
}

std::expected<template_match, template_error> uri_template::matcher::match() {
    enter(0, 0, false);
    std::optional<template_match> found;
    while (!stack_.empty()) {
        if (steps_ > most_steps) break;
        frame &f = stack_.back();
        if (f.changed) {
            variables_[nodes_[f.node].variable].now = std::move(f.before);
            f.changed = false;
        }
        if (f.next == f.candidates.size()) {
            if (!f.succeeded) failed_.insert(std::move(f.key));
            const bool succeeded = f.succeeded;
            stack_.pop_back();
            if (!stack_.empty()) stack_.back().succeeded = stack_.back().succeeded || succeeded;
            continue;
        }
        const candidate c = f.candidates[f.next++];
        const std::size_t next = f.node + 1;
        const bool any = next < nodes_.size() && !nodes_[next].first && (f.any || c.how != kind::undefined);
        if (nodes_[f.node].spec != nullptr && !apply(f, c)) continue;
        if (next < nodes_.size()) {
            enter(next, c.end, any);
            continue;
        }
        if (c.end != uri_.size()) continue;
        f.succeeded = true;
        if (auto one = solution()) {
            if (!found) {
                found = std::move(one);
            } else if (found->values != one->values) {
                found->ambiguous = true;
            }
            if (found->ambiguous) return *found;
        }
    }
    if (steps_ > most_steps) {
        if (!found) return std::unexpected{template_error{0, {}, too_many_message, {}, true}};
        found->ambiguous = true; // not known
    }
    if (found) return *found;
    if (nodes_.empty() && uri_.empty()) return template_match{};
    return std::unexpected{template_error{furthest_, {}, "no expansion of the template goes on here", {}}};
}

// The state of the search: the place, and the values of variables that occur again.
std::string uri_template::matcher::key_of(std::size_t n, std::size_t p, bool any) {
    std::string key = std::to_string((n * (uri_.size() + 1) + p) * 2 + (any ? 1 : 0));
    const auto add = [&](std::string_view text) { key.append(std::to_string(text.size()) + ':').append(text); };
    for (const std::size_t i : repeated_) {
        const variable &v = variables_[i];
        if (!is_live(v, n)) continue;
        key += v.now.is_known ? (v.now.value ? '=' : '-') : '?';
        for (const occurrence &o : v.now.seen) {
            key += std::to_string(o.node) + (o.any ? '&' : ' ');
            add(uri_.substr(o.begin, o.end - o.begin));
        }
        if (!v.now.value) continue;
        key += std::to_string(v.now.value->index());
        if (const auto *text = std::get_if<std::string>(&*v.now.value)) add(*text);
        if (const auto *list = std::get_if<template_list>(&*v.now.value)) std::ranges::for_each(*list, add);
        if (const auto *pairs = std::get_if<template_pairs>(&*v.now.value)) {
            for (const auto &[name, value] : *pairs) add(name), add(value);
        }
        key += ';';
    }
    steps_ += steps_of_state + key.size() / 8 + repeated_.size();
    return key;
}

void uri_template::matcher::enter(std::size_t n, std::size_t p, bool any) {
    if (nodes_.empty()) return;
    furthest_ = std::max(furthest_, p);
    std::string key = key_of(n, p, any);
    if (failed_.contains(key)) return;
    stack_.push_back({.node = n, .at = p, .any = any, .key = std::move(key)});
    candidates(stack_.back());
}

// Takes the candidate over into the variable.
bool uri_template::matcher::apply(frame &f, const candidate &c) {
    const node &n = nodes_[f.node];
    variable &v = variables_[n.variable];
    if (v.now.is_known) return true;
    state now{};
    if (c.how == kind::undefined) {
        now.is_known = true;
    } else {
        const occurrence here{f.node, f.at, c.value, c.end, f.any};
        now.seen = v.now.seen;
        now.seen.push_back(here);
        if (c.how == kind::open) {
            // one that does not come again is looked at in solution()
            if (now.seen.size() > 1 || n.spec->explode) {
                if (values_of(now.seen).empty()) return false;
            }
        } else {
            now.value = value_of(n, c);
            if (!now.value) return false;
            for (const occurrence &o : now.seen) {
                if (!expands_to(*now.value, o)) return false;
            }
            now.is_known = true;
            now.seen.clear();
        }
    }
    f.before = std::exchange(v.now, std::move(now));
    f.changed = true;
    return true;
}

std::optional<template_match> uri_template::matcher::solution() {
    template_match found;
    for (const variable &v : variables_) {
        if (v.now.is_known) {
            if (v.now.value) found.values.emplace_back(v.name, *v.now.value);
        } else {
            auto values = values_of(v.now.seen);
            if (values.empty()) return std::nullopt;
            found.ambiguous = found.ambiguous || values.size() > 1 || has_more(v.now.seen);
            found.values.emplace_back(v.name, std::move(values.front()));
        }
    }
    if (!expands(found)) return std::nullopt;
    // an empty string that makes no difference is left out
    for (std::size_t i = found.values.size(); i-- > 0 && !repeated_.empty() && steps_ <= most_steps;) {
        if (found.values[i].second != template_value{std::string{}}) continue;
        template_match without = found;
        without.values.erase(without.values.begin() + static_cast<std::ptrdiff_t>(i));
        if (expands(without)) found = std::move(without);
    }
    return found;
}

bool uri_template::matcher::expands(const template_match &found) {
    steps_ += uri_.size() + template_.text_.size();
    template_variables variables;
    for (const auto &[name, value] : found.values) variables.emplace(name, value);
    const auto text = template_.expand(variables);
    return text && *text == uri_;
}

const std::string *template_match::value(std::string_view name) const & noexcept {
    const auto known = std::ranges::find(values, name, &std::pair<std::string, template_value>::first);
    return known == values.end() ? nullptr : std::get_if<std::string>(&known->second);
}

std::expected<template_match, template_error> uri_template::match(std::string_view uri) const {
    if (uri.size() > longest_matched) return std::unexpected{template_error{0, {}, too_long_message, {}, true}};
    return matcher{*this, uri}.match();
}

} // namespace uniform

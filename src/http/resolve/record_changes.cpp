#include "http/resolve/record_changes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "http/pages/changed_members.hpp"

namespace uniform::http {

namespace {

class change_list {
public:
    explicit change_list(pages::language l) : in_{l} {}
    void add(std::string what, std::string old, std::string next) {
        out_.push_back({.what = std::move(what), .old_value = std::move(old), .new_value = std::move(next)});
    }
    void named(std::string_view key, std::string old, std::string next) {
        if (old != next) add(std::string{pages::text(in_, key)}, std::move(old), std::move(next));
    }
    void lists(std::string_view key, const std::vector<std::string> &old, const std::vector<std::string> &next) {
        const std::string what{pages::text(in_, key)};
        for (const std::string &text : old) {
            if (std::ranges::find(next, text) == next.end()) add(what, text, {});
        }
        for (const std::string &text : next) {
            if (std::ranges::find(old, text) == old.end()) add(what, {}, text);
        }
    }
    [[nodiscard]] std::string state(resolver::name_state s) const {
        return std::string{pages::text(in_, "state." + std::string{to_string(s)})};
    }
    void members(const json::value &old, const json::value &next) {
        std::ranges::move(pages::changed_members(old, next, in_), std::back_inserter(out_));
    }
    [[nodiscard]] std::vector<pages::change_row> take() { return std::move(out_); }

private:
    pages::language in_;
    std::vector<pages::change_row> out_;
};

// A locator with all that may change of it.
std::vector<std::string> locators_of(const resolver::name_record &r) {
    std::vector<std::string> out;
    for (const resolver::locator &l : r.locators) {
        std::string one = l.url;
        for (const std::string &part : {l.media_type, l.language, l.country}) {
            if (!part.empty()) one += " · " + part;
        }
        if (l.weight != 1) one += " · " + std::to_string(l.weight);
        out.push_back(std::move(one));
    }
    return out;
}

std::vector<std::string> values_of(const resolver::name_record &r) {
    std::vector<std::string> out;
    out.reserve(r.values.size());
    for (const resolver::typed_value &v : r.values) out.push_back(v.type + ": " + v.value);
    return out;
}

} // namespace

std::vector<pages::change_row> changes_of(const service::history_item &item, pages::language l) {
    if (!item.before) return {};
    const auto old = resolver::decode(item.before->body);
    const auto next = resolver::decode(item.event.body);
    if (!old || !next) return {};
    change_list out{l};
    out.named("change.state", out.state(old->state), out.state(next->state));
    out.named("name.registrar", old->registrar, next->registrar); // a reserved name may be activated by another one
    out.lists("change.locator", locators_of(*old), locators_of(*next));
    out.members(old->metadata.value(), next->metadata.value());
    out.lists("change.other_name", old->other_names, next->other_names);
    out.lists("change.value", values_of(*old), values_of(*next));
    out.named("name.successor", old->successor, next->successor);
    out.named("name.predecessor", old->predecessor, next->predecessor);
    return out.take();
}

} // namespace uniform::http

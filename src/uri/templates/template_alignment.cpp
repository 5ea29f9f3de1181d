#include "uri/templates/template_alignment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "uri/templates/expansion_text.hpp"

namespace uniform::detail {

namespace {

// The length of the octet in the text of "." (RFC 6570 3.2.1: only unreserved characters stay); 0 if there is none.
std::size_t encoded_length(std::string_view text, std::size_t p) noexcept {
    if (p >= text.size()) return 0;
    if (text[p] != '%') return template_unreserved.contains(text[p]) ? 1 : 0;
    return p + 2 < text.size() ? 3 : 0;
}

// The length of that octet in the text of "+" or "#", which keep reserved characters and the "%" of a
// percent-encoding in the value; 0 if another octet stands there.
std::size_t passed_length(std::string_view text, std::size_t p, char octet, bool in_triplet) noexcept {
    if (p >= text.size()) return 0;
    const bool kept =
        octet == '%' ? in_triplet : template_unreserved.contains(octet) || template_reserved.contains(octet);
    if (kept) return text[p] == octet ? 1 : 0;
    return text[p] == '%' && p + 2 < text.size() && octet_at(text, p) == octet ? 3 : 0;
}

// The texts without repetitions: one of each form has all that its value shows.
class side_by_side {
public:
    static constexpr std::size_t forms = 3;
    using place = std::array<std::size_t, forms>; // in each text

    explicit side_by_side(std::span<const written_value> texts) {
        for (const written_value &t : texts) {
            const auto same = std::ranges::find_if(
                texts_, [&](const written_value &o) { return o.reserved == t.reserved && o.explode == t.explode; });
            if (same == texts_.end()) {
                texts_.push_back(t);
            } else {
                agree_ = agree_ && same->text == t.text;
            }
        }
    }

    // Whether texts of one form are equal, as those of one value are.
    [[nodiscard]] bool agree() const noexcept { return agree_; }
    [[nodiscard]] bool has(bool written_value::*what) const { return std::ranges::any_of(texts_, what); }
    [[nodiscard]] bool has_all(bool written_value::*what) const { return std::ranges::all_of(texts_, what); }
    [[nodiscard]] bool all_contain(char c) const {
        return std::ranges::all_of(texts_, [&](const written_value &t) { return t.text.contains(c); });
    }

    [[nodiscard]] bool is_end(const place &at) const {
        return all([&](std::size_t i) { return at[i] == texts_[i].text.size(); });
    }

    // Moves behind what each text has there; false if one has something else. `after` gives the text of each form.
    template <class F>
    bool skip(place &at, F after) const {
        place next = at;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const std::string_view expected = after(texts_[i]);
            if (!texts_[i].text.substr(at[i]).starts_with(expected)) return false;
            next[i] += expected.size();
        }
        at = next;
        return true;
    }

    // Moves behind the octet that all texts have there; nothing if they have none, or several.
    std::optional<char> octet(place &at) const {
        const auto encoded = std::ranges::find(texts_, false, &written_value::reserved);
        const bool is_passed = encoded == texts_.end();
        const auto first = is_passed ? std::size_t{0} : static_cast<std::size_t>(encoded - texts_.begin());
        const std::string_view text = texts_[first].text;
        const std::size_t p = at[first];
        const std::size_t length = is_passed ? (p < text.size() ? 1 : 0) : encoded_length(text, p);
        if (length == 0) return std::nullopt;
        const char octet = length == 3 ? octet_at(text, p) : text[p];
        const std::string_view behind = text.substr(p + length, 2);
        const bool in_triplet = behind.size() == 2 && std::ranges::all_of(behind, ascii::is_hexdig);
        place next = at;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const std::string_view other = texts_[i].text;
            // if all pass, what they pass is the value
            const std::size_t passed = is_passed ? (other.substr(at[i]).starts_with(octet) ? 1 : 0)
                                                 : passed_length(other, at[i], octet, in_triplet);
            const std::size_t n = texts_[i].reserved ? passed : length;
            if (n == 0) return std::nullopt;
            next[i] += n;
        }
        at = next;
        return octet;
    }

private:
    template <class F>
    [[nodiscard]] bool all(F holds) const {
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            if (!holds(i)) return false;
        }
        return true;
    }

    std::vector<written_value> texts_;
    bool agree_ = true;
};

std::string_view member_end(const written_value &t) { return t.reserved ? "," : "."; }
std::string_view name_end(const written_value &t) { return t.explode ? "=" : ","; }
// RFC 6570 3.2.1: of an empty value there is "simply "name"" if the array is exploded
std::string_view empty_value(const written_value &t) { return t.explode ? "" : ","; }
std::string_view empty_value_and_member_end(const written_value &t) { return t.explode ? member_end(t) : ",,"; }

// The search for associative arrays: from each place of the texts, in a name or in a value, the moves that all texts
// allow. A place from which the end is out of reach, whatever the names before it, is not entered again.
class pairs_search {
public:
    pairs_search(const side_by_side &texts, std::size_t &steps, std::size_t most_steps)
        : texts_{texts}, steps_{steps}, most_steps_{most_steps} {}

    std::vector<template_pairs> run() {
        stack_.emplace_back();
        while (!stack_.empty() && steps_ <= most_steps_ && found_.size() < 2) {
            ++steps_;
            if (stack_.back().next == move::none) {
                leave();
            } else {
                go(std::exchange(stack_.back().next, static_cast<move>(static_cast<int>(stack_.back().next) + 1)));
            }
        }
        return std::move(found_);
    }

private:
    enum class move : std::uint8_t { octet, separate, end_member, end, none };
    struct frame {
        side_by_side::place at{};
        bool in_value = false;
        std::size_t octets = 0; // of data_, here
        std::size_t begin = 0;  // of the name or value
        move next = move::octet;
        bool named = false;    // a name ended here
        bool recorded = false; // a member ended here
        bool is_dead = true;   // no end was reached and no name refused
    };

    void go(move how) {
        frame next = stack_.back();
        next.next = move::octet;
        next.named = next.recorded = false;
        next.is_dead = true;
        const bool in_value = next.in_value;
        const bool is_empty = next.begin == next.octets;
        switch (how) {
        case move::octet:
            if (const auto octet = texts_.octet(next.at)) {
                data_.resize(next.octets++);
                data_ += *octet;
                enter(next);
            }
            return;
        case move::separate:
            if (in_value || !texts_.skip(next.at, name_end)) return;
            next.in_value = true;
            return end_name(next);
        case move::end_member:
            if (in_value ? is_empty || !texts_.skip(next.at, member_end)
                         : !texts_.skip(next.at, empty_value_and_member_end))
                return;
            next.in_value = false;
            next.recorded = true;
            return in_value ? enter(next) : end_name(next);
        case move::end:
            if (in_value ? is_empty : !texts_.skip(next.at, empty_value)) return;
            if (!texts_.is_end(next.at)) return;
            data_.resize(next.octets);
            if (!in_value && names_.contains(data_.substr(next.begin))) return not_dead();
            return record(next, in_value);
        case move::none:
            return;
        }
    }

    void end_name(frame &next) {
        data_.resize(next.octets);
        std::string name = data_.substr(next.begin);
        steps_ += name.size() / 8;
        if (names_.contains(name)) return not_dead();
        if (dead_.contains(key(next))) return;
        names_.insert(name);
        order_.push_back(std::move(name));
        next.named = true;
        enter(next);
    }

    void enter(frame &next) {
        if (dead_.contains(key(next))) return;
        if (next.recorded)
            values_.push_back(stack_.back().in_value ? data_.substr(next.begin, next.octets - next.begin) : "");
        if (next.named || next.recorded) next.begin = next.octets;
        stack_.push_back(next);
    }

    void leave() {
        const frame &f = stack_.back();
        if (f.is_dead) dead_.insert(key(f));
        if (f.recorded) values_.pop_back();
        if (f.named) {
            names_.erase(order_.back());
            order_.pop_back();
        }
        const bool is_dead = f.is_dead;
        stack_.pop_back();
        if (!is_dead) not_dead();
    }

    void not_dead() {
        if (!stack_.empty()) stack_.back().is_dead = false;
    }

    void record(const frame &last, bool in_value) {
        not_dead();
        template_pairs pairs;
        for (std::size_t i = 0; i < values_.size(); ++i) pairs.emplace_back(order_[i], values_[i]);
        std::string rest = data_.substr(last.begin);
        in_value ? pairs.emplace_back(order_.back(), std::move(rest)) : pairs.emplace_back(std::move(rest), "");
        steps_ += data_.size();
        found_.push_back(std::move(pairs));
    }

    // A text that is matched has at most 2^13 bytes. That a value must not be empty is a part of the place, too.
    static std::uint64_t key(const frame &f) {
        constexpr unsigned width = 16;
        std::uint64_t key = (f.in_value ? 1U : 0U) + (f.begin == f.octets || f.named || f.recorded ? 2U : 0U);
        for (const std::size_t at : f.at) key = key << width | at;
        return key;
    }

    const side_by_side &texts_;
    std::size_t &steps_;
    std::size_t most_steps_;
    std::vector<frame> stack_;
    std::string data_;                // the octets of all names and values up to here
    std::vector<std::string> order_;  // the names
    std::vector<std::string> values_; // those that ended
    std::set<std::string, std::less<>> names_;
    std::unordered_set<std::uint64_t> dead_;
    std::vector<template_pairs> found_;
};

} // namespace

std::optional<template_list> aligned_list(std::span<const written_value> texts) {
    const side_by_side all{texts};
    if (!all.agree() || !all.has(&written_value::reserved) || all.has_all(&written_value::reserved))
        return std::nullopt;
    template_list list(1);
    for (side_by_side::place at{}; !all.is_end(at);) {
        if (all.skip(at, member_end)) {
            list.emplace_back();
        } else if (const auto octet = all.octet(at)) {
            list.back() += *octet;
        } else {
            return std::nullopt;
        }
    }
    if (list.size() == 1) return std::nullopt; // the same as its value
    return list;
}

std::vector<template_pairs> aligned_pairs(std::span<const written_value> texts, std::size_t &steps,
                                          std::size_t most_steps) {
    const side_by_side all{texts};
    if (!all.agree()) return {};
    const bool has_dots = !all.has_all(&written_value::reserved);
    const bool is_exploded = all.has_all(&written_value::explode);
    if (!has_dots && (is_exploded || !all.has(&written_value::explode))) return {};
    if (is_exploded && !all.all_contain('=')) return {}; // names alone: a list, too
    return pairs_search{all, steps, most_steps}.run();
}

} // namespace uniform::detail

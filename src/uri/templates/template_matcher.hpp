// Finding the values of a template in a URI (RFC 6570): a search with backtracking over the literals and variable
// specifications of the template in their order. What an occurrence of a variable says of its value holds for the later
// ones (3.2.1: "that variable's value MUST remain static throughout the expansion process"). A state from which the end
// was not reached is kept, with the values on which later occurrences depend, and not entered again. What is found is
// expanded and compared with the text.
//
// uri_template_match.cpp has the search, uri_template_candidates.cpp where the expansion of a variable can end, and
// uri_template_values.cpp the values that a text is the expansion of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <uniform/uri/uri_template.hpp>

#include "uri/templates/template_operators.hpp"

namespace uniform {

class [[gnu::visibility("hidden")]] uri_template::matcher { // a public header only names it
public:
    matcher(const uri_template &t, std::string_view uri);

    std::expected<template_match, template_error> match();

private:
    static constexpr std::size_t most_steps = std::size_t{1} << 22;

    enum class kind : std::uint8_t { undefined, known, text, list, pairs, open };
    struct node {
        const part *of = nullptr;
        const specification *spec = nullptr; // of a literal: nullptr
        std::size_t variable = 0;
        bool first = true, last = true; // of the expression
    };
    struct occurrence {
        std::size_t node, begin, value, end; // `value`: behind the operator and the name
        bool any;
        bool operator==(const occurrence &) const = default;
    };
    struct state {
        bool is_known = false; // then undefined without a value
        std::optional<template_value> value{};
        std::vector<occurrence> seen{}; // of one that is not known yet
    };
    struct variable {
        std::string_view name;
        std::size_t first = 0, last = 0; // nodes
        state now{};
    };
    struct candidate {
        std::size_t end;
        kind how;
        std::size_t value = 0;
    };
    struct frame {
        std::size_t node = 0, at = 0;
        bool any = false, changed = false, succeeded = false;
        std::size_t next = 0;
        std::vector<candidate> candidates{};
        state before{};
        std::string key{};
    };

    static const detail::template_operator &op(const node &n) noexcept {
        return detail::template_operator_of(n.of->op);
    }
    [[nodiscard]] bool is_live(const variable &v, std::size_t at) const noexcept {
        return v.first < at && at <= v.last;
    }
    static bool is_empty(const template_value &value);

    // The search.
    std::string key_of(std::size_t n, std::size_t p, bool any);
    void enter(std::size_t n, std::size_t p, bool any);
    bool apply(frame &f, const candidate &c);
    std::optional<template_match> solution();
    [[nodiscard]] bool expands(const template_match &found);

    // The positions at which an expansion can end.
    bool goes_on(std::size_t n, std::size_t p) noexcept;
    bool literal_is_at(const node &n, std::size_t p) noexcept;
    void candidates(frame &f);
    void defined(frame &f, const node &n);
    void exploded(frame &f, const node &n, std::size_t p);

    // The values of a text.
    [[nodiscard]] std::optional<std::string> expansion(const node &n, bool any, const template_value &value) const;
    [[nodiscard]] bool expands_to(const template_value &value, const occurrence &o);
    std::optional<template_value> value_of(const node &n, const candidate &c);
    std::vector<template_value> values_of(const std::vector<occurrence> &seen);
    [[nodiscard]] bool has_more(const std::vector<occurrence> &seen) const;

    const uri_template &template_;
    std::string_view uri_;
    std::vector<node> nodes_;
    std::vector<variable> variables_;
    std::vector<std::size_t> repeated_;
    std::vector<frame> stack_;
    std::unordered_set<std::string> failed_;
    std::size_t furthest_ = 0;
    std::size_t steps_ = 0;
};

} // namespace uniform

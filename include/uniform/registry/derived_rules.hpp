// The rules of a namespace as its registration template states them: RFC 8141 6.4.2 (1), (3), (5) and Appendix A; also
// the fields of RFC 2611 and RFC 3406 ("Declaration of syntactic structure", "Rules for Lexical Equivalence"). A
// template is prose: what a program reads in it is a proposal that somebody confirms, and what it cannot read is a
// question that somebody answers.
//
//     const auto rules = derive_rules(*read_template(text));
//     rules.syntax      {"abnf": "nss = 5ALPHA \":\" 1*DIGIT", "pattern": "^[A-Za-z]{5}:[0-9]+$"}
//     rules.open        {"equivalence", "this sentence is not understood: ..."}
//     rules.examples    {"urn:harbour:!!", "the name does not match ..."}
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/registry/template.hpp>

namespace uniform UNIFORM_API {
class namespace_registry;
} // namespace uniform

namespace uniform UNIFORM_API {
namespace registry {

/// A rule that the template has only in prose: a person decides it.
struct open_rule {
    std::string setting{}; ///< "syntax", "equivalence" or "components"
    std::string why{};     ///< one sentence for a person
    friend bool operator==(const open_rule &, const open_rule &) = default;
};

/// A name of the namespace that the template mentions.
struct template_example {
    std::string urn{};
    std::size_t entry = 0;  ///< of the template
    std::size_t offset = 0; ///< in its text
    std::string fault{};    ///< why it is no name by the derived rules; empty: it is one
    friend bool operator==(const template_example &, const template_example &) = default;
};

/// The rules of names that a template states, as settings of a namespace (resolver/namespace_settings.hpp).
struct derived_rules {
    json::value syntax{};      ///< null: any NSS of RFC 8141, unless it is open
    json::value equivalence{}; ///< null: that of all URNs (RFC 8141 3.1), unless it is open
    json::value components{};  ///< "r", "q" and "f", each "allowed", "not-defined" or "not-allowed"; null: it is open
    std::vector<open_rule> open{};
    std::vector<template_example> examples{};
    friend bool operator==(const derived_rules &, const derived_rules &) = default;

    /// Whether that setting is open.
    [[nodiscard]] bool is_open(std::string_view setting) const noexcept;
};

/// Derives the rules: the syntax from ABNF, from a regular expression on a line of its own, or from the statement that
/// names are opaque; the equivalence and the components from sentences about them. A sentence about equivalence that is
/// not understood, or holds for a part of a name only, leaves it open; so does one that may restrict components;
/// without one, there is no rule beyond RFC 8141 3.1. Components that are not mentioned have undefined semantics (RFC
/// 8141 Appendix A), or are not allowed (the drafts). Linear, but for the pattern of the grammar (urn/abnf.hpp).
[[nodiscard]] derived_rules derive_rules(const namespace_template &t);

/// Why an example is no name by the rules of its namespace, which `rules` has; empty: it is one. Linear.
[[nodiscard]] std::string fault_of_example(std::string_view urn, const namespace_registry &rules);

} // namespace registry
} // namespace uniform

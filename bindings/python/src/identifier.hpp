// An argument that is an identifier: a str, or an object that has one as its text.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/syntax/edition.hpp>
#include <uniform/uri/parse.hpp>

#include "text.hpp"

namespace uniform::python {

// The identifier that a function is given: a str, a Reference (so also a URI), a URN or a WebURL. It lives as long as
// the argument.
struct identifier {
    nb::handle given;            // as it is given
    std::string_view text;       // in UTF-8
    std::optional<edition> by{}; // of a Reference or a URN: the edition that it was parsed by
    bool zone_ids = false;       // of a Reference

    // A str of the text: what is given, or the one that the object has, or a new one.
    [[nodiscard]] nb::object str() const;
    // The edition of that name, by which this is done. With "" it is that of the object, if this can be done by it, and
    // else the current one. ValueError for others.
    [[nodiscard]] edition edition_for(std::string_view name, edition_use use) const;
    [[nodiscard]] parse_options options(std::string_view edition_name, edition_use use) const {
        return {.edition = edition_for(edition_name, use), .zone_ids = zone_ids};
    }
};

// TypeError for what is none; UniformError for a str without UTF-8.
[[nodiscard]] identifier identifier_of(nb::handle argument);

} // namespace uniform::python

namespace nanobind::detail {

// Each argument of that type is read here. What is none, None too, is refused as by the caster of texts.
template <>
struct type_caster<uniform::python::identifier> {
    NB_TYPE_CASTER(uniform::python::identifier, const_name("Identifier"))

    bool from_python(handle given, std::uint32_t /*flags*/, cleanup_list * /*cleanup*/) {
        value = uniform::python::identifier_of(given);
        return true;
    }
};

template <>
struct type_caster<std::optional<uniform::python::identifier>> {
    NB_TYPE_CASTER(std::optional<uniform::python::identifier>, const_name("Identifier | None"))

    bool from_python(handle given, std::uint32_t /*flags*/, cleanup_list * /*cleanup*/) {
        if (!given.is_none()) value = uniform::python::identifier_of(given);
        return true;
    }
};

template <>
struct has_arg_defaults<uniform::python::identifier> : std::true_type {}; // None reaches from_python()

} // namespace nanobind::detail

// References as Python objects: the str and the view of its memory. Immutable.
#pragma once

#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/reference.hpp>

#include "text.hpp"

namespace uniform::python {

struct py_reference {
    nb::object text; // the str whose memory the view sees
    reference_view view;
    bool zone_ids = false;

    [[nodiscard]] parse_options options() const { return {.edition = view.edition(), .zone_ids = zone_ids}; }
};

// One that has a scheme.
struct py_uri : py_reference {};

// The object for a view of the memory of `text`: URI or Reference.
[[nodiscard]] nb::object object_of(nb::object text, const reference_view &view, bool zone_ids);
// The object for a text that the library made.
[[nodiscard]] nb::object object_of(std::string_view text, const parse_options &how);
// A str parsed as a URI-reference.
[[nodiscard]] nb::object parse_object(nb::object text, rule production, const parse_options &how);

// An argument that may be a str, which is parsed by the options, or a Reference.
[[nodiscard]] reference_view reference_of(nb::handle argument, const parse_options &how);
[[nodiscard]] uri_view uri_of(nb::handle argument, const parse_options &how);
// The text of such an argument.
[[nodiscard]] std::string_view text_of(nb::handle argument);

[[nodiscard]] rule production_of(std::string_view name);
[[nodiscard]] normalize_options normalization(std::string_view level, bool ignore_fragment, bool rfc5952);

// The methods that edit.
void add_edits(nb::class_<py_reference> &c);

} // namespace uniform::python

// References: made as Python objects, and read of arguments.
#pragma once

#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/reference.hpp>

#include "objects.hpp"

namespace uniform::python {

// The object for a view of the memory of `text`: URI or Reference.
[[nodiscard]] nb::object object_of(nb::object text, const reference_view &view, bool zone_ids);
// The object for a text that the library made.
[[nodiscard]] nb::object object_of(std::string_view text, const parse_options &how);
// A str parsed as a URI-reference.
[[nodiscard]] nb::object parse_object(nb::object text, rule production, const parse_options &how);

// An identifier: a Reference, or a text, which is parsed by the options.
[[nodiscard]] reference_view reference_of(nb::handle argument, const parse_options &how);
[[nodiscard]] uri_view uri_of(nb::handle argument, const parse_options &how);

[[nodiscard]] rule production_of(std::string_view name);
[[nodiscard]] normalize_options normalization(std::string_view level, bool ignore_fragment, bool rfc5952);

// The methods that edit.
void add_edits(nb::class_<py_reference> &c);

} // namespace uniform::python

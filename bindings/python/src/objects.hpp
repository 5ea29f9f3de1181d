// The objects of Python that are identifiers: each str, or URL, with the view of its memory. Immutable.
#pragma once

#include <type_traits>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/web_url.hpp>

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

struct py_urn {
    nb::object text; // the str whose memory the view sees
    urn_view view;
};

// A URL of the URL Standard.
struct py_web_url {
    whatwg::url url;
};

// A component of a Reference or a URN as a str, which an absent one is not.
template <class Object, auto member>
[[nodiscard]] nb::object component_of(const Object &o) {
    if constexpr (std::is_same_v<decltype((o.view.*member)()), std::string_view>) {
        return str_of((o.view.*member)());
    } else {
        return str_or_none((o.view.*member)());
    }
}

} // namespace uniform::python

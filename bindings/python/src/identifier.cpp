#include "identifier.hpp"

#include "objects.hpp"

namespace uniform::python {

namespace {

// The object, if the argument is one of that class.
template <class T>
const T *object_in(nb::handle argument) {
    const T *found = nullptr;
    return nb::try_cast(argument, found) ? found : nullptr;
}

} // namespace

identifier identifier_of(nb::handle argument) {
    if (PyUnicode_Check(argument.ptr()) != 0) return {.given = argument, .text = utf8_of(argument)};
    if (const auto *r = object_in<py_reference>(argument))
        return {.given = argument, .text = r->view.text(), .by = r->view.edition(), .zone_ids = r->zone_ids};
    if (const auto *u = object_in<py_urn>(argument))
        return {.given = argument, .text = u->view.text(), .by = u->view.edition()};
    if (const auto *w = object_in<py_web_url>(argument)) return {.given = argument, .text = w->url.href()};
    raise_type("a str, a Reference, a URN or a WebURL", argument);
}

nb::object identifier::str() const {
    if (PyUnicode_Check(given.ptr()) != 0) return nb::borrow(given);
    if (const auto *r = object_in<py_reference>(given)) return r->text;
    if (const auto *u = object_in<py_urn>(given)) return u->text;
    return str_of(text);
}

edition identifier::edition_for(std::string_view name, edition_use use) const {
    if (name.empty() && by && offers(use, *by)) return *by;
    return edition_of(name, use);
}

} // namespace uniform::python

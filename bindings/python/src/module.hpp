// The parts of the extension module.
#pragma once

#include "text.hpp"

namespace uniform::python {

void add_references(nb::module_ &m);
void add_edits(nb::module_ &m);
void add_urns(nb::module_ &m);
void add_web_urls(nb::module_ &m);
void add_hosts(nb::module_ &m);
void add_readings(nb::module_ &m);
void add_templates(nb::module_ &m);
void add_columns(nb::module_ &m);
void add_urllib(nb::module_ &m);
void add_urllib_split(nb::module_ &m);
void add_naming(nb::module_ &m);
void add_documents(nb::module_ &m);
void add_comparing(nb::module_ &m);
void add_words(nb::module_ &m);
void add_table(nb::module_ &m); // which scripts/generate_bindings.py writes

} // namespace uniform::python

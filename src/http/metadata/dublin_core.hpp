// Unqualified Dublin Core: the 15 elements, as the schema oai_dc of OAI-PMH 2.0 section 3.6 has them.
#pragma once

#include <pugixml.hpp>

#include "http/metadata/description.hpp"

namespace uniform::http {

/// Appends the elements dc:title, dc:creator, ...: title, creator, publisher, date and type from the metadata, and the
/// other elements of Dublin Core that it has as texts; the name, its other names and its locators as identifiers; the
/// locators' media types and languages; predecessor and successor as relations. Linear.
void append_dublin_core(pugi::xml_node parent, const name_description &d);

} // namespace uniform::http

// Names as harvesters read them: unqualified Dublin Core in XML (OAI-PMH 2.0 section 3.6 and its schema oai_dc).
#pragma once

#include <string_view>

#include <pugixml.hpp>

#include <uniform/resolver/record.hpp>

namespace uniform::http {

/// Appends the element oai_dc:dc of a name: title, creator, publisher, date and type from the metadata, and the other
/// elements of Dublin Core that it has as texts; the name, its other names and its locators as identifiers; the
/// locators' media types and languages; predecessor and successor as relations. Linear.
void append_oai_dc(pugi::xml_node parent, const resolver::name_record &r, std::string_view key);

} // namespace uniform::http

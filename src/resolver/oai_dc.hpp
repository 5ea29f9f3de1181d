// Names as harvesters read them: unqualified Dublin Core in XML (OAI-PMH 2.0 section 3.6 and its schema oai_dc).
#pragma once

#include <string>
#include <string_view>

#include <uniform/resolver/record.hpp>

namespace uniform::resolver {

/// Appends `text` as character data or as the value of an attribute: the five characters that XML reads are escaped,
/// and those that XML 1.0 2.2 does not allow become U+FFFD. Linear.
void append_xml(std::string &out, std::string_view text);

/// Appends the element oai_dc:dc of a name. What the metadata's core says (title, creator, publisher, date, type), and
/// of the other elements of Dublin Core those that are there as texts; the name, its other names and its locators as
/// identifiers; the locators' media types and languages; predecessor and successor as relations. Linear.
void append_oai_dc(std::string &out, const name_record &r, std::string_view key);

} // namespace uniform::resolver

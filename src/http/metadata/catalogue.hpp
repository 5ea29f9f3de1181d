// Names in the XML formats of catalogues: Dublin Core, DataCite, MODS. Harvesters get them by OAI-PMH, others by
// content negotiation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "base/indexed.hpp"
#include "http/metadata/description.hpp"

namespace uniform::http {

/// The formats that OAI-PMH gives, with the prefixes, schemas and namespaces by which it names them.
enum class catalogue_format : std::uint8_t { oai_dc, datacite, mods };
struct catalogue_format_row {
    catalogue_format format;
    const char *prefix;
    const char *schema;
    const char *xml_namespace;
};
inline constexpr std::array<catalogue_format_row, 3> catalogue_formats{{
    {catalogue_format::oai_dc, "oai_dc", "http://www.openarchives.org/OAI/2.0/oai_dc.xsd",
     "http://www.openarchives.org/OAI/2.0/oai_dc/"},
    {catalogue_format::datacite, "datacite", "http://schema.datacite.org/meta/kernel-4.4/metadata.xsd",
     "http://datacite.org/schema/kernel-4"},
    {catalogue_format::mods, "mods", "http://www.loc.gov/standards/mods/v3/mods-3-7.xsd", "http://www.loc.gov/mods/v3"},
}};
static_assert(base::is_indexed(catalogue_formats, &catalogue_format_row::format, catalogue_format::mods));

/// The members that a format requires and the metadata lacks: of DataCite 4 creator, title, publisher, publicationYear
/// and resourceType. Empty: the name has this format.
[[nodiscard]] std::vector<std::string_view> missing_for(catalogue_format f, const name_description &d);

/// Appends the root element of a format of which nothing is missing. Linear.
void append(pugi::xml_node parent, catalogue_format f, const name_description &d);

/// An XML document of that element.
[[nodiscard]] std::string document_of(catalogue_format f, const name_description &d);

/// RDF 1.1 in XML: the same statements as in oai_dc, about the name. Linear.
[[nodiscard]] std::string dublin_core_rdf(const name_description &d);

} // namespace uniform::http

/// @file
/// Reading another repository by OAI-PMH 2.0: its records in oai_dc become lines that an import reads.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// A record of another repository.
struct harvested_record {
    std::string identifier = {}; ///< of its header
    bool deleted = false;
    std::string line = {};    ///< the name as a line of NDJSON, with its line end; empty: refused, or deleted
    std::string problem = {}; ///< why there is no line
};

/// A response to ListRecords.
struct harvested_page {
    std::vector<harvested_record> records = {};
    std::string next = {}; ///< the resumptionToken; empty: the list is complete
};

/// Reads a response to ListRecords in oai_dc. The elements of Dublin Core become members of the metadata; http, https
/// and ftp URLs among the identifiers become locators, other URNs other names, the rest of them the member
/// "identifier". A record gets the first URN among its identifiers that begins with `prefix`; if it has none, and
/// `prefix` is not empty, the name of `prefix` and the last part of the header's identifier ("oai:a.example:17" is
/// "17"), percent-encoded. A deleted record, of which there is only the header, gets a name by its identifier alone,
/// and a line that withdraws it. Entities other than XML's own are not read. Errors: a text for people, when it is no
/// such response, or an error of the protocol. Linear.
///
/// @param prefix "urn:example:", or empty: only records with a URN have a name
/// @param reason why names of deleted records are withdrawn; empty: these get no line
[[nodiscard]] std::expected<harvested_page, std::string> read_harvest(std::string_view xml, std::string_view prefix,
                                                                      std::string_view reason = {});

} // namespace http
} // namespace uniform

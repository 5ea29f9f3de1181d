// OAI-PMH 2.0, the Open Archives Initiative's protocol for harvesting metadata: its requests and responses.
//
// An item is an assigned name; a reserved name is not an item. Its identifier is the URN, its datestamp the time of its
// last change, its sets its namespace and those below it (oai_sets.hpp). A withdrawn name is a deleted record, and
// remains one (deletedRecord = persistent). A list is read from the history: an event whose name has not changed since
// is the name's place in the order of datestamps. So a name that changes while it is harvested is repeated at the end,
// and none is omitted. A resumptionToken contains the whole state of the list; the service stores nothing for it, and
// it does not expire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/resolver/timestamp.hpp>

#include "http/metadata/catalogue.hpp"

namespace uniform::store {
class store;
}

namespace uniform::http {

/// Section 3.6.
enum class oai_error_code : std::uint8_t {
    bad_argument,
    bad_resumption_token,
    bad_verb,
    cannot_disseminate_format,
    id_does_not_exist,
    no_records_match,
    no_set_hierarchy, ///< noMetadataFormats cannot occur: every item has oai_dc and mods
};
[[nodiscard]] std::string_view to_string(oai_error_code c) noexcept;

struct oai_error {
    oai_error_code code = oai_error_code::bad_argument;
    std::string detail = {};
};

[[nodiscard]] inline std::unexpected<oai_error> oai_refusal(oai_error_code code, std::string detail) {
    return std::unexpected{oai_error{code, std::move(detail)}};
}

enum class oai_verb : std::uint8_t {
    identify,
    list_metadata_formats,
    list_sets,
    get_record,
    list_identifiers,
    list_records,
};
[[nodiscard]] std::string_view to_string(oai_verb v) noexcept;

/// The selection of a list, and the position in it.
struct oai_selection {
    std::optional<resolver::timestamp> from = {};
    std::optional<resolver::timestamp> until = {}; ///< the first time after the selection
    std::string set = {};
    catalogue_format format = catalogue_format::oai_dc;
    std::uint64_t after = 0; ///< the last event that was examined
    std::uint64_t given = 0; ///< records in the previous responses
    bool operator==(const oai_selection &) const = default;
};

struct oai_request {
    oai_verb verb = oai_verb::identify;
    std::string identifier = {};
    oai_selection selection = {};
    std::string sets_after = {};
    bool resumed = false;
};

using oai_arguments = std::vector<std::pair<std::string, std::string>>;

/// Sections 3.1 and 4: the arguments that a verb requires and permits, each once. Errors as the section states. Linear.
[[nodiscard]] std::expected<oai_request, oai_error> oai_read(const oai_arguments &arguments);

/// application/x-www-form-urlencoded, the body of a POST request; std::nullopt if it cannot be decoded.
[[nodiscard]] std::optional<oai_arguments> oai_form(std::string_view body);

/// A date of section 3.3: a day, or a time in whole seconds with "Z"; std::nullopt for any other text.
[[nodiscard]] std::optional<resolver::timestamp> oai_date(std::string_view text) noexcept;

[[nodiscard]] std::string oai_token(oai_verb v, const oai_selection &s);
[[nodiscard]] std::optional<oai_selection> oai_selection_of(std::string_view token, oai_verb v);

struct oai_options {
    std::string name = "Uniform";
    std::string email = {};
    std::string base = {}; ///< "https://urn.example.org/oai"
    std::size_t page = 100;
};
/// The whole response, XML 1.0 in UTF-8. Reads the store; throws store::failure. A page costs as many look-ups as
/// events are examined: for a set, those of the names that are not in it also, and for a format, those that lack it.
[[nodiscard]] std::string oai_response(store::store &s, const oai_arguments &arguments, const oai_options &o,
                                       resolver::timestamp now);

} // namespace uniform::http

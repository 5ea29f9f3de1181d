// The parameters and header fields that routes of several areas have. Others are in the file of their routes.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/import.hpp>

#include "http/api/route.hpp"

namespace uniform::http {

/// The problem with a parameter: `malformed_parameter("from", "must be a date")`.
[[nodiscard]] inline std::unexpected<resolver::problem> malformed_parameter(std::string_view name,
                                                                            std::string_view why) {
    return refuse(resolver::problem_type::malformed, "the parameter \"" + std::string{name} + "\" " + std::string{why});
}

// In queries.

inline constexpr parameter limit_parameter{.name = "limit",
                                           .type = parameter_type::number,
                                           .description = "the greatest number of items in the page",
                                           .fallback = "100",
                                           .least = 1,
                                           .most = 1000};
inline constexpr parameter after_parameter{
    .name = "after", .description = "the cursor that the previous page gave as `next`", .pattern = "^[A-Za-z0-9_-]+$"};
inline constexpr parameter as_of_parameter{
    .name = "as_of",
    .description = "show the state at this time: a date-time, or a date, which is its first moment in UTC",
    .example = "2026-11-21T10:00:00Z"};
inline constexpr parameter name_state_parameter{
    .name = "state",
    .type = parameter_type::choice,
    .description =
        "only names in this state; a page may then be short before the end of the list: continue while there "
        "is `next`",
    .choices = joined_names<resolver::name_state_names, " ">};
inline constexpr parameter key_prefix_parameter{
    .name = "prefix",
    .description = "only names whose keys begin with this prefix; \"urn:\" before it is ignored",
    .most = 512,
    .example = "example:"};
inline constexpr parameter bulk_format_parameter{.name = "format",
                                                 .type = parameter_type::choice,
                                                 .description =
                                                     "the format; default: that of the media type, or NDJSON",
                                                 .choices = joined_names<service::bulk_format_names, " ">};

// In paths.

inline constexpr parameter name_urn{
    .name = "urn",
    .description =
        "the name as a URN, in any spelling that is equivalent in its namespace; percent-encoded as one segment",
    .least = 6,
    .most = 2048,
    .example = "urn:example:a"};
inline constexpr parameter nid_in_path{.name = "nid", .description = "a NID; letter case has no meaning"};
inline constexpr parameter registrar_id{.name = "id",
                                        .description = "the registrar's id",
                                        .least = 1,
                                        .pattern = "^[a-z0-9][a-z0-9._-]{0,63}$",
                                        .example = "library"};
inline constexpr parameter delegation_prefix{
    .name = "prefix",
    .description =
        "a prefix of keys; \"isbn:\" is a whole namespace. Equivalent spellings are accepted, and \"urn:\" before "
        "it is ignored",
    .least = 1,
    .example = "nbn:de:gbv-"};
inline constexpr parameter transfer_id{.name = "id",
                                       .description = "the transfer's id: the prefix, \"~\" and a number",
                                       .least = 1,
                                       .example = "nbn:de:gbv-~3"};
inline constexpr parameter token_id{.name = "id",
                                    .description = "the token's id: 12 hexadecimal digits",
                                    .least = 1,
                                    .pattern = "^[0-9a-f]{12}$",
                                    .example = "7f3a9c01d2e4"};
inline constexpr parameter batch_id{
    .name = "id", .description = "the id of the batch", .pattern = "^[0-9]{1,19}$", .example = "1"};
inline constexpr parameter session_id{.name = "id",
                                      .description = "the session's id: 16 hexadecimal digits",
                                      .least = 1,
                                      .pattern = "^[0-9a-f]{16}$",
                                      .example = "00112233445566ff"};
inline constexpr parameter request_id{
    .name = "id", .description = "the number of the registration request", .pattern = "^[1-9][0-9]*$"};

// In header fields.

inline constexpr parameter request_secret{
    .name = "Request-Secret",
    .description =
        "the secret that the response to the draft contained; whoever authenticates with it is the submitter",
    .pattern = "^[0-9a-f]{64}$"};
inline constexpr parameter accept_field{
    .name = "Accept", .description = "the preferred representation, or locator (RFC 9110 section 12.5.1)"};
inline constexpr parameter accept_language_field{.name = "Accept-Language",
                                                 .description = "the preferred languages (RFC 9110 section 12.5.4)"};

// Fields of responses.

inline constexpr response_field etag_field{"ETag",
                                           "the version; of a representation that is negotiated, followed by a digest",
                                           R"({"type":"string","pattern":"^\"[0-9]+(\\.[0-9a-f]+)?\"$"})"};
inline constexpr response_field location_field{"Location", "its URL", R"({"type":"string","format":"uri-reference"})"};
inline constexpr response_field next_link_field{"Link", "rel=\"next\", if there is a next page (RFC 8288)"};
inline constexpr response_field replayed_field{
    "Idempotency-Replayed", "\"true\": the stored response to the first request with this Idempotency-Key",
    R"({"const":"true"})"};

} // namespace uniform::http

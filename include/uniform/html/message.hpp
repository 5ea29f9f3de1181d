// HTML inside MIME messages (MHTML, RFC 2557): the parts of a message nest, and so do their base URIs (RFC 3986 5.1.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/html/references.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// Why a part was not read, or not completely.
enum class part_problem : std::uint8_t {
    none,
    refused,          ///< the HTML was: message_part::refusal
    unknown_encoding, ///< a Content-Transfer-Encoding that is none of RFC 2045's
    broken_encoding,  ///< base64 or quoted-printable that cannot be decoded to its end; the decodable part was read
    no_boundary,      ///< a multipart without its boundary parameter
    missing_boundary, ///< the boundary does not occur in the multipart's body
    too_many,         ///< parts of it were omitted, because of message_options::max_parts
    too_deep,         ///< nested deeper than message_options::max_depth
};
/// One sentence for a person.
[[nodiscard]] std::string_view message(part_problem p) noexcept;

/// A part of a message, at any depth.
struct message_part {
    std::string number;       ///< "1.2": the second part of the first; "" for the message itself
    std::string content_type; ///< in lower case, without parameters; text/plain where there is none (RFC 2045 5.2)
    std::uint64_t begin = 0;  ///< where its body begins in the message
    std::uint64_t end = 0;
    std::uint64_t line = 1; ///< the line of `begin`
    /// The body was base64 or quoted-printable: positions are then into the decoded body, which lives as long as the
    /// call; else into the message.
    bool encoded = false;
    std::optional<std::size_t> parent{}; ///< the index in the result of the part around it
    /// The fields of its own header section, unfolded and decoded (RFC 2557 4.4.3). What is longer than
    /// message_options::html.max_base is cut one byte after that: as a base it is too long in any case.
    std::optional<std::string> content_base{};
    std::optional<std::string> content_location{};
    part_problem problem = part_problem::none;
    std::optional<uniform::html::refusal> refusal{};
    std::optional<document_base> base{}; ///< where it is HTML that was read
};

/// Called for a part of text that is not HTML, with its body: decoded where message_part::encoded says so, else a part
/// of the message. It is invalid after the call.
using text_callback = std::function<void(const message_part &, std::string_view body)>;

/// Options of visit_message().
struct message_options {
    /// As for a document. What is in `around` lies around the message; without an application's base, the outermost one
    /// is "thismessage:/" (RFC 2557 5(e)).
    reference_options html{};
    unsigned max_depth = 32;         ///< of parts in parts
    std::size_t max_parts = 100'000; ///< further parts are not read
    text_callback text{};            ///< for text/* that is not HTML, in the order of the parts; may be empty
};

/// Receives a part, its base and one of its references.
using part_callback = std::function<void(const message_part &, const document_base &, const reference &)>;

/// Reads a message (RFC 5322 header section, RFC 2045 to 2046 body) and finds the references of each part that is
/// text/html or application/xhtml+xml, multiparts and enclosed messages opened; the parts in their order, the
/// containers too. The layer 5.1.2 of a part's base is Content-Base and Content-Location of its header section and of
/// those around it, from the inner to the outer; of one header section, Content-Base comes first (RFC 2068 14.11). Only
/// absolute URIs count there; what is relative or invalid leaves the base to the next header section (RFC 2557 5).
/// Linear.
[[nodiscard]] std::vector<message_part> visit_message(std::string_view message, const message_options &options,
                                                      const part_callback &callback);

/// Whether a text begins like a message that is more than plain text: nothing but header fields, among them a
/// Content-Type of multipart, message, text/html or XHTML, or a Content-Transfer-Encoding of base64 or
/// quoted-printable. Looks at the first 16 KiB.
[[nodiscard]] bool looks_like_message(std::string_view text);

} // namespace html
} // namespace uniform

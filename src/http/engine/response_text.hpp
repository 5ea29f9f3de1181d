// Answers as bytes. RFC 9112 4, 6, 7.1; RFC 9110 8.6.
#pragma once

#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "http/engine/http_message.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// RFC 9110 15's phrase for a status; "Status" if it has none.
[[nodiscard]] std::string_view reason_phrase(int status) noexcept;

enum class framing : unsigned char {
    whole,   ///< the body is there: Content-Length
    chunked, ///< it follows in chunks
    to_close ///< it follows, and the end of the connection ends it (HTTP/1.0)
};

struct response_options {
    framing body = framing::whole;
    bool head_only = false; ///< the request was HEAD: the fields tell of a body that is not sent
    bool close = false;
    bool keep_alive = false;             ///< announced in the response: the client uses HTTP/1.0
    std::string_view common_fields = {}; ///< of every response of the service: whole lines, with their ends
};

/// "HTTP/1.1 302 Found" and CRLF; 500 for a status that is not one of a final response.
void append_status_line(std::string &out, int status);
/// "Name: value" and CRLF. Control characters become spaces, so that nothing in a field can end it.
void append_field(std::string &out, std::string_view name, std::string_view value);

/// Appends the head of a response, and its body if that is not streamed. Control characters in field values become
/// spaces, so that no value can end its field.
void append_response(std::string &out, const response &r, const response_options &o, std::string_view date);

/// The status of a response that begins with its status line; 0: it has none.
[[nodiscard]] int status_of(std::string_view response) noexcept;
/// Adds "Connection: keep-alive" to a response without it that begins at `at`: its client uses HTTP/1.0.
void announce_keep_alive(std::string &out, std::size_t at);

/// Appends one chunk; nothing for an empty part, which would end the body.
void append_chunk(std::string &out, std::string_view part);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

} // namespace http
} // namespace uniform

// Answers as bytes. RFC 9112 4, 6, 7.1; RFC 9110 8.6.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "http/engine.hpp"

namespace uniform::http {

/// RFC 9110 15's phrase for a status; "Status" when it has none.
[[nodiscard]] std::string_view reason_phrase(int status) noexcept;

enum class framing : unsigned char {
    whole,   ///< the body is there: Content-Length
    chunked, ///< it follows in chunks
    to_close ///< it follows, and the end of the connection ends it (HTTP/1.0)
};

struct answer_options {
    framing body = framing::whole;
    bool head_only = false; ///< the request was HEAD: the fields tell of a body that is not sent
    bool close = false;
    bool keep_alive = false; ///< to be said: the client speaks HTTP/1.0
};

/// Appends the head of an answer, and its body when that is whole. Control characters in field values become spaces, so
/// that nothing a field holds can end it.
void append_answer(std::string &out, const response &r, const answer_options &o, std::string_view date);

/// Appends one chunk; nothing for an empty part, which would end the body.
void append_chunk(std::string &out, std::string_view part);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

} // namespace uniform::http

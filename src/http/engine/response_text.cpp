#include "http/engine/response_text.hpp"

#include <charconv>
#include <cstdint>

#include <uniform/base/assertion.hpp>

namespace uniform::http {
namespace {

void append_number(std::string &out, std::uint64_t value, int base = 10) {
    char digits[20];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value, base).ptr);
}

void append_safe(std::string &out, std::string_view text) {
    for (const char c : text) out += (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f' ? ' ' : c;
}

int final_status(int status) noexcept { return status >= 200 && status <= 599 ? status : 500; }

} // namespace

std::string_view reason_phrase(int status) noexcept {
    switch (status) {
    case 100:
        return "Continue";
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 206:
        return "Partial Content";
    case 300:
        return "Multiple Choices";
    case 301:
        return "Moved Permanently";
    case 302:
        return "Found";
    case 303:
        return "See Other";
    case 304:
        return "Not Modified";
    case 307:
        return "Temporary Redirect";
    case 308:
        return "Permanent Redirect";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 411:
        return "Length Required";
    case 412:
        return "Precondition Failed";
    case 413:
        return "Content Too Large";
    case 414:
        return "URI Too Long";
    case 415:
        return "Unsupported Media Type";
    case 416:
        return "Range Not Satisfiable";
    case 417:
        return "Expectation Failed";
    case 421:
        return "Misdirected Request";
    case 422:
        return "Unprocessable Content";
    case 428:
        return "Precondition Required";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 501:
        return "Not Implemented";
    case 502:
        return "Bad Gateway";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    case 505:
        return "HTTP Version Not Supported";
    case 507:
        return "Insufficient Storage";
    case 508:
        return "Loop Detected";
    default:
        return "Status";
    }
}

void append_status_line(std::string &out, int status) {
    const int sent = final_status(status);
    out += "HTTP/1.1 ";
    append_number(out, static_cast<std::uint64_t>(sent));
    out += ' ';
    out += reason_phrase(sent);
    out += "\r\n";
}

void append_field(std::string &out, std::string_view name, std::string_view value) {
    append_safe(out, name);
    out += ": ";
    append_safe(out, value);
    out += "\r\n";
}

void append_response(std::string &out, const response &r, const response_options &o, std::string_view date) {
    UNIFORM_ASSERT(o.common_fields.empty() || o.common_fields.ends_with("\r\n"));
    const int status = final_status(r.status);
    append_status_line(out, status);
    out += o.common_fields;
    append_field(out, "Date", date);
    for (const auto &[name, value] : r.fields) append_field(out, name, value);
    // RFC 9110 8.6, 15.4.5, RFC 9112 6.3: neither 204 nor 304 has a body, and 204 must not have Content-Length.
    const bool bodiless = status == 204 || status == 304;
    if (!bodiless) {
        if (o.body == framing::whole) {
            out += "Content-Length: ";
            append_number(out, r.body.size());
            out += "\r\n";
        } else if (o.body == framing::chunked) {
            out += "Transfer-Encoding: chunked\r\n";
        }
    }
    if (o.close) {
        out += "Connection: close\r\n";
    } else if (o.keep_alive) {
        out += "Connection: keep-alive\r\n"; // RFC 9112 9.3, and C.2.2 for HTTP/1.0
    }
    out += "\r\n";
    if (o.body == framing::whole && !bodiless && !o.head_only) out += r.body;
}

int status_of(std::string_view response) noexcept {
    int status = 0;
    if (response.size() > 12) std::from_chars(response.data() + 9, response.data() + 12, status);
    return status;
}

void announce_keep_alive(std::string &out, std::size_t at) {
    const std::size_t line = out.find("\r\n", at);
    UNIFORM_ASSERT(line != std::string::npos);
    out.insert(line + 2, "Connection: keep-alive\r\n");
}

void append_chunk(std::string &out, std::string_view part) {
    if (part.empty()) return;
    append_number(out, part.size(), 16);
    out += "\r\n";
    out += part;
    out += "\r\n";
}

} // namespace uniform::http

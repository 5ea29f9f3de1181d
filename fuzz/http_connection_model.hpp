// A model of the client of a connection: the requests in the bytes that it sent, and the responses in the bytes that it
// got.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/engine/parser.hpp"

namespace uniform::http::fuzz {

constexpr std::size_t head_limit = 700;
constexpr std::size_t fields_limit = 12;
constexpr std::size_t whole_limit = 1000;
constexpr std::size_t stream_limit = 3000;
constexpr std::string_view large_path = "/b"; // a response of 20,000 bytes
constexpr std::size_t large_size = 20000;

[[noreturn]] inline void fail(std::string_view what, std::string_view text = {}) {
    std::fprintf(stderr, "\nhttp_connection_fuzz: %.*s\n", static_cast<int>(what.size()), what.data());
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::abort();
}

/// The first letter of the path, which selects the action of the handler.
inline char kind_of(std::string_view path) { return path.size() > 1 && path.front() == '/' ? path[1] : '-'; }

/// 's' and 'S' read a body in parts, 'u' has one in parts and does not read it.
inline bool is_streamed(char kind) { return kind == 's' || kind == 'S' || kind == 'u'; }

/// Tells requests apart in responses: FNV-1a of method, target and fields.
inline std::string name_of(std::string_view method, std::string_view target, std::size_t fields) {
    std::uint64_t hash = 14695981039346656037U;
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    };
    add(method);
    add(" ");
    add(target);
    return std::to_string(hash) + "-" + std::to_string(fields);
}

struct expected_request {
    std::string method;
    std::string name;
    char kind = '-';
    int minor_version = 1;
    bool keep_alive = true;
    bool expects_continue = false;
    bool has_body = false;
    bool complete = false; // its body also
    std::string body = {};
};

struct expected_requests {
    std::vector<expected_request> all = {};
    bool malformed = false; // something after the last one is refused
};

/// The requests in what the client sent, up to the first after which the connection must end.
inline expected_requests requests_of(std::string_view text) {
    expected_requests found;
    while (!text.empty()) {
        head_scan scan;
        const head_scan::outcome how = scan.look(text, head_limit, fields_limit);
        if (how == head_scan::outcome::more) return found;
        head h;
        std::vector<field> fields;
        std::shared_ptr<chunks> coding;
        if (how == head_scan::outcome::refused ||
            parse_head(text.substr(scan.begin(), scan.end() - scan.begin()), h, fields, coding)) {
            found.malformed = true;
            return found;
        }
        text.remove_prefix(scan.end());
        expected_request r{.method = std::string{h.method},
                           .name = name_of(h.method, h.target, fields.size()),
                           .kind = h.method == "CONNECT" ? 'C' : kind_of(h.path),
                           .minor_version = h.minor_version,
                           .keep_alive = h.keep_alive,
                           .expects_continue = h.expects_continue,
                           .has_body = h.has_body(),
                           .complete = !h.has_body()};
        if (h.has_body()) {
            const std::size_t limit = is_streamed(r.kind) ? stream_limit : whole_limit;
            if (h.length > limit) {
                found.malformed = true;
                found.all.push_back(r);
                return found;
            }
            body_reader reader{h, std::move(coding), limit, head_limit};
            std::string kept{text};
            std::string_view data = kept;
            const body_reader::outcome read = reader.read(data, r.body);
            r.complete = read == body_reader::outcome::complete;
            found.malformed = read == body_reader::outcome::refused;
            text.remove_prefix(text.size() - data.size());
        }
        found.all.push_back(r);
        if (!r.complete || !r.keep_alive || r.kind == 'C') return found;
    }
    return found;
}

struct received {
    int status = 0;
    std::string name; // X-Is: of the request; empty in the responses of the engine itself
    std::string body;
    bool close = false;
    bool until_close = false; // the body ends with the connection
    bool complete = false;
};

/// Reads one response to this request, or to none that could be read. Aborts if it is not one.
inline received response_in(std::string_view &text, const expected_request *to) {
    const std::string_view all = text;
    received r;
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string_view::npos) {
        constexpr std::string_view first = "HTTP/1.1 ";
        if (text.substr(0, first.size()) != first.substr(0, text.size()))
            fail("this is not the head of a response", all);
        text = {};
        return r;
    }
    if (!text.starts_with("HTTP/1.1 ") || end < 13 || text[12] != ' ') fail("this is not a status line", all);
    std::from_chars(text.data() + 9, text.data() + 12, r.status);
    if (r.status < 100 || r.status > 599) fail("this is not a status", all);
    std::string_view fields = text.substr(0, end + 2);
    fields.remove_prefix(fields.find("\r\n") + 2);
    text.remove_prefix(end + 4);
    std::size_t length = 0;
    int lengths = 0;
    int codings = 0;
    int dates = 0;
    while (!fields.empty()) {
        const std::string_view line = fields.substr(0, fields.find("\r\n"));
        fields.remove_prefix(line.size() + 2);
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || colon == 0) fail("this is not a field", line);
        for (const char c : line)
            if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') fail("a field has a control character", line);
        const std::string_view name = line.substr(0, colon);
        const std::string_view value = line.substr(colon + 2);
        if (name == "Content-Length") {
            ++lengths;
            if (std::from_chars(value.data(), value.data() + value.size(), length).ptr != value.data() + value.size())
                fail("this is not a length", line);
        } else if (name == "Transfer-Encoding") {
            ++codings;
            if (value != "chunked") fail("this coding is unknown", line);
        } else if (name == "Connection") {
            r.close = value == "close";
        } else if (name == "Date") {
            ++dates;
        } else if (name == "X-Is") {
            r.name = value;
        }
    }
    const bool interim = r.status < 200;
    if (lengths + codings > 1 || (dates != 1 && !interim)) fail("these fields contradict each other", all);
    if (interim && lengths + codings != 0) fail("an interim response with a body", all);
    if (interim || r.status == 204 || r.status == 304 || (to != nullptr && to->method == "HEAD")) {
        r.complete = true;
    } else if (codings == 1) {
        if (to != nullptr && to->minor_version == 0) fail("HTTP/1.0 has no chunks", all);
        while (!r.complete) {
            const std::size_t line = text.find("\r\n");
            if (line == std::string_view::npos) break;
            std::size_t size = 0;
            const auto read = std::from_chars(text.data(), text.data() + line, size, 16);
            if (line == 0 || read.ptr != text.data() + line) fail("this is not the size of a chunk", all);
            if (text.size() < line + 4 + size) break;
            if (text.substr(line + 2 + size, 2) != "\r\n") fail("a chunk does not end", all);
            r.body += text.substr(line + 2, size);
            text.remove_prefix(line + 4 + size);
            r.complete = size == 0;
        }
        if (!r.complete) text = {};
    } else if (lengths == 1) {
        r.body = text.substr(0, length);
        r.complete = r.body.size() == length;
        text.remove_prefix(r.body.size());
    } else {
        if (to == nullptr || to->minor_version != 0 || !r.close) fail("the end of this response is unknown", all);
        r.until_close = true;
        r.body = text;
        text = {};
    }
    return r;
}

/// The behaviour of the client.
struct manners {
    bool calm = true;    // no pause beyond a limit, no reset, all was read, nothing was damaged
    bool settled = true; // ... and the service has nothing more to do
};

/// Checks what the client got for what it sent.
inline void check(std::string_view sent, std::string_view got, const manners &client) {
    const expected_requests wanted = requests_of(sent);
    const auto why = [&](std::string_view what) {
        fail(what, "--- sent\n" + std::string{sent} + "\n--- received\n" + std::string{got});
    };
    std::string_view rest = got;
    std::size_t n = 0;      // responses
    bool over = false;      // nothing may follow
    bool continued = false; // 100 was sent for the next request
    while (!rest.empty()) {
        if (over) why("something follows the last response");
        const expected_request *to = n < wanted.all.size() ? &wanted.all[n] : nullptr;
        const received r = response_in(rest, to);
        if (r.status == 0) break;
        if (r.status < 200) {
            if (r.status != 100 || to == nullptr || !to->expects_continue || !to->has_body || continued)
                why("100 is for nothing");
            continued = true;
            continue;
        }
        continued = false;
        ++n;
        if (r.name.empty()) {
            // A response of the engine itself: an error, after which it closes unless it is the answer to one request.
            if (r.status < 400) why("a response is for no request");
            if (to == nullptr && !r.close) why("the connection goes on after an error");
            // Perhaps the service has read only a part of this HEAD request, and does not know that it is one.
            if (!client.calm && to != nullptr && to->method == "HEAD" && r.close) return;
        } else {
            if (to == nullptr) why("a response is for no request");
            if (r.name != to->name) why("a response is for another request");
            const bool whole = to->complete && r.complete && to->method != "HEAD" && r.status == 200;
            if (whole && (to->kind == 'e' || to->kind == 'S') && r.body != to->body) why("the echo differs");
            if (whole && to->kind == 's' && r.body != std::to_string(to->body.size())) why("another body was read");
        }
        over = r.close || r.until_close || !r.complete;
        if (to != nullptr && !to->keep_alive && !r.close && r.complete)
            why("the last response does not say that it is");
        if (!r.complete && !r.until_close && client.calm && client.settled && to != nullptr && to->complete &&
            to->kind != 'h')
            why("a response ends within");
    }
    if (!client.calm || !client.settled || over) return;
    for (std::size_t later = n; later < wanted.all.size(); ++later)
        if (wanted.all[later].complete) why("a request got no response");
    if (wanted.malformed && n <= wanted.all.size() - (wanted.all.empty() || wanted.all.back().complete ? 0 : 1))
        why("what cannot be read got no response");
}

} // namespace uniform::http::fuzz

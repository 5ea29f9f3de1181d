#include "http/engine/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::http {
namespace {

namespace beast = boost::beast::http;
using beast_string = boost::beast::string_view;
using error_code = boost::beast::error_code;

constexpr std::array<bool, 256> characters(std::string_view others) {
    std::array<bool, 256> table{};
    for (unsigned c = 0; c < 256; ++c) {
        const auto letter = static_cast<char>(c);
        table[c] = ascii::is_alnum(letter) || others.find(letter) != std::string_view::npos;
    }
    return table;
}

// RFC 9110 5.6.2: tchar
constexpr auto tchar = characters("!#$%&'*+-.^_`|~");
constexpr auto id_char = characters("-._:");

bool all(std::string_view text, const std::array<bool, 256> &table) noexcept {
    return std::ranges::all_of(text, [&](char c) { return table[static_cast<unsigned char>(c)]; });
}

// RFC 9110 7.2: Host = uri-host [ ":" port ], by the grammar of RFC 3986 3.2; 4.2.1, 4.2.4: no empty host, no userinfo.
bool is_host(std::string_view text) noexcept {
    const auto a = parse_authority(text);
    return a && !a->userinfo && a->host && !a->host->empty();
}

std::string_view of(beast_string text) noexcept { return {text.data(), text.size()}; }

constexpr std::string_view lone_lf = "a line ends with LF alone (RFC 9112 2.2)";

refusal meaning(beast::error e) noexcept {
    switch (e) {
    case beast::error::bad_method:
        return {400, "the method is not a token followed by one space (RFC 9112 3.1)"};
    case beast::error::bad_target:
        return {400, "the request target is not visible ASCII followed by one space (RFC 9112 3.2)"};
    case beast::error::bad_version:
        return {400, "the request line does not end with a version of HTTP/1 (RFC 9112 2.3)"};
    case beast::error::bad_field:
        return {400, "a field name is not a token followed by a colon (RFC 9112 5.1)"};
    case beast::error::bad_value:
        return {400, "a field value contains a control character (RFC 9112 5)"};
    case beast::error::bad_line_ending:
        return {400, "CR is not followed by LF (RFC 9112 2.2)"};
    case beast::error::bad_content_length:
    case beast::error::multiple_content_length:
        return {400, "invalid Content-Length (RFC 9112 6.3)"};
    case beast::error::bad_transfer_encoding:
        return {400, "invalid Transfer-Encoding (RFC 9112 6.1)"};
    case beast::error::bad_chunk:
        return {400, "a chunk does not begin with its size (RFC 9112 7.1)"};
    case beast::error::bad_chunk_extension:
        return {400, "a chunk extension is malformed (RFC 9112 7.1.1)"};
    default:
        return {400, "the request is malformed (RFC 9112)"};
    }
}

constexpr std::size_t extension_limit = 256;

// Beast's parser with callbacks that store views, and errors that Beast does not have.
class reader final : public beast::basic_parser<true> {
public:
    reader() = default;
    reader(reader &&) = default;
    reader &operator=(reader &&) = delete;
    ~reader() override = default;

    http::head head = {};
    std::vector<field> *fields = nullptr; // null: the trailer section, which is ignored
    std::string *body = nullptr;
    std::uint64_t limit = body_reader::unlimited;
    std::uint64_t size = 0; // of all chunks
    std::uint64_t left = 0; // of this one
    std::optional<refusal> why = {};
    unsigned hosts = 0;
    unsigned lengths = 0;
    unsigned encodings = 0;
    bool wrong_expectation = false;

private:
    void refuse(error_code &ec, int status, std::string_view text) {
        why = refusal{status, text};
        ec = beast::error::bad_value;
    }

    void on_request_impl(beast::verb, beast_string method, beast_string target, int version, error_code &ec) override {
        head.method = of(method);
        head.target = of(target);
        head.minor_version = version % 10;
        for (const char c : head.target) { // Beast accepts every octet above 127
            if (static_cast<unsigned char>(c) > 126) {
                return refuse(ec, 400, "the request target is not ASCII (RFC 9112 3.2)");
            }
        }
    }

    void on_response_impl(int, beast_string, int, error_code &) override {}

    void on_field_impl(beast::field name, beast_string text, beast_string value_text, error_code &ec) override {
        if (fields == nullptr) return; // RFC 9110 6.5.1: trailer fields may be ignored
        const std::string_view value = of(value_text);
        switch (name) {
        case beast::field::host:
            ++hosts;
            // RFC 9112 3.2: it is empty when the target URI has no authority.
            if (!value.empty() && !is_host(value)) {
                return refuse(ec, 400, "Host is not a host and a port (RFC 9112 3.2)");
            }
            break;
        case beast::field::content_length:
            // RFC 9112 6.3: some recipients accept a list or a duplicate field; a request must have one meaning.
            if (++lengths > 1) return refuse(ec, 400, "duplicate header field Content-Length (RFC 9112 6.3)");
            if (const auto read = std::from_chars(value.data(), value.data() + value.size(), head.length);
                value.empty() || read.ec != std::errc{} || read.ptr != value.data() + value.size()) {
                return refuse(ec, 400, "Content-Length is not a number (RFC 9110 8.6)");
            }
            break;
        case beast::field::transfer_encoding:
            if (++encodings > 1) return refuse(ec, 400, "duplicate header field Transfer-Encoding (RFC 9112 6.1)");
            if (!same_name(value, "chunked")) {
                return refuse(ec, 400, "unsupported Transfer-Encoding: only chunked is supported (RFC 9112 6.1)");
            }
            head.chunked = true;
            break;
        case beast::field::expect:
            if (same_name(value, "100-continue")) {
                head.expects_continue = true;
            } else {
                wrong_expectation = true;
            }
            break;
        default:
            if (value.size() - 1 < 64 && same_name(of(text), "X-Request-Id") && all(value, id_char)) head.id = value;
            break;
        }
        fields->push_back({of(text), value});
    }

    void on_header_impl(error_code &) override {}
    void on_body_init_impl(boost::optional<std::uint64_t> const &, error_code &) override {}
    std::size_t on_body_impl(beast_string, error_code &ec) override { // body.cpp counts a body with Content-Length
        ec = beast::error::unexpected_body;
        return 0;
    }

    void on_chunk_header_impl(std::uint64_t chunk, beast_string extensions, error_code &ec) override {
        if (extensions.size() > extension_limit) {
            return refuse(ec, 400, "the extensions of a chunk are too long (RFC 9112 7.1.1)");
        }
        // Beast accepts every octet between quotation marks, LF also.
        for (const char c : extensions) {
            if ((c < ' ' && c != '\t') || c == '\x7f') {
                return refuse(ec, 400, "a chunk extension contains a control character (RFC 9112 7.1.1)");
            }
        }
        if (chunk > limit - size) {
            why = body_too_long(limit);
            ec = beast::error::bad_value;
            return;
        }
        size += chunk;
        left = chunk;
        UNIFORM_ASSERT(size <= limit);
    }

    std::size_t on_chunk_body_impl(std::uint64_t, beast_string part, error_code &) override {
        UNIFORM_ASSERT(body != nullptr && part.size() <= left);
        body->append(part.data(), part.size());
        left -= part.size();
        return part.size();
    }

    void on_finish_impl(error_code &) override {}
};

// RFC 9112 3.2.2: absolute-form = absolute-URI. Its authority takes the place of what Host says.
bool split_absolute(head &h, std::vector<field> &fields) {
    const auto u = parse_absolute_uri(h.target);
    if (!u || (!same_name(u->scheme(), "http") && !same_name(u->scheme(), "https"))) return false;
    const std::string_view authority = u->authority().value_or(std::string_view{});
    if (!is_host(authority)) return false;
    h.path = u->path().empty() ? std::string_view{"/"} : u->path();
    h.query = u->query();
    const auto host = std::ranges::find_if(fields, [](const field &f) { return same_name(f.name, "Host"); });
    if (host != fields.end()) {
        host->value = authority;
    } else { // HTTP/1.0
        fields.push_back({"Host", authority});
    }
    return true;
}

// RFC 9112 3.2.3: authority-form = uri-host ":" port, of a CONNECT request alone; RFC 9110 9.3.6: no empty or invalid
// port.
bool is_authority_form(std::string_view target) noexcept {
    if (!is_host(target)) return false;
    const auto a = parse_authority(target);
    const auto port = parse_port_number(a->port.value_or(std::string_view{}));
    return port && *port;
}

// RFC 9112 3.2: the four forms of a request target, by their grammar.
bool split_target(head &h, std::vector<field> &fields) {
    if (h.method == "CONNECT") { // such a target has no path
        h.path = h.target;
        return is_authority_form(h.target);
    }
    if (h.target == "*") { // RFC 9112 3.2.4
        h.path = h.target;
        return h.method == "OPTIONS";
    }
    if (h.target.front() != '/') return split_absolute(h, fields);
    // RFC 9112 3.2.1: origin-form = absolute-path [ "?" query ]. A relative-ref would have an authority after "//".
    const std::size_t last_slash = std::min(h.target.find_first_not_of('/'), h.target.size()) - 1;
    const std::string_view reference = h.target.substr(last_slash);
    const auto r = parse_relative_ref(reference);
    if (!r || r->fragment()) return false;
    h.query = r->query();
    h.path = h.target.substr(0, last_slash + r->path().size());
    return true;
}

// RFC 9110 2.5: a message with a higher minor version is processed as one of the highest that is implemented. The place
// of the digit in HTTP/1.2 to HTTP/1.9; 0: it is another version.
std::size_t higher_minor_version(std::string_view text) noexcept {
    const std::size_t end = text.find("\r\n");
    if (end == std::string_view::npos || end < 9) return 0;
    return text.substr(end - 9, 8) == " HTTP/1." && text[end - 1] >= '2' && text[end - 1] <= '9' ? end - 1 : 0;
}

// The same part of another text.
std::string_view moved(std::string_view part, std::string_view from, std::string_view to) noexcept {
    return part.empty() ? std::string_view{}
                        : to.substr(static_cast<std::size_t>(part.data() - from.data()), part.size());
}

// A well-formed version that is not supported (RFC 9110 15.6.6).
bool other_version(std::string_view text) noexcept {
    const std::size_t end = text.find("\r\n");
    if (end == std::string_view::npos || end < 9) return false;
    const std::string_view version = text.substr(end - 9, 9);
    const auto digit = ascii::is_digit;
    return version.starts_with(" HTTP/") && digit(version[6]) && version[7] == '.' && digit(version[8]) &&
           version != " HTTP/1.0" && version != " HTTP/1.1";
}

} // namespace

class chunks {
public:
    explicit chunks(reader &&r) : in(std::move(r)) {}
    reader in;
};

head_scan::outcome head_scan::refuse(int status, std::string_view why) noexcept {
    why_ = {status, why};
    return outcome_ = outcome::refused;
}

head_scan::outcome head_scan::look(std::string_view text, std::size_t bytes, std::size_t fields) noexcept {
    const auto too_long = [&] {
        return lines_ == 0 ? refuse(414, "the request line is too long")
                           : refuse(431, "the fields of the request are too long");
    };
    UNIFORM_ASSERT(begin_ <= line_ && line_ <= at_ && at_ <= text.size()); // the text has grown
    while (outcome_ == outcome::more && at_ < text.size()) {
        if (line_ == begin_ && lines_ == 0) {
            // RFC 9112 2.2: an empty line before the request line is ignored; one, here.
            const char first = text[line_];
            if (first == '\r' && begin_ == 0) {
                if (text.size() < 2) return outcome::more;
                if (text[1] != '\n') return refuse(400, "CR is not followed by LF (RFC 9112 2.2)");
                begin_ = line_ = at_ = 2;
                continue;
            }
            if (!tchar[static_cast<unsigned char>(first)]) {
                return refuse(400, "the request does not begin with a method (RFC 9112 3)");
            }
        }
        const void *found = std::memchr(text.data() + at_, '\n', text.size() - at_);
        const std::size_t lf =
            found == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char *>(found) - text.data());
        at_ = found == nullptr ? lf : lf + 1;
        if (at_ - begin_ > bytes) return too_long();
        if (found == nullptr) return outcome::more;
        if (lf == line_ || text[lf - 1] != '\r') return refuse(400, lone_lf);
        if (lf - 1 == line_) {
            line_ = at_;
            return outcome_ = outcome::complete;
        }
        // RFC 9112 5.2: a sender must not fold lines; a server may refuse them.
        if (lines_ != 0 && (text[line_] == ' ' || text[line_] == '\t')) {
            return refuse(400, "a field is folded over lines (RFC 9112 5.2)");
        }
        if (lines_++ > fields) return refuse(431, "the request has too many fields");
        line_ = at_;
    }
    return outcome_;
}

std::optional<refusal> parse_head(std::string_view text, head &to, std::vector<field> &fields,
                                  std::shared_ptr<chunks> &coding) {
    fields.clear();
    if (text.starts_with("PRI * HTTP/2")) { // RFC 9113 3.4
        return refusal{400, "HTTP/2 is not supported: use HTTP/1.1"};
    }
    reader in;
    in.fields = &fields;
    in.header_limit(static_cast<std::uint32_t>(text.size()));
    in.body_limit(boost::none);
    error_code ec;
    std::string as_supported; // Beast knows HTTP/1.0 and HTTP/1.1
    std::string_view readable = text;
    if (const std::size_t digit = higher_minor_version(text); digit != 0) {
        as_supported = text;
        as_supported[digit] = '1';
        readable = as_supported;
    }
    const std::size_t used = in.put(boost::asio::const_buffer{readable.data(), readable.size()}, ec);
    if (!as_supported.empty()) {
        for (std::string_view *part : {&in.head.method, &in.head.target, &in.head.id}) {
            *part = moved(*part, readable, text);
        }
        for (field &f : fields) f = {moved(f.name, readable, text), moved(f.value, readable, text)};
    }
    if (in.why) return in.why;
    if (ec == beast::error::bad_version && other_version(text)) {
        return refusal{505, "unsupported HTTP version: supported are 1.0 and 1.1 (RFC 9110 15.6.6)"};
    }
    if (ec) return meaning(static_cast<beast::error>(ec.value()));
    if (used != text.size()) return meaning(beast::error::bad_line_ending);
    to = in.head;
    to.keep_alive = in.keep_alive();
    // RFC 9112 3.2: 400 to a request of HTTP/1.1 without Host, and to any with more than one.
    if (in.hosts > 1) return refusal{400, "duplicate header field Host (RFC 9112 3.2)"};
    if (in.hosts == 0 && to.minor_version >= 1) return refusal{400, "missing header field Host (RFC 9112 3.2)"};
    // RFC 9112 6.1: either may be request smuggling.
    if (in.encodings != 0 && in.lengths != 0) {
        return refusal{400, "both Transfer-Encoding and Content-Length are present (RFC 9112 6.1)"};
    }
    if (in.encodings != 0 && to.minor_version == 0) {
        return refusal{400, "HTTP/1.0 has no Transfer-Encoding (RFC 9112 6.1)"};
    }
    if (!split_target(to, fields)) return refusal{400, "the request target has none of the forms of RFC 9112 3.2"};
    // RFC 9110 10.1.1: 417 for an unknown expectation; one of HTTP/1.0 is ignored.
    if (to.minor_version == 0) {
        to.expects_continue = false;
    } else if (in.wrong_expectation) {
        return refusal{417, "unsupported expectation: only 100-continue is supported (RFC 9110 10.1.1)"};
    }
    if (to.chunked) {
        in.fields = nullptr;
        in.head = {};
        coding = std::make_shared<chunks>(std::move(in));
    }
    return std::nullopt;
}

body_reader::body_reader(const head &h, std::shared_ptr<chunks> coding, std::uint64_t limit, std::size_t line_limit)
    : coding_(std::move(coding)), left_(h.length), limit_(limit), line_limit_(line_limit) {}

body_reader::outcome body_reader::read(std::string_view &data, std::string &to) {
    if (coding_ == nullptr) {
        if (left_ > limit_ - size_) {
            why_ = body_too_long(limit_);
            return outcome::refused;
        }
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left_, data.size()));
        to.append(data.substr(0, part));
        data.remove_prefix(part);
        left_ -= part;
        size_ += part;
        return left_ == 0 ? outcome::complete : outcome::more;
    }
    reader &in = coding_->in;
    in.limit = limit_;
    in.body = &to;
    while (!data.empty()) {
        // Beast asserts that it gets a last chunk only when the shortest possible one has arrived.
        if (in.left == 0 && data.size() < 5 && data.front() == '0') return outcome::more;
        const std::size_t before = to.size();
        error_code ec;
        const std::size_t used = in.put(boost::asio::const_buffer{data.data(), data.size()}, ec);
        UNIFORM_ASSERT(used <= data.size() && to.size() >= before);
        const std::size_t decoded = to.size() - before;
        size_ += decoded;
        UNIFORM_ASSERT(size_ <= limit_);
        // One element at a time: a part of a chunk's data, or a line (the last with the trailer section).
        if ((ec == beast::error::need_more && data.size() > line_limit_) ||
            (!ec && decoded == 0 && used > line_limit_)) {
            why_ = {400, "the first line of a chunk or the trailer section is too long (RFC 9112 7.1)"};
            return outcome::refused;
        }
        data.remove_prefix(used);
        if (ec == beast::error::need_more) return outcome::more;
        if (ec) {
            why_ = in.why ? *in.why : meaning(static_cast<beast::error>(ec.value()));
            return outcome::refused;
        }
        if (in.is_done()) return outcome::complete;
    }
    return outcome::more;
}

} // namespace uniform::http

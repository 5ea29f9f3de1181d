// Reading a request as a pure function of its bytes: where its head ends, the content of the head and of the body.
// The result does not depend on how the bytes are divided into parts. Boost.Beast parses; what it lets pass and two
// servers might read differently is refused here. RFC 9112.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

#include "http/engine/http_message.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// Why a request is not served: the status, and a sentence for a person (a literal).
struct refusal {
    int status = 400;
    std::string_view why = {};
    std::optional<std::uint64_t> bytes = {}; ///< the limit that the sentence ends with
};

/// RFC 9110 section 15.5.14: of a body that is longer than its route permits.
constexpr refusal body_too_long(std::uint64_t limit) noexcept {
    return {.status = 413, .why = "the body is longer than the permitted maximum of ", .bytes = limit};
}

/// "the body is longer than the permitted maximum of 65536 bytes".
[[nodiscard]] inline std::string sentence_of(const refusal &r) {
    return r.bytes ? std::string(r.why) + std::to_string(*r.bytes) + " bytes" : std::string(r.why);
}

/// Finds the end of the head at the front of a text that grows. Linear in the text, however it is divided.
class head_scan {
public:
    enum class outcome : std::uint8_t { more, complete, refused };

    /// `text` begins with what it began with at the last call. `bytes` and `fields` are the limits of a head.
    /// Once it is not `more`, it stays.
    outcome look(std::string_view text, std::size_t bytes, std::size_t fields) noexcept;

    /// When complete: where the request line begins (an empty line before it is skipped), and the end of the head.
    [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
    [[nodiscard]] std::size_t end() const noexcept { return line_; }
    [[nodiscard]] const refusal &why() const noexcept UNIFORM_LIFETIMEBOUND { return why_; }

private:
    outcome refuse(int status, std::string_view why) noexcept;

    outcome outcome_ = outcome::more;
    std::size_t begin_ = 0;
    std::size_t line_ = 0; // where the line that is looked at begins
    std::size_t at_ = 0;   // everything before it was examined
    std::size_t lines_ = 0;
    refusal why_ = {};
};

/// The chunked coding of one body, read by Beast. RFC 9112 7.1.
class chunks;

/// The content of a head. All views are of the text that was parsed.
struct head {
    std::string_view method;
    std::string_view target;
    std::string_view path; ///< the target itself if it is in asterisk-form or authority-form
    std::optional<std::string_view> query;
    std::string_view id; ///< X-Request-Id, if it is short and harmless
    int minor_version = 1;
    bool keep_alive = true;
    bool expects_continue = false;
    bool chunked = false;
    std::uint64_t length = 0; ///< Content-Length

    [[nodiscard]] bool has_body() const noexcept { return chunked || length != 0; }
};

/// Parses a head from its request line to its empty line, as head_scan found it. `fields` and `coding` are written (the
/// latter only for a chunked body). Returns the error, if there is one. Only `fields` may allocate.
[[nodiscard]] std::optional<refusal> parse_head(std::string_view text, head &to, std::vector<field> &fields,
                                                std::shared_ptr<chunks> &coding);

/// Reads one body.
class body_reader {
public:
    enum class outcome : std::uint8_t { more, complete, refused };
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    /// `line_limit` is for what is not data: a chunk's first line, the trailer section.
    body_reader(const head &h, std::shared_ptr<chunks> coding, std::uint64_t limit, std::size_t line_limit);

    /// Takes bytes from the front of `data` and appends what they mean to `to`. What it leaves must be given again,
    /// with more after it; it leaves nothing of a body with Content-Length, and at most `line_limit` bytes of another.
    outcome read(std::string_view &data, std::string &to);
    [[nodiscard]] const refusal &why() const noexcept UNIFORM_LIFETIMEBOUND { return why_; }
    /// Bytes of the body so far.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    /// Bytes of the body that may follow: what Content-Length says, or what the limit allows of a body in chunks.
    [[nodiscard]] std::uint64_t at_most_left() const noexcept { return coding_ == nullptr ? left_ : limit_ - size_; }

private:
    std::shared_ptr<chunks> coding_;
    std::uint64_t left_;
    std::uint64_t size_ = 0;
    std::uint64_t limit_;
    std::size_t line_limit_;
    refusal why_ = {};
};

} // namespace http
} // namespace uniform

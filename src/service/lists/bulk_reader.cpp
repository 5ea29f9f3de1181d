#include "service/lists/bulk_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <openssl/evp.h>

#include <uniform/base/hex.hpp>

namespace uniform::service {

using resolver::problem;
using resolver::problem_type;

struct bulk_reader::hash {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    hash() { EVP_DigestInit_ex(context, EVP_sha256(), nullptr); }
    ~hash() { EVP_MD_CTX_free(context); }
    hash(const hash &) = delete;
    hash &operator=(const hash &) = delete;
};

bulk_reader::bulk_reader(bulk_format f, const bulk_source &source, bool digest) : format_(f), source_(source) {
    if (digest) hash_ = std::make_unique<hash>();
}
bulk_reader::~bulk_reader() = default;

bool bulk_reader::fill() {
    if (at_end_) return false;
    if (begin_ != 0) {
        buffer_.erase(0, begin_);
        begin_ = 0;
    }
    const std::string_view part = source_();
    at_end_ = part.empty();
    buffer_ += part;
    return !at_end_;
}

void bulk_reader::consume(std::size_t n) {
    if (hash_) EVP_DigestUpdate(hash_->context, buffer_.data() + begin_, n);
    begin_ += n;
    offset_ += n;
    scanned_ = 0;
    ends_ = 0;
    place_ = place::field_start;
}

std::string bulk_reader::digest() const {
    if (!hash_) return {};
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned size = 0;
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    EVP_MD_CTX_copy_ex(copy, hash_->context);
    EVP_DigestFinal_ex(copy, out.data(), &size);
    EVP_MD_CTX_free(copy);
    return base::to_hex(std::as_bytes(std::span{out}.first(size)));
}

// The offset after begin_ of the line end that ends the record; npos if it is not in the buffer.
std::size_t bulk_reader::find_end() {
    // At most the longest record, so that the end of one that is too long does not depend on the parts of the input.
    const std::string_view text = std::string_view(buffer_).substr(begin_, longest_line + 1);
    if (format_ == bulk_format::ndjson) {
        const std::size_t at = text.find('\n', scanned_);
        scanned_ = std::min(at, text.size());
        return at;
    }
    // RFC 4180 2.5, 2.6: a line end inside of quotation marks belongs to the field; two of them are one.
    for (std::size_t i = scanned_; i < text.size(); ++i) {
        const char c = text[i];
        switch (place_) {
        case place::quoted:
            if (c == '"') place_ = place::quote_in_quoted;
            if (c == '\n') ++ends_;
            continue;
        case place::quote_in_quoted:
            if (c == '"') {
                place_ = place::quoted;
                continue;
            }
            break;
        case place::field_start:
            if (c == '"') {
                place_ = place::quoted;
                continue;
            }
            break;
        case place::bare:
            break;
        }
        if (c == '\n') {
            scanned_ = i;
            return i;
        }
        place_ = c == ',' ? place::field_start : place::bare;
    }
    scanned_ = text.size();
    return std::string_view::npos;
}

// Skips a record that is too long, up to the next line end.
std::optional<bulk_reader::record> bulk_reader::too_long() {
    const bool open = place_ == place::quoted;
    record r{.line = lines_ + 1};
    r.wrong = problem{.type = problem_type::too_large};
    r.wrong->detail = open ? "a quotation mark is not closed within 1048576 bytes" : "longer than 1048576 bytes";
    if (open) r.wrong->rule = "RFC 4180 section 2.5";
    std::uint64_t passed = ends_;
    for (;;) {
        const std::size_t size = buffer_.size() - begin_;
        const std::size_t from = std::min(scanned_, size);
        const std::size_t at = std::string_view(buffer_).substr(begin_).find('\n', from);
        if (at != std::string_view::npos) {
            consume(at + 1);
            ++passed;
            break;
        }
        consume(size);
        if (!fill()) break;
    }
    lines_ += passed;
    return r;
}

std::optional<bulk_reader::record> bulk_reader::next() {
    for (;;) {
        const std::size_t end = find_end();
        if (end == std::string_view::npos) {
            if (buffer_.size() - begin_ > longest_line) return too_long();
            if (fill()) continue;
        }
        const bool last = end == std::string_view::npos;
        const std::size_t size = last ? buffer_.size() - begin_ : end;
        if (last && size == 0) return std::nullopt;
        record r{.text = std::string_view(buffer_).substr(begin_, size), .line = lines_ + 1};
        if (last && place_ == place::quoted) {
            r.text = {};
            r.wrong = problem{.type = problem_type::malformed,
                              .detail = "a quotation mark is not closed before the end of the input",
                              .rule = "RFC 4180 section 2.5"};
        }
        lines_ += ends_ + (last ? 0 : 1);
        if (r.line == 1 && r.text.starts_with("\xEF\xBB\xBF")) r.text.remove_prefix(3); // byte order mark (RFC 3629 6)
        if (r.text.ends_with('\r')) r.text.remove_suffix(1);
        consume(last ? size : size + 1);
        if (r.text.empty() && !r.wrong) continue;
        return r;
    }
}

bool bulk_reader::skip_to(std::uint64_t offset, std::uint64_t lines) {
    while (offset_ < offset) {
        const std::size_t here = buffer_.size() - begin_;
        if (here == 0 && !fill()) return false;
        consume(static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size() - begin_, offset - offset_)));
    }
    lines_ = lines;
    return true;
}

} // namespace uniform::service

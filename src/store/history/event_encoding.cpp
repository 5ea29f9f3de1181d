// A segment begins with one byte for its encoding. 0: the events follow. 1: the first eight bytes of the SHA-256 of the
// rest follow, and the events compressed by zstd; a decoder may ignore some bits of zstd's format, and a change of them
// must be detected, too. The events, one after another:
//
//   flags    one byte: who (1), from (2), action (4), kind (8) are those of the event before; 16: the subject is new;
//   32:
//            the body lacks its secrets
//   time     varint: microseconds since the event before; for the first event since 1970, zigzag
//   before   varint: the distance to the subject's event before; absent when the subject is new
//   texts    who, from, action, kind, unless the same as before; id, body: each a varint length and its bytes
//   hash     32 bytes, if the body lacks its secrets
//
// The numbers of the events follow from that of the first, which the row of the segment has.
#include "store/history/event_encoding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>
#include <zstd.h>

#include <uniform/base/assertion.hpp>

namespace uniform::store::detail {

namespace {

constexpr unsigned same_who = 1, same_from = 2, same_action = 4, same_kind = 8, new_subject = 16, withheld_body = 32,
                   all_flags = 63;
constexpr int compression_level = 3;
// A single small event hardly becomes shorter.
constexpr std::size_t worth_packing = 256;
// Before the compressed events.
constexpr std::size_t check_bytes = 8;

void put_varint(std::string &out, std::uint64_t v) {
    while (v >= 0x80) {
        out += static_cast<char>(static_cast<unsigned char>(v | 0x80U));
        v >>= 7U;
    }
    out += static_cast<char>(static_cast<unsigned char>(v));
}

void put_text(std::string &out, std::string_view text) {
    put_varint(out, text.size());
    out += text;
}

std::uint64_t zigzag(std::int64_t v) noexcept {
    return (static_cast<std::uint64_t>(v) << 1U) ^ static_cast<std::uint64_t>(v >> 63);
}
std::int64_t unzigzag(std::uint64_t v) noexcept { return static_cast<std::int64_t>((v >> 1U) ^ (~(v & 1U) + 1U)); }

// Reads from the front; `ok` becomes false, and stays so, when something is missing.
struct cursor {
    std::string_view rest;
    bool ok = true;

    unsigned byte() noexcept {
        if (rest.empty()) return ok = false, 0;
        const auto b = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        return b;
    }
    std::uint64_t varint() noexcept {
        std::uint64_t v = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const unsigned b = byte();
            if (shift == 63 && b > 1) ok = false;
            v |= static_cast<std::uint64_t>(b & 0x7FU) << shift;
            // Only the shortest form, so that segments with the same events have the same bytes.
            if (b < 0x80) {
                if (b == 0 && shift != 0) ok = false;
                return v;
            }
        }
        ok = false;
        return 0;
    }
    std::string_view text() noexcept { return bytes(varint()); }
    std::string_view bytes(std::uint64_t length) noexcept {
        if (!ok || length > rest.size()) return ok = false, std::string_view{};
        const auto t = rest.substr(0, static_cast<std::size_t>(length));
        rest.remove_prefix(t.size());
        return t;
    }
};

struct digest_free {
    void operator()(EVP_MD_CTX *c) const noexcept { EVP_MD_CTX_free(c); }
    void operator()(EVP_MD *m) const noexcept { EVP_MD_free(m); }
};

// SHA-256; keeps the algorithm, which OpenSSL would otherwise look up each time.
class hasher {
public:
    hasher() : algorithm_(EVP_MD_fetch(nullptr, "SHA256", nullptr)), context_(EVP_MD_CTX_new()) {
        if (!algorithm_ || !context_) throw std::runtime_error("OpenSSL has no SHA-256");
    }
    digest operator()(std::string_view bytes) {
        digest d;
        unsigned length = 0;
        if (EVP_DigestInit_ex(context_.get(), algorithm_.get(), nullptr) != 1 ||
            EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1 ||
            EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char *>(d.data()), &length) != 1) {
            throw std::runtime_error("OpenSSL's SHA-256 failed");
        }
        UNIFORM_ASSERT(length == d.size());
        return d;
    }

private:
    std::unique_ptr<EVP_MD, digest_free> algorithm_;
    std::unique_ptr<EVP_MD_CTX, digest_free> context_;
};

template <class T>
void put_big_endian(std::string &out, T v) {
    if constexpr (std::endian::native == std::endian::little) v = std::byteswap(v);
    out.append(reinterpret_cast<const char *>(&v), sizeof v);
}

struct zstd_free {
    void operator()(ZSTD_CCtx *c) const noexcept { ZSTD_freeCCtx(c); }
    void operator()(ZSTD_DCtx *c) const noexcept { ZSTD_freeDCtx(c); }
};

std::array<char, check_bytes> check_of(std::string_view compressed) {
    std::array<char, check_bytes> check{};
    const auto hash = sha256(compressed);
    std::memcpy(check.data(), hash.data(), check.size());
    return check;
}

} // namespace

event_view view_of(const event &e) noexcept {
    return {.number = e.number,
            .at = e.at.time_since_epoch().count(),
            .who = e.who,
            .from = e.from,
            .action = e.action,
            .kind = e.kind,
            .id = e.id,
            .before = e.before,
            .body = e.body,
            .withheld = e.withheld ? std::string_view{reinterpret_cast<const char *>(e.hash.data()), e.hash.size()}
                                   : std::string_view{}};
}

event event_of(const event_view &v, const digest &previous, const digest &hash) {
    return {.number = v.number,
            .at = timestamp(timestamp::duration(v.at)),
            .who = std::string(v.who),
            .from = std::string(v.from),
            .action = std::string(v.action),
            .kind = std::string(v.kind),
            .id = std::string(v.id),
            .before = v.before,
            .body = std::string(v.body),
            .previous = previous,
            .hash = hash,
            .withheld = !v.withheld.empty()};
}

digest sha256(std::string_view bytes) {
    thread_local hasher h;
    return h(bytes);
}

digest hash_of(const digest &previous, const event_view &e) {
    if (!e.withheld.empty()) {
        digest said;
        UNIFORM_ASSERT(e.withheld.size() == said.size() && may_be_withheld(e.kind));
        std::memcpy(said.data(), e.withheld.data(), said.size());
        return said;
    }
    thread_local std::string canonical;
    canonical.assign(reinterpret_cast<const char *>(previous.data()), previous.size());
    put_big_endian(canonical, e.number);
    put_big_endian(canonical, static_cast<std::uint64_t>(e.at));
    put_big_endian(canonical, e.before);
    for (const auto text : {e.who, e.from, e.action, e.kind, e.id, e.body}) {
        UNIFORM_ASSERT(text.size() <= std::numeric_limits<std::uint32_t>::max());
        put_big_endian(canonical, static_cast<std::uint32_t>(text.size()));
        canonical += text;
    }
    return sha256(canonical);
}

void segment_writer::add(const event_view &e) {
    unsigned flags = 0;
    const bool begins = count_ == 0;
    UNIFORM_ASSERT(begins || e.number == first_ + count_);
    if (begins) {
        first_ = e.number;
        plain_.clear();
    } else {
        if (e.who == who_) flags |= same_who;
        if (e.from == from_) flags |= same_from;
        if (e.action == action_) flags |= same_action;
        if (e.kind == kind_) flags |= same_kind;
    }
    if (e.before == 0) flags |= new_subject;
    if (!e.withheld.empty()) flags |= withheld_body;
    plain_ += static_cast<char>(flags);
    put_varint(plain_, begins ? zigzag(e.at) : static_cast<std::uint64_t>(e.at - at_));
    at_ = e.at;
    if (e.before != 0) put_varint(plain_, e.number - e.before);
    const auto put_unless = [&](unsigned flag, std::string_view text, std::string &last) {
        if ((flags & flag) != 0) return;
        put_text(plain_, text);
        last = text;
    };
    put_unless(same_who, e.who, who_);
    put_unless(same_from, e.from, from_);
    put_unless(same_action, e.action, action_);
    put_unless(same_kind, e.kind, kind_);
    put_text(plain_, e.id);
    put_text(plain_, e.body);
    plain_ += e.withheld;
    ++count_;
}

std::string segment_writer::take() {
    thread_local const std::unique_ptr<ZSTD_CCtx, zstd_free> context(ZSTD_createCCtx());
    UNIFORM_ASSERT(count_ != 0);
    std::string packed;
    const std::size_t bound = ZSTD_compressBound(plain_.size());
    if (context && plain_.size() >= worth_packing) {
        constexpr std::size_t begins = 1 + check_bytes;
        packed.resize(begins + bound);
        const std::size_t length = ZSTD_compressCCtx(context.get(), packed.data() + begins, bound, plain_.data(),
                                                     plain_.size(), compression_level);
        packed.resize(ZSTD_isError(length) != 0U ? 0 : begins + length);
        if (!packed.empty()) {
            packed[0] = 1;
            std::ranges::copy(check_of(std::string_view(packed).substr(begins)), packed.begin() + 1);
        }
    }
    if (packed.empty() || packed.size() > plain_.size()) {
        packed.assign(1, '\0');
        packed += plain_;
    }
    count_ = 0;
    UNIFORM_ASSERT(packed.size() > 1);
    return packed;
}

std::optional<segment> read_segment(std::string_view bytes, std::uint64_t first, std::uint64_t count) {
    if (bytes.empty() || first == 0 || count == 0) return std::nullopt;
    segment s;
    auto packed = bytes.substr(1);
    if (bytes.front() == 0) {
        if (packed.size() > longest_segment) return std::nullopt;
        s.plain.assign(packed.begin(), packed.end());
    } else if (bytes.front() == 1) {
        if (packed.size() <= check_bytes) return std::nullopt;
        const auto check = packed.substr(0, check_bytes);
        packed.remove_prefix(check_bytes);
        if (!std::ranges::equal(check, check_of(packed))) return std::nullopt;
        const auto length = ZSTD_getFrameContentSize(packed.data(), packed.size());
        if (length == ZSTD_CONTENTSIZE_ERROR || length == ZSTD_CONTENTSIZE_UNKNOWN || length > longest_segment) {
            return std::nullopt;
        }
        thread_local const std::unique_ptr<ZSTD_DCtx, zstd_free> context(ZSTD_createDCtx());
        if (!context) return std::nullopt;
        s.plain.resize(static_cast<std::size_t>(length));
        const std::size_t got =
            ZSTD_decompressDCtx(context.get(), s.plain.data(), s.plain.size(), packed.data(), packed.size());
        if (ZSTD_isError(got) != 0U || got != s.plain.size()) return std::nullopt;
    } else {
        return std::nullopt;
    }
    // An event has at least five bytes: a false count must not reserve more memory than the segment can fill.
    if (count > s.plain.size() / 4) return std::nullopt;
    s.events.reserve(static_cast<std::size_t>(count));
    cursor c{{s.plain.data(), s.plain.size()}};
    event_view e;
    for (std::uint64_t i = 0; i < count; ++i) {
        e.number = first + i;
        const unsigned flags = c.byte();
        const std::uint64_t time = c.varint();
        if (flags > all_flags || (i == 0 && (flags & 15U) != 0)) return std::nullopt;
        if (i == 0) {
            e.at = unzigzag(time);
        } else {
            if (time > static_cast<std::uint64_t>(INT64_MAX) - static_cast<std::uint64_t>(e.at < 0 ? 0 : e.at)) {
                return std::nullopt;
            }
            e.at += static_cast<std::int64_t>(time);
        }
        e.before = 0;
        if ((flags & new_subject) == 0) {
            const std::uint64_t back = c.varint();
            if (back == 0 || back >= e.number) return std::nullopt;
            e.before = e.number - back;
        }
        if ((flags & same_who) == 0) e.who = c.text();
        if ((flags & same_from) == 0) e.from = c.text();
        if ((flags & same_action) == 0) e.action = c.text();
        if ((flags & same_kind) == 0) e.kind = c.text();
        e.id = c.text();
        e.body = c.text();
        e.withheld = {};
        if ((flags & withheld_body) != 0) {
            e.withheld = c.bytes(std::tuple_size_v<digest>);
            if (!may_be_withheld(e.kind)) return std::nullopt;
        }
        if (!c.ok) return std::nullopt;
        s.events.push_back(e);
    }
    if (!c.rest.empty()) return std::nullopt;
    UNIFORM_ASSERT(s.events.size() == count);
    return s;
}

} // namespace uniform::store::detail

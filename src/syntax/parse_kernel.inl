// Parsing by bit masks. A text is classified in blocks of 64 bytes into masks, one bit a byte: which characters are
// "plain" (may stand in any component), which are "/", ":" and so on. Components are then found by scans for the first
// set bit, and a component is valid when no bit of its range is missing in the mask of its class. Nothing iterates over
// bytes.
//
// This file is the algorithm; each kernel_LEVEL.cpp includes it after defining `kernel`:
//
//     struct block                        64 bytes, or fewer at the end of the text (the rest reads as zero)
//     explicit kernel(syntax)             with the classes of an edition
//     block load(s, at, n)                the block at s + at of a text of n bytes; reads within s .. s + n only
//     block load_first(s, n)              load(s, 0, n) of a text of up to 128 bytes
//     block load_second(s, n)             the block after it
//     uint64_t plain(block), scheme(block), hexdig(block), nid(block)   the classes of an edition's tables
//     uint64_t capital(block)                                  A-Z
//     uint64_t equal<'c'>(block)                               one character
//     uint64_t below<'c'>(block)                               bytes that are less than 'c', as signed numbers
//     bool any<'c'>(first, second)                             whether it occurs in what the first two blocks hold
//
// Everything here has internal linkage: these files are compiled for CPUs that not every machine has, and a function
// which the linker might share with the rest of the program must not be made here. For the same reason nothing of the
// standard library is called.
//
// Texts of up to 128 bytes whose characters are all plain, which is most web addresses, take a path without a
// data-dependent branch up to the end of the authority. The rest ("%", "#", and UTF-8 in IRIs) takes a loop over the
// blocks; a text of US-ASCII costs the same in every edition. IP-literals, private-use characters in the query of an
// IRI, what the older editions have beside a hostname after "//", and whatever is not valid, are left to the scalar
// parser, which also makes the errors.

namespace {

using uniform::detail::kernel_request;
using uniform::detail::offsets;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// 64 when there is none
#if defined(__wasm__)
[[gnu::always_inline]] inline u32 first_bit(u64 mask) { return static_cast<u32>(__builtin_ctzg(mask, 64)); }
[[gnu::always_inline]] inline u32 bits_above_last(u64 mask) { return static_cast<u32>(__builtin_clzg(mask, 64)); }
[[gnu::always_inline]] inline u64 bits_below(u32 n) { return n < 64 ? (u64{1} << n) - 1 : ~u64{0}; }
#else
[[gnu::always_inline]] inline u32 first_bit(u64 mask) { return static_cast<u32>(_tzcnt_u64(mask)); }
[[gnu::always_inline]] inline u32 bits_above_last(u64 mask) { return static_cast<u32>(_lzcnt_u64(mask)); }
[[gnu::always_inline]] inline u64 bits_below(u32 n) { return _bzhi_u64(~u64{0}, n < 64 ? n : 64); }
#endif
[[gnu::always_inline]] inline u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

// The ends of path and query; path is `no_end` when the text is left to the scalar parser.
struct ends {
    u32 path;
    u32 query;
};
constexpr u32 no_end = 0xFFFFFFFF;

// UTF-8 of the blocks so far: what the last characters of a block ask of the next one.
struct utf8_carry {
    u64 continuations = 0; // bits 0 to 2: bytes that must continue a character
    u64 after_e0 = 0;      // bit 0: the block before ends with this byte
    u64 after_ed = 0;
    u64 after_c2 = 0;
};

// Whether the character that begins with the byte `at`, one of EE, EF and F0 to F4, is ucschar; the others of RFC 3987
// 2.2 are found by masks. The structure of the bytes need not be known to be valid, but no byte beyond `n` is read.
[[gnu::always_inline]] inline bool is_rare_ucschar(const char *s, u32 at, u32 n) {
    const auto byte = [&](u32 i) { return static_cast<unsigned>(static_cast<unsigned char>(s[at + i])); };
    const unsigned first = byte(0);
    // EE: U+E000 to U+EFFF, and F4: from U+100000 on, are iprivate
    if (n - at < (first < 0xF0 ? 3U : 4U) || first == 0xEE || first > 0xF3) return false;
    if (first == 0xEF) {
        const unsigned c = 0xF000 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
        return c >= 0xF900 && c <= 0xFFEF && (c < 0xFDD0 || c >= 0xFDF0);
    }
    const unsigned c = (first & 7) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    return c >= 0x10000 && c < 0xF0000 && (c & 0xFFFF) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
}

// Whether the bytes above 0x7F of a block (`high`) are characters of ucschar, with what the block before has asked for.
// The lengths of the characters are compared as masks: where a byte must continue a character, and where one does.
// E0, ED and C2 restrict the byte that follows: not overlong, no surrogate, not U+0080 to U+009F.
[[gnu::always_inline]] inline bool ucschars(const kernel &k, const kernel::block &b, const char *s, u32 at, u32 n,
                                            u64 high, utf8_carry &carry) {
    const u64 continuing = k.below<static_cast<char>(0xC0)>(b) & high;
    const u64 below_a0 = k.below<static_cast<char>(0xA0)>(b) & high;
    const u64 below_e0 = k.below<static_cast<char>(0xE0)>(b) & high;
    const u64 two = high & ~continuing;
    const u64 three = high & ~below_e0;
    const u64 four = high & ~k.below<static_cast<char>(0xF0)>(b);
    const u64 must = (two << 1) | (three << 2) | (four << 3) | carry.continuations;
    carry.continuations = (two >> 63) | (three >> 62) | (four >> 61);
    const u64 e0 = k.equal<static_cast<char>(0xE0)>(b);
    const u64 ed = k.equal<static_cast<char>(0xED)>(b);
    const u64 c2 = k.equal<static_cast<char>(0xC2)>(b);
    u64 wrong = must ^ continuing;
    wrong |= two & k.below<static_cast<char>(0xC2)>(b); // C0, C1
    wrong |= ((e0 << 1) | carry.after_e0 | (c2 << 1) | carry.after_c2) & below_a0;
    wrong |= ((ed << 1) | carry.after_ed) & continuing & ~below_a0;
    carry.after_e0 = e0 >> 63;
    carry.after_ed = ed >> 63;
    carry.after_c2 = c2 >> 63;
    if (wrong != 0) return false;
    u64 rare = high & ~k.below<static_cast<char>(0xEE)>(b);
    for (; rare != 0; rare &= rare - 1) {
        if (!is_rare_ucschar(s, at + first_bit(rare), n)) return false;
    }
    return true;
}

// Any length, any of "%" and "#": block by block. Gives up when a character is neither plain nor one of these two, a
// "%" is not followed by two HEXDIG, or there is a second "#". Loads its own tables: those of the caller stay in
// registers.
[[gnu::noinline]] ends scan(const char *s, u32 n, const uniform::detail::syntax &x) {
    constexpr ends nothing{no_end, no_end};
    const kernel k{x};
    u32 question = n;
    u32 hash = n;
    u64 expected = 0; // HEXDIG that a "%" of the block before asks for: bits 0 and 1
    utf8_carry carry;
    for (u32 at = 0; at < n; at += 64) {
        const kernel::block b = k.load(s, at, n);
        const u64 range = bits_below(n - at);
        u64 odd = ~k.plain(b) & range;
        if (question == n && hash == n) {
            const u64 q = k.equal<'?'>(b);
            if (q != 0) question = at + first_bit(q);
        }
        if ((odd | expected | carry.continuations) == 0) [[likely]]
            continue;
        if (x.iri) {
            const u64 high = k.below<0>(b) & odd;
            if ((high | carry.continuations) != 0) {
                if (!ucschars(k, b, s, at, n, high, carry)) return nothing;
                odd &= ~high;
            }
        }
        const u64 percent = k.equal<'%'>(b);
        const u64 hashes = k.equal<'#'>(b);
        if ((odd & ~percent & ~hashes) != 0) return nothing;
        const u64 must = (percent << 1) | (percent << 2) | expected;
        if ((must & ~k.hexdig(b)) != 0) return nothing; // past the end of the text reads as zero: no HEXDIG
        expected = (percent >> 63) | ((percent >> 62) & 3);
        if (hashes != 0) {
            if (hash != n || (hashes & (hashes - 1)) != 0) return nothing;
            hash = at + first_bit(hashes);
        }
    }
    if ((expected | carry.continuations) != 0) return nothing;
    return {lesser(question, hash), hash};
}

// Path and query of a text of at most 128 bytes that has neither "%" nor "#"; no_end for others.
[[gnu::always_inline]] inline ends quick(const kernel &k, const kernel::block &b0, const char *s, u32 n) {
    ends e{no_end, n};
    if (n <= 128) [[likely]] {
        const kernel::block b1 = k.load_second(s, n);
        const u64 odd = (~k.plain(b0) & bits_below(n)) | (~k.plain(b1) & bits_below(n < 64 ? 0 : n - 64));
        if (odd == 0) [[likely]] {
            // no branch on where the "?" is; first_bit is 64 for none
            const u32 q0 = first_bit(k.equal<'?'>(b0));
            const u32 q1 = lesser(64 + first_bit(k.equal<'?'>(b1)), n);
            e.path = lesser(q0 + (q0 & 64), q1);
        }
    }
    return e;
}

[[gnu::always_inline]] inline bool digits(const char *s, u32 begin, u32 end) {
    bool all = true;
    for (u32 i = begin; i < end; ++i) all = all && static_cast<unsigned char>(s[i] - '0') < 10;
    return all;
}

// Whether host_begin .. host_end, within the first block, is a hostname of the older editions; whatever is not of the
// common form is left to the scalar parser: "." at the end, and for RFC 2396 (`toplabel`) numbers.
// 2003 draft 3.2.2, RFC 2396 3.2.2: labels of letters, digits and inner hyphens; the block has room for none that is
// too long.
[[gnu::always_inline]] inline bool older_hostname(const kernel &k, const kernel::block &b0, const char *s, u32 begin,
                                                  u32 end, bool toplabel) {
    if (begin >= end) return false;
    const u64 inside = bits_below(end) & ~bits_below(begin);
    const u64 dots = k.equal<'.'>(b0) & inside;
    const u64 dashes = k.equal<'-'>(b0) & inside;
    const u64 characters = k.scheme(b0) & ~k.equal<'+'>(b0); // ALPHA / DIGIT / "-" / "."
    const u64 edges = (u64{1} << begin) | (u64{1} << (end - 1)) | (dots << 1) | (dots >> 1);
    if (((inside & ~characters) | (edges & inside & (dots | dashes))) != 0) return false;
    const u32 last = dots == 0 ? begin : 64 - bits_above_last(dots); // label
    return !toplabel || static_cast<unsigned char>((s[last] | 0x20) - 'a') < 26;
}

[[gnu::always_inline]] inline bool parse(const char *s, u32 n, kernel_request r, offsets &o) noexcept {
    const kernel k{*r.tables};
    const kernel::block b0 = k.load_first(s, n);
    ends e = quick(k, b0, s, n);
    if (e.path == no_end) [[unlikely]] {
        e = scan(s, n, *r.tables);
        if (e.path == no_end || (r.fragment_forbidden && e.query != n)) return false;
    }

    const u64 colons = k.equal<':'>(b0);
    const u64 slashes = k.equal<'/'>(b0);
    // RFC 3986 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), up to the first ":"
    const u32 run = first_bit(~k.scheme(b0));
    u32 a = 0;
    if (run > 0 && ((colons >> (run & 63)) & 1) != 0 && static_cast<unsigned char>((s[0] | 0x20) - 'a') < 26)
        [[likely]] {
        if (r.scheme_forbidden || run > 58) return false;
        o.scheme_end = run;
        a = run + 1;
    } else {
        if (r.scheme_required) return false;
        // RFC 3986 4.2: the first segment of a relative-path reference has no ":"
        const u32 segment = lesser(first_bit(slashes), e.path);
        if (segment > 63 || first_bit(colons) < segment) return false;
        o.scheme_end = 0;
    }
    o.path_end = e.path;
    o.query_end = e.query;

    if (((slashes >> a) & 3) == 3) [[likely]] {
        // RFC 3986 3.2: the authority ends at the next "/", "?", "#" or with the text
        a += 2;
        const u64 from = ~u64{0} << a;
        // An authority beyond the first block is left to the scalar parser. One comparison: whether the path goes
        // beyond it, as every other one does, must not be a branch.
        const u32 end = lesser(first_bit(slashes & from), e.path);
        if (end > 63) [[unlikely]]
            return false;
        const u64 inside = from & bits_below(end);
        u64 colon = colons & inside;
        const u64 at = k.equal<'@'>(b0) & inside;
        u32 host = a;
        u32 host_end = end;
        if ((colon | at) != 0) [[unlikely]] {
            if (at != 0) {
                if ((at & (at - 1)) != 0) return false; // neither userinfo nor host has "@"
                host = first_bit(at) + 1;
                colon &= ~bits_below(host);
            }
            if (colon != 0) {
                host_end = first_bit(colon);
                if (!digits(s, host_end + 1, end)) return false;
            }
        }
        if (r.older && (at != 0 || !older_hostname(k, b0, s, host, host_end, r.tables->toplabel))) return false;
        o.host_begin = host;
        o.host_end = host_end;
        o.path_begin = end;
    } else {
        if (r.older) return false; // perhaps an opaque-part
        o.host_begin = o.host_end = o.path_begin = a;
    }
    return true;
}

// RFC 8141 2 and the drafts: NID, NSS and f-component. Between the NSS and the "#" the caller looks for components.
[[gnu::always_inline]] inline bool parse_name(const char *s, u32 n, const uniform::detail::syntax &x,
                                              uniform::detail::urn_offsets &o) noexcept {
    if (n < 8) [[unlikely]]
        return false;
    u32 head;
    __builtin_memcpy(&head, s, 4);
    if ((head | 0x202020) != 0x3A6E7275) return false; // "urn:", the bytes of the machine being little-endian
    const kernel k{x};
    const kernel::block b0 = k.load_first(s, n);
    ends e = quick(k, b0, s, n);
    if (e.path == no_end) [[unlikely]] {
        e = scan(s, n, x);
        if (e.path == no_end) return false;
    }
    const u32 colon = first_bit(k.equal<':'>(b0) & ~u64{15});
    const u64 range = bits_below(colon) & ~u64{15};
    if (colon < 6 || colon > 36 || (k.nid(b0) & range) != range || s[4] == '-' || s[colon - 1] == '-') return false;
    if (colon + 1 >= e.path || s[colon + 1] == '/') return false;
    o.nid_end = colon;
    o.nss_end = e.path;
    o.f_begin = e.query < n ? e.query + 1 : 0;
    return true;
}

// Whether one of the pct-encoded that begin at the bits of `percent` would change. The text is valid: two HEXDIG
// follow.
[[gnu::always_inline]] inline bool odd_triplets(u64 percent, const char *s) {
    for (; percent != 0; percent &= percent - 1) {
        if (uniform::detail::is_odd_triplet(s + first_bit(percent))) return true;
    }
    return false;
}

// "." after "/"; `before` says whether the block before ended with a "/", and then whether this one does.
[[gnu::always_inline]] inline u64 dot_after_slash(const kernel &k, const kernel::block &b, u64 &before) {
    const u64 slash = k.equal<'/'>(b);
    const u64 found = k.equal<'.'>(b) & ((slash << 1) | before);
    before = slash >> 63;
    return found;
}

// See may_change_kernel. Tests more than necessary: upper-case letters of the userinfo and "/." anywhere are rare,
// and so a few masks are sufficient.
bool may_change(const char *s, u32 n, const offsets &o) noexcept {
    const kernel k{uniform::detail::syntaxes[0]};
    u64 slash = 0;
    if (n <= 128 && o.path_begin <= 64) [[likely]] {
        const kernel::block b0 = k.load_first(s, n);
        const kernel::block b1 = k.load_second(s, n);
        u64 found = k.capital(b0) & bits_below(o.path_begin);
        found |= dot_after_slash(k, b0, slash);
        found |= dot_after_slash(k, b1, slash);
        if (found != 0) return true;
        if (!k.any<'%'>(b0, b1)) [[likely]]
            return false;
        return odd_triplets(k.equal<'%'>(b0), s) || odd_triplets(k.equal<'%'>(b1), s + 64);
    }
    for (u32 at = 0; at < n; at += 64) {
        const kernel::block b = k.load(s, at, n);
        const u64 before_path = bits_below(o.path_begin > at ? o.path_begin - at : 0);
        if (((k.capital(b) & before_path) | dot_after_slash(k, b, slash)) != 0) return true;
        if (odd_triplets(k.equal<'%'>(b), s + at)) return true;
    }
    return false;
}

// See tail_kernel. The path first, then the rest, where nothing but "#" is of interest.
bool tail(const char *s, u32 begin, u32 n, const uniform::detail::syntax &x, uniform::detail::tail_ends &ends) {
    const kernel k{x};
    u64 slash = 1; // bit 0: the octet before the block is "/"
    u32 at = begin;
    ends = {n, n};
    for (u64 delimiters = 0; at < n && delimiters == 0; at += 64) {
        const kernel::block b = k.load(s, at, n);
        const u64 range = bits_below(n - at);
        if ((~k.plain(b) & range) != 0) return false;
        const u64 question = k.equal<'?'>(b) & range;
        const u64 hash = k.equal<'#'>(b) & range;
        delimiters = question | hash;
        const u64 slashes = k.equal<'/'>(b);
        const u64 in_path = delimiters == 0 ? range : bits_below(first_bit(delimiters));
        if (((k.equal<'.'>(b) | k.equal<'%'>(b)) & ((slashes << 1) | slash) & in_path) != 0) return false;
        slash = slashes >> 63;
        if (hash != 0) ends.hash = at + first_bit(hash);
        if (question != 0 && at + first_bit(question) < ends.hash) ends.question = at + first_bit(question);
    }
    for (; at < n; at += 64) {
        const kernel::block b = k.load(s, at, n);
        const u64 range = bits_below(n - at);
        if ((~k.plain(b) & range) != 0) return false;
        const u64 hash = k.equal<'#'>(b) & range;
        if (hash != 0 && ends.hash == n) ends.hash = at + first_bit(hash);
    }
    return true;
}

} // namespace

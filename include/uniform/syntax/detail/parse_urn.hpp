// The parser of namestrings: constexpr, byte by byte. It makes the errors, and it is the oracle of the kernels.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/detail/syntax.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// urn:example:weather?+CCResolve:cc=uk?=op=map#somepart
//            |       | |              | |     | |
//            |       | r_begin    r_end q_begin | f_begin
//            |       |                      q_end
//            |       `- nss_end
//            `--------- nid_end
//
// r- and q-components are never empty, so 0 says that they are absent; f_begin stands after the "#", 0 when there is
// none. Draft -16 lets r and q stand in either order, -14 has q before r.
struct urn_offsets {
    std::uint32_t nid_end = 0;
    std::uint32_t nss_end = 0;
    std::uint32_t r_begin = 0;
    std::uint32_t r_end = 0;
    std::uint32_t q_begin = 0;
    std::uint32_t q_end = 0;
    std::uint32_t f_begin = 0;

    // For assertions: the components are within the text, and delimiters at their ends.
    [[nodiscard]] constexpr bool are_of(std::string_view text) const noexcept {
        const auto component = [&](std::uint32_t begin, std::uint32_t end) {
            return begin == 0 || (begin > nss_end && begin < end && end <= text.size());
        };
        return 4 < nid_end && nid_end + 1 < nss_end && nss_end <= text.size() && text[3] == ':' &&
               text[nid_end] == ':' && (nss_end == text.size() || text[nss_end] == '?' || text[nss_end] == '#') &&
               component(r_begin, r_end) && component(q_begin, q_end) &&
               (f_begin == 0 || (f_begin <= text.size() && text[f_begin - 1] == '#'));
    }

    friend bool operator==(const urn_offsets &, const urn_offsets &) = default;
};

inline constexpr std::uint32_t nid_begin = 4; // behind "urn:"

// RFC 8141 2: NID = (alphanum) 0*30(ldh) (alphanum); RFC 2141 2.1: <let-num> [ 1,31<let-num-hyp> ]
inline constexpr std::uint32_t nid_longest = 32;

// The parts of a URN in which each character may stand; two classes, because RFC 2141 has other characters in its NSS.
namespace in_urn {
inline constexpr std::uint8_t nid = 1;
inline constexpr std::uint8_t nss = 2;       // without "%"
inline constexpr std::uint8_t component = 4; // the same; r-, q- and f-component
} // namespace in_urn

using urn_classes = std::array<std::uint8_t, 256>;

[[nodiscard]] constexpr urn_classes make_urn_classes(edition e) noexcept {
    urn_classes classes{};
    for (unsigned c = 0; c < 128; ++c) {
        const auto has = [&](rule r, std::uint8_t bit) {
            return static_cast<std::uint8_t>(allowed(r, e).contains(static_cast<char>(c)) ? bit : 0);
        };
        classes[c] = static_cast<std::uint8_t>(has(rule::nid, in_urn::nid) | has(rule::nss, in_urn::nss) |
                                               has(rule::q_component, in_urn::component));
    }
    return classes;
}

inline constexpr urn_classes urn_classes_8141 = make_urn_classes(edition::rfc8141); // the drafts have the same
inline constexpr urn_classes urn_classes_2141 = make_urn_classes(edition::rfc2141);

[[nodiscard]] constexpr bool is_nid_character(char c) noexcept {
    return (urn_classes_8141[static_cast<unsigned char>(c)] & in_urn::nid) != 0;
}

// RFC 8141 2: what begins an NSS, an r-component or a q-component is a pchar.
[[nodiscard]] constexpr bool begins_component(char c) noexcept { return c != '/' && c != '?' && c != '#'; }

// RFC 2141 2.1: "the NID "urn" is reserved and MUST NOT be used"
[[nodiscard]] constexpr bool is_reserved_nid(std::string_view nid) noexcept {
    return nid.size() == 3 && (nid[0] | 0x20) == 'u' && (nid[1] | 0x20) == 'r' && (nid[2] | 0x20) == 'n';
}

// The error of a NID, with the offset into it; without the constraints of RFC 8141 5.
struct nid_fault {
    bool found = false;
    std::uint32_t offset = 0;
    error_code code = error_code::invalid_character;
};

[[nodiscard]] constexpr nid_fault check_nid(std::string_view nid, edition e) noexcept {
    const bool oldest = e == edition::rfc2141;
    const auto size = static_cast<std::uint32_t>(nid.size());
    if (size > 0 && nid.front() == '-') return {true, 0, error_code::nid_hyphen};
    for (std::uint32_t i = 0; i < size; ++i) {
        if (!is_nid_character(nid[i])) return {true, i, error_code::invalid_character};
        if (i == nid_longest) return {true, i, error_code::nid_length};
    }
    if (size < (oldest ? 1U : 2U)) return {true, size, error_code::nid_length};
    if (!oldest && nid.back() == '-') return {true, size - 1, error_code::nid_hyphen};
    if (oldest && is_reserved_nid(nid)) return {true, 0, error_code::reserved_nid};
    return {};
}

// Finds r- and q-component in the valid text between the NSS and the "#" (`end`), by the delimiters of the edition. All
// characters are known to be allowed. False when the text is no rq-components; `why` is then set if it is not null.
//
// RFC 8141 2.3.1: the r-component ends at the first "?=", although its production has these characters too; 2.3.2: the
// q-component goes on to the "#". Draft -16 2.3.1, 2.3.2: both end at the other one's delimiter. Draft -14 3.3.1: the
// q-component ends at "??", of a run of question marks the last two, because the r-component begins with a pchar.
[[nodiscard]] constexpr bool split_components(const char *s, std::uint32_t begin, std::uint32_t end, edition e,
                                              urn_offsets &at, error *why = nullptr) noexcept {
    const auto refuse = [&](std::uint32_t offset, error_code code, rule r) {
        if (why != nullptr) *why = {offset, code, r, e};
        return false;
    };
    if (begin == end) return true;
    const bool doubled = e == edition::urnbis_14;
    const auto opens = [&](std::uint32_t i, char second) { return i + 1 < end && s[i] == '?' && s[i + 1] == second; };
    std::uint32_t i = begin;
    bool has_r = false;
    bool has_q = false;
    while (i < end) { // at a "?"
        bool is_r = false;
        std::uint32_t from = i + 2;
        if (doubled) {
            is_r = opens(i, '?');
            if (!is_r) from = i + 1;
        } else if (opens(i, '+')) {
            is_r = true;
        } else if (!opens(i, '=')) {
            return refuse(i, error_code::undefined_question_mark, rule::rq_components);
        }
        const rule component = is_r ? rule::r_component : rule::q_component;
        if (is_r ? has_r : has_q) return refuse(i, error_code::repeated_component, component);
        if (from == end) return refuse(from, error_code::empty_component, component);
        if (!begins_component(s[from])) {
            // "?+?=" is an empty r-component before a q-component
            const bool empty = !doubled && opens(from, is_r ? '=' : '+');
            return refuse(from, empty ? error_code::empty_component : error_code::invalid_character, component);
        }
        // where it ends
        std::uint32_t to = from;
        if (doubled) {
            while (to < end && (is_r || !opens(to, '?'))) ++to;
            while (to + 2 < end && opens(to + 1, '?')) ++to;
        } else {
            const bool to_the_end = !is_r && e != edition::urnbis_16;
            while (to < end && (to_the_end || !opens(to, is_r ? '=' : '+'))) ++to;
        }
        (is_r ? at.r_begin : at.q_begin) = from;
        (is_r ? at.r_end : at.q_end) = to;
        (is_r ? has_r : has_q) = true;
        i = to;
    }
    return true;
}

// Parses a whole namestring. False with the reason in `why`.
[[nodiscard]] constexpr bool parse_namestring(std::string_view text, edition e, urn_offsets &at, error &why) noexcept {
    const char *s = text.data();
    const auto n = static_cast<std::uint32_t>(text.size());
    const auto refuse = [&](std::uint32_t offset, error_code code, rule r) {
        why = {offset, code, r, e};
        return false;
    };
    // RFC 8141 2: assigned-name = "urn" ":" NID ":" NSS
    constexpr std::string_view scheme = "urn:";
    const bool has_scheme =
        n > nid_begin && (s[0] | 0x20) == 'u' && (s[1] | 0x20) == 'r' && (s[2] | 0x20) == 'n' && s[3] == ':';
    for (std::uint32_t i = 0; !has_scheme && i < scheme.size(); ++i) {
        if (i >= n || (i < 3 ? (s[i] | 0x20) : s[i]) != scheme[i]) {
            return refuse(i, error_code::not_a_urn, rule::assigned_name);
        }
    }
    std::uint32_t colon = nid_begin;
    while (colon < n && is_nid_character(s[colon])) ++colon;
    const bool cut = colon == n || s[colon] != ':';
    const bool usual = !cut && colon >= nid_begin + 2 && colon <= nid_begin + nid_longest && s[nid_begin] != '-' &&
                       s[colon - 1] != '-' && e != edition::rfc2141;
    if (!usual) {
        // A character that is not allowed in a NID takes precedence over the length; "?" and "#" where ":" should be
        // say that an NSS misses.
        const std::uint32_t length = colon - nid_begin;
        if (cut && colon < n && length > 0 && length <= nid_longest && s[nid_begin] != '-' &&
            (s[colon] == '?' || s[colon] == '#' || s[colon] == '/')) {
            return refuse(colon, error_code::missing_nss, rule::assigned_name);
        }
        const auto fault = check_nid(text.substr(nid_begin, length), e);
        if (cut && colon < n && (!fault.found || fault.code == error_code::nid_length) && length <= nid_longest) {
            return refuse(colon, error_code::invalid_character, rule::nid);
        }
        if (fault.found) return refuse(nid_begin + fault.offset, fault.code, rule::nid);
        if (cut) return refuse(colon, error_code::missing_nss, rule::assigned_name);
    }
    at.nid_end = colon;

    // The NSS, then the optional part, in one walk over the characters.
    const bool oldest = e == edition::rfc2141;
    const urn_classes &classes = oldest ? urn_classes_2141 : urn_classes_8141;
    std::uint8_t wanted = in_urn::nss;
    std::uint32_t question = n;
    std::uint32_t hash = n;
    std::uint32_t bad = n;
    error_code bad_code = error_code::invalid_character;
    for (std::uint32_t i = colon + 1; i < n; ++i) {
        while (i < n && (classes[static_cast<unsigned char>(s[i])] & wanted) != 0) ++i;
        if (i == n) break;
        const char c = s[i];
        if (c == '%') {
            const auto hexdig = [&](std::uint32_t k) { return k < n && characters::hexdig.contains(s[k]); };
            if (!hexdig(i + 1) || !hexdig(i + 2)) {
                bad = i;
                bad_code = error_code::invalid_percent_encoding;
                break;
            }
            i += 2;
        } else if (oldest || hash != n || (c != '?' && c != '#')) {
            bad = i;
            // RFC 2141 2.3.2: "RESERVED for future developments"
            if (oldest && (c == '/' || c == '?' || c == '#')) bad_code = error_code::reserved_character;
            break;
        } else {
            (c == '?' ? question : hash) = i;
            wanted = in_urn::component;
        }
    }
    at.nss_end = question < hash ? question : hash;
    if (at.nss_end == n && bad == n && colon + 1 < n && s[colon + 1] != '/') return true; // nothing after the NSS
    if (colon + 1 == n || (at.nss_end == colon + 1 && bad != colon + 1)) {
        return refuse(colon + 1, error_code::empty_component, rule::nss);
    }
    if (s[colon + 1] == '/' && bad != colon + 1) return refuse(colon + 1, error_code::invalid_character, rule::nss);
    const bool is_complete = bad == n;
    // If there are two errors, the first is reported.
    rule opened = rule::none; // a component whose delimiter is the last before the fault
    if (at.nss_end < bad && !split_components(s, at.nss_end, is_complete || hash < bad ? hash : bad, e, at, &why)) {
        if (is_complete || why.offset < bad) return false;
        opened = why.rule;
    }
    if (!is_complete) {
        const rule in = bad > hash                ? rule::f_component
                        : opened != rule::none    ? opened
                        : bad <= at.nss_end       ? rule::nss
                        : at.r_begin > at.q_begin ? rule::r_component
                        : at.q_begin != 0         ? rule::q_component
                                                  : rule::rq_components;
        return refuse(bad, bad_code, bad_code == error_code::invalid_percent_encoding ? rule::pct_encoded : in);
    }
    if (hash < n) at.f_begin = hash + 1;
    return true;
}

// The NID and what follows it, in a text that is known to be a URI with a scheme of three characters: `path_end` and
// `query_end` as parsing found them. False means "not sure".
[[nodiscard]] constexpr bool split_uri(const char *s, std::uint32_t n, std::uint32_t path_end, std::uint32_t query_end,
                                       edition e, urn_offsets &at) noexcept {
    if ((s[0] | 0x20) != 'u' || (s[1] | 0x20) != 'r' || (s[2] | 0x20) != 'n') return false;
    std::uint32_t i = nid_begin;
    while (i < path_end && is_nid_character(s[i])) ++i;
    if (i < nid_begin + 2 || i > nid_begin + nid_longest || i + 1 >= path_end || s[i] != ':' || s[nid_begin] == '-' ||
        s[i - 1] == '-' || s[i + 1] == '/') {
        return false;
    }
    at.nid_end = i;
    at.nss_end = path_end;
    at.f_begin = query_end < n ? query_end + 1 : 0;
    return split_components(s, path_end, query_end, e, at);
}

} // namespace detail
} // namespace uniform

// Namespace-specific normalization: the operations of the registry entry on the lexical normal form, in one buffer.

#include <uniform/urn/namespace_equivalence.hpp>

#include <algorithm>
#include <array>
#include <cstring>

#include <uniform/base/ascii.hpp>

#include "urn/compiled_namespace.hpp"
#include "urn/letters.hpp"
#include "urn/rewrite.hpp"

namespace uniform {

namespace {

// An ISBN-10 grows by three digits; nothing else grows.
constexpr std::size_t growth = 8;

// An NSS that changes in place; the buffer has space for it to grow.
struct editable {
    char *text;
    std::size_t size;
    [[nodiscard]] std::string_view view() const noexcept { return {text, size}; }
};

// Letters of [0, end) in one case; the hexadecimal digits of pct-encoded stay in upper case.
void change_case(char *text, std::size_t end, equivalence_action to) noexcept {
    if (end > 0 && std::memchr(text, '%', end) == nullptr) {
        // nothing to step over: a loop that the compiler makes wide
        if (to == equivalence_action::lower_case) {
            std::transform(text, text + end, text, ascii::to_lower);
        } else {
            std::transform(text, text + end, text, ascii::to_upper);
        }
        return;
    }
    for (std::size_t i = 0; i < end; ++i) {
        if (text[i] == '%') {
            i += 2;
        } else {
            text[i] = to == equivalence_action::lower_case ? ascii::to_lower(text[i]) : ascii::to_upper(text[i]);
        }
    }
}

std::size_t behind_colons(std::string_view nss, unsigned n) noexcept {
    std::size_t at = 0;
    for (; n > 0; --n) {
        at = nss.find(':', at);
        if (at == std::string_view::npos) return at;
        ++at;
    }
    return at;
}

// Whether a pct-encoded has begun before `at` and ends after it. In an NSS no "%" stands by itself.
bool is_inside_encoded(std::string_view nss, std::size_t at) noexcept {
    return (at >= 1 && nss[at - 1] == '%') || (at >= 2 && nss[at - 2] == '%');
}

// The part that a change of case covers.
struct part {
    std::size_t begin = 0;
    std::size_t end = 0;
};
part covered(const equivalence_operation &o, std::string_view nss) noexcept {
    switch (o.scope) {
    case equivalence_scope::all:
        return {0, nss.size()};
    case equivalence_scope::before_colon: {
        const std::size_t behind = behind_colons(nss, o.n);
        return {0, behind == std::string_view::npos ? nss.size() : behind};
    }
    case equivalence_scope::before_hyphen:
        return {0, std::min(nss.find('-'), nss.size())};
    case equivalence_scope::prefix: {
        const std::string_view *p = detail::prefix_of(nss, o.texts);
        return {0, p == nullptr ? 0 : p->size()};
    }
    case equivalence_scope::all_if_prefix:
        return {0, detail::prefix_of(nss, o.texts) == nullptr ? 0 : nss.size()};
    case equivalence_scope::all_unless_prefix: {
        const std::string_view *p = detail::prefix_of(nss, o.texts);
        return {0, p == nullptr ? nss.size() : p->size()};
    }
    case equivalence_scope::through: {
        std::size_t end = std::string_view::npos;
        std::size_t begin = std::string_view::npos;
        for (const std::string_view t : o.texts) {
            std::size_t at = ascii::find_ignoring_case(nss, t);
            while (at != std::string_view::npos && is_inside_encoded(nss, at))
                at = ascii::find_ignoring_case(nss, t, at + 1);
            if (at < begin) {
                begin = at;
                end = at + t.size();
            }
        }
        return {0, end == std::string_view::npos ? 0 : end};
    }
    case equivalence_scope::after_colon: {
        const std::size_t at = behind_colons(nss, o.n);
        // the first character of a pct-encoded is "%": it has no case
        if (at == std::string_view::npos || at >= nss.size() || nss[at] == '%') return {};
        return {at, at + 1};
    }
    case equivalence_scope::end_after_number:
        break; // is for removing
    }
    return {};
}

bool is_letter_or_digit(char c) noexcept { return ascii::is_digit(c) || (ascii::is_alpha(c)); }

// Every occurrence in one pass: what is kept moves up, and its end is looked at whenever it has changed, so that what
// comes together by a removal is removed too. A pct-encoded moves as a whole and is never cut.
void remove_everywhere(editable &nss, std::string_view what) noexcept {
    const bool is_word = is_letter_or_digit(what.back()) && !is_inside_encoded(what, what.size() - 1);
    if (what.size() == 1 && !is_word) { // no part of a pct-encoded
        nss.size = static_cast<std::size_t>(std::remove(nss.text, nss.text + nss.size, what[0]) - nss.text);
        return;
    }
    std::size_t kept = 0;
    const auto ends_with_it = [&] {
        if (kept < what.size()) return false;
        const std::string_view so_far{nss.text, kept};
        return ascii::starts_with_ignoring_case(so_far.substr(kept - what.size()), what) &&
               !is_inside_encoded(so_far, kept - what.size());
    };
    for (std::size_t at = 0; at < nss.size;) {
        const std::size_t unit = nss.text[at] == '%' ? 3 : 1;
        for (std::size_t i = 0; i < unit; ++i) nss.text[kept++] = nss.text[at++];
        // ";vers=0" is not part of ";vers=01"
        const bool goes_on = is_word && at < nss.size && is_letter_or_digit(nss.text[at]);
        while (!goes_on && ends_with_it()) kept -= what.size();
    }
    nss.size = kept;
}

// ":12A" -> ":12"
void remove_after_number(editable &nss, std::string_view what) noexcept {
    if (what.empty() || nss.size <= what.size()) return;
    const std::string_view before = nss.view().substr(0, nss.size - what.size());
    if (!ascii::equal_ignoring_case(nss.view().substr(before.size()), what)) return;
    std::size_t at = before.size();
    while (at > 0 && before[at - 1] >= '0' && before[at - 1] <= '9') --at;
    if (at < before.size() && at > 0 && before[at - 1] == ':') nss.size = before.size();
}

// ISO 2108: an ISBN-10 is the ISBN-13 with "978" before and another check digit. Only for correct ones: two incorrect
// ones with the same nine digits are different names.
void isbn_13(editable &nss) noexcept {
    if (nss.size != 10) return;
    const auto own = compute(check_algorithm::isbn_10_mod11, nss.view().substr(0, 9));
    if (!own || own->text[0] != ascii::to_upper(nss.text[9])) return;
    std::memmove(nss.text + 3, nss.text, 9);
    std::memcpy(nss.text, "978", 3);
    const auto check = compute(check_algorithm::isbn_13_mod10, {nss.text, 12});
    nss.text[12] = check->text[0];
    nss.size = 13;
}

void apply(const equivalence_operation &o, editable &nss) noexcept {
    switch (o.action) {
    case equivalence_action::lower_case:
    case equivalence_action::upper_case: {
        const part p = covered(o, nss.view());
        change_case(nss.text + p.begin, p.end - p.begin, o.action);
        return;
    }
    case equivalence_action::remove:
        for (const std::string_view t : o.texts) {
            if (o.scope == equivalence_scope::end_after_number) {
                const std::size_t before = nss.size;
                remove_after_number(nss, t);
                if (nss.size != before) return;
            } else {
                remove_everywhere(nss, t);
            }
        }
        return;
    case equivalence_action::isbn_13:
        isbn_13(nss);
        return;
    case equivalence_action::replace:
        nss.size = detail::replace_characters(nss.text, nss.size, o.texts);
        return;
    case equivalence_action::decode_unreserved:
        nss.size = detail::decode_unreserved(nss.text, nss.size);
        return;
    case equivalence_action::remove_leading_zeros:
        nss.size = detail::remove_leading_zeros(nss.text, nss.size, false);
        return;
    }
}

// The lexical normal form of an NSS.
void write_lexical(char *out, std::string_view nss) noexcept {
    std::memcpy(out, nss.data(), nss.size());
    char *const end = out + nss.size();
    for (char *p = out; (p = static_cast<char *>(std::memchr(p, '%', static_cast<std::size_t>(end - p)))) != nullptr;
         p += 3) {
        p[1] = ascii::to_upper(p[1]);
        p[2] = ascii::to_upper(p[2]);
    }
}

// Writes the normal form to `out`, which has room for the assigned-name and `growth`; its size. `nid_end` is as in `u`.
std::size_t write(char *out, const urn_view &u, const namespace_registry &registry) {
    const std::string_view name = u.assigned_name();
    const std::string_view nss = u.nss();
    const std::size_t begin = name.size() - nss.size();
    std::transform(name.data(), name.data() + begin, out, ascii::to_lower);
    write_lexical(out + begin, nss);
    const namespace_info *info = registry.find(u.nid());
    if (info == nullptr || info->equivalence.empty()) return name.size();
    const detail::compiled_namespace *compiled = detail::compiled_of(*info);
    if (compiled == nullptr || detail::misfit(*info, *compiled, nss) != detail::pattern::matched) return name.size();
    editable e{out + begin, nss.size()};
    for (const equivalence_operation &o : info->equivalence) apply(o, e);
    if (e.size == 0 || e.text[0] == '/') { // RFC 8141 2: NSS = pchar *(pchar / "/")
        write_lexical(out + begin, nss);
        return name.size();
    }
    return begin + e.size;
}

// Room for names of ordinary length without allocation.
class scratch {
public:
    explicit scratch(std::size_t size) {
        if (size > here_.size()) more_.resize(size);
    }
    [[nodiscard]] char *data() noexcept { return more_.empty() ? here_.data() : more_.data(); }

private:
    std::array<char, 512 + growth> here_; // written before it is read
    std::string more_;
};

} // namespace

void namespace_normalized_append(std::string &out, const urn_view &u, const namespace_registry &registry) {
    const std::size_t before = out.size();
    out.resize_and_overwrite(before + u.assigned_name().size() + growth,
                             [&](char *text, std::size_t) { return before + write(text + before, u, registry); });
}

void namespace_normalized_append(std::string &out, const urn_view &u) {
    namespace_normalized_append(out, u, namespace_registry::standard());
}

std::string namespace_normalized(const urn_view &u, const namespace_registry &registry) {
    std::string out;
    namespace_normalized_append(out, u, registry);
    return out;
}

std::string namespace_normalized(const urn_view &u) { return namespace_normalized(u, namespace_registry::standard()); }

std::expected<std::string_view, error> namespace_normalized_to(std::span<char> buffer, const urn_view &u,
                                                               const namespace_registry &registry) {
    if (buffer.size() < u.assigned_name().size() + growth) {
        return std::unexpected{error{buffer.size(), error_code::buffer_too_small, rule::none, edition::rfc8141}};
    }
    return std::string_view{buffer.data(), write(buffer.data(), u, registry)};
}

std::expected<std::string_view, error> namespace_normalized_to(std::span<char> buffer, const urn_view &u) {
    return namespace_normalized_to(buffer, u, namespace_registry::standard());
}

bool namespace_equivalent(const urn_view &a, const urn_view &b, const namespace_registry &registry) {
    if (!ascii::equal_ignoring_case(a.nid(), b.nid())) return false;
    if (urn_equivalent(a, b)) return true;
    const namespace_info *info = registry.find(a.nid());
    if (info == nullptr || info->equivalence.empty()) return false;
    scratch x{a.assigned_name().size() + growth};
    scratch y{b.assigned_name().size() + growth};
    const std::size_t n = write(x.data(), a, registry);
    return n == write(y.data(), b, registry) && std::memcmp(x.data(), y.data(), n) == 0;
}

bool namespace_equivalent(const urn_view &a, const urn_view &b) {
    return namespace_equivalent(a, b, namespace_registry::standard());
}

std::uint64_t namespace_hash(const urn_view &u, const namespace_registry &registry) {
    scratch x{u.assigned_name().size() + growth};
    const auto n = static_cast<std::uint32_t>(write(x.data(), u, registry));
    // the normal form is a URN with the same NID, so the lexical hash can be asked
    const auto nid_end = static_cast<std::uint32_t>(detail::nid_begin + u.nid().size());
    return urn_hash(detail::urn_access::make({x.data(), n}, {.nid_end = nid_end, .nss_end = n}, edition::rfc8141));
}

std::uint64_t namespace_hash(const urn_view &u) { return namespace_hash(u, namespace_registry::standard()); }

} // namespace uniform

// The normal form of a text, for comparing and hashing.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <uniform/syntax/edition.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/equivalence.hpp>

namespace uniform::sql {

/// The normal form of a URI-reference (RFC 3986 6.2.2, comparison_level::syntax) or, in an edition of URNs, the
/// normalized assigned-name (RFC 8141 3.1); of a text that is none, the text. So keys are a total order over all texts,
/// and those of valid and invalid ones never are the same. Linear; allocates only for what is not normal and is a URN
/// or has more than 1,000 bytes.
class normal_key {
public:
    normal_key(std::string_view text, edition e) : text_{text} {
        if (is_urn_edition(e)) {
            const auto u = parse_urn(text, {e});
            if (!u) return;
            if (is_normal(*u)) {
                text_ = u->assigned_name();
            } else {
                normalized_assigned_name_append(large_, *u);
                text_ = large_;
            }
            return;
        }
        const auto r = parse_uri_reference(text, {e});
        if (!r || is_normal(*r)) return;
        if (const auto small = normalize_to(small_, *r)) {
            text_ = *small;
        } else {
            normalize_append(large_, *r);
            text_ = large_;
        }
    }
    normal_key(const normal_key &) = delete;
    normal_key &operator=(const normal_key &) = delete;

    /// It lasts as long as the key and the text.
    [[nodiscard]] std::string_view text() const noexcept { return text_; }

private:
    std::string_view text_;
    std::string large_;
    std::array<char, 1064> small_;
};

/// Less than, equal to or greater than 0: the order of the keys, byte by byte. Texts of the same bytes are not parsed.
[[nodiscard]] inline int compare_keys(std::string_view a, std::string_view b, edition e) {
    if (a == b) return 0;
    const normal_key x{a, e};
    const normal_key y{b, e};
    return x.text().compare(y.text());
}

} // namespace uniform::sql

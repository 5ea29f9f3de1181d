// Normal forms for comparing and hashing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/reference.hpp>

#include "uri/scheme_equivalence.hpp"

namespace uniform::detail {

// Writes the normal form without redirects; `out` has room for r.text().size() + normalize_slack bytes.
std::size_t normalize_into(char *out, const reference_view &r, const normalize_options &o) noexcept;

// True when normalize() certainly changes nothing. Fast; false only means that it must be tried.
[[nodiscard]] bool surely_normal(const reference_view &r, const normalize_options &o) noexcept;

// normalize_append(): the normal form, with all steps.
void append_normal_form(std::string &out, const reference_view &r, const normalize_options &o);

// Applies o.characters to the IRI that stands in `out` from `begin` on, the normal form of `r` without it.
void normalize_characters(std::string &out, std::size_t begin, const reference_view &r, const normalize_options &o);

// Whether the normal form is made in more steps than normalize_into() does, and may be longer.
[[nodiscard]] inline bool needs_more_steps(const reference_view &r, const normalize_options &o) noexcept {
    return (o.level == comparison_level::protocol && o.redirects != nullptr) ||
           (o.characters != nullptr && o.level >= comparison_level::syntax && is_iri_edition(r.edition())) ||
           relates_parameters(r, o);
}

// Replaces the scheme-based normal form that stands in `out` from `begin` on by its redirect target (RFC 3986 6.2.4).
void follow_redirects(std::string &out, std::size_t begin, const normalize_options &o);

// The normal form of one reference, temporarily: the text itself when it is normal, a small buffer for what is short.
class normal_form {
public:
    normal_form(const reference_view &r, const normalize_options &o) {
        if (surely_normal(r, o)) {
            text_ = r.text();
        } else if (r.text().size() + normalize_slack > small_.size() || needs_more_steps(r, o)) {
            append_normal_form(large_, r, o);
            text_ = large_;
        } else {
            text_ = {small_.data(), normalize_into(small_.data(), r, o)};
        }
    }
    normal_form(const normal_form &) = delete;
    normal_form &operator=(const normal_form &) = delete;

    [[nodiscard]] std::string_view text() const noexcept { return text_; }

private:
    std::string_view text_;
    std::string large_;
    std::array<char, 1064> small_;
};

} // namespace uniform::detail

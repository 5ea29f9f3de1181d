// A reference, its normal form and what it is equivalent to have the same target for every base whose scheme has no
// rules of its own for what is percent-encoded; a normal form is accepted wherever the text was. Pairs of URLs that are
// equivalent have the same access plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/scheme.hpp>

#include "agreement/laws.hpp"

namespace agreement {

using namespace uniform; // NOLINT(google-global-namespace-in-headers): tests and fuzz targets alone include this

// Bases of the kinds that resolution tells apart: with and without an authority, with an empty path, without a slash,
// with an empty segment, with a name that is percent-encoded.
inline constexpr std::string_view bases[]{
    "http://a/b/c/d;p?q",
    "http://a",
    "HTTP://A:80/%7euser/x",
    "x:a/b/c",
    "x:99",
    "urn:example:a",
    "file:///a/b",
    "x:/",
    "http://a//",
    "mailto:a@b.example?subject=c",
    "news://h/a.b",
    "gopher://h/0/a",
};

// Whether a path has a segment "." or ".." that is percent-encoded.
inline bool has_encoded_dot_segment(std::string_view path) {
    std::string plain{"/"};
    bool encoded = false;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool dot = path[i] == '%' && ascii::equal_ignoring_case(path.substr(i, 3), "%2E");
        plain += dot ? '.' : path[i];
        encoded = encoded || dot;
        if (dot) i += 2;
    }
    plain += '/';
    return encoded && (plain.contains("/./") || plain.contains("/../"));
}

// Whether a path has one of these characters percent-encoded.
inline bool has_encoded(std::string_view path, std::string_view characters) {
    for (std::size_t at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1)) {
        if (characters.contains(
                static_cast<char>(ascii::hex_value(path[at + 1]) * 16 + ascii::hex_value(path[at + 2]))))
            return true;
    }
    return false;
}

// Section 5.2.4, by which a target loses its dot segments, comes before "%2E" is decoded (6.2.2.2), and in the normal
// form of a URI afterwards; a reference is resolved in the first order. So the laws about targets leave out URIs with
// dot segments that are encoded. A relative reference is compared as the generic syntax has it (6.2.2), since it has no
// scheme; "references should be converted to their respective target URIs before comparison" (6.1) where the scheme may
// have other rules. So the laws leave out references with "%2E" to bases in whose scheme dot segments are data, and
// those with characters that the scheme of the base wants encoded ("%7E" in news).
inline bool is_beyond_the_law(const uri_view &base, const reference_view &r) {
    const scheme_info *known = scheme_registry::standard().find(base.scheme());
    if (has_encoded_dot_segment(r.path()))
        return r.scheme() || (known != nullptr && known->path != path_kind::hierarchical);
    return !r.scheme() && known != nullptr && has_encoded(r.path(), known->path_encoded);
}

inline std::string normal_target(const uri_view &base, const reference_view &r) {
    const auto resolved = resolve(base, r);
    if (!resolved) return "refused";
    const auto target = parse_uri(*resolved);
    return target ? normalize(*target) : *resolved + " is no URI";
}

// RFC 3986 5.2, 6.2.2: to resolve and then to normalize is to normalize and then to resolve. The bases have no dot
// segments, which 5.2.3 as printed merges before 5.2.4 removes them (erratum 4789).
inline void normalizing_commutes_with_resolving(findings &f, std::string_view text, const reference_view &r) {
    constexpr std::string_view law =
        "normalizing commutes with resolving, for bases without dot segments, of schemes without rules of their own";
    const std::string normal = normalize(r);
    const auto n = parse_uri_reference(normal);
    if (!n) return; // the next law
    for (const std::string_view base : bases) {
        const uri_view b = parse_uri(base).value();
        if (is_beyond_the_law(b, r)) continue;
        const std::string normal_base = normalize(b);
        f.asked(law);
        const std::string expected = normal_target(b, r);
        if (const std::string t = normal_target(b, *n); t != expected)
            f.broken(law, text, normal + " with " + std::string{base} + ": " + t + ", not " + expected);
        if (const std::string t = normal_target(parse_uri(normal_base).value(), *n); t != expected)
            f.broken(law, text, normal + " with " + normal_base + ": " + t + ", not " + expected);
    }
}

// Every production that a text is: what asks for one accepts the normal form as well.
inline void normal_forms_are_accepted(findings &f, std::string_view text, const reference_view &r) {
    constexpr std::string_view law = "a normal form is each production that the text is, and normal";
    for (const comparison_level level : comparison_levels) {
        f.asked(law);
        const normalize_options options{.level = level};
        const std::string normal = normalize(r, options);
        const std::string how = normal + " at " + std::string{to_string(level)};
        const auto n = parse_uri_reference(normal);
        if (!n) {
            f.broken(law, text, how + " is no reference");
            continue;
        }
        if (parse_uri(text).has_value() != parse_uri(normal).has_value()) f.broken(law, text, how + ": URI");
        if (parse_absolute_uri(text) && !parse_absolute_uri(normal)) f.broken(law, text, how + ": absolute-URI");
        if (parse_relative_ref(text) && !parse_relative_ref(normal)) f.broken(law, text, how + ": relative-ref");
        if (!is_normal(*n, options) || normalize(*n, options) != normal) f.broken(law, text, how + " is not normal");
        if (!equivalent(r, *n, options)) f.broken(law, text, how + " is not equivalent");
    }
}

// RFC 3986 6.1: equivalent references identify the same resource, so that nothing that is done with them differs.
inline void equivalent_means_the_same(findings &f, std::string_view text, const reference_view &r,
                                      std::string_view other, const reference_view &o) {
    constexpr std::string_view targets =
        "references that are equivalent have equivalent targets for bases of schemes without rules of their own";
    constexpr std::string_view forms = "references are equivalent as their normal forms are equal";
    const std::string both = std::string{text} + "' and '" + std::string{other};
    for (const comparison_level level :
         {comparison_level::letter_case, comparison_level::percent, comparison_level::path, comparison_level::syntax}) {
        const normalize_options options{.level = level};
        const bool same = equivalent(r, o, options);
        f.asked(forms);
        if (same != (normalize(r, options) == normalize(o, options)))
            f.broken(forms, both, std::string{to_string(level)});
        if (same && hash(r, options) != hash(o, options)) f.broken(forms, both, "hash");
        if (!same) continue;
        for (const std::string_view base : bases) {
            const uri_view b = parse_uri(base).value();
            if (is_beyond_the_law(b, r) || is_beyond_the_law(b, o)) continue;
            f.asked(targets);
            const std::string one = normal_target(b, r);
            const std::string another = normal_target(b, o);
            if (one != another)
                f.broken(targets, both,
                         std::string{to_string(level)} + ", with " + std::string{base} + ": " + one + ", " + another);
        }
    }
}

} // namespace agreement

// The algorithms of RFC 3986 and its predecessors as the documents print them: slow, literal, on copies of strings.
//
// Nothing here is meant to be clever; each function follows its section line by line, so that a reader with the
// document beside it can check it. The library is judged by them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace oracle {

// RFC 3986 Appendix B (RFC 2396 and the 2003 draft print the same expression): the five components of any string.
struct components {
    std::optional<std::string> scheme;
    std::optional<std::string> authority;
    std::string path;
    std::optional<std::string> query;
    std::optional<std::string> fragment;

    bool operator==(const components &) const = default;
};

[[nodiscard]] components split(std::string_view reference);

// The same as parts of `reference` itself.
struct component_views {
    std::optional<std::string_view> scheme;
    std::optional<std::string_view> authority;
    std::string_view path;
    std::optional<std::string_view> query;
    std::optional<std::string_view> fragment;
};

[[nodiscard]] component_views split_views(std::string_view reference);

// RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ]. Only for an authority that the grammar accepts.
struct authority_parts {
    std::optional<std::string_view> userinfo;
    std::string_view host;
    std::optional<std::string_view> port;

    bool operator==(const authority_parts &) const = default;
};

[[nodiscard]] authority_parts split_authority(std::string_view authority);

// RFC 3986 3.1: the same scheme, in any case of letters; also when both are absent.
[[nodiscard]] bool same_scheme(const std::optional<std::string> &a, const std::optional<std::string> &b);

// RFC 3986 5.3
[[nodiscard]] std::string recompose(const components &parts);

// RFC 3986 5.2.4, steps 1 to 3 with A to E
[[nodiscard]] std::string remove_dot_segments(std::string_view path);

// RFC 3986 5.2.3
[[nodiscard]] std::string merge(const components &base, std::string_view reference_path);

// RFC 3986 5.2.2. "R.scheme == Base.scheme" is asked without regard to case (3.1: schemes are case-insensitive).
[[nodiscard]] components transform(const components &base, components reference, bool strict);

// 5.2.2 and 5.3 together: the target as the text prints it, even where it reads as something else.
[[nodiscard]] std::string resolve(std::string_view base, std::string_view reference, bool strict);

// The choices that step 7 of the draft's merge (step 6g of RFC 2396 5.2) leaves open.
enum class excess { keep, remove, refuse };

// Steps 3 to 8 of the draft's merge on a path by itself; nothing under excess::refuse when there is an excess "..".
[[nodiscard]] std::optional<std::string> remove_dot_segments_2003(std::string_view path, excess policy);

// The answer of RFC 2396 and of the 2003 draft: a target, the current document (with the fragment), or an error.
struct old_answer {
    bool current_document = false;
    bool refused = false; // excess ".." under excess::refuse
    std::string target;   // for the current document "(current document)" and the fragment with its "#"
};

// draft-fielding-uri-rfc2396bis-01 5.2, the pseudocode and the merge in 8 steps
[[nodiscard]] old_answer resolve_2003(std::string_view base, std::string_view reference, bool validating,
                                      excess policy);

// RFC 2396 5.2, steps 1 to 7. Not strict: a scheme equal to the base's is removed (step 3, backwards compatibility).
[[nodiscard]] old_answer resolve_1998(std::string_view base, std::string_view reference, bool strict, excess policy);

} // namespace oracle

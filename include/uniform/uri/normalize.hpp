// Normalization at the levels of the comparison ladder, RFC 3986 6.2.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/redirects.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform UNIFORM_API {

/// The components that normalization would change.
struct changes {
    bool scheme = false;
    bool userinfo = false;
    bool host = false;
    bool port = false;
    bool path = false;
    bool query = false;
    bool fragment = false;
    bool redirected = false; ///< comparison_level::protocol: another URI altogether

    [[nodiscard]] constexpr bool any() const noexcept {
        return scheme || userinfo || host || port || path || query || fragment || redirected;
    }
    friend bool operator==(const changes &, const changes &) = default;
};

// All of these functions guarantee: the result parses in the same edition; normalizing it again changes nothing; it has
// a scheme and an authority exactly if `r` has (redirects aside); resolved against a base with an authority or a rooted
// path it means what `r` means, where no "." is encoded. A path that would begin with "//" where no authority is keeps
// a "/." before it (RFC 3986 3.3), and a relative-path reference is reduced without ever becoming empty, rooted or a
// URI: "a/../b:c" becomes "./b:c".

/// The normal form of `r`. Linear; one allocation at most.
[[nodiscard]] std::string normalize(const reference_view &r, const normalize_options &options = {});

/// Appends the normal form to `out`. No allocation when `out` has room for r.text().size() + normalize_slack.
void normalize_append(std::string &out, const reference_view &r, const normalize_options &options = {});

/// Writes the normal form into the caller's buffer and returns it as a view of that buffer; buffer_too_small when it
/// has less than r.text().size() + normalize_slack bytes (plus the target's size at comparison_level::protocol, and
/// what options.characters adds). The buffer must not overlap the text. No allocation below comparison_level::protocol,
/// but for schemes that declare whole paths equivalent (scheme_info::equivalence).
[[nodiscard]] std::expected<std::string_view, error> normalize_to(std::span<char> buffer UNIFORM_LIFETIMEBOUND,
                                                                  const reference_view &r,
                                                                  const normalize_options &options = {});

/// Whether normalize() would return the text unchanged. Linear, no allocation; fast.
[[nodiscard]] bool is_normal(const reference_view &r, const normalize_options &options = {});

/// The components that normalize() would change, without keeping the result.
[[nodiscard]] changes would_change(const reference_view &r, const normalize_options &options = {});

} // namespace uniform

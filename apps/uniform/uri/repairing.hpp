// The repair of inputs that are no URIs: --like, for `uniform repair` and `uniform normalize --repair`.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <uniform/repair/repair.hpp>

#include "run/inputs.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

struct like_option {
    interpretation like = interpretation::rfc3987;

    static constexpr auto rows() {
        return std::array{choice<&like_option::like, interpretation::rfc3987, interpretation::whatwg,
                                 interpretation::typed>(
            {heading::rules, 0, "like", "READING",
             "How a text that is no URI is read: rfc3987, as an IRI (RFC 3987 section 3.1); whatwg, as a browser does "
             "(the URL Standard); typed, as people type it (RFC 3986 appendices C and E).",
             "rfc3987 whatwg typed"})};
    }
};

// The repaired input, with a note if its host is another; nothing if it was rejected, which is then done.
[[nodiscard]] std::optional<repaired_uri> repaired_or_rejected(const batch_options &o, const repair_options &how,
                                                               work &w, const input &r);

} // namespace uniform::cli

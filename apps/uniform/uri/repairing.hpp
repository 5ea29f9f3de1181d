// The repair of inputs that are no URIs: --like, for `uniform repair` and `uniform normalize --repair`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/repair/repair.hpp>

#include "print/json.hpp"
#include "run/inputs.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

struct like_option {
    std::optional<interpretation> like; // rfc3987 where it is not given

    static constexpr auto rows() {
        return std::array{choice<&like_option::like, interpretation::rfc3987, interpretation::whatwg,
                                 interpretation::typed>(
            {heading::rules, 0, "like", "READING",
             "How a text that is no URI is read: rfc3987, as an IRI (RFC 3987 section 3.1); whatwg, as a browser does "
             "(the URL Standard); typed, as people type it (RFC 3986 appendices C and E).",
             "rfc3987 whatwg typed", "rfc3987"})};
    }
};

// The repaired input, with notes about its host and what else a reader should know; nothing if it was rejected, which
// is then done. Counts those with another host; the caller counts the repaired ones.
[[nodiscard]] std::optional<repaired_uri> repaired_or_rejected(const batch_options &o, const repair_options &how,
                                                               work &w, const input &r);

// The member "notes" with these notes, if there are any.
void append_notes(json_object &object, std::string_view text, const repaired_uri &repaired);

} // namespace uniform::cli

// RFC 3986 6.2.2 and 6.2.3, section by section on copies of strings.
#pragma once

#include <string>
#include <string_view>

namespace oracle {

enum class document { rfc3986, rfc3987, draft2003, rfc2396 };

struct normalize_steps {
    bool percent = false;     // 6.2.2.2
    bool letter_case = false; // 6.2.2.1
    bool dots = false;        // 6.2.2.3
    bool scheme = false;      // 6.2.3
};

// Whether `scheme` is one whose default port and empty path the oracle knows; 6.2.3 is judged for these alone.
[[nodiscard]] bool knows_scheme(std::string_view scheme);

// The normal form of a valid URI, of a reference with an authority, or of one with a rooted path. A relative-path
// reference has none by the sections' own rules. Where 3.3 forbids what 5.2.4 makes ("//" without authority), "/." is
// put before it and `guarded` is set. `server`: the authority is a server, not a registry-based name of the old texts.
[[nodiscard]] std::string normalize(std::string_view text, normalize_steps steps, document d, bool server,
                                    bool &guarded);

} // namespace oracle

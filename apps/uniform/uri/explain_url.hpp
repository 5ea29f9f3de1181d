// The explanation that `explain` prints for a text whose scheme is one of those of 1994 or of a later document.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/url/url.hpp>

#include "print/json.hpp"
#include "print/side_by_side.hpp"

namespace uniform::cli {

// The readings of a URL by each document that has its scheme. For a scheme that only otherurl reads, the readings of
// the two documents of 1994, if draft-ietf-uri-url-06 section 4 reserves it or leaves it to experiments, or if they
// differ.
class url_explanation {
public:
    // Nothing for other schemes, and for what has none. With `only`, if it is an edition of URLs, that one alone: by
    // those of 1994, what has a later scheme is an otherurl (draft-ietf-uri-url-06 section 5).
    // `json`: for JSON, which has more fields than a table.
    [[nodiscard]] static std::optional<url_explanation> of(std::string_view text, std::optional<edition> only,
                                                           bool json);

    [[nodiscard]] bool is_url() const noexcept;  // by one of the documents
    [[nodiscard]] bool is_utf8() const noexcept; // all the parts, decoded; for JSON

    // The editions side by side, why some reject the text, and what section 4 says of the scheme. `table` is emptied.
    void append_to(std::string &out, side_by_side &table, bool colour) const;
    // "url": {"scheme": ..., "standing": ..., "editions": {...}}
    void append_to(json_object &object) const;

private:
    struct reading {
        edition by;
        std::expected<url_view, error> url;
        std::size_t like;                    // the reading that has its fields: itself, or an earlier one
        std::vector<url_field> own_fields{}; // none of a URL of the Web for a table: add_web_rows()
    };

    void add_rows(side_by_side &table) const;
    void add_web_rows(side_by_side &table) const;

    std::string_view text_;
    std::string_view scheme_; // as written
    std::vector<reading> readings_;
};

} // namespace uniform::cli

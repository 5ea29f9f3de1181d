// Compares what the library says about URNs with the oracle, in all four editions, on one text after the other.
#pragma once

#include "differential/guarded.hpp"
#include "differential/judge.hpp"

#include "oracle/automaton.hpp"
#include "oracle/urn.hpp"

#include <uniform/urn/urn.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace differential {

// Not shared between threads.
class urn_judge {
public:
    urn_judge();

    // parse_urn, its scalar path and each kernel against the grammar with its prose and the splitter: validity, every
    // component, the place of the error; as_urn() of the parsed reference, and the view of the text as a URI.
    void parse(std::string_view text);
    // Equivalence, normalized assigned-name and hash against RFC 8141 3.1, also between editions.
    void equivalence(std::string_view a, std::string_view b);
    // From each edition to each: the same components, which lead back, or a refusal where no text of the other edition
    // has them.
    void convert(std::string_view text);
    // One component of the URN (0 to 4: NID, NSS, r, q, f) set to `value`, or removed: what was asked for, or an error
    // where no text has these components, and then nothing changed.
    void edit(std::string_view text, unsigned component, std::optional<std::string_view> value);
    // RFC 8141 4.3; the drafts. That the generic algorithm is right is the affair of judge::resolve.
    void resolve(std::string_view base, std::string_view reference, std::string_view other_base);

    [[nodiscard]] bool differs() const { return !tally_.different.empty(); }
    [[nodiscard]] tally result() const;

private:
    enum counter : std::uint8_t {
        urn_references,
        urn_uris,
        urn_places_of_errors,
        urn_pairs,
        urn_equivalent_pairs,
        urn_normal_forms,
        urn_conversions,
        urn_refused_conversions,
        urn_rewritten_conversions,
        urn_edits,
        urn_refused_edits,
        urn_resolutions,
        urn_refused_resolutions,
        urn_counters
    };
    struct checked_edition {
        uniform::edition edition;
        oracle::urn_document document;
        std::unique_ptr<oracle::automaton> prose;
        std::uint64_t accepted = 0;
        std::uint64_t with_both = 0; // r- and q-component
    };

    // The components of a namestring of that document; nothing for other texts.
    std::optional<oracle::urn_parts> parts_of(checked_edition &e, std::string_view text);
    // Some text of that document with these components; nothing when there is none.
    std::optional<std::string> text_with(checked_edition &e, const oracle::urn_parts &parts);
    void views(const checked_edition &e, std::string_view text, const uniform::urn_view &u,
               const oracle::urn_parts &parts);
    void references_and_uris(checked_edition &e, std::string_view text,
                             const std::expected<uniform::urn_view, uniform::error> &parsed);
    void place_of_error(checked_edition &e, std::string_view text, const uniform::error &why);
    void report(const char *what, const checked_edition &e, std::string_view text, std::string detail);

    std::vector<checked_edition> editions_;
    std::vector<std::uint64_t> kernel_accepted_;
    guarded_text guarded_;
    std::array<std::uint64_t, counters> counts_{};
    tally tally_;
};

} // namespace differential

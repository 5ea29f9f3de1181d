// Compares the library with the oracle, and its paths with each other, on one text after the other.
#pragma once

#include "differential/guarded.hpp"

#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"
#include "oracle/split.hpp"

#include <uniform/syntax/detail/parse_scalar.hpp>
#include <uniform/syntax/edition.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace differential {

struct difference {
    std::string what;
    std::string text;   // escaped
    std::string detail; // the results of both sides
};

struct tally {
    std::uint64_t texts = 0;
    std::uint64_t bytes = 0;
    std::map<std::string, std::uint64_t> counts;    // comparisons made, and how often each side accepted
    std::map<std::string, std::uint64_t> explained; // differences that a table gives the reason for
    std::map<std::string, std::uint64_t> different; // those that have none
    std::vector<difference> differences;            // the first few of each kind

    void add(difference d);
    void add(const tally &other);
};

// Printable ASCII; the rest as \xNN.
std::string escaped(std::string_view text);

// The counters of a judge; judge.cpp has the names.
enum counter : std::uint8_t {
    public_parses,
    views_compared,
    places_of_errors,
    addresses,
    ipv6_texts,
    ipv6_addresses,
    peer_texts,
    peer_accepted,
    resolutions,
    older_resolutions,
    literal_targets,
    relativized,
    dot_paths,
    normal_forms,
    literal_normal_forms,
    guarded_normal_forms,
    resolved_normal_forms,
    pairs,
    equivalent_pairs,
    sip_pairs,
    counters
};

// Not shared between threads.
class judge {
public:
    judge();

    // Parser against oracle in every edition and production: validity and all offsets. Each kernel against the scalar
    // path, with every fourth text at the end of readable memory and every fourth at its beginning.
    void parse(std::string_view text);

    // The public functions of parse.hpp, views and hosts against the oracle. Slower: for a part of the texts.
    void views(std::string_view text);

    // The second text resolved against the first, in every edition and policy, against the documents' algorithms.
    void resolve(std::string_view base, std::string_view reference);

    // The reference from the first text to the second, resolved back by the documents' algorithms.
    void relativize(std::string_view base, std::string_view target);

    // Removal of dot segments from the text as a bare path.
    void dots(std::string_view path);

    // The levels of the comparison ladder against their sections, the properties of every normal form, and may_change
    // of the kernels.
    void normalize(std::string_view text);

    // Equivalence and hash of two texts against their normal forms.
    void compare(std::string_view a, std::string_view b);

    // The text as an IPv6address: the grammar, and inet_pton for the bytes.
    void ipv6(std::string_view text);

    // uriparser's opinion of the text as a URI-reference of RFC 3986.
    void peer(std::string_view text);

    [[nodiscard]] bool differs() const { return !tally_.different.empty(); }

    // Everything that was seen so far.
    [[nodiscard]] tally result() const;

private:
    struct checked_edition {
        const char *name;
        uniform::edition edition;
        bool zone_ids;
        bool older;
        std::unique_ptr<oracle::automaton> productions; // bit i: production i of the list in judge.cpp
        std::shared_ptr<const oracle::grammar> grammar;
        std::unique_ptr<oracle::automaton> authority;           // bit 0: server (older editions)
        std::array<std::unique_ptr<oracle::automaton>, 6> each; // one for each production, made when it is asked for
        std::array<std::uint64_t, 6> accepted{};
    };

    uniform::detail::offsets expected_offsets(checked_edition &e, std::string_view text,
                                              const oracle::component_views &parts);
    void place_of_error(checked_edition &e, std::size_t production, std::string_view text, const uniform::error &error);
    void report(std::string what, std::string_view text, std::string detail);

    std::vector<checked_edition> editions_;
    std::unique_ptr<oracle::automaton> hosts_;
    std::unique_ptr<oracle::automaton> ipv6_;
    std::vector<std::uint64_t> kernel_accepted_;
    guarded_text guarded_;
    std::array<std::uint64_t, counters> counts_{};
    tally tally_;
};

} // namespace differential

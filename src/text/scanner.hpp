// The scanner of a uri_finder, for a text or the buffered part of it.
//
// memchr jumps from one byte to the next that could belong to a URI and to little else: ":" and "<", with
// options.abbreviated also "." and "@". From a ":" it looks back for a scheme and then forward for the end; a "<" is
// followed up to its ">". All decisions depend on the text alone, never on where a piece of it ends: when one needs
// bytes that were not read yet, everything from there on waits for them.
//
// Linear, because
// - looking back reaches 64 bytes;
// - from "<" it looks forward to the next "<" at most;
// - a URI without delimiters is looked at once, when it is found. Looks that find nothing, or where most of the text is
//   no part of the URI, may read the same bytes sixteen times altogether, then no more of the same kind are taken into
//   them. "SCHEME://" is a kind of its own, and by RFC 3986 its looks fail before the next "SCHEME://", so that in a
//   run of bytes shorter than max_length none of them is omitted;
// - lines are joined eight at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/text/find.hpp>

#include "text/classes.hpp"
#include "text/extent.hpp"

namespace uniform::text {

class scanner {
public:
    explicit scanner(find_options o);

    // The text before its start that scan() may examine.
    static constexpr std::size_t left_context = 1024;

    // Finds URIs in `text`, of which everything before `from` was done before; `base` is the offset of its first byte.
    // Returns where to continue when there is more text: everything before was done. `last`: there is no more.
    std::size_t scan(std::string_view text, std::uint64_t base, std::size_t from, bool last, uri_finder::sink s);

    void reset();
    [[nodiscard]] const find_options &options() const noexcept UNIFORM_LIFETIMEBOUND { return options_; }

private:
    struct step {
        answer is = answer::no;
        std::size_t next = 0; // where to continue
    };
    step angle(std::size_t less);
    step bare(std::size_t colon);
    step abbreviated(std::size_t anchor);
    // The part of bare() that finds a cut by the grammar.
    [[nodiscard]] std::optional<std::string_view> cut_by_grammar(std::size_t begin, std::size_t colon, char before,
                                                                 std::size_t &end, std::size_t &fault_at) const;
    void note_cut(std::size_t before, const extent &x, std::size_t by_extent, std::size_t fault_at);

    // The part of angle() that reads the text between the brackets without white space, into found_.
    struct between;
    answer read_between(std::size_t less, between &b);
    [[nodiscard]] bool is_one_uri(const between &b) const;

    // "URL:" in any case.
    [[nodiscard]] static bool is_url_prefix(std::string_view t) noexcept;
    // Why the text is no URI of the edition; of the documents of 1994, no URL by the grammar of its scheme.
    [[nodiscard]] static std::optional<error> fault_of(std::string_view text, uniform::edition e);

    // Continues a URI on the lines below; `x` is its extent so far.
    answer join(std::size_t begin, std::size_t colon, const surroundings &around, extent &x);
    void note_lines(std::size_t upto);

    void give(std::size_t begin, std::size_t end, delimited how);
    [[nodiscard]] bool is_no_scheme(std::size_t colon);
    [[nodiscard]] bool is_no_bracket(std::size_t less) const;
    bool is_in_too_long(std::size_t i);
    [[nodiscard]] std::size_t first_free() const;

    // The looks from one kind of anchor that found nothing.
    struct unsuccessful_looks {
        std::uint64_t begin = 0;
        std::uint64_t until = 0;
        std::uint64_t work = 0; // bytes, as often as they were looked at
        void add(std::uint64_t anchor, std::uint64_t scanned);
        [[nodiscard]] bool is_enough(std::uint64_t anchor) const;
    };

    find_options options_;
    found found_;

    // The arguments of the present call of scan().
    std::string_view text_;
    std::uint64_t base_ = 0;
    bool last_ = false;
    uri_finder::sink sink_{};

    // Offsets in the whole text.
    std::uint64_t free_ = 0;           // before it, everything belongs to what was found
    std::uint64_t prefix_until_ = 0;   // up to here, "URL:" may stand before a scheme
    std::uint64_t too_long_until_ = 0; // the known end of the run of bytes of URIs that was too long
    bool too_long_ = false;            // it may go on there
    std::uint64_t lines_noted_ = 0;    // for join_lines:
    std::size_t indentation_ = 0;      // of the line there
    unsuccessful_looks with_slashes_;  // one for each kind of look
    unsuccessful_looks without_slashes_;
    unsuccessful_looks abbreviated_;
    bool in_indentation_ = true;
};

} // namespace uniform::text

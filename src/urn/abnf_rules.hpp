// A grammar in ABNF as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/urn/abnf.hpp>

namespace uniform::detail {

inline constexpr std::uint32_t abnf_unbounded = 0xFFFFFFFF;

struct abnf_node {
    enum class kind : std::uint8_t {
        alternation,
        concatenation,
        repetition, // of its one child
        text,       // char-val
        values,     // num-val with "."
        range,      // num-val with "-", or of one value
        reference,
        prose
    };
    kind what = kind::concatenation;
    bool sensitive = false;                // of text
    std::uint32_t offset = 0;              // in the text
    std::uint32_t min = 0;                 // of repetition
    std::uint32_t max = abnf_unbounded;    //
    std::uint32_t first = 0;               // of range; of reference: the rule
    std::uint32_t last = 0;                //
    std::vector<std::uint32_t> children{}; // nodes; of values: the values
    std::string text{};                    // of text and prose; of a reference the name
};

struct abnf_definition {
    std::string name; // in lower case
    std::uint32_t node = 0;
    std::uint32_t offset = 0;
    bool predefined = false;
    bool is_first = true; // it has no alternatives added by "=/" yet
};

struct abnf_rules {
    std::string text;
    std::vector<abnf_node> nodes;
    std::vector<abnf_definition> definitions;
    std::vector<abnf_rule> listed; // those of the text; names are views of `text`
    std::uint32_t start = 0;       // in `listed`

    [[nodiscard]] const abnf_definition *find(std::string_view name) const noexcept;
};

/// With line and column.
[[nodiscard]] abnf_error abnf_error_at(std::string_view text, std::size_t offset, abnf_error_code code,
                                       std::string message, std::string_view section);

/// RFC 5234 Appendix B.1, RFC 3986 Appendix A, RFC 8141 2.
extern const std::string_view predefined_abnf;

} // namespace uniform::detail

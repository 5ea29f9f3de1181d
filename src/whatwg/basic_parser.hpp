// "Basic URL parser" of the URL Standard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "whatwg/host_parser.hpp"
#include "whatwg/url_record.hpp"
#include <algorithm>

namespace uniform::whatwg {

// The states, by their names in the standard.
enum class parser_state : std::uint8_t {
    scheme_start,
    no_scheme,
    special_relative_or_authority,
    path_or_authority,
    relative,
    relative_slash,
    special_authority_slashes,
    special_authority_ignore_slashes,
    authority,
    host,
    hostname,
    port,
    file,
    file_slash,
    file_host,
    path_start,
    path,
    opaque_path,
    query,
    fragment,
};

enum class parser_result : std::uint8_t {
    done,
    unchanged, // terminated without a result: only with a state override
    failure,
};

// The state machine. It follows the standard state by state, but takes in one step what the standard appends to its
// buffer code point by code point; and as all code points that it looks for are ASCII, it moves in octets. Scheme start
// state and scheme state are one.
class basic_parser {
public:
    // `text` is UTF-8 from which nothing more is to be removed. `base` may be null.
    basic_parser(std::string_view text, const url_view *base, url_record &url, recorder &record,
                 std::optional<parser_state> state_override = std::nullopt) noexcept
        : text_{text},
          base_{base},
          url_{url},
          record_{record},
          override_{state_override},
          special_{is_special_scheme(url.scheme)} {}

    // The encoding of the document, for the query; UTF-8 if it is not called. The name must outlive the parser.
    void set_encoding(std::string_view name) noexcept { encoding_ = name; }

    [[nodiscard]] parser_result run();

private:
    // The result of a state: the next state, or the end.
    using next = std::optional<parser_state>;

    next step(parser_state state);
    next scheme();
    next scheme_ended(std::size_t colon);
    next scheme_replaced(std::string_view scheme);
    next no_scheme();
    next special_relative_or_authority();
    next path_or_authority();
    next relative();
    next relative_slash();
    next special_authority_slashes();
    next special_authority_ignore_slashes();
    next authority();
    next host();
    next port();
    next file();
    next file_slash();
    next file_host();
    next path_start();
    next path();
    next opaque_path();
    next query();
    next fragment();

    next ends(parser_result result) noexcept {
        result_ = result;
        return std::nullopt;
    }
    next fails(error_kind kind, std::size_t at) {
        record_.fail(kind, at);
        return ends(parser_result::failure);
    }

    [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
    [[nodiscard]] bool at(char c) const noexcept { return !at_end() && text_[at_] == c; }
    // "url is special and c is U+005C (\)"
    [[nodiscard]] bool at_special_backslash() const noexcept { return special_ && at('\\'); }
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(std::min(at_, text_.size())); }
    // The end of what may be an authority: "/", "?", "#", the end or, in a special URL, "\".
    [[nodiscard]] std::size_t authority_end(std::size_t from) const noexcept;
    void set_scheme(std::string_view scheme);
    void copy_authority();
    void copy_path_and_query();
    bool set_host(std::string_view buffer);
    // "If c is U+003F (?) ... Otherwise, if c is U+0023 (#)": the state that follows, which begins after c.
    next query_or_fragment();
    // Records "invalid-URL-unit" for what is neither a URL code point nor a percent-encoded byte.
    void check_units(std::size_t from, std::size_t to);

    std::string_view text_;
    const url_view *base_;
    url_record &url_;
    recorder &record_;
    std::optional<parser_state> override_;
    bool special_;
    std::string_view encoding_;    // "" for UTF-8
    std::size_t at_ = 0;           // the pointer
    std::size_t drive_letter_ = 0; // the number of octets of the path's first segment that were the buffer of the file
                                   // host state
    parser_result result_ = parser_result::done;
};

// The steps before the state machine: what is removed from the text, and where the rest was. The text must outlive it.
class parser_input {
public:
    // `trims` removes C0 controls and spaces from the ends, as is done when no URL is given.
    parser_input(std::string_view text, bool trims, recorder &record);
    parser_input(const parser_input &) = delete;
    parser_input &operator=(const parser_input &) = delete;
    [[nodiscard]] std::string_view text() const noexcept { return text_; }

private:
    std::string changed_;
    std::string_view text_;
};

} // namespace uniform::whatwg

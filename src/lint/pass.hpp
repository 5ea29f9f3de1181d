// One run of the linter over one identifier: its components, and the findings of the checks.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/us_ascii.hpp>
#include <uniform/lint/finding.hpp>
#include <uniform/lint/lint_options.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform {
struct scheme_info;
}

namespace uniform::linting {

inline constexpr std::size_t check_count = static_cast<std::size_t>(lint_check::editions_differ) + 1;

/// A change to the text, for a safer form.
struct edit {
    range where{};
    std::string text{};
};

/// The components of any text, by the regular expression of RFC 3986 Appendix B; those of the authority by its last "@"
/// and by the last ":" outside of brackets. For a valid text they are the components that the parser finds.
struct components {
    std::optional<range> scheme, authority, userinfo, host, port, query, fragment;
    range path{};
};
[[nodiscard]] components split(std::string_view text, range part);

class pass {
public:
    pass(std::string_view whole, const lint_options &o);
    pass(std::string_view whole, const lint_options &&o) = delete; // they are kept by reference

    std::string_view text;
    const lint_options &options;
    std::expected<reference_view, error> parsed;
    bool has_percent = false; ///< whether there is a "%" anywhere
    range trimmed{};          ///< without white space and controls at both ends, which all software drops
    components at{};
    std::string scheme{};               ///< in lower case; "" when there is none
    const scheme_info *known = nullptr; ///< of the registry
    /// The host decoded, without brackets; "" when there is none.
    std::string host{};

    [[nodiscard]] std::string_view of(range r) const { return text.substr(r.begin, r.end - r.begin); }
    [[nodiscard]] std::string_view of(const std::optional<range> &r) const { return r ? of(*r) : std::string_view{}; }

    /// The result of the Unicode library for one label of the host, computed once for each; nullptr without a library,
    /// and of hosts that are too long for the DNS, so that no time is spent on hosts that cannot exist.
    [[nodiscard]] const unicode_checks::label *forms_of(std::string_view label);
    /// The host with A-labels in place of all others; "" when a label has none, or as forms_of().
    [[nodiscard]] const std::string &ascii_host();

    /// A finding, and the edits that would remove it.
    void find(lint_check c, range where, std::string explanation, std::vector<edit> edits = {});
    /// The same on behalf of another document than the table's, and possibly with another severity.
    void find_by(lint_check c, range where, std::string explanation, std::string_view document,
                 std::string_view section, std::vector<edit> edits = {}, std::optional<lint_severity> severity = {});
    [[nodiscard]] bool has(lint_check c) const { return counts_[static_cast<std::size_t>(c)] != 0; }
    /// Whether one of them is more than a note.
    [[nodiscard]] bool warns(lint_check c) const { return warns_[static_cast<std::size_t>(c)]; }
    /// Whether a finding of `c`, also one of those that are only counted, covers the place where the text is not valid.
    [[nodiscard]] bool covers_error(lint_check c) const { return covers_error_[static_cast<std::size_t>(c)]; }

    /// The findings in the order of their places, without safer forms.
    [[nodiscard]] std::vector<lint_finding> take();
    /// The text after the edits of one check; nothing when it has none.
    [[nodiscard]] std::optional<std::string> edited(lint_check c) const;

private:
    std::vector<lint_finding> findings_;
    std::array<unsigned, check_count> counts_{};
    std::array<bool, check_count> warns_{};
    std::array<bool, check_count> covers_error_{};
    std::vector<std::vector<edit>> edits_{}; // of each check, if there are any
    std::optional<bool> fits_dns_{};
    std::map<std::string, unicode_checks::label, std::less<>> forms_{};
    std::optional<std::string> ascii_host_{};
};

// The checks, by what they look at.
void check_characters(pass &p);
void check_encodings(pass &p);
void check_scheme(pass &p);
void check_urn(pass &p);
void check_userinfo(pass &p);
void check_host(pass &p);
void check_port(pass &p);
void check_scripts(pass &p);
void check_bidi(pass &p);
void check_path(pass &p);
void check_query(pass &p);
void check_editions(pass &p);

/// The text between double quotes, for an explanation: characters that must not be shown are escaped; long texts are
/// truncated.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Whether the scheme's host is looked up on the Internet, as far as is known; true without a scheme.
[[nodiscard]] bool is_network_scheme(const pass &p);
/// Calls f(label) for each label of a decoded host: between ".", and what IDNA2003 takes for one (RFC 3490 3.1).
template <class F>
void for_each_label(std::string_view host, F f) {
    for (std::size_t begin = 0, i = 0;; ++i) {
        if (i == host.size()) return static_cast<void>(f(host.substr(begin)));
        if (host[i] != '.' && static_cast<unsigned char>(host[i]) < 0x80) continue; // nearly always
        const std::string_view three = host.substr(i, 3);
        const bool wide = three == "\xE3\x80\x82" || three == "\xEF\xBC\x8E" || three == "\xEF\xBD\xA1";
        if (host[i] != '.' && !wide) continue;
        f(host.substr(begin, i - begin));
        if (wide) i += 2;
        begin = i + 1;
    }
}

/// Whether browsers find a host where RFC 3986 finds a path that begins with slashes or backslashes: in URLs of the
/// schemes that the URL Standard calls special, and with a base in relative references.
[[nodiscard]] bool is_host_of_browsers(const pass &p);

/// http, https, ws, wss: those whose URLs browsers load.
[[nodiscard]] bool is_web_scheme(std::string_view scheme) noexcept;

// Characters.

/// The character of UTF-8 that begins at `at`; its length is 0 when there is none.
struct character {
    char32_t value = 0;
    std::uint32_t length = 0;
};
[[nodiscard]] character character_at(std::string_view text, std::size_t at) noexcept;

/// The byte of a pct-encoded at `at`; -1 when there is none.
[[nodiscard]] int encoded_byte(std::string_view text, std::size_t at) noexcept;
/// The character whose UTF-8 is percent-encoded at `at`, and how much of the text it takes; 0 when there is none.
[[nodiscard]] character encoded_character_at(std::string_view text, std::size_t at) noexcept;

enum class character_kind : std::uint8_t { visible, space, control, bidi, invisible };
[[nodiscard]] character_kind kind_of(char32_t c) noexcept;

/// The bytes that `text` stands for; a "%" without two digits stands for itself.
[[nodiscard]] std::string decode_all(std::string_view text);

} // namespace uniform::linting

// The checks of the linter: misleading and dangerous identifiers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The severity of a finding.
enum class lint_severity : std::uint8_t {
    note,    ///< worth knowing; common in legitimate identifiers
    warning, ///< rare in legitimate identifiers, or read differently by different software
    error,   ///< not valid, deprecated by its document, or a known means of attack
};

/// "note", "warning", "error".
[[nodiscard]] std::string_view to_string(lint_severity s) noexcept;
/// The severity of that name; nullopt for any other text.
[[nodiscard]] std::optional<lint_severity> lint_severity_from_string(std::string_view name) noexcept;

/// The checks, in the order of the table of checks.
enum class lint_check : std::uint8_t {
    // the text
    not_valid,
    backslash,
    white_space,
    control_character,
    bidi_character,
    invisible_character,
    non_ascii,
    unencoded_character,
    malformed_percent,
    over_long,
    // scheme and NID
    unregistered_scheme,
    historical_scheme,
    experimental_scheme,
    script_scheme,
    data_scheme,
    scheme_rules,
    missing_authority,
    unregistered_nid,
    experimental_nid,
    reserved_nid,
    r_component,
    // user information
    password,
    userinfo_like_host,
    userinfo,
    empty_userinfo,
    ambiguous_authority,
    // host
    empty_host,
    rare_ipv4,
    encoded_host,
    host_name_syntax,
    long_host_name,
    loopback_address,
    private_address,
    link_local_address,
    unspecified_address,
    multicast_address,
    reserved_address,
    embedded_ipv4,
    local_name,
    idna_label,
    unicode_label,
    idna_invalid,
    idna_deviation,
    // port
    well_known_port,
    service_port,
    other_port,
    port_too_large,
    // scripts
    mixed_scripts,
    confusable,
    bidi_structure,
    // percent-encoding
    encoded_nul,
    encoded_line_end,
    encoded_control,
    encoded_delimiter,
    encoded_backslash,
    double_encoding,
    overlong_utf8,
    invalid_utf8,
    encoded_unreserved,
    lower_case_hex,
    // path, query, and the whole
    dot_segments,
    encoded_dot_segments,
    device_name,
    secret_in_query,
    nested_url,
    // with lint_options::browser
    browser_scheme,
    browser_host,
    browser_path,
    browser_query,
    browser_rejects,
    editions_differ,
};

/// A check, as `uniform lint --checks` and the rules of SARIF print it.
struct lint_check_info {
    lint_check check{};
    std::string_view id; ///< stable: "password", "rare-ipv4"
    lint_severity severity{};
    std::string_view summary;  ///< one sentence, without a full stop
    std::string_view document; ///< the document that describes the risk: "RFC 3986"
    std::string_view section;  ///< "7.5"
};

/// All checks, in the order of lint_check.
[[nodiscard]] std::span<const lint_check_info> lint_checks() noexcept;
/// The row of one check.
[[nodiscard]] const lint_check_info &info_of(lint_check c) noexcept;
/// "rare-ipv4".
[[nodiscard]] std::string_view to_string(lint_check c) noexcept;
/// The check of that id; nullopt for any other text.
[[nodiscard]] std::optional<lint_check> lint_check_from_string(std::string_view id) noexcept;

} // namespace uniform

// The host in what people type: where it is, with and without a scheme, and the punctuation behind it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace uniform::text {

[[nodiscard]] bool is_registered(std::string_view scheme);

// The size of the scheme that a text begins with, 0 if there is none.
[[nodiscard]] std::size_t scheme_size(std::string_view text) noexcept;

// "http:www.example.org", "http:/www.example.org", "http//www.example.org": the scheme, one of those that are nothing
// without a host, and what follows the slashes. URIs with an authority are read likewise.
struct half_uri {
    std::string_view scheme;
    std::string_view rest;
};
[[nodiscard]] std::optional<half_uri> without_slashes(std::string_view text) noexcept;

struct authority_parts {
    std::string_view user;
    std::string_view host;
    std::string_view port;
    bool has_user = false;
};
[[nodiscard]] authority_parts split_authority(std::string_view authority) noexcept;

[[nodiscard]] bool is_port(std::string_view text) noexcept; // none at all, too
// Digits with dots between them are an address or nothing: RFC 1123 2.1, no name ends in a label of digits alone.
[[nodiscard]] bool is_address(std::string_view host) noexcept;
[[nodiscard]] bool is_address_or_name(std::string_view host, bool iris) noexcept;

// "localhost:8080/x" matches the grammar of URIs, but there is no scheme of that name.
[[nodiscard]] bool is_host_and_port(std::string_view text);

// Whether an identifier begins here that goes on behind white space: with "//", "www.", "SCHEME://" or a registered
// scheme. What else does may be a word.
[[nodiscard]] bool begins_beyond_words(std::string_view text);

// typed_authority(): behind which scheme or slashes an authority stands, and the authority.
[[nodiscard]] std::string_view authority_in(std::string_view text);

// The number of octets of punctuation at the end, after a host: no host has them. One full stop is the root of DNS, and
// a URI may have an empty query or port; a mail address has neither.
[[nodiscard]] std::size_t punctuation_behind_host(std::string_view text);

} // namespace uniform::text

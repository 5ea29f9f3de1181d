// The options of the linter: what it compares an identifier with, and by which edition it reads it.
#pragma once

#include <cstdint>

#include <uniform/base/api.hpp>
#include <uniform/lint/browser_reading.hpp>
#include <uniform/lint/unicode_checks.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform UNIFORM_API {

class namespace_registry;
class scheme_registry;

/// The options of the linter.
struct lint_options {
    const unicode_checks *unicode = nullptr;        ///< nullptr: the small table of the core alone
    const browser_reading *browser = nullptr;       ///< nullptr: what browsers read is not compared
    const scheme_registry *schemes = nullptr;       ///< nullptr: scheme_registry::standard()
    const namespace_registry *namespaces = nullptr; ///< nullptr: namespace_registry::standard()
    /// The edition of the generic syntax: by RFC 3987, characters beyond US-ASCII are allowed. An edition of URNs is
    /// that of RFC 3986 in which URNs are read by that document.
    uniform::edition edition = uniform::edition::rfc3986;
    std::uint32_t longest = 8000; ///< longer texts are over-long (RFC 9110 4.1: "at minimum 8000 octets")
    unsigned places = 8;   ///< at most so many findings of one check; the last one states how many more there are
    bool zone_ids = false; ///< RFC 6874: allow "[fe80::1%25eth0]"
    bool safer = true;     ///< make the safer forms, of texts up to 1 MiB
};

} // namespace uniform

// Templates for the tests.
#pragma once

#include <string>
#include <string_view>

#include <uniform/registry/template.hpp>

namespace uniform::test {

// A template to which the check has nothing to say under RFC 8141, as long as "harbour" is not registered.
inline constexpr std::string_view complete = R"(Namespace Identifier:  harbour

Version:  1

Date:  2026-11-21

Registrant:
   Name: Harbour Registry
   Email: urn@example.com

Purpose:
   Names berths, quays and buoys.

   1. For port authorities.
   2. For makers of charts:
      - on paper
      - on screens

Syntax:
   harbour-nss = 5ALPHA ":" 1*DIGIT

   Two names are equivalent when they differ in the case of letters only.
   The r-, q- and f-components have no meaning here.

Assignment:
   Each port authority assigns berths of its own. The prefix
   keeps them unique.

Security and Privacy:
   Names tell nothing about ships, so no private information leaks.

Interoperability:  None known.

Resolution:
   Resolution is intended. The registry operates a service, and
   r-components are ignored by it.

Documentation:  https://example.com/harbour-names
)";

// The same with one field's text replaced; nothing removes the field.
inline registry::namespace_template with(registry::field f, const char *text) {
    registry::namespace_template t = *registry::read_template(complete);
    if (text == nullptr) {
        std::erase_if(t.entries, [&](const registry::entry &e) { return e.id == f; });
    } else {
        t.set(f, text);
    }
    return t;
}

} // namespace uniform::test

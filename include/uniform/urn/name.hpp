// Names of other identifier systems as URNs, and back (RFC 8141 2.2).
//
//     urn_from_name("isbn", "978-951-0-18435-6")->text()                     -> "urn:isbn:978-951-0-18435-6"
//     urn_from_name("uuid", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}")        -> in lower case, without the braces
//     urn_from_name("ietf", "RFC 2141")->text()                              -> "urn:ietf:rfc:2141"
//     name_from_urn("urn:doi:10.1000/456%23789"_urn)                         -> "10.1000/456#789"
//     guess_names("978-951-0-18435-6")                                       -> isbn
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// The options by which a URN is made of a name.
struct make_options {
    const namespace_registry *registry = nullptr;         ///< nullptr: namespace_registry::standard()
    uniform::edition edition = uniform::edition::rfc8141; ///< of the result
    bool encoded = false;                                 ///< the name is the NSS, encoded already
    bool complete_check = false;                          ///< the check character is missing and is to be computed
    bool any_check = false; ///< a wrong check character is no error: check() says what was expected
};

/// RFC 8141 2.2: translates a name into an NSS by the canonicalization and encoding of its namespace. Software that
/// does not know these MUST NOT construct URNs: then the error is unknown_namespace, unless `encoded` says that nothing
/// is left to translate. White space around the name is not part of it, and a separator stands by itself:
/// "951--0-18435-7" is no name. Linear; allocates the result. Errors: of the NID; invalid_name with the offset in the
/// name (of the NSS's error where they are the same text); nss_mismatch for an encoded NSS; wrong_check_character for a
/// strict one, with its offset: the URN that `any_check` gives tells check() which was expected.
[[nodiscard]] std::expected<urn, error> urn_from_name(std::string_view nid, std::string_view name,
                                                      make_options options = {});

/// A part of a name that its URN does not have.
struct omitted_part {
    std::size_t offset = 0;  ///< in the name
    std::string_view text{}; ///< ":2011", a part of the name
    std::string_view why{};  ///< the consequence, and the section that states it
};

/// The part of the name that urn_from_name() leaves out: of "ISO 9999:2011" the year, because RFC 5141 numbers editions
/// ("ed-5") and does not date them, so that the URN is of the latest edition. Nothing if the URN says all, or there is
/// none. Linear. Example: `omitted_from_name("iso", "ISO 9999:2011")->text` is ":2011".
[[nodiscard]] std::optional<omitted_part> omitted_from_name(std::string_view nid,
                                                            std::string_view name UNIFORM_LIFETIMEBOUND,
                                                            const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::optional<omitted_part> omitted_from_name(std::string_view nid,
                                                            std::string_view name UNIFORM_LIFETIMEBOUND);
void omitted_from_name(std::string_view nid, temporary_owner auto &&, const namespace_registry &) = delete;
void omitted_from_name(std::string_view nid, temporary_owner auto &&) = delete;

/// The name in the form of its identifier system: "978-951-0-18435-6", "RFC 2141", "10.1000/182". urn_from_name() makes
/// a namespace-equivalent URN of it (with `any_check`, when the check character is wrong). Nothing when there is no
/// such name: its namespace has none that is known, the NSS does not fit it, or what is encoded would not be encoded
/// again, as "%41" is not. Linear.
[[nodiscard]] std::optional<std::string> name_from_urn(const urn_view &u, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::optional<std::string> name_from_urn(const urn_view &u);

/// A namespace that a bare name could belong to.
struct name_guess {
    std::string_view nid;
    std::string_view system; ///< "International Standard Book Number"
    std::string urn;
};

/// The namespaces in which `text` is a name of its identifier system, with a right check character where they have one;
/// ordered by NID. Only texts that look like nothing else are guessed: "2141" is no RFC, "RFC 2141" is. Digits between
/// dots are taken for versions or IPv4 addresses when they have fewer than five arcs, unless there are three or four
/// and one is above 255, or the text is "1.3.6.1". A text that begins with "urn:" is a guess by itself: the URN of a
/// registered namespace, with its NID in lower case, also as urn_from_display() and urn_from_name() read it.
[[nodiscard]] std::vector<name_guess> guess_names(std::string_view text, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::vector<name_guess> guess_names(std::string_view text);

/// The well-known addresses that resolve `u`, most specific first, each once; none when none is known. An address is a
/// URI. One that ends with the URN, with or without its "urn:", has its r- and q-component, too (RFC 8141 2.3.1),
/// percent-encoded in a query; another one is of the resource, and has the q-component as its query (2.3.2). The
/// f-component is omitted (2.3.3); of a URN of the drafts it is the fragment (drafts -14 3.3.3, -16 4.3). None has dot
/// segments, for which a client would ask another name (RFC 3986 5.2.4).
/// Example: urn:ietf:rfc:2141?=a=b -> "https://www.rfc-editor.org/rfc/rfc2141?a=b".
[[nodiscard]] std::vector<std::string> resolver_addresses(const urn_view &u, const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::vector<std::string> resolver_addresses(const urn_view &u);

/// RFC 9562 5.4 and 5.7: of random numbers; of the time in milliseconds, then random numbers.
enum class uuid_version : std::uint8_t { random = 4, time = 7 };

/// A new UUID as a URN. Nothing when the system has no random numbers to give.
[[nodiscard]] std::optional<urn> make_uuid_urn(uuid_version version = uuid_version::random);

} // namespace uniform

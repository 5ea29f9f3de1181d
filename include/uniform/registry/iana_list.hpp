// IANA's list of URN namespaces, as a file that can be newer than this release: RFC 8141 7.2, 5.1 (1).
//
//     auto newer = read_iana_list(text_of("urn-namespaces.xml"));
//     if (auto fits = follows(*newer, list_of(namespace_registry::standard())); fits)
//         namespace_registry::replace_standard(with_list(namespace_registry::standard(), *newer));
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// The entry of one namespace in IANA's list.
struct iana_namespace {
    std::string nid{}; ///< lower case
    namespace_kind kind = namespace_kind::formal;
    std::string date{};                    ///< of the registration, "2018-06-19"; empty: not stated
    std::string updated{};                 ///< of the last change; empty: not stated
    std::string registrant{};              ///< empty: not stated
    std::string template_url{};            ///< of the registration template; empty: there is none
    std::vector<std::string> references{}; ///< "RFC 8464"
    bool operator==(const iana_namespace &) const = default;
};

/// IANA's list at one date, in the order of the NIDs.
struct iana_list {
    std::string date{}; ///< of the list: "2026-07-28"
    std::vector<iana_namespace> namespaces{};
    /// The namespace of that NID (in lower case); nullptr if there is none. Logarithmic.
    [[nodiscard]] const iana_namespace *find(std::string_view nid) const & noexcept UNIFORM_LIFETIMEBOUND;
    const iana_namespace *find(std::string_view nid) const && = delete;
    bool operator==(const iana_list &) const = default;
};

/// Why a list is refused as a whole.
struct list_error {
    std::string message{};    ///< one sentence for a person
    std::size_t offset = 0;   ///< into the text, in bytes
    std::uint32_t line = 0;   ///< from 1; 0: the list as a whole
    std::uint32_t column = 0; ///< from 1, in bytes
};

/// Options of reading a list.
struct list_options {
    std::string date{};                          ///< of a list in CSV, which states none: YYYY-MM-DD
    std::size_t max_size = std::size_t{4} << 20; ///< bytes
    std::size_t max_namespaces = 10000;
    std::size_t max_text = 500; ///< bytes, of one value
};

/// Reads the XML that IANA publishes (urn-namespaces.xml), or if the text does not begin with "<" one of its CSV files,
/// which has the formal or the informal namespaces alone. Errors: not XML, another registry, a document type (entities
/// could be declared in it), no date, a NID that is none or is repeated, one in the wrong part, a value that is too
/// long, not UTF-8 or has control characters, a date that does not exist, a template that is not at an http(s) URL.
/// Linear.
[[nodiscard]] std::expected<iana_list, list_error> read_iana_list(std::string_view text,
                                                                  const list_options &options = {});

/// The list that a registry has: its namespaces that IANA registered. Linear.
[[nodiscard]] iana_list list_of(const namespace_registry &registry);

/// Makes a list of CSV whole: kinds of namespaces that it lacks are taken from `before`.
void complete(iana_list &list, const iana_list &before);

/// Whether `newer` can replace `before`: it is not older, and has every namespace of it, because registrations are
/// permanent (RFC 8141 section 5). The error names those that are missing.
/// @param latest "2026-11-24": a list with a later date is refused, because every real one would then be older; empty:
/// any date is accepted
[[nodiscard]] std::expected<void, list_error> follows(const iana_list &newer, const iana_list &before,
                                                      std::string_view latest = {});

/// A registry with the namespaces of the list as well: those that `base` does not have as registered are added without
/// rules of their own; those that it has keep their rules, and get newer dates and references. If `base` is newer, its
/// dates stay. Linear.
[[nodiscard]] namespace_registry with_list(const namespace_registry &base, const iana_list &list);

/// The JSON form, in which a list is stored.
[[nodiscard]] json::value value_of(const iana_list &list);
/// Reads the JSON form, with the same checks as read_iana_list().
[[nodiscard]] std::expected<iana_list, list_error> read_iana_list_json(std::string_view text,
                                                                       const list_options &options = {});

/// The URL of the registration template to which the references of an entry refer ("template urn-formal/c2pa"); empty
/// if there is none.
[[nodiscard]] std::string template_url_of(const namespace_info &info);

} // namespace registry
} // namespace uniform

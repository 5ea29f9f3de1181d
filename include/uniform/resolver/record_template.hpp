/// @file
/// Name records made of a template: many names that are minted or reserved together, each with its own locators and
/// metadata.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The members of a name record (record_from_json) with variables:
///
/// - In the URLs of locators, as in URI templates (RFC 6570), level 2: "https://archive.example/{nss}" percent-encodes
///   what is not unreserved, "{+nss}" keeps reserved characters and percent-encodings.
/// - In the strings of the metadata, and in typed values, "{nss}" is replaced by the text. What is written as another
///   variable, "{name}" or "{+nss}", is refused; other braces stay as they are: "{}", "{a b}".
///
/// The variables are those of the name: urn ("urn:example:lib-7"), nid ("example"), nss ("lib-7"), and suffix, what
/// follows the prefix for which the name was minted ("7"); without a prefix, suffix is nss.
class record_template {
public:
    /// One that makes records without members.
    record_template() = default;
    /// Checks the template with values like those of names. Errors: invalid, with a pointer below "/template" and the
    /// offset in the string; an unknown variable. Linear.
    [[nodiscard]] static std::expected<record_template, problem> from_json(const json::value &value);

    [[nodiscard]] bool empty() const noexcept { return value_.is_null(); }
    /// The record of one name; its state, name, registrar and batch are left to the caller.
    /// @param urn the name as it is written
    /// @param prefix of the key, as in the delegation: "example:lib-"; empty: none
    /// Errors: invalid, when what the template makes is no name record, a URL too long for example. Linear.
    ///
    ///     record_template::from_json(*json::read(R"({"locators":["https://a.example/{nss}"]})"))
    ///         ->expand("urn:example:lib-7", "example:lib-")->locators.front().url  -> "https://a.example/lib-7"
    [[nodiscard]] std::expected<name_record, problem> expand(std::string_view urn, std::string_view prefix) const;
    /// The template as JSON; the same text for the same template.
    [[nodiscard]] std::string text() const;

private:
    json::value value_ = {};
};

} // namespace resolver
} // namespace uniform

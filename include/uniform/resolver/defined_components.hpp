// The r-, q- and f-components that a namespace defines. Drafts -16 and -14, Appendix A: "Unless the registration
// explicitly says otherwise, use of q-components and f-components is not allowed for this namespace." RFC 8141 has no
// such rule, so that it applies only to a namespace whose manager has set it:
//
//     {"q": "^page=[0-9]+$"}    defines q-components such as "?=page=7", and no f-component
//     {}                        defines none of either
//     {"q": "allowed", "f": "not-defined"}
//                               those of any form may be used; the semantics of f-components are undefined (RFC 8141
//                               Appendix A)
//
// r-components may be used unless it is stated that they are not allowed; whether they are read is another setting.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The r-, q- and f-components that may be used with the names of a namespace.
class defined_components {
public:
    /// All: no rule was set.
    defined_components() = default;
    /// Reads an object with the members "r", "q" and "f": "allowed", "not-defined" or "not-allowed"; "q" and "f" may
    /// instead be patterns as in a namespace's syntax. Without its member, a q- or f-component is not allowed.
    /// Problems: invalid, with pointer and offset. Linear.
    [[nodiscard]] static std::expected<defined_components, problem> read(const json::value &value);

    /// Whether there is no rule.
    [[nodiscard]] bool empty() const noexcept { return patterns_ == nullptr; }
    /// As it was read; null if there is no rule.
    [[nodiscard]] const json::value &value() const & noexcept UNIFORM_LIFETIMEBOUND { return value_; }
    const json::value &value() const && = delete;

    /// The statement on the r-, q- or f-components: "allowed", "not-defined", "not-allowed" or a pattern; "not-defined"
    /// if there is no rule (RFC 8141 Appendix A). Example: of `{"q": "^page=[0-9]+$"}`, `permission('f')` is
    /// "not-allowed".
    [[nodiscard]] std::string_view permission(char letter) const & noexcept UNIFORM_LIFETIMEBOUND;
    std::string_view permission(char letter) const && = delete;

    /// Whether the r-, q- or f-component (without "?+", "?=" or "#") may be used. Example: of `{"q": "^page=[0-9]+$"}`,
    /// `allow('q', "page=7")` and `allow('r', "a")` are true. Linear.
    [[nodiscard]] bool allow(char letter, std::string_view component) const;
    /// The same as a problem, if it may not: out_of_policy, `the namespace "example" does not define the q-component
    /// "a=b"`. The rule is RFC 8141 Appendix A, or that of the drafts for what is not stated. Linear.
    [[nodiscard]] std::optional<problem> refuse(std::string_view nid, char letter, std::string_view component) const;

    bool operator==(const defined_components &other) const noexcept { return value_ == other.value_; }

private:
    struct patterns;
    json::value value_ = {};
    std::shared_ptr<const patterns> patterns_ = {};
};

} // namespace resolver
} // namespace uniform

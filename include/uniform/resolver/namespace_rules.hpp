// The rules that the registration of a namespace gives its names, beyond those of all URNs: how they look, which of
// them are the same name, which characters check others. RFC 8141 sections 3.1 and 6.4.2 (items 1 and 3). IANA's
// namespaces have theirs in the library (uniform/urn/namespace.hpp); one that is kept here has them in its settings, in
// the words of data/urn-namespaces.json:
//
//     {"syntax": {"pattern": "^[0-9]{4}-?[0-9]{4}$"},
//      "equivalence": {"operations": [{"action": "remove", "texts": ["-"]}]},
//      "checks": [{"algorithm": "luhn", "strict": true, "length": 8, "skip": "-"}]}
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
class namespace_registry;
} // namespace uniform

namespace uniform UNIFORM_API {
namespace resolver {

/// The rules of namespaces: those of the library, and those registered with the service.
class namespace_rules {
public:
    /// None of its own: those that the library knows of IANA's namespaces.
    namespace_rules() = default;
    /// The members "syntax", "equivalence" and "checks" of the settings; nullptr for one that is absent. Problems:
    /// invalid or malformed, with pointer and offset. Linear.
    [[nodiscard]] static std::expected<namespace_rules, problem>
    read(std::string_view nid, const json::value *syntax, const json::value *equivalence, const json::value *checks);

    [[nodiscard]] bool empty() const noexcept { return registry_ == nullptr; }
    /// To be given to validate() and check(). The library's own where there are none.
    [[nodiscard]] const namespace_registry &registry() const & noexcept UNIFORM_LIFETIMEBOUND;
    const namespace_registry &registry() const && = delete;
    /// To be given to key_of() and prefix_of_keys(): the equivalence alone, for keys stay when the syntax changes.
    [[nodiscard]] const namespace_registry &keys() const & noexcept UNIFORM_LIFETIMEBOUND;
    const namespace_registry &keys() const && = delete;

    /// As they were read; null where there is none.
    [[nodiscard]] const json::value &syntax() const & noexcept UNIFORM_LIFETIMEBOUND { return syntax_; }
    const json::value &syntax() const && = delete;
    [[nodiscard]] const json::value &equivalence() const & noexcept UNIFORM_LIFETIMEBOUND { return equivalence_; }
    const json::value &equivalence() const && = delete;
    [[nodiscard]] const json::value &checks() const & noexcept UNIFORM_LIFETIMEBOUND { return checks_; }
    const json::value &checks() const && = delete;

    /// Whether names are the same by one as by the other: the operations, not what is said of them.
    [[nodiscard]] bool same_names(const namespace_rules &other) const noexcept {
        return operations_ == other.operations_;
    }
    bool operator==(const namespace_rules &other) const noexcept {
        return syntax_ == other.syntax_ && equivalence_ == other.equivalence_ && checks_ == other.checks_;
    }

private:
    json::value syntax_ = {};
    json::value equivalence_ = {};
    json::value checks_ = {};
    json::value operations_ = {};
    std::shared_ptr<const namespace_registry> registry_ = {};
    std::shared_ptr<const namespace_registry> keys_ = {};
};

/// RFC 8141 6.4.2 (1): a namespace has one syntax. A "syntax" that has an "abnf" and a "pattern" says the same twice:
/// the pattern is that of the grammar. A grammar describes the names of the namespace, not those of another. Stores of
/// earlier versions may have others; there the pattern holds, so that read() accepts them. Problem: invalid, with
/// pointer. Example: of {"abnf": "nss = 3ALPHA", "pattern": "^[0-9]+$"} it is "/syntax/pattern".
[[nodiscard]] std::expected<void, problem> check_one_syntax(std::string_view nid, const json::value &syntax);

} // namespace resolver
} // namespace uniform

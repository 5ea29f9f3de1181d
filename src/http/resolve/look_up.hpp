// The data of the store about a requested name.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "http/resolve/directory.hpp"
#include "http/resolve/requested_name.hpp"

namespace uniform::links {
class link_health;
}

namespace uniform::http {

/// The data of the store that are in memory; a part that is null is read from the store itself.
struct sources {
    const http::directory *directory = nullptr;
    const links::link_health *links = nullptr;
    const store::name_row *row = nullptr;                 ///< of the requested name
    resolver::correction_rules corrections = uncorrected; ///< for a person's GET of a name alone
};

struct name_lookup {
    requested_name requested;
    /// Null: the namespace is not managed here. Of a directory it is a view.
    std::shared_ptr<const resolver::namespace_settings> settings = nullptr;
    /// The delegation with the longest prefix of the key; null if there is none. Of a directory it is a view.
    std::shared_ptr<const delegated_prefix> delegation = nullptr;
    std::optional<resolver::name_record> record = {};
    /// The name has no locator of its own, but that of `locator_template()`, which is added to the record.
    bool by_template = false;
    std::uint64_t event = 0;                   ///< of the name's last change
    std::vector<resolver::health> health = {}; ///< of the locators; empty when it makes no difference
    /// The name that is resolved instead of one that does not exist: the longest name before a delimiter of the
    /// delegation's passthrough, if that is active, and the rest as it was written.
    struct passed_name {
        resolver::name_record record;
        std::string suffix;
        std::vector<resolver::health> health;
        bool by_template = false; ///< its locator is that of `locator_template()`
    };
    std::optional<passed_name> passed = {};
    /// The way in which the other resolver of the delegation redirects in a loop ("redirects back to ..."), if it was
    /// found to.
    std::optional<std::string> loop = {};

    /// A template, and the prefix of the delegation that has it; empty: the namespace has it.
    struct template_source {
        std::string_view text = {}; ///< empty: there is none
        std::string_view prefix = {};
    };
    /// The template for the locators of names that have none of their own: of the delegation, else of the namespace.
    [[nodiscard]] template_source locator_template() const noexcept;
    /// The settings, or the defaults.
    [[nodiscard]] const resolver::namespace_settings &settings_or_default() const noexcept;
    /// The id of the registrar that is responsible for the name now, which may be another than the one of its record,
    /// which assigned it (service::responsible_registrar()). Empty: there is none, so that managers are.
    [[nodiscard]] std::string_view responsible() const noexcept;
    /// A URL to which the name leads, with the q-component of the request (RFC 8141 2.3.2), joined as the namespace has
    /// it. Errors: out_of_policy, if it joins none. Linear.
    [[nodiscard]] std::expected<std::string, resolver::problem> with_q_component(std::string url) const;
    /// The name as it was assigned; that of its key if it does not exist.
    [[nodiscard]] std::string urn() const;
    /// The same with the r- and q-component of the request.
    [[nodiscard]] std::string urn_with_components() const;
    [[nodiscard]] bool is(resolver::name_state s) const noexcept { return record && record->state == s; }
};

/// Finds the namespace of a name in a directory, and sets the key by its rules. Null if the namespace is not managed
/// here; the key is set all the same. Logarithmic in the namespaces, linear in the name.
const resolver::namespace_settings *find_namespace(const directory &d, requested_name &n);

/// Looks a name up. One that does not exist is read a second time (resolver::second_reading). Throws store::failure.
/// Cost: the record, and what is not in memory of its namespace, its delegation and its links.
[[nodiscard]] name_lookup look_up(const sources &s, store::reading &r, requested_name n);

} // namespace uniform::http

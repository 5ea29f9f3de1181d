// The choice of the locator that a request is redirected to. It is deterministic: the same name record, request and
// time give the same choice, and the reason for each locator can be shown.
//
// A locator that is not valid at that time is never chosen. Of the others, the first criterion in which two locators
// differ decides:
//
//  1. weight 0 marks a reserve: it comes after all others, unless all of these are known to be dead;
//  2. media type: by the r-component, then by Accept;
//  3. language: by the r-component, then by Accept-Language;
//  4. country: the one that the r-component names, then locators without a country, then the others;
//  5. health: those that are known to be dead come last; if all are dead, one is chosen all the same;
//  6. weight: more is better;
//  7. order in the name record.
//
// A locator whose media type or language is unknown comes after those that match and before those that do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/r_component.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The preferences of a request (RFC 9110 12.1).
struct preferences {
    accept_list accept{""};
    std::vector<language_range> languages = {};
    r_request r = {}; ///< empty if the namespace does not interpret r-components
    std::string_view accept_field = {};
    std::string_view accept_language_field = {};
};
/// From the two header fields, which must outlive the result. Linear.
[[nodiscard]] preferences preferences_of(std::string_view accept, std::string_view accept_language);

/// The criterion that decided on the place of a locator.
enum class criterion : std::uint8_t {
    validity, ///< not valid now
    reserve,
    media_type,
    language,
    country,
    health,
    weight,
    order,
    none, ///< it is the chosen locator
};
/// Their identifiers in the JSON of an explanation.
inline constexpr auto criterion_names = enum_table<criterion>({{criterion::validity, "validity"},
                                                               {criterion::reserve, "reserve"},
                                                               {criterion::media_type, "media_type"},
                                                               {criterion::language, "language"},
                                                               {criterion::country, "country"},
                                                               {criterion::health, "health"},
                                                               {criterion::weight, "weight"},
                                                               {criterion::order, "order"},
                                                               {criterion::none, "none"}});
/// The name of a criterion; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(criterion c) noexcept { return criterion_names.name(c); }

/// The state of a locator by the link checker.
enum class health : std::uint8_t { unknown, alive, dead };

/// The locators in order of preference, and why.
struct choice {
    /// Indexes of the valid locators, best first; empty if there is none.
    std::vector<std::size_t> order = {};
    /// For each locator of the name record, the first criterion in which it is worse than the chosen one.
    std::vector<criterion> behind = {};
    /// The next time at which the choice may change, because a validity begins or ends.
    std::optional<timestamp> until = {};

    /// Whether choose() made it for so many locators; a choice that was never made is for none. Constant time.
    [[nodiscard]] bool is_of(std::span<const locator> locators) const noexcept {
        return behind.size() == locators.size();
    }
};

/// O(n log n) in the locators. @param known the health of each locator; may be empty
[[nodiscard]] choice choose(std::span<const locator> locators, const preferences &p, timestamp now,
                            std::span<const health> known = {});

/// Whether the choice depends on Accept, or on Accept-Language, for the field Vary (RFC 9110 12.5.5): only if the
/// locators differ in media type or language.
[[nodiscard]] bool depends_on_accept(std::span<const locator> locators) noexcept;
/// The same for Accept-Language.
[[nodiscard]] bool depends_on_language(std::span<const locator> locators) noexcept;

/// {"at":...,"preferences":{...},"chosen":"https://...","locators":[{"url":...,"place":1,"criterion":...,"why":"..."}],
/// "ignored":[...]}. @pre c.is_of(locators)
void explain(json::writer &w, std::span<const locator> locators, const preferences &p, timestamp now,
             std::span<const health> known, const choice &c);

} // namespace resolver
} // namespace uniform

// Which locator a client is sent to. Deterministic: the same record, request and moment give the same answer, and each
// locator has a reason that can be read.
//
// A locator that is not valid at the moment is no target. Of the others the best is the one that is ahead in the first
// of these in which they differ:
//
//  1. weight 0 is a reserve: behind all others, as long as one of these is not known to be dead;
//  2. media type: as the r-component asks, then as Accept does;
//  3. language: as the r-component asks, then as Accept-Language does;
//  4. country: the one that the r-component asks for, then those without a country, then the others;
//  5. health: those that are known to be dead are behind; dead ones alone are still given;
//  6. weight: more is better;
//  7. order in the record.
//
// A locator whose media type or language is not known is behind those that fit and before those that do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/language.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/r_component.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform::resolver {

/// What the client asks for.
struct wishes {
    accept_list accept{""};
    std::vector<language_range> languages = {};
    r_request r = {}; ///< empty when the namespace has r-components switched off
    std::string_view accept_field = {};
    std::string_view accept_language_field = {};
};
/// From the two fields of HTTP; they must outlive the result.
[[nodiscard]] wishes wishes_of(std::string_view accept, std::string_view accept_language);

/// Why a locator stands where it stands.
enum class criterion : std::uint8_t {
    validity, ///< not valid now
    reserve,
    media_type,
    language,
    country,
    health,
    weight,
    order,
    none, ///< the chosen one
};
[[nodiscard]] std::string_view to_string(criterion c) noexcept;

/// What the link checker found.
enum class health : std::uint8_t { unknown, alive, dead };

struct choice {
    /// Indexes of the locators that are valid, best first; empty when none is.
    std::vector<std::size_t> order = {};
    /// For each locator of the record, what put it behind the best one.
    std::vector<criterion> behind = {};
    /// When the answer may become another one, because a locator begins or ends to be valid.
    std::optional<timestamp> until = {};
};

/// @param known the health of each locator; may be empty
[[nodiscard]] choice choose(std::span<const locator> locators, const wishes &w, timestamp now,
                            std::span<const health> known = {});

/// Whether the answer depends on Accept, or on Accept-Language: what Vary has to say. Only records whose locators
/// differ in media type or language do.
[[nodiscard]] bool depends_on_accept(std::span<const locator> locators) noexcept;
[[nodiscard]] bool depends_on_language(std::span<const locator> locators) noexcept;

/// {"at":...,"asked":{...},"chosen":"https://...","locators":[{"url":...,"place":1,"criterion":...,"why":"..."}],
/// "ignored":[...]}.
[[nodiscard]] std::string explain(std::span<const locator> locators, const wishes &w, timestamp now,
                                  std::span<const health> known, const choice &c);

} // namespace uniform::resolver

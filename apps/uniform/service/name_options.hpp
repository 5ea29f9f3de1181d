// Options of the commands for names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/record.hpp>

#include "service/options.hpp"

namespace uniform::cli {

// A name record, or members of it.
struct record_option {
    std::optional<std::string> record;

    static constexpr auto rows() {
        return std::array{option<&record_option::record>(
            {heading::making, 0, "record", "FILE", "The name record as a JSON object in FILE; \"-\" is standard input.",
             "", "", true})};
    }
};

struct description_options {
    std::vector<std::string> metadata; // NAME=VALUE
    std::vector<std::string> other_names;
    std::vector<std::string> values; // TYPE=VALUE

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&description_options::metadata>(
                {making, 0, "metadata", "NAME=VALUE",
                 "A member of the metadata: title, creator, date, type, publisher, or "
                 "one of your own. May be repeated."}),
            option<&description_options::other_names>(
                {making, 0, "other-name", "URN", "Another name of the same resource. May be repeated."}),
            option<&description_options::values>(
                {making, 0, "value", "TYPE=VALUE",
                 "A typed value: what is known about the resource and is neither locator nor metadata, such as a "
                 "checksum or a public key. TYPE is a word or a URI without \"=\". May be repeated."}),
        };
    }
};

struct locator_options {
    std::optional<std::string> media_type;
    std::optional<std::string> language;
    std::optional<std::string> country;
    std::optional<std::uint64_t> weight;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&locator_options::media_type>({making, 0, "media-type", "TYPE", "The media type of the locators."}),
            option<&locator_options::language>({making, 0, "language", "TAG", "The language of the locators."}),
            option<&locator_options::country>(
                {making, 0, "country", "CODE", "The country whose users the locators are for."}),
            number<&locator_options::weight, 0, std::uint64_t{1} << 53>(
                {making, 0, "weight", "N", "The weight of the locators; a greater weight is preferred.", "", "1"}),
        };
    }
};

struct successor_option {
    std::optional<std::string> successor;

    static constexpr auto rows() {
        return std::array{option<&successor_option::successor>(
            {heading::making, 0, "successor", "URN", "The name that replaces this one."})};
    }
};

struct predecessor_option {
    std::optional<std::string> predecessor;

    static constexpr auto rows() {
        return std::array{option<&predecessor_option::predecessor>(
            {heading::making, 0, "predecessor", "URN", "The name that this one replaces."})};
    }
};

struct count_option {
    std::uint64_t count = 1;

    static constexpr auto rows() {
        return std::array{number<&count_option::count, 1, std::uint64_t{1} << 32>(
            {heading::making, 'n', "count", "N", "The number of names."})};
    }
};

// The options that select the names that are listed or exported.
struct selection_options {
    std::string prefix;
    std::string state;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&selection_options::prefix>({rules, 0, "prefix", "PREFIX",
                                                "Only names with this prefix, for example \"urn:example:\".", "",
                                                "all names"}),
            option<&selection_options::state>({rules, 0, "state", "STATE", "Only names in this state.",
                                               joined_names<resolver::name_state_names, " ">, "all"}),
        };
    }
};

} // namespace uniform::cli
